import type { MemberGoalRow, MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import * as events from '../../../events/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import type { Reward } from '../../../rewards/model.ts';
import { voidReward } from '../../../rewards/service.ts';
import type { Goal, ProgramRewards } from '../../model.ts';
import { getProgramRewards, isTyped } from '../../rules.ts';
import { toMember } from '../../serialize.ts';
import { issueReward } from '../../service/issue.ts';
import {
  countMetric,
  countNewCompletions,
  getTargetCount,
  isLastCompletionLost,
  startsToRepeat,
} from '../rules.ts';
import * as store from '../store.ts';

/**
 * Why a member's goals are settled: their counts grew, an activity was reverted, or the terms changed, in which case
 * `before` holds the previous ones.
 */
export type Cause = 'activity' | 'reversal' | { before: ProgramRewards };

/**
 * Updates the goals of a member to match their counts: completes those that are reached, which issues their rewards, and
 * takes back completions that a reversal leaves without cover.
 * @returns the rewards issued
 * @throws CONFLICT if a completion to take back paid a reward that was redeemed
 */
export async function settleGoals(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  cause: Cause,
): Promise<Reward[]> {
  const { goals = [] } = getProgramRewards(program);
  if (goals.length === 0) return [];
  const states = await store.getGoalStates(tx.db, member.id);
  const issued: Reward[] = [];
  for (const goal of goals) {
    const state = states.get(goal.id as string);
    if (cause === 'reversal') await takeBack(tx, member, goal, state);
    else if (cause !== 'activity' && startsToRepeat(goal, cause.before))
      await restart(tx, member, goal, state);
    else if (cause === 'activity' || canCompleteNow(program, member, goal))
      issued.push(...(await complete(tx, program, member, goal, state)));
    if (typeof cause === 'object' && state && !goal.repeats) await dropUnpaid(tx, member, goal, state);
  }
  return issued;
}

/** New terms pay nothing in a program that is paused or to members who left. */
function canCompleteNow(program: ProgramRow, member: MemberRow, { reward }: Goal): boolean {
  return !isTyped(reward) || (program.status === 'active' && member.status === 'active');
}

async function complete(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  goal: Goal,
  state: MemberGoalRow | undefined,
): Promise<Reward[]> {
  const count = countNewCompletions(goal, member, state);
  if (count === 0) return [];
  const goalId = goal.id as string;
  const key = { memberId: member.id, goalId };
  const completedAt = nowIso(tx.clock);
  const consumed = goal.repeats ? getTargetCount(goal, member) : 0;
  const first = (state?.completions ?? 0) + 1;
  const issued: Reward[] = [];
  for (let number = first; number < first + count; number++) {
    const reward = isTyped(goal.reward)
      ? await issueReward(tx, program, member.memberId, 'goal', goal.reward)
      : null;
    if (reward) issued.push(reward);
    await store.insertCompletion(tx.db, {
      ...key,
      number,
      consumed,
      rewardId: reward?.id ?? null,
      completedAt,
    });
    const completed = { ...goal, completedAt, completions: number, rewardId: reward?.id ?? null };
    const object = { ...toMember(member), goal: completed };
    await events.record(tx, 'member.goalCompleted', { businessId: program.businessId, object });
  }
  await store.saveGoal(tx.db, {
    ...key,
    completions: first + count - 1,
    baseline: state?.baseline ?? 0,
    consumed: (state?.consumed ?? 0) + consumed * count,
    completedAt,
  });
  return issued;
}

/** Takes back the latest completions until the member's count covers the rest. */
async function takeBack(
  tx: TxCtx,
  member: MemberRow,
  goal: Goal,
  found: MemberGoalRow | undefined,
): Promise<void> {
  if (!found) return;
  let state = found;
  while (isLastCompletionLost(goal, member, state)) {
    const last = await store.findCompletion(tx.db, member.id, state.goalId, state.completions);
    if (last?.rewardId) await voidReward(tx, last.rewardId, `The goal ${goal.name} is no longer reached`);
    await store.deleteCompletion(tx.db, member.id, state.goalId, state.completions);
    state = {
      ...state,
      completions: state.completions - 1,
      consumed: state.consumed - (last?.consumed ?? 0),
    };
  }
  // A reverted activity from before the start of the card lowers the start.
  const counted = countMetric(goal.metric, member);
  if (goal.repeats) state = { ...state, baseline: Math.min(state.baseline, counted - state.consumed) };
  await saveOrDelete(tx, goal, state);
}

async function saveOrDelete(tx: TxCtx, goal: Goal, state: MemberGoalRow): Promise<void> {
  if (state.completions > 0 || goal.repeats) await store.saveGoal(tx.db, state);
  else await store.deleteGoal(tx.db, state.memberId, state.goalId);
}

/** Starts a card at the member's current count. */
async function restart(
  tx: TxCtx,
  member: MemberRow,
  goal: Goal,
  state: MemberGoalRow | undefined,
): Promise<void> {
  const counted = countMetric(goal.metric, member);
  const { completions = 0, consumed = 0, completedAt = nowIso(tx.clock) } = state ?? {};
  if (!state && counted === 0) return;
  const baseline = counted - consumed;
  const goalId = goal.id as string;
  await store.saveGoal(tx.db, { memberId: member.id, goalId, completions, consumed, baseline, completedAt });
}

/** New terms take back a completion that they no longer cover, unless it paid a reward. */
async function dropUnpaid(tx: TxCtx, member: MemberRow, goal: Goal, state: MemberGoalRow): Promise<void> {
  if (state.completions !== 1 || !isLastCompletionLost(goal, member, state)) return;
  const last = await store.findCompletion(tx.db, member.id, state.goalId, 1);
  if (last?.rewardId) return;
  await store.deleteCompletion(tx.db, member.id, state.goalId, 1);
  await store.deleteGoal(tx.db, member.id, state.goalId);
}
