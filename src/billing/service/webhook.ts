import type { BILLING_OUTCOMES } from '../../../db/enums.ts';
import type { InvoiceRow } from '../../../db/schema/billing.ts';
import type { SubscriptionRow } from '../../../db/schema/plans.ts';
import { atomically, BILLING_WEBHOOK, type Ctx, type TxCtx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import type { BillingEvent, BillingReceipt } from '../model.ts';
import {
  type Chargeback,
  extractPaymentStatus,
  extractRefund,
  type Interval,
  type ParsedEvent,
  type Payment,
  type PriceList,
  type Refund,
  readEvent,
} from '../provider/events.ts';
import * as store from '../store.ts';
import { findInvoice, findOrIssueInvoice, recordPaymentFailure } from './invoice-matching.ts';
import { settleInvoice } from './pay.ts';
import { applyDisputes, refundInvoice } from './refund.ts';
import { applySubscriptionEvent, recordPaymentStatus, saveCustomer } from './remote-subscriptions.ts';

export type Provider = InvoiceRow['provider'];
type Outcome = (typeof BILLING_OUTCOMES)[number];

/**
 * Processes a payment provider's event in one transaction, once per id and in any order. Irrelevant events and those
 * that match nothing of ours are stored and acknowledged.
 */
export async function receiveBillingWebhook(
  ctx: Ctx,
  provider: Provider,
  event: BillingEvent,
): Promise<BillingReceipt> {
  const received = readEvent(event, nowIso(ctx.clock), parsePriceList(ctx.config.stripePrices));
  const parsed = await withInvoiceId(ctx, received);
  return atomically(ctx.as(BILLING_WEBHOOK), async tx => {
    const { id, type, objectId, occurredAt, rank, event } = parsed;
    const isNew = await store.insertEvent(tx.db, {
      provider,
      id,
      type,
      objectId,
      ...extractPaymentStatus(event),
      ...extractRefund(event),
      rank,
      outcome: 'unknown',
      occurredAt,
      receivedAt: nowIso(tx.clock),
    });
    if (!isNew) return { received: true, duplicate: true };
    const outcome = await applyEvent(tx, provider, parsed);
    if (outcome !== 'unknown') await store.setOutcome(tx.db, { provider, id }, outcome);
    if (outcome === 'unmatched')
      tx.log.warn('ignored a billing event for an unknown record', { event: id, type });
    return { received: true };
  });
}

/** Inverts STRIPE_PRICES. */
function parsePriceList(prices: readonly string[]): PriceList {
  return new Map(
    prices.map(entry => {
      const [name = '', price = ''] = entry.split('=');
      const [planId = '', interval] = name.split('.');
      return [price, { planId, interval: interval as Interval }];
    }),
  );
}

/** A subscription's charge does not name its invoice, so ask Stripe before opening a transaction. */
async function withInvoiceId(ctx: Ctx, parsed: ParsedEvent): Promise<ParsedEvent> {
  const { event } = parsed;
  if (event?.kind !== 'refunded' && event?.kind !== 'chargedBack') return parsed;
  if (event.providerPaymentId === null || !ctx.paymentGateway) return parsed;
  if (event.providerInvoiceId !== null || (await findInvoice(ctx, event))) return parsed;
  const providerInvoiceId = (await ctx.paymentGateway.findInvoiceOfPayment(event.providerPaymentId)) ?? null;
  return { ...parsed, event: { ...event, providerInvoiceId } };
}

async function applyEvent(tx: TxCtx, provider: Provider, parsed: ParsedEvent): Promise<Outcome> {
  const { event } = parsed;
  if (event === null) return 'unknown';
  switch (event.kind) {
    case 'terms':
      return (await applySubscriptionEvent(tx, provider, event, parsed)) ? 'applied' : 'unmatched';
    case 'refunded':
    case 'chargedBack':
      return await applyRefundEvent(tx, event);
    default:
      return await applyPayment(tx, provider, event, parsed);
  }
}

async function applyRefundEvent(tx: TxCtx, event: Refund | Chargeback): Promise<Outcome> {
  const invoice = await findInvoice(tx, event);
  if (!invoice) return 'unmatched';
  if (event.kind === 'refunded') await refundInvoice(tx, invoice, event.refundedCents ?? invoice.amountCents);
  else await applyDisputes(tx, invoice);
  return 'applied';
}

async function applyPayment(
  tx: TxCtx,
  provider: Provider,
  payment: Payment,
  { occurredAt }: ParsedEvent,
): Promise<Outcome> {
  const invoice = await findOrIssueInvoice(tx, provider, payment);
  const isShort = payment.kind === 'paid' && invoice !== undefined && isUnderpaid(invoice, payment);
  if (invoice && !isShort) {
    if (payment.kind === 'paid') await settleAndRefund(tx, invoice, payment);
    else await recordPaymentFailure(tx, invoice, occurredAt);
  }
  const businessId = invoice?.businessId ?? payment.metadata.businessId;
  if (payment.customerId && invoice && provider === 'stripe')
    await saveCustomer(tx, invoice.businessId, payment.customerId);
  const row: SubscriptionRow | undefined =
    payment.remote && businessId && !isShort
      ? await recordPaymentStatus(tx, { provider, businessId, remote: payment.remote, occurredAt })
      : undefined;
  return (invoice && !isShort) || row ? 'applied' : 'unmatched';
}

/** A refund or chargeback that arrives before its payment is applied after the payment. */
async function settleAndRefund(tx: TxCtx, invoice: InvoiceRow, payment: Payment): Promise<void> {
  let row = await settleInvoice(tx, invoice, { ...payment, remoteId: payment.remote?.id });
  const names = [payment.providerInvoiceId, payment.providerPaymentId].filter(name => name !== null);
  for (const { refundedCents } of (await mapInOrder(names, name => store.listRefunds(tx.db, name))).flat())
    row = await refundInvoice(tx, row, refundedCents ?? row.amountCents);
  await applyDisputes(tx, row);
}

/**
 * For a provider-managed subscription the provider's amount counts, including discounts; anything else must be paid
 * in full.
 */
function isUnderpaid(invoice: InvoiceRow, { remote, amountCents }: Payment): boolean {
  return remote === null && amountCents !== null && amountCents < invoice.amountCents;
}
