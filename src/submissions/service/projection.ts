import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import { toCampaignReward } from '../../campaigns/serialize.ts';
import { getCampaignRow } from '../../campaigns/service/read.ts';
import type { AnyCtx } from '../../context.ts';
import { toDollars } from '../../platform/money.ts';
import { projectEarnings } from '../../programs/service/submissions.ts';
import type { Projection, Submission } from '../model.ts';
import { toSubmission } from '../serialize.ts';

/** Converts submissions to their API representation; pending ones include what approving them would pay. */
export function withProjections(ctx: AnyCtx, rows: readonly SubmissionRow[]): Submission[] {
  const pending = rows.filter(({ status }) => status === 'pending');
  const gains = new Map(projectEarnings(ctx, pending).map((gain, index) => [pending[index], gain]));
  // Reads each campaign once: a page often contains one campaign only.
  const rewards = new Map<string, Projection['reward']>();
  return rows.map(row => {
    const gain = gains.get(row);
    if (!gain) return toSubmission(row);
    const { points, cashbackCents } = gain;
    const reward = row.campaignId === null ? null : getReward(ctx, row.campaignId, rewards);
    return { ...toSubmission(row), projected: { cashback: toDollars(cashbackCents), points, reward } };
  });
}

function getReward(ctx: AnyCtx, id: string, cache: Map<string, Projection['reward']>): Projection['reward'] {
  let reward = cache.get(id);
  if (!reward) {
    const { type, value, maxAmount } = toCampaignReward(getCampaignRow(ctx, id));
    reward = { type, value, maxAmount };
    cache.set(id, reward);
  }
  return reward;
}
