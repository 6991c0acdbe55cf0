import type { ProgramRow } from '../../../../db/schema/programs.ts';
import type { TxCtx } from '../../../context.ts';
import * as rewards from '../../../rewards/service.ts';
import { getProgramRewards } from '../../rules.ts';
import { toNewReward } from '../../service/issue.ts';
import { findGoalReward } from '../rules/goals.ts';
import type { Change } from '../rules/plan.ts';

/** Issues the open rewards of members, as the reward of a goal. @returns their IDs, by member */
export async function issueOpeningRewards(
  tx: TxCtx,
  program: ProgramRow,
  changes: readonly Change[],
): Promise<Map<string, string[]>> {
  const owners = changes.flatMap(({ after, opening }) =>
    Array.from({ length: opening.rewards }, () => after),
  );
  const offered = findGoalReward(getProgramRewards(program));
  if (offered === undefined || owners.length === 0) return new Map();
  const issued = await rewards.issueSilently(
    tx,
    owners.map(({ memberId }) => toNewReward(program, memberId, 'goal', offered)),
  );
  return new Map(changes.map(({ after, opening }) => [after.id, issued.splice(0, opening.rewards)]));
}
