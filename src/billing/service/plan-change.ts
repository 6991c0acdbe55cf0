import { pauseExcessCampaigns } from '../../campaigns/service/update.ts';
import type { TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { getPlan, getSubscription, notifyLimitsReached } from '../../plans/service/quotas.ts';
import { changedFields } from '../../platform/objects.ts';

/**
 * Runs work that may change a business's plan and applies the consequences in the same transaction: records the
 * event, and pauses the newest campaigns beyond a smaller plan's limit.
 */
export async function withPlanChange<T>(tx: TxCtx, businessId: string, work: () => Promise<T>): Promise<T> {
  const before = await getSubscription(tx, businessId);
  const result = await work();
  const object = await getSubscription(tx, businessId);
  const previous = changedFields(before, object, []);
  if (Object.keys(previous).length === 0) return result;
  await events.record(tx, 'billing.subscriptionUpdated', { businessId, object, previous });
  if (before.plan !== object.plan) {
    const { activeCampaigns } = (await getPlan(tx, businessId)).limits;
    if (activeCampaigns !== null) await pauseExcessCampaigns(tx, businessId, activeCampaigns);
    await notifyLimitsReached(tx, businessId);
  }
  return result;
}
