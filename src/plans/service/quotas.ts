import { QUOTA_METRICS } from '../../../db/enums.ts';
import type { SubscriptionRow } from '../../../db/schema/plans.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import type { Plan } from '../../library/plan-model.ts';
import { nowIso } from '../../platform/clock.ts';
import { listPlans } from '../../reference/service/read.ts';
import type { QuotaMetric, ReachedLimit, Subscription, Usage } from '../model.ts';
import { findCurrent, planLimitError, resolvePlanId, toMonth, toStatus } from '../rules.ts';
import * as store from '../store.ts';

/** Finds a current or discontinued plan; undefined for an unknown id. */
export function findPlan(ctx: AnyCtx, id: string): Plan | undefined {
  return listPlans(ctx).find(plan => plan.id === id);
}

/** Returns a business's current subscription, if it ever had one. */
export async function findCurrentSubscription(
  { db }: AnyCtx,
  businessId: string,
): Promise<SubscriptionRow | undefined> {
  return findCurrent(await store.listOfBusiness(db, businessId));
}

/** Returns the plan whose limits apply to a business. An unknown plan falls back to the default. */
export async function getPlan(ctx: AnyCtx, businessId: string): Promise<Plan> {
  const defaultId = ctx.config.billingDefaultPlan;
  const found = findPlan(ctx, resolvePlanId(await findCurrentSubscription(ctx, businessId), defaultId));
  const plan = found ?? findPlan(ctx, defaultId);
  if (!plan) throw new Error(`Plan ${defaultId} not found`);
  return plan;
}

const COUNTS: Record<QuotaMetric, (ctx: AnyCtx, businessId: string) => Promise<number>> = {
  activeCampaigns: ({ db }, businessId) => store.countActiveCampaigns(db, { businessId }),
  submissions: ({ db, clock }, businessId) =>
    store.countSubmissions(db, { businessId, month: toMonth(nowIso(clock)) }),
  members: ({ db }, businessId) => store.countMembers(db, { businessId }),
};

/**
 * Consumes one unit of a plan's quota in the caller's transaction; notifies the business when it uses the last one.
 * @throws PLAN_LIMIT if none is left
 */
export async function consumeQuota(tx: TxCtx, businessId: string, meter: QuotaMetric): Promise<void> {
  const plan = await getPlan(tx, businessId);
  const max = plan.limits[meter];
  if (max === null) return;
  const used = await COUNTS[meter](tx, businessId);
  if (used >= max) throw planLimitError(plan, meter, used, max);
  if (used + 1 === max) await recordLimitReached(tx, businessId, plan, meter, max);
}

/**
 * Consumes up to `count` units of a plan's quota in the caller's transaction; notifies the business when it uses the last
 * one.
 * @returns how many were left, up to `count`
 */
export async function consumeQuotaUpTo(
  tx: TxCtx,
  businessId: string,
  meter: QuotaMetric,
  count: number,
): Promise<number> {
  const plan = await getPlan(tx, businessId);
  const max = plan.limits[meter];
  if (max === null || count === 0) return count;
  const left = Math.max(0, max - (await COUNTS[meter](tx, businessId)));
  if (left > 0 && left <= count) await recordLimitReached(tx, businessId, plan, meter, max);
  return Math.min(left, count);
}

/** Notifies the business, after a plan change, of every limit it has already reached. */
export async function notifyLimitsReached(tx: TxCtx, businessId: string): Promise<void> {
  const plan = await getPlan(tx, businessId);
  for (const meter of QUOTA_METRICS) {
    const max = plan.limits[meter];
    if (max === null) continue;
    const used = await COUNTS[meter](tx, businessId);
    if (used >= max) await recordLimitReached(tx, businessId, plan, meter, used);
  }
}

/** Notifies once per month and limit, not on every rejection. */
async function recordLimitReached(
  tx: TxCtx,
  businessId: string,
  plan: Plan,
  meter: QuotaMetric,
  used: number,
): Promise<void> {
  const month = toMonth(nowIso(tx.clock));
  if (!(await store.insertNotice(tx.db, { businessId, meter, month, planId: plan.id }))) return;
  const max = plan.limits[meter] ?? 0;
  const object: ReachedLimit = { id: businessId, businessId, plan: plan.id, limit: meter, used, max, month };
  await events.record(tx, 'billing.limitReached', { businessId, object });
}

/** Returns a business's usage of its plan. */
export async function getUsage(ctx: AnyCtx, businessId: string): Promise<Usage> {
  const { limits } = await getPlan(ctx, businessId);
  const of = async (meter: QuotaMetric) => ({
    used: await COUNTS[meter](ctx, businessId),
    limit: limits[meter],
  });
  return {
    activeCampaigns: await of('activeCampaigns'),
    submissions: await of('submissions'),
    members: await of('members'),
  };
}

/** Returns a business's plan and payment status. */
export async function getSubscription(ctx: AnyCtx, businessId: string): Promise<Subscription> {
  const current = await findCurrentSubscription(ctx, businessId);
  const isOver = current === undefined || current.endedAt !== null;
  const isStripe = ctx.config.stripeSecretKey !== '';
  return {
    id: current?.id ?? businessId,
    businessId,
    provider: isOver ? (isStripe ? 'stripe' : 'manual') : current.provider,
    plan: (await getPlan(ctx, businessId)).id,
    status: toStatus(current, ctx.config.billingDefaultPlan),
    interval: isOver ? null : current.interval,
    currentPeriodEnd: current?.periodEnd ?? null,
    cancelAtPeriodEnd: !isOver && current.cancelAtPeriodEnd,
  };
}
