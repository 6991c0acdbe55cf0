import type { InvoiceRow } from '../../../db/schema/billing.ts';
import type { SubscriptionRow } from '../../../db/schema/plans.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';
import type { Plan } from '../../library/plan-model.ts';
import { isLive } from '../../plans/rules.ts';
import { findCurrentSubscription, findPlan } from '../../plans/service/quotas.ts';
import { HOUR_MS, iso } from '../../platform/clock.ts';
import { BILLING_CURRENCY } from '../../platform/currency-digits.ts';
import { toCents } from '../../platform/money.ts';
import type { PaymentGateway } from '../../platform/payment-gateway.ts';
import { listPlans } from '../../reference/service/read.ts';
import type { Purchase, Subscribe, Topup } from '../model.ts';
import { getPriceCents, toInvoice } from '../rules.ts';
import * as store from '../store.ts';
import { issueInvoice, listOrders, voidOrders } from './invoices.ts';

/** A Stripe checkout expires after a day; older ones are not offered again. */
const CHECKOUT_MS = 23 * HOUR_MS;

/**
 * Orders a plan, which starts when paid. Repeating the order returns its open invoice; ordering another plan voids
 * it. A plan managed by Stripe changes there immediately.
 * @throws VALIDATION_ERROR for an unknown or free plan, CONFLICT for the current one, UPSTREAM_FAILED
 */
export async function subscribe(ctx: Ctx, businessId: string, input: Subscribe): Promise<Purchase> {
  const plan = requirePaidPlan(ctx, input.planId);
  const { interval } = input;
  const current = await findCurrentSubscription(ctx, businessId);
  const running = current && isLive(current) ? current : undefined;
  if (running && running.planId === plan.id && running.interval === interval)
    return await getOpenRenewal(ctx, running);
  if (running && !running.isOwn && running.provider === 'stripe' && ctx.paymentGateway) {
    const key = `perkmint-change-${running.id}-${ctx.ids.next('request')}`;
    await ctx.paymentGateway.changePlan(running.id, { plan, interval }, key);
    return {};
  }
  const amountCents = getPriceCents(plan, interval);
  return placeOrder(ctx, { businessId, kind: 'subscription', plan, interval, amountCents });
}

/** Tops up the exchange wallet, credited when paid. @throws UPSTREAM_FAILED */
export async function topUp(ctx: Ctx, businessId: string, { amount }: Topup): Promise<Purchase> {
  const amountCents = toCents(amount, BILLING_CURRENCY, 'amount');
  return placeOrder(ctx, { businessId, kind: 'topup', plan: null, interval: null, amountCents });
}

function requirePaidPlan(ctx: Ctx, planId: string): Plan {
  const sold = listPlans(ctx).filter(({ priceMonthly }) => priceMonthly > 0);
  const plan = findPlan(ctx, planId);
  const violation = { rule: 'enum', allowed: sold.map(({ id }) => id) } as const;
  if (plan && !sold.includes(plan))
    throw invalid('planId', 'is a free plan; cancel the current subscription instead', violation);
  if (!plan) throw invalid('planId', `must be one of ${violation.allowed.join(', ')}`, violation);
  return plan;
}

/** Ordering the current plan returns its open renewal invoice. */
async function getOpenRenewal(ctx: Ctx, running: SubscriptionRow): Promise<Purchase> {
  const renewal = running.renewalInvoiceId ? await store.find(ctx.db, running.renewalInvoiceId) : undefined;
  if (renewal?.status === 'open') return toPurchase(renewal);
  const advice = running.cancelAtPeriodEnd ? '; resume it instead' : '';
  throw new AppError('CONFLICT', `The business already has this plan${advice}`);
}

async function findOrder(ctx: Ctx | TxCtx, { businessId, plan, interval }: Order, provider: string) {
  const since = iso(ctx.clock.now() - CHECKOUT_MS);
  return (await listOrders(ctx, businessId)).find(
    row =>
      row.planId === plan?.id &&
      row.interval === interval &&
      row.provider === provider &&
      (provider === 'manual' || (row.checkoutUrl !== null && row.createdAt > since)),
  );
}

type Order = Pick<
  Parameters<PaymentGateway['createCheckout']>[0],
  'businessId' | 'kind' | 'plan' | 'interval' | 'amountCents'
>;

async function placeOrder(ctx: Ctx, terms: Order): Promise<Purchase> {
  const { paymentGateway } = ctx;
  return paymentGateway
    ? orderThroughGateway(ctx, paymentGateway, terms)
    : atomically(ctx, tx => orderByTransfer(tx, terms));
}

async function orderByTransfer(tx: TxCtx, terms: Order): Promise<Purchase> {
  const { plan, ...rest } = terms;
  const open = plan && (await findOrder(tx, terms, 'manual'));
  if (open) return toPurchase(open);
  if (plan) await voidOrders(tx, terms.businessId);
  return toPurchase(await issueInvoice(tx, { ...rest, planId: plan?.id ?? null, provider: 'manual' }));
}

/** Creates the checkout before storing the invoice, so that no transaction waits for Stripe. */
async function orderThroughGateway(ctx: Ctx, gateway: PaymentGateway, terms: Order): Promise<Purchase> {
  const { plan, ...rest } = terms;
  const { businessId } = terms;
  const open = plan && (await findOrder(ctx, terms, 'stripe'));
  if (open) return toPurchase(open);
  const id = ctx.ids.next('invoice');
  const customerId = await store.findCustomer(ctx.db, businessId);
  const checkout = await gateway.createCheckout({
    ...terms,
    invoiceId: id,
    customerId,
    returnUrl: await getReturnUrl(ctx),
  });
  if (plan) await closeOrders(ctx, gateway, businessId);
  return atomically(ctx, async tx => {
    const paid = await store.find(tx.db, id);
    if (paid) return toPurchase(paid);
    if (plan) await voidOrders(tx, businessId);
    const at = { checkoutId: checkout.id, checkoutUrl: checkout.url };
    return toPurchase(
      await issueInvoice(tx, { ...rest, ...at, id, planId: plan?.id ?? null, provider: 'stripe' }),
    );
  });
}

/**
 * Closes open checkouts so that a business does not pay for two plans. One that was just paid or is too old cannot be
 * closed.
 */
async function closeOrders(ctx: Ctx, gateway: PaymentGateway, businessId: string): Promise<void> {
  for (const { checkoutId, number } of await listOrders(ctx, businessId)) {
    if (checkoutId === null) continue;
    await gateway
      .closeCheckout(checkoutId)
      .catch(cause => ctx.log.warn('failed to close a checkout session', { invoice: number, cause }));
  }
}

/** Returns the URL to return to from the provider's pages. */
export async function getReturnUrl(ctx: Ctx): Promise<string> {
  return `${await getPublicUrl(ctx)}/dashboard/billing`;
}

function toPurchase(row: InvoiceRow): Purchase {
  return { invoice: toInvoice(row), ...(row.checkoutUrl ? { checkoutUrl: row.checkoutUrl } : {}) };
}
