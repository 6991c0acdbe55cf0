import type { MergedCompletion, MergedField, MergedGoal } from '../../../db/schema/merges.ts';
import type { MemberRow } from '../../../db/schema/programs.ts';
import { getPhone } from './rules.ts';

/** Adds the goals of a merged member to those of the other one: counts and completions add up. */
export function joinGoals(into: readonly MergedGoal[], from: readonly MergedGoal[]): MergedGoal[] {
  return [...new Set([...into, ...from].map(({ goalId }) => goalId))].map(goalId => {
    const [a, b] = [into, from].map(goals => goals.find(goal => goal.goalId === goalId));
    return {
      goalId,
      baseline: (a?.baseline ?? 0) + (b?.baseline ?? 0),
      completions: [...(a?.completions ?? []), ...(b?.completions ?? [])],
      completedAt: [a, b]
        .map(goal => goal?.completedAt ?? '')
        .sort()
        .at(-1) as string,
    };
  });
}

/**
 * Takes the goals of a merged member out again. A completion that was taken back meanwhile does not return, also if the
 * member alone reaches the goal, which then completes anew. Those that came later stay.
 * @param current the goals of the other member now
 * @param before those of the other member before the merge
 * @param from those of the merged member before the merge
 */
export function splitGoals(
  current: readonly MergedGoal[],
  before: readonly MergedGoal[],
  from: readonly MergedGoal[],
): { into: MergedGoal[]; from: MergedGoal[] } {
  const returned: MergedGoal[] = [];
  const kept = current.flatMap(goal => {
    const own = from.find(({ goalId }) => goalId === goal.goalId);
    if (!own) return [goal];
    const earlier = before.find(({ goalId }) => goalId === goal.goalId);
    const { taken, rest } = takeOut(goal.completions, own.completions);
    returned.push({ ...own, completions: taken });
    const baseline = splitBaseline(goal.baseline, earlier?.baseline ?? 0, own.baseline);
    if (!earlier && rest.length === 0 && baseline === 0) return [];
    return [
      {
        ...goal,
        baseline,
        completions: rest,
        completedAt: rest.at(-1)?.completedAt ?? earlier?.completedAt ?? goal.completedAt,
      },
    ];
  });
  return { into: kept, from: returned };
}

/** A reversal lowers the sum of both baselines, and new terms of the goal raise it. */
function splitBaseline(sum: number, into: number, from: number): number {
  return sum < into + from ? Math.min(into, sum) : sum - from;
}

/** Takes completions out of a list, the last of equal ones, because a merge adds them at the end. */
function takeOut(
  all: readonly MergedCompletion[],
  wanted: readonly MergedCompletion[],
): { taken: MergedCompletion[]; rest: MergedCompletion[] } {
  const rest = [...all];
  const taken = wanted.toReversed().filter(one => {
    const at = rest.findLastIndex(
      ({ rewardId, completedAt, consumed }) =>
        rewardId === one.rewardId && completedAt === one.completedAt && consumed === one.consumed,
    );
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return { taken: taken.reverse(), rest };
}

/** Returns the contact data that a member lacks and a merged one has, by the name of the column. */
export function fillFields(into: MemberRow, from: MemberRow): Partial<Pick<MemberRow, MergedField>> {
  return {
    ...(into.name === null && from.name !== null && { name: from.name }),
    ...(into.email === null && from.email !== null && { email: from.email }),
    ...(getPhone(into) === null && from.phone !== null && { phone: from.phone }),
    ...(getPhone(into) === null &&
      from.phone === null &&
      from.unconfirmedPhone !== null && { unconfirmedPhone: from.unconfirmedPhone }),
  };
}

/** Returns the later of two times. */
export function latestOf(a: string | null, b: string | null): string | null {
  return (
    [a, b]
      .filter(time => time !== null)
      .sort()
      .at(-1) ?? null
  );
}
