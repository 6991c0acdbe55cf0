import type { MergedField, MergeRow } from '../../../../db/schema/merges.ts';
import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import { isWellFormedId } from '../../../platform/ids.ts';
import type { Reward } from '../../../rewards/model.ts';
import { moveBetween } from '../../cashback/service/accounts.ts';
import { getProgramRewards } from '../../rules.ts';
import * as shopStore from '../../shop/store.ts';
import * as programStore from '../../store.ts';
import * as visitStore from '../../visits/store.ts';
import { fillFields, joinGoals, latestOf, splitGoals } from '../merge-rules.ts';
import * as mergeStore from '../merge-store.ts';
import { findTier } from '../rules.ts';
import { replaceTerms } from '../search-store.ts';
import * as store from '../store.ts';
import { settleMember } from './activities.ts';

/** Returns a member of a program, or the one into whom it was merged; undefined if there is none. */
export function findMember(tx: TxCtx, programId: string, reference: string): Promise<MemberRow | undefined> {
  return store.find(tx.db, programId, reference);
}

/** Same as `findMember`, but returns a member who was merged. */
export function findUnmerged(
  tx: TxCtx,
  programId: string,
  reference: string,
): Promise<MemberRow | undefined> {
  return store.findUnmerged(tx.db, programId, reference);
}

export function findById(tx: TxCtx, id: string): Promise<MemberRow | undefined> {
  return store.findById(tx.db, id);
}

/** A member, and the one of the same program into whom it is merged. */
export interface Pair {
  from: MemberRow;
  into: MemberRow;
}

/** The totals of a member that move with its records. */
export type Totals = Pick<
  MemberRow,
  | 'points'
  | 'pointsSpent'
  | 'pendingCents'
  | 'availableCents'
  | 'redeemedCents'
  | 'lifetimeCents'
  | 'grantedCents'
  | 'spendCents'
  | 'approvedCount'
  | 'visitCount'
  | 'submissionCount'
>;

const NOTHING: Totals = {
  points: 0,
  pointsSpent: 0,
  pendingCents: 0,
  availableCents: 0,
  redeemedCents: 0,
  lifetimeCents: 0,
  grantedCents: 0,
  spendCents: 0,
  approvedCount: 0,
  visitCount: 0,
  submissionCount: 0,
};
const TOTALS = Object.keys(NOTHING) as (keyof Totals)[];

/** How often items were bought. */
type Purchases = readonly { itemId: string; bought: number }[];

interface Joined extends Pair {
  rewards: Reward[];
  columns: Pick<MergeRow, 'filled' | 'goals' | 'intoGoals'>;
}

/**
 * Makes one member of two whose records have already moved: balances, goals, purchases and missing contact data. The merged
 * member ends, and its references and cards lead to the other one.
 */
export async function joinMembers(
  tx: TxCtx,
  program: ProgramRow,
  { from, into }: Pair,
  merge: { id: string; purchases: Purchases },
): Promise<Joined> {
  await moveBalances(tx, { from, into }, from, `${merge.id}/join`);
  const [intoGoals, goals] = [
    await mergeStore.readGoals(tx.db, into.id),
    await mergeStore.readGoals(tx.db, from.id),
  ];
  await mergeStore.writeGoals(tx.db, from.id, []);
  await mergeStore.writeGoals(tx.db, into.id, joinGoals(intoGoals, goals));
  await countPurchases(tx, { from, into }, merge.purchases);
  const fields = fillFields(into, from);
  const ended = await store.update(tx.db, from.id, {
    ...NOTHING,
    // The reference of an account is freed, so that the person can enroll again.
    memberId: isWellFormedId(from.memberId) ? from.id : from.memberId,
    mergedInto: into.id,
    status: 'left',
    enrolledByPerson: false,
    phone: null,
    unconfirmedPhone: from.phone ?? from.unconfirmedPhone,
    tier: findTier(0, getProgramRewards(program)),
    lastVisitAt: null,
  });
  const grown = await store.update(tx.db, into.id, {
    ...fields,
    ...sumTotals(into, from, 1),
    lastVisitAt: latestOf(into.lastVisitAt, from.lastVisitAt),
    lastActivityAt: latestOf(into.lastActivityAt, from.lastActivityAt),
  });
  await replaceTerms(tx.db, from, ended);
  await replaceTerms(tx.db, into, grown);
  if (from.status === 'active') await programStore.adjust(tx.db, program.id, { activeMemberCount: -1 });
  const { member, rewards } = await settleMember(tx, program, grown, 'activity');
  const filled = Object.keys(fields) as MergedField[];
  return { from: ended, into: member, rewards, columns: { filled, goals, intoGoals } };
}

/**
 * Makes two members again of one, after the records have moved back.
 * @param moved the totals of the records that moved back
 * @throws INSUFFICIENT_BALANCE if points are spent, CONFLICT if the reward of a goal that both reached together was redeemed
 */
export async function splitMembers(
  tx: TxCtx,
  program: ProgramRow,
  { from, into }: Pair,
  merge: MergeRow & { moved: Totals; purchases: Purchases },
): Promise<Pair & { rewards: Reward[] }> {
  const { moved } = merge;
  await moveBalances(tx, { from: into, into: from }, moved, `${merge.id}/split`);
  const split = splitGoals(await mergeStore.readGoals(tx.db, into.id), merge.intoGoals, merge.goals);
  await mergeStore.writeGoals(tx.db, into.id, split.into);
  await mergeStore.writeGoals(tx.db, from.id, split.from);
  await countPurchases(tx, { from: into, into: from }, merge.purchases);
  const lastActivityAt = latestOf(merge.intoLastActivityAt, merge.fromLastActivityAt);
  // From here on, the imports of the one say nothing about the other.
  await store.update(tx.db, from.id, { mergedInto: null });
  const shrunk = await store.update(tx.db, into.id, {
    ...clearFilled(into, from, merge.filled),
    ...sumTotals(into, moved, -1),
    lastVisitAt: await visitStore.findLastVisit(tx.db, into.id),
    ...(into.lastActivityAt === lastActivityAt && { lastActivityAt: merge.intoLastActivityAt }),
  });
  const isFree = merge.fromPhoneConfirmed && from.unconfirmedPhone !== null && !(await isTaken(tx, from));
  const restored = await store.update(tx.db, from.id, {
    ...moved,
    memberId: merge.fromReference,
    status: merge.fromStatus,
    enrolledByPerson: merge.fromEnrolledByPerson,
    ...(isFree && { phone: from.unconfirmedPhone, unconfirmedPhone: null }),
    tier: findTier(moved.points, getProgramRewards(program)),
    lastVisitAt: await visitStore.findLastVisit(tx.db, from.id),
  });
  await replaceTerms(tx.db, into, shrunk);
  await replaceTerms(tx.db, from, restored);
  if (restored.status === 'active') await programStore.adjust(tx.db, program.id, { activeMemberCount: 1 });
  const alone = await settleAnew(tx, program, restored);
  const other = await settleAnew(tx, program, shrunk);
  return { from: alone.member, into: other.member, rewards: [...alone.rewards, ...other.rewards] };
}

/** Takes back the goals that a member alone does not reach, and completes those that only the other one kept it from. */
async function settleAnew(tx: TxCtx, program: ProgramRow, member: MemberRow) {
  const { member: reduced } = await settleMember(tx, program, member, 'reversal');
  return await settleMember(tx, program, reduced, 'activity');
}

function sumTotals(member: Totals, by: Totals, sign: 1 | -1): Totals {
  return Object.fromEntries(TOTALS.map(name => [name, member[name] + sign * by[name]])) as unknown as Totals;
}

async function moveBalances(tx: TxCtx, { from, into }: Pair, of: Totals, reference: string): Promise<void> {
  const by = { pending: of.pendingCents, available: of.availableCents, points: of.points - of.pointsSpent };
  await moveBetween(tx, { from, to: into, by }, reference);
}

async function countPurchases(tx: TxCtx, { from, into }: Pair, purchases: Purchases): Promise<void> {
  for (const { itemId, bought } of purchases) {
    await shopStore.addCount(tx.db, { scope: from.id, itemId, bought: -bought });
    await shopStore.addCount(tx.db, { scope: into.id, itemId, bought });
  }
}

/** Returns the columns that the merge filled, empty again, except those that were changed since. */
function clearFilled(into: MemberRow, from: MemberRow, filled: readonly MergedField[]): Partial<MemberRow> {
  const given = { ...from, phone: from.unconfirmedPhone };
  return Object.fromEntries(filled.filter(name => into[name] === given[name]).map(name => [name, null]));
}

async function isTaken(tx: TxCtx, { programId, unconfirmedPhone }: MemberRow): Promise<boolean> {
  return (await store.findByPhone(tx.db, programId, unconfirmedPhone as string)) !== undefined;
}
