import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import * as ledger from '../../../ledger/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import { moveFunds } from '../../cashback/service/accounts.ts';
import { getProgramRewards } from '../../rules.ts';
import { toMember } from '../../serialize.ts';
import * as programStore from '../../store.ts';
import {
  type Activity,
  calculatePoints,
  findTier,
  isGoalReached,
  MAX_POINTS_PER_ACTIVITY,
} from '../rules.ts';
import * as store from '../store.ts';

/**
 * Records an approved submission or a paid order: points at the member's current tier, spend, and resulting tiers and
 * goals. Stored under `reference`, so that it can be reverted.
 * @throws LIMIT_REACHED above MAX_POINTS_PER_STEP
 */
export async function recordActivity(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  { reference, ...activity }: Activity & { reference: string },
): Promise<MemberRow> {
  const { isApproval, spendCents } = activity;
  const points = calculatePoints(activity, getProgramRewards(program), member.tier);
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
    transferId,
    createdAt: nowIso(tx.clock),
  });
  return await adjustCounts(tx, program, member, { points, spendCents, approvedCount: isApproval ? 1 : 0 });
}

/** Reverts exactly what a submission or order granted; does nothing if it is already reverted. */
export async function revertActivity(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  reference: string,
): Promise<MemberRow> {
  const activity = await store.findActiveActivity(tx.db, reference);
  if (!activity) return member;
  if (activity.transferId !== null) await ledger.reverse(tx, activity.transferId, `Reverted ${reference}`);
  await store.updateActivity(tx.db, activity.id, { reversedAt: nowIso(tx.clock) });
  return await adjustCounts(tx, program, member, {
    points: -activity.points,
    spendCents: -activity.spendCents,
    approvedCount: activity.isApproval ? -1 : 0,
  });
}

interface Counts {
  points: number;
  spendCents: number;
  approvedCount: number;
}

async function adjustCounts(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  by: Counts,
): Promise<MemberRow> {
  if (by.approvedCount !== 0)
    await programStore.adjust(tx.db, program.id, { approvedCount: by.approvedCount });
  return await updateTierAndGoals(tx, program, await store.adjust(tx.db, member.id, by));
}

/** Updates tier and goals to match the member's counts and records an event for each change. */
async function updateTierAndGoals(tx: TxCtx, program: ProgramRow, member: MemberRow): Promise<MemberRow> {
  const rewards = getProgramRewards(program);
  const tier = findTier(member.points, rewards);
  const { businessId } = program;
  const settled = tier === member.tier ? member : await store.update(tx.db, member.id, { tier });
  if (settled !== member) {
    const previous = { tier: member.tier };
    await events.record(tx, 'member.tierChanged', { businessId, object: toMember(settled), previous });
  }
  const { goals = [] } = rewards;
  if (goals.length === 0) return settled;
  const completed = await store.getCompletedGoals(tx.db, member.id);
  for (const goal of goals) {
    const goalId = goal.id as string;
    const isDone = isGoalReached(goal, settled);
    if (isDone === completed.has(goalId)) continue;
    if (!isDone) {
      await store.deleteGoal(tx.db, member.id, goalId);
      continue;
    }
    const completedAt = nowIso(tx.clock);
    await store.insertGoal(tx.db, { memberId: member.id, goalId, completedAt });
    const object = { ...toMember(settled), goal: { ...goal, completedAt } };
    await events.record(tx, 'member.goalCompleted', { businessId, object });
  }
  return settled;
}

/** Members read per batch. */
const BATCH = 500;

/** Settles every member of a program whose tiers or goals changed; the time grows with the number of members. */
export async function updateAllMembers(tx: TxCtx, program: ProgramRow): Promise<void> {
  for (let after = ''; ; ) {
    const members = await store.listAfter(tx.db, program.id, after, BATCH);
    for (const member of members) await updateTierAndGoals(tx, program, member);
    const last = members.at(-1);
    if (!last || members.length < BATCH) return;
    after = last.memberId;
  }
}
