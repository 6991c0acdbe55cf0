import { pauseExcessCampaigns } from '../../campaigns/service/plan-limit.ts';
import type { TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { notifyLimitsReached, planOf, subscriptionOf } from '../../plans/service.ts';
import { changedFields } from '../../platform/objects.ts';

/**
 * Runs work that may change a business's plan and applies the consequences in the same transaction: records the
 * event, and pauses the newest campaigns beyond a smaller plan's limit.
 */
export function withPlanChange<T>(tx: TxCtx, businessId: string, work: () => T): T {
  const before = subscriptionOf(tx, businessId);
  const result = work();
  const object = subscriptionOf(tx, businessId);
  const previous = changedFields(before, object, []);
  if (Object.keys(previous).length === 0) return result;
  events.record(tx, 'billing.subscriptionUpdated', { businessId, object, previous });
  if (before.plan !== object.plan) {
    const { activeCampaigns } = planOf(tx, businessId).limits;
    if (activeCampaigns !== null) pauseExcessCampaigns(tx, businessId, activeCampaigns);
    notifyLimitsReached(tx, businessId);
  }
  return result;
}
