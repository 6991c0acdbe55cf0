import type { MemberRow } from '../../../../db/schema/programs.ts';
import type { NewReward } from '../../../rewards/model.ts';
import { countToward, type GoalState, getTargetCount } from '../../members/rules.ts';
import type { Goal, ProgramRewards } from '../../model.ts';
import { isTyped } from '../../rules.ts';

/** How opening balances change a goal of a member. */
interface OpenedGoal {
  goalId: string;
  state: GoalState;
  /** Whether the goal counts as completed, without a reward. */
  isCompleted: boolean;
}

/**
 * Returns the states of the goals that opening balances reach. They pay nothing, because the previous program has paid
 * for them: a goal that repeats goes on with the rest of the last card, and another one counts as completed.
 * @param member with the opening balances
 */
export function openGoals(
  goals: readonly Goal[],
  member: MemberRow,
  states: ReadonlyMap<string, GoalState>,
): OpenedGoal[] {
  return goals.flatMap((goal): OpenedGoal[] => {
    const goalId = goal.id as string;
    const { completions = 0, baseline: start = 0, consumed = 0 } = states.get(goalId) ?? {};
    const state = { completions, baseline: start, consumed };
    const counted = countToward(goal, member, state);
    const target = getTargetCount(goal, member);
    if (counted < target) return [];
    if (!goal.repeats)
      return state.completions > 0
        ? []
        : [{ goalId, state: { ...state, completions: 1 }, isCompleted: true }];
    const baseline = state.baseline + Math.floor(counted / target) * target;
    return [{ goalId, state: { ...state, baseline }, isCompleted: false }];
  });
}

/**
 * Returns the reward as which open rewards of another program are issued: that of the first goal for visits, such as a
 * stamp card, or else of the first goal with a reward.
 */
export function findGoalReward({ goals = [] }: ProgramRewards): NewReward | undefined {
  const rewarded = goals.filter(({ reward }) => isTyped(reward));
  return (rewarded.find(({ metric }) => metric === 'visits') ?? rewarded[0])?.reward as NewReward | undefined;
}
