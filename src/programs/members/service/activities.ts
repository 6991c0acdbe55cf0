import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import * as ledger from '../../../ledger/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import type { Reward } from '../../../rewards/model.ts';
import { accountName, moveFunds, reverseFunds } from '../../cashback/service/accounts.ts';
import type { ProgramRewards } from '../../model.ts';
import { payReferral, takeBackReferral } from '../../referrals/service/pay.ts';
import { getProgramRewards } from '../../rules.ts';
import { toMember } from '../../serialize.ts';
import * as programStore from '../../store.ts';
import { type Activity, calculatePoints, findTier, MAX_POINTS_PER_ACTIVITY } from '../rules.ts';
import * as store from '../store.ts';
import { type Cause, settleGoals } from './goals.ts';

/** A member after an activity, its points, and the rewards that goals issued. */
interface Recorded {
  member: MemberRow;
  rewards: Reward[];
}

/**
 * Records an approved submission, a paid order or visits: points at the member's current tier, spend, and resulting tiers and
 * goals. Stored under `reference`, so that it can be reverted.
 * @throws LIMIT_REACHED above MAX_POINTS_PER_STEP
 */
export async function recordActivity(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  { reference, ...activity }: Activity & { reference: string },
): Promise<Recorded & { points: number }> {
  const { isApproval, spendCents, visits = 0 } = activity;
  const points = calculatePoints(activity, getProgramRewards(program), member);
  if (points > MAX_POINTS_PER_ACTIVITY) {
    const limit = MAX_POINTS_PER_ACTIVITY.toLocaleString('en-US');
    const advice = 'Lower the order value or the points of the program';
    throw new AppError(
      'LIMIT_REACHED',
      `Limit of ${limit} points per submission or order reached. ${advice}`,
    );
  }
  const transferId =
    points === 0
      ? null
      : await moveFunds(tx, member, {
          kind: 'points.earned',
          from: 'pointsIssued',
          to: 'points',
          amount: points,
        });
  await store.insertActivity(tx.db, {
    id: `${reference}/${tx.ids.next('transfer')}`,
    memberId: member.id,
    reference,
    isApproval,
    points,
    spendCents,
    visits,
    transferId,
    createdAt: nowIso(tx.clock),
  });
  const counts = { points, spendCents, approvedCount: isApproval ? 1 : 0, visitCount: visits };
  const recorded = await adjustCounts(tx, program, member, counts, 'activity');
  const isPurchase = !isApproval && (spendCents > 0 || visits > 0);
  const referred = isPurchase ? await payReferral(tx, program, recorded.member, reference) : [];
  return { ...recorded, points, rewards: [...recorded.rewards, ...referred] };
}

/**
 * Records a correction of a member's points or visits, which may be below 0. Stored under `reference`, so that it can be
 * reverted. The caller checks that the balance covers it.
 * @throws CONFLICT if a goal that is no longer reached paid a reward that was redeemed
 */
export async function recordCorrection(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  { reference, points, visits }: { reference: string; points: number; visits: number },
): Promise<Recorded> {
  const [from, to] =
    points > 0 ? (['pointsIssued', 'points'] as const) : (['points', 'pointsIssued'] as const);
  const transferId =
    points === 0
      ? null
      : await moveFunds(tx, member, {
          kind: 'points.adjusted',
          from,
          to,
          amount: Math.abs(points),
          reference,
        });
  await store.insertActivity(tx.db, {
    id: reference,
    memberId: member.id,
    reference,
    isApproval: false,
    points,
    visits,
    spendCents: 0,
    transferId,
    createdAt: nowIso(tx.clock),
  });
  const counts = { points, spendCents: 0, approvedCount: 0, visitCount: visits };
  return adjustCounts(tx, program, member, counts, points + visits > 0 ? 'activity' : 'reversal');
}

/**
 * Reverts exactly what a submission, order, visit or correction granted; does nothing if it is already reverted.
 * @throws CONFLICT if its points were spent, or the reward of a goal that it reached was redeemed
 */
export async function revertActivity(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  reference: string,
): Promise<MemberRow> {
  const activity = await store.findActiveActivity(tx.db, reference);
  if (!activity) return member;
  if (activity.points > member.points - member.pointsSpent)
    throw new AppError('CONFLICT', 'The points have already been spent in the shop');
  if (activity.transferId !== null && activity.points !== 0)
    await reverseFunds(tx, member, activity.transferId, Math.abs(activity.points), `Reverted ${reference}`);
  await store.updateActivity(tx.db, activity.id, { reversedAt: nowIso(tx.clock) });
  const counts = {
    points: -activity.points,
    spendCents: -activity.spendCents,
    approvedCount: activity.isApproval ? -1 : 0,
    visitCount: -activity.visits,
  };
  await takeBackReferral(tx, program, member, reference);
  const isTaking = activity.points + activity.visits < 0;
  return (await adjustCounts(tx, program, member, counts, isTaking ? 'activity' : 'reversal')).member;
}

/** How a refund takes back a part of an activity. */
interface Reduction {
  /** Returns the part of an amount, given its rest and the sum that earlier refunds took. */
  toPart(rest: number, taken: number): number;
  /** The sums that earlier refunds took. */
  refunded: { cents: number; points: number; visits: number };
  /** True if nothing is left of the order. */
  isWhole: boolean;
  /** Creates the error for points that are spent. */
  spent(needed: number, left: number): Error;
}

/**
 * Takes back a part of what an order granted; does nothing if the activity is already reverted.
 * @throws the error of `spent`, INSUFFICIENT_BALANCE
 */
export async function reduceActivity(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  reference: string,
  { toPart, refunded, isWhole, spent }: Reduction,
): Promise<{ points: number; visits: number }> {
  const activity = await store.findActiveActivity(tx.db, reference);
  if (!activity) return { points: 0, visits: 0 };
  const points = toPart(activity.points, activity.points > 0 ? refunded.points : 0);
  const visits = toPart(activity.visits, activity.visits > 0 ? refunded.visits : 0);
  const spendCents = activity.spendCents === 0 ? 0 : toPart(activity.spendCents, refunded.cents);
  if (points > 0) {
    const left = await ledger.getBalance(tx, accountName(member, 'points'));
    if (left < points) throw spent(points, left);
    await reverseFunds(tx, member, activity.transferId as string, points, `Refund of ${reference}`);
  }
  await store.updateActivity(tx.db, activity.id, {
    points: activity.points - points,
    visits: activity.visits - visits,
    spendCents: activity.spendCents - spendCents,
    reversedAt: isWhole ? nowIso(tx.clock) : null,
  });
  const counts = { points: -points, spendCents: -spendCents, approvedCount: 0, visitCount: -visits };
  await adjustCounts(tx, program, member, counts, 'reversal');
  if (isWhole) await takeBackReferral(tx, program, member, reference);
  return { points, visits };
}

interface Counts {
  points: number;
  spendCents: number;
  approvedCount: number;
  visitCount: number;
}

async function adjustCounts(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  by: Counts,
  cause: Cause,
): Promise<Recorded> {
  const { approvedCount, visitCount } = by;
  if (approvedCount !== 0 || visitCount !== 0)
    await programStore.adjust(tx.db, program.id, { approvedCount, visitCount });
  return await settleMember(tx, program, await store.adjust(tx.db, member.id, by), cause);
}

/** Updates tier and goals to match the member's counts and records an event for each change. */
export async function settleMember(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  cause: Cause,
): Promise<Recorded> {
  const tier = findTier(member.points, getProgramRewards(program));
  const { businessId } = program;
  const settled = tier === member.tier ? member : await store.update(tx.db, member.id, { tier });
  if (settled !== member) {
    const previous = { tier: member.tier };
    await events.record(tx, 'member.tierChanged', { businessId, object: toMember(settled), previous });
  }
  return { member: settled, rewards: await settleGoals(tx, program, settled, cause) };
}

/** Members read per batch. */
const BATCH = 500;

/** Settles every member of a program whose tiers or goals changed; the time grows with the number of members. */
export async function updateAllMembers(
  tx: TxCtx,
  program: ProgramRow,
  before: ProgramRewards,
): Promise<void> {
  for (let after = ''; ; ) {
    const members = await store.listAfter(tx.db, { programId: program.id, after, limit: BATCH });
    for (const member of members) await settleMember(tx, program, member, { before });
    const last = members.at(-1);
    if (!last || members.length < BATCH) return;
    after = last.memberId;
  }
}
