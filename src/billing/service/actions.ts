import type { SubscriptionRow } from '../../../db/schema/plans.ts';
import * as businesses from '../../businesses/service.ts';
import { expireDueBestEffort } from '../../campaigns/service/expire.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Plan } from '../../library/plan-model.ts';
import { isLive } from '../../plans/rules.ts';
import { findCurrentSubscription, getSubscription, getUsage } from '../../plans/service/quotas.ts';
import * as subscriptions from '../../plans/service/subscriptions.ts';
import { DAY_MS, iso, nowIso } from '../../platform/clock.ts';
import { firstOf, type Page, slicePage } from '../../platform/page.ts';
import { listPlans } from '../../reference/service/read.ts';
import type { BillingRequest, BillingStatus, Invoice, Purchase } from '../model.ts';
import { toOrderingKey } from '../rules.ts';
import * as store from '../store.ts';
import { endSubscription, GRACE_DAYS, processDueBillingBestEffort, voidRenewal } from './due.ts';
import { listInvoices } from './invoices.ts';
import { withPlanChange } from './plan-change.ts';
import { getReturnUrl, subscribe, topUp } from './purchase.ts';

const DEFAULT_PER_PAGE = 20;

/** The plan without limits and without a fee. */
const UNLIMITED_PLAN = 'selfHosted';

type BillingResponse = BillingStatus | Page<Plan> | Page<Invoice> | Purchase | { url: string };

/**
 * Handles one action of POST /billing for the caller's business, or the one an admin names.
 * @throws VALIDATION_ERROR, NOT_FOUND, CONFLICT, NOT_CONFIGURED, UPSTREAM_FAILED
 */
export async function handleAction(ctx: Ctx, input: BillingRequest): Promise<BillingResponse> {
  // Admins may list the plans, and the invoices of all businesses, without naming one.
  if (input.action === 'plans' && input.businessId === undefined) return listPlanPage(ctx);
  if (input.action === 'invoices' && input.businessId === undefined && ctx.actor.role === 'admin')
    return listInvoicePage(ctx, input);
  const businessId = await businesses.resolveBusinessId(ctx, input.businessId);
  switch (input.action) {
    case 'plans':
      return listPlanPage(ctx);
    case 'status':
      await expireDueBestEffort(ctx);
      await processDueBillingBestEffort(ctx);
      return await getBillingStatus(ctx, businessId);
    case 'subscribe':
      return subscribe(ctx, businessId, input);
    case 'topup':
      return topUp(ctx, businessId, input);
    case 'cancel':
      return setCancel(ctx, businessId, true);
    case 'resume':
      return setCancel(ctx, businessId, false);
    case 'portal':
      return createPortalSession(ctx, businessId);
    case 'invoices':
      return listInvoicePage(ctx, { ...input, businessId });
  }
}

async function listInvoicePage(
  ctx: Ctx,
  { action: _, page, perPage = DEFAULT_PER_PAGE, ...query }: Extract<BillingRequest, { action: 'invoices' }>,
): Promise<Page<Invoice>> {
  if (page !== undefined && (query.after ?? query.before) !== undefined)
    throw invalid('page', "can't be combined with after or before", 'conflict');
  await processDueBillingBestEffort(ctx);
  return await listInvoices(ctx, { ...query, page: page ?? 1, perPage });
}

function listPlanPage(ctx: Ctx): Page<Plan> {
  const items = listPlans(ctx);
  return slicePage(items, firstOf(items.length), ({ id }) => id);
}

/** Returns a business's subscription and usage. */
export async function getBillingStatus(ctx: Ctx | TxCtx, businessId: string): Promise<BillingStatus> {
  const { id: _, ...subscription } = await getSubscription(ctx, businessId);
  const current = await findCurrentSubscription(ctx, businessId);
  const isLate = subscription.status === 'pastDue' && current?.pastDueAt && current.graceEndedAt === null;
  const graceEndsAt = isLate ? iso(Date.parse(current.pastDueAt as string) + GRACE_DAYS * DAY_MS) : null;
  const { stripeSecretKey, billingDefaultPlan, billingBankDetails: bankDetails } = ctx.config;
  const offersPlans = stripeSecretKey !== '' || billingDefaultPlan !== UNLIMITED_PLAN;
  const usage = await getUsage(ctx, businessId);
  return { ...subscription, graceEndsAt, usage, offersPlans, bankDetails };
}

/** Cancels a subscription at the end of its period, or resumes it. Idempotent. */
async function setCancel(ctx: Ctx, businessId: string, isCancelled: boolean): Promise<BillingStatus> {
  const current = await requireLiveSubscription(ctx, businessId);
  if (current.cancelAtPeriodEnd === isCancelled) return await getBillingStatus(ctx, businessId);
  if (current.isOwn) return atomically(ctx, tx => setCancelOfOwn(tx, businessId, isCancelled));
  if (current.provider !== 'stripe')
    throw new AppError('NOT_CONFIGURED', 'This subscription is managed elsewhere; cancel or resume it there');
  const gateway = requireGateway(ctx);
  const verb = isCancelled ? 'cancel' : 'resume';
  const key = `perkmint-${verb}-${current.id}-${ctx.ids.next('request')}`;
  const { cancelAtPeriodEnd } = await gateway.setCancel(current.id, isCancelled, key);
  return atomically(ctx, async tx => {
    // Stripe's event for this change follows; an earlier one still in transit must not undo it.
    const termsKey = toOrderingKey({ occurredAt: nowIso(tx.clock), rank: 0, id: '' });
    await withPlanChange(tx, businessId, () =>
      subscriptions.change(tx, current.id, { cancelAtPeriodEnd, termsKey }),
    );
    return await getBillingStatus(tx, businessId);
  });
}

async function setCancelOfOwn(tx: TxCtx, businessId: string, isCancelled: boolean): Promise<BillingStatus> {
  const row = await requireLiveSubscription(tx, businessId);
  const now = nowIso(tx.clock);
  if (isCancelled && row.periodEnd !== null && row.periodEnd <= now) await endSubscription(tx, row, now);
  else if (isCancelled) {
    await voidRenewal(tx, row);
    // No payment is due anymore.
    const settled = { paymentStatus: 'active' as const, pastDueAt: null, renewalInvoiceId: null };
    await withPlanChange(tx, businessId, () =>
      subscriptions.change(tx, row.id, { ...settled, cancelAtPeriodEnd: true }),
    );
  } else
    await withPlanChange(tx, businessId, () =>
      subscriptions.change(tx, row.id, { cancelAtPeriodEnd: false }),
    );
  return await getBillingStatus(tx, businessId);
}

async function requireLiveSubscription(ctx: Ctx | TxCtx, businessId: string): Promise<SubscriptionRow> {
  const current = await findCurrentSubscription(ctx, businessId);
  if (!current || !isLive(current)) throw new AppError('CONFLICT', 'There is no active subscription');
  return current;
}

function requireGateway({ paymentGateway }: Ctx) {
  if (paymentGateway) return paymentGateway;
  throw new AppError('NOT_CONFIGURED', 'This installation has no payment provider with a billing portal');
}

async function createPortalSession(ctx: Ctx, businessId: string): Promise<{ url: string }> {
  const gateway = requireGateway(ctx);
  const customerId = await store.findCustomer(ctx.db, businessId);
  if (customerId === undefined)
    throw new AppError('CONFLICT', 'The billing portal is available after the first payment');
  return gateway.createPortalSession(customerId, await getReturnUrl(ctx));
}
