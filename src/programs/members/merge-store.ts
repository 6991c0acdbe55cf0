import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { MergedGoal } from '../../../db/schema/merges.ts';
import { goalCompletions, memberGoals } from '../../../db/schema/programs.ts';
import * as statements from '../../../db/statements.ts';
import { getGoalStates, saveGoal } from './store.ts';

const insertCompletions = statements.insertMany(goalCompletions);

/** Returns a member's goals with each completion, in order. */
export async function readGoals(db: Db, memberId: string): Promise<MergedGoal[]> {
  const { goalId, consumed, rewardId, completedAt, number } = goalCompletions;
  const rows = await db
    .select({ goalId, consumed, rewardId, completedAt })
    .from(goalCompletions)
    .where(eq(goalCompletions.memberId, memberId))
    .orderBy(goalId, number)
    .all();
  const completions = Map.groupBy(rows, row => row.goalId);
  const states = [...(await getGoalStates(db, memberId)).values()];
  return states.map(({ goalId: id, baseline, completedAt: at }) => ({
    goalId: id,
    baseline,
    completedAt: at,
    completions: (completions.get(id) ?? []).map(({ goalId: _, ...completion }) => completion),
  }));
}

/** Replaces a member's goals. */
export async function writeGoals(db: Db, memberId: string, goals: readonly MergedGoal[]): Promise<void> {
  await db.delete(goalCompletions).where(eq(goalCompletions.memberId, memberId)).run();
  await db.delete(memberGoals).where(eq(memberGoals.memberId, memberId)).run();
  for (const { goalId, baseline, completedAt, completions } of goals) {
    const consumed = completions.reduce((sum, completion) => sum + completion.consumed, 0);
    const state = { baseline, consumed, completedAt, completions: completions.length };
    await saveGoal(db, { memberId, goalId, ...state });
    await insertCompletions(
      db,
      completions.map((completion, index) => ({ memberId, goalId, number: index + 1, ...completion })),
    );
  }
}
