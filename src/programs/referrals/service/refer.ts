import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import * as users from '../../../auth/service/users.ts';
import type { TxCtx } from '../../../context.ts';
import { AppError, invalid } from '../../../errors.ts';
import { nowIso } from '../../../platform/clock.ts';
import * as memberStore from '../../members/store.ts';
import { DEFAULT_REFERRALS_PER_MEMBER, type ReferralTerms, type ReferredBy } from '../model.ts';
import { isSamePerson, normalizeCode, type Person } from '../rules.ts';
import * as store from '../store.ts';

const FIELD = 'referredBy.code';

/** Returns a program's terms for referrals, which were validated when they were written. */
export function getReferralTerms({ referral }: Pick<ProgramRow, 'referral'>): ReferralTerms | null {
  return referral as ReferralTerms | null;
}

/**
 * Stores who brought a new member, in the transaction of the enrollment. Both sides are paid at the first purchase.
 * @throws VALIDATION_ERROR for a program without referrals, an unknown code and the member's own one, LIMIT_REACHED if
 * the referrer has reached maxPerMember
 */
export async function refer(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  { code }: ReferredBy,
): Promise<void> {
  const terms = getReferralTerms(program);
  if (!terms)
    throw invalid('referredBy', "can't be used: the program has no rewards for referrals", 'conflict');
  const owner = await store.findByCode(tx.db, program.id, normalizeCode(code));
  const referrer = await memberStore.follow(tx.db, owner);
  if (referrer?.status !== 'active') throw invalid(FIELD, 'is not the code of a member', 'unknown');
  if (await isSelfReferral(tx, referrer, member))
    throw invalid(FIELD, 'is your own code; members can only bring other people', 'conflict');
  if (await hasReachedCap(tx, terms, referrer.id)) {
    const limit = getCap(terms);
    throw new AppError(
      'LIMIT_REACHED',
      `The code has been used for ${limit} new members, which is the limit`,
      {
        details: [{ field: FIELD, issue: `was used ${limit} times`, rule: 'maximum', limit }],
      },
    );
  }
  await store.insert(tx.db, {
    id: tx.ids.next('referral'),
    programId: program.id,
    businessId: program.businessId,
    referrerKey: referrer.id,
    refereeKey: member.id,
    status: 'pending',
    createdAt: nowIso(tx.clock),
  });
}

function getCap({ maxPerMember = DEFAULT_REFERRALS_PER_MEMBER }: ReferralTerms): number {
  return maxPerMember;
}

/** Returns whether a member has been rewarded for as many new members as the program allows. */
export async function hasReachedCap(tx: TxCtx, terms: ReferralTerms, referrerKey: string): Promise<boolean> {
  return (await store.countPaid(tx.db, { referrerKey })) >= getCap(terms);
}

/** Returns whether both members are the same person: the same member, account, email address or phone number. */
export async function isSelfReferral(tx: TxCtx, a: MemberRow, b: MemberRow): Promise<boolean> {
  return a.memberId === b.memberId || isSamePerson(await toPerson(tx, a), await toPerson(tx, b));
}

async function toPerson(tx: TxCtx, { memberId, email, phone }: MemberRow): Promise<Person> {
  return { emails: [email, await users.findEmail(tx, memberId)], phones: [phone] };
}
