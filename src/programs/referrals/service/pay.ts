import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { ReferralRow } from '../../../../db/schema/referrals.ts';
import type { TxCtx } from '../../../context.ts';
import * as events from '../../../events/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import type { NewReward, Reward } from '../../../rewards/model.ts';
import * as rewards from '../../../rewards/service.ts';
import * as memberStore from '../../members/store.ts';
import { issueReward } from '../../service/issue.ts';
import { toReferral } from '../serialize.ts';
import * as store from '../store.ts';
import { getReferralTerms, hasReachedCap, isSelfReferral } from './refer.ts';

/**
 * Pays both sides of a referral at the first purchase of the new member, in its transaction and once.
 * @param reference the activity of the purchase
 * @returns the new member's reward, if any
 */
export async function payReferral(
  tx: TxCtx,
  program: ProgramRow,
  referee: MemberRow,
  reference: string,
): Promise<Reward[]> {
  const terms = getReferralTerms(program);
  if (!terms) return [];
  const row = await store.findByReferee(tx.db, referee.id);
  if (row?.status !== 'pending') return [];
  const referrer = await memberStore.findById(tx.db, row.referrerKey);
  if (!referrer) return [];
  if (await isSelfReferral(tx, referrer, referee)) return await close(tx, row, 'flagged');
  if (await hasReachedCap(tx, terms, referrer.id)) return await close(tx, row, 'capped');
  const pay = async (member: MemberRow, reward: NewReward | null | undefined) =>
    reward ? await issueReward(tx, program, member.memberId, 'referral', reward) : undefined;
  // A referrer who has left or is suspended gets nothing; the new member does.
  const forReferrer = referrer.status === 'active' ? await pay(referrer, terms.referrer) : undefined;
  const forReferee = await pay(referee, terms.referee);
  const paid = await store.update(tx.db, row.id, {
    status: 'paid',
    activityReference: reference,
    referrerRewardId: forReferrer?.id ?? null,
    refereeRewardId: forReferee?.id ?? null,
    paidAt: nowIso(tx.clock),
  });
  const sides = { referrer: referrer.memberId, referee: referee.memberId };
  await events.record(tx, 'referral.paid', {
    businessId: program.businessId,
    object: toReferral(paid, sides),
  });
  return forReferee ? [forReferee] : [];
}

async function close(tx: TxCtx, { id }: ReferralRow, status: ReferralRow['status']): Promise<[]> {
  await store.update(tx.db, id, { status });
  return [];
}

/**
 * Takes back the rewards of a referral when the purchase that paid them is reversed as a whole: those that are not
 * redeemed become void. If none was redeemed, the next purchase pays again.
 */
export async function takeBackReferral(
  tx: TxCtx,
  program: ProgramRow,
  referee: MemberRow,
  reference: string,
): Promise<void> {
  if (!getReferralTerms(program)) return;
  const row = await store.findByReferee(tx.db, referee.id);
  if (row?.status !== 'paid' || row.activityReference !== reference) return;
  let isRedeemed = false;
  for (const id of [row.referrerRewardId, row.refereeRewardId]) {
    const reward = await rewards.find(tx, id);
    if (reward?.status === 'issued')
      await rewards.voidReward(tx, reward.id, 'The first purchase was reversed');
    isRedeemed ||= reward?.status === 'redeemed';
  }
  if (isRedeemed) return;
  const reversed = await store.update(tx.db, row.id, {
    status: 'pending',
    activityReference: null,
    referrerRewardId: null,
    refereeRewardId: null,
    paidAt: null,
  });
  const referrer = await memberStore.findById(tx.db, row.referrerKey);
  await events.record(tx, 'referral.reversed', {
    businessId: program.businessId,
    object: toReferral(reversed, { referrer: referrer?.memberId ?? '', referee: referee.memberId }),
  });
}
