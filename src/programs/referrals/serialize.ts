import type { ReferralRow } from '../../../db/schema/referrals.ts';
import type { ReferralRecord } from './model.ts';

/** Converts a referral to its API representation. @param sides the member IDs of both */
export function toReferral(
  { id, programId, status, referrerRewardId, refereeRewardId, createdAt, paidAt }: ReferralRow,
  { referrer, referee }: Pick<ReferralRecord, 'referrer' | 'referee'>,
): ReferralRecord {
  return { id, programId, status, createdAt, paidAt, referrerRewardId, refereeRewardId, referrer, referee };
}
