import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import { toCampaignReward } from '../../campaigns/serialize.ts';
import { getCampaignRow } from '../../campaigns/service/read.ts';
import type { AnyCtx } from '../../context.ts';
import { toAmount } from '../../platform/money.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import { projectEarnings } from '../../programs/service/submissions.ts';
import type { Projection, Submission } from '../model.ts';
import { toSubmission } from '../serialize.ts';

/** Converts submissions to their API representation; pending ones include what approving them would pay. */
export async function withProjections(ctx: AnyCtx, rows: readonly SubmissionRow[]): Promise<Submission[]> {
  const pending = rows.filter(({ status }) => status === 'pending');
  const gains = new Map((await projectEarnings(ctx, pending)).map((gain, index) => [pending[index], gain]));
  // Reads each campaign once: a page often contains one campaign only.
  const rewards = new Map<string, Projection['reward']>();
  return await mapInOrder(rows, async row => {
    const gain = gains.get(row);
    if (!gain) return toSubmission(ctx, row);
    const { points, cashbackCents } = gain;
    const reward = row.campaignId === null ? null : await getReward(ctx, row.campaignId, rewards);
    return {
      ...toSubmission(ctx, row),
      projected: { cashback: toAmount(cashbackCents, row.currency), points, reward },
    };
  });
}

async function getReward(
  ctx: AnyCtx,
  id: string,
  cache: Map<string, Projection['reward']>,
): Promise<Projection['reward']> {
  let reward = cache.get(id);
  if (!reward) {
    const { expiresInDays, ...terms } = toCampaignReward(await getCampaignRow(ctx, id));
    reward = terms;
    cache.set(id, reward);
  }
  return reward;
}
