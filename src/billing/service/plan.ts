import { pauseBeyond } from '../../campaigns/service/plan-limit.ts';
import type { TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { notifyLimitsReached, planOf, subscriptionOf } from '../../plans/service.ts';
import { changedFields } from '../../platform/objects.ts';

/**
 * Does something that may change the plan of a business, and what follows from it in the same transaction: the
 * event, and where the plan has become smaller the newest campaigns beyond it pause.
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
    if (activeCampaigns !== null) pauseBeyond(tx, businessId, activeCampaigns);
    notifyLimitsReached(tx, businessId);
  }
  return result;
}
