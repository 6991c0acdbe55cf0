import type { SubscriptionRow } from '../../../db/schema/plans.ts';
import * as businesses from '../../businesses/service.ts';
import { expireDueBestEffort } from '../../campaigns/service/expire.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Plan } from '../../library/plan-model.ts';
import { isLive } from '../../plans/rules.ts';
import { currentOfBusiness, subscriptionOf, usageOf } from '../../plans/service.ts';
import * as subscriptions from '../../plans/subscriptions.ts';
import { DAY_MS, iso, nowIso } from '../../platform/clock.ts';
import { type Page, toPage } from '../../platform/page.ts';
import { listPlans } from '../../reference/service.ts';
import type { BillingRequest, BillingStatus, Invoice, Purchase } from '../model.ts';
import { orderingKey } from '../rules.ts';
import * as store from '../store.ts';
import { endSubscription, GRACE_DAYS, processDueBillingBestEffort, voidRenewal } from './due.ts';
import { listInvoices } from './invoices.ts';
import { withPlanChange } from './plan-change.ts';
import { returnUrl, subscribe, topUp } from './purchase.ts';

const DEFAULT_PER_PAGE = 20;

export type BillingAnswer = BillingStatus | Page<Plan> | Page<Invoice> | Purchase | { url: string };

/**
 * Handles one action of POST /billing for the caller's business, or the one an admin names.
 * @throws VALIDATION_ERROR, NOT_FOUND, CONFLICT, NOT_CONFIGURED, UPSTREAM_FAILED
 */
export async function handleAction(ctx: Ctx, input: BillingRequest): Promise<BillingAnswer> {
  // Admins may list the plans without naming a business.
  if (input.action === 'plans' && input.businessId === undefined) return planPage(ctx);
  const businessId = businesses.resolveBusinessId(ctx, input.businessId);
  switch (input.action) {
    case 'plans':
      return planPage(ctx);
    case 'status':
      await expireDueBestEffort(ctx);
      await processDueBillingBestEffort(ctx);
      return statusOf(ctx, businessId);
    case 'subscribe':
      return subscribe(ctx, businessId, input);
    case 'topup':
      return topUp(ctx, businessId, input);
    case 'cancel':
      return setCancel(ctx, businessId, true);
    case 'resume':
      return setCancel(ctx, businessId, false);
    case 'portal':
      return portal(ctx, businessId);
    case 'invoices': {
      const { page = 1, perPage = DEFAULT_PER_PAGE } = input;
      await processDueBillingBestEffort(ctx);
      return listInvoices(ctx, { businessId, page, perPage });
    }
  }
}

function planPage(ctx: Ctx): Page<Plan> {
  const items = listPlans(ctx);
  return toPage(items, items.length, { page: 1, perPage: items.length });
}

/** Returns a business's subscription and usage. */
export function statusOf(ctx: Ctx | TxCtx, businessId: string): BillingStatus {
  const { id: _, ...subscription } = subscriptionOf(ctx, businessId);
  const current = currentOfBusiness(ctx, businessId);
  const isLate = subscription.status === 'pastDue' && current?.pastDueAt && current.graceEndedAt === null;
  const graceEndsAt = isLate ? iso(Date.parse(current.pastDueAt as string) + GRACE_DAYS * DAY_MS) : null;
  return { ...subscription, graceEndsAt, usage: usageOf(ctx, businessId) };
}

/** Cancels a subscription at the end of its period, or resumes it. Idempotent. */
async function setCancel(ctx: Ctx, businessId: string, isCancelled: boolean): Promise<BillingStatus> {
  const current = requireLive(ctx, businessId);
  if (current.cancelAtPeriodEnd === isCancelled) return statusOf(ctx, businessId);
  if (current.isOwn) return atomically(ctx, async tx => cancelOwn(tx, businessId, isCancelled));
  if (current.provider !== 'stripe')
    throw new AppError('NOT_CONFIGURED', 'This subscription is managed elsewhere; cancel or resume it there');
  const gateway = requireGateway(ctx);
  const word = isCancelled ? 'cancel' : 'resume';
  const key = `perkmint-${word}-${current.id}-${ctx.ids.next('request')}`;
  const { cancelAtPeriodEnd } = await gateway.setCancel(current.id, isCancelled, key);
  return atomically(ctx, async tx => {
    // Stripe's event for this change follows; an earlier one still in transit must not undo it.
    const termsKey = orderingKey({ occurredAt: nowIso(tx.clock), rank: 0, id: '' });
    withPlanChange(tx, businessId, () =>
      subscriptions.change(tx, current.id, { cancelAtPeriodEnd, termsKey }),
    );
    return statusOf(tx, businessId);
  });
}

function cancelOwn(tx: TxCtx, businessId: string, isCancelled: boolean): BillingStatus {
  const row = requireLive(tx, businessId);
  const now = nowIso(tx.clock);
  if (isCancelled && row.periodEnd !== null && row.periodEnd <= now) endSubscription(tx, row, now);
  else if (isCancelled) {
    voidRenewal(tx, row);
    // No payment is due anymore.
    const settled = { standing: 'active' as const, pastDueAt: null, renewalInvoiceId: null };
    withPlanChange(tx, businessId, () =>
      subscriptions.change(tx, row.id, { ...settled, cancelAtPeriodEnd: true }),
    );
  } else withPlanChange(tx, businessId, () => subscriptions.change(tx, row.id, { cancelAtPeriodEnd: false }));
  return statusOf(tx, businessId);
}

function requireLive(ctx: Ctx | TxCtx, businessId: string): SubscriptionRow {
  const current = currentOfBusiness(ctx, businessId);
  if (!current || !isLive(current)) throw new AppError('CONFLICT', 'There is no active subscription');
  return current;
}

function requireGateway({ paymentGateway }: Ctx) {
  if (paymentGateway) return paymentGateway;
  throw new AppError('NOT_CONFIGURED', 'This installation has no payment provider with a billing portal');
}

async function portal(ctx: Ctx, businessId: string): Promise<{ url: string }> {
  const gateway = requireGateway(ctx);
  const customerId = store.findCustomer(ctx.db, businessId);
  if (customerId === undefined)
    throw new AppError('CONFLICT', 'The billing portal is available after the first payment');
  return gateway.portal(customerId, returnUrl(ctx));
}
