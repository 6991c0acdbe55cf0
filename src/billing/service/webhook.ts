import type { BILLING_OUTCOMES } from '../../../db/enums.ts';
import type { InvoiceRow } from '../../../db/schema/billing.ts';
import type { SubscriptionRow } from '../../../db/schema/plans.ts';
import { atomically, BILLING_WEBHOOK, type Ctx, type TxCtx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import type { BillingEvent, BillingReceipt } from '../model.ts';
import {
  type Chargeback,
  type Interval,
  type ParsedEvent,
  type Payment,
  type PriceList,
  paymentStatusIn,
  type Refund,
  readEvent,
  refundIn,
} from '../provider/events.ts';
import * as store from '../store.ts';
import { findInvoice, invoiceOf, noteFailure } from './invoice-matching.ts';
import { settleInvoice } from './pay.ts';
import { followDisputes, refundInvoice } from './refund.ts';
import { followRemoteSubscription, noteCustomer, recordPaymentStatus } from './remote-subscriptions.ts';

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
  const reading = readEvent(event, nowIso(ctx.clock), pricesOf(ctx.config.stripePrices));
  const found = await completed(ctx, reading);
  return atomically({ ...ctx, actor: BILLING_WEBHOOK }, async tx => {
    const { id, type, objectId, occurredAt, rank, event } = found;
    const isNew = store.insertEvent(tx.db, {
      provider,
      id,
      type,
      objectId,
      ...paymentStatusIn(event),
      ...refundIn(event),
      rank,
      outcome: 'unknown',
      occurredAt,
      receivedAt: nowIso(tx.clock),
    });
    if (!isNew) return { received: true, duplicate: true };
    const outcome = apply(tx, provider, found);
    if (outcome !== 'unknown') store.setOutcome(tx.db, { provider, id }, outcome);
    if (outcome === 'unmatched')
      tx.log.warn('ignored a billing event for an unknown record', { event: id, type });
    return { received: true };
  });
}

/** Inverts STRIPE_PRICES. */
function pricesOf(prices: readonly string[]): PriceList {
  return new Map(
    prices.map(entry => {
      const [name = '', price = ''] = entry.split('=');
      const [planId = '', interval] = name.split('.');
      return [price, { planId, interval: interval as Interval }];
    }),
  );
}

/** A subscription's charge does not name its invoice, so ask Stripe before opening a transaction. */
async function completed(ctx: Ctx, reading: ParsedEvent): Promise<ParsedEvent> {
  const { event } = reading;
  if (event?.kind !== 'refunded' && event?.kind !== 'chargedBack') return reading;
  if (event.providerPaymentId === null || !ctx.paymentGateway) return reading;
  if (event.providerInvoiceId !== null || findInvoice(ctx, event)) return reading;
  const providerInvoiceId = (await ctx.paymentGateway.invoiceOfPayment(event.providerPaymentId)) ?? null;
  return { ...reading, event: { ...event, providerInvoiceId } };
}

function apply(tx: TxCtx, provider: Provider, reading: ParsedEvent): Outcome {
  const { event } = reading;
  if (event === null) return 'unknown';
  switch (event.kind) {
    case 'terms':
      return followRemoteSubscription(tx, provider, event, reading) ? 'applied' : 'unmatched';
    case 'refunded':
    case 'chargedBack':
      return applyReturn(tx, event);
    default:
      return applyPayment(tx, provider, event, reading);
  }
}

function applyReturn(tx: TxCtx, said: Refund | Chargeback): Outcome {
  const invoice = findInvoice(tx, said);
  if (!invoice) return 'unmatched';
  if (said.kind === 'refunded') refundInvoice(tx, invoice, said.refundedCents ?? invoice.amountCents);
  else followDisputes(tx, invoice);
  return 'applied';
}

function applyPayment(tx: TxCtx, provider: Provider, said: Payment, { occurredAt }: ParsedEvent): Outcome {
  const invoice = invoiceOf(tx, provider, said);
  const isShort = said.kind === 'paid' && invoice !== undefined && isTooLittle(invoice, said);
  if (invoice && !isShort) {
    if (said.kind === 'paid') settleAndRefund(tx, invoice, said);
    else noteFailure(tx, invoice, occurredAt);
  }
  const businessId = invoice?.businessId ?? said.metadata.businessId;
  if (said.customerId && invoice && provider === 'stripe')
    noteCustomer(tx, invoice.businessId, said.customerId);
  const row: SubscriptionRow | undefined =
    said.remote && businessId && !isShort
      ? recordPaymentStatus(tx, { provider, businessId, remote: said.remote, occurredAt })
      : undefined;
  return (invoice && !isShort) || row ? 'applied' : 'unmatched';
}

/** A refund or chargeback that arrives before its payment is applied after the payment. */
function settleAndRefund(tx: TxCtx, invoice: InvoiceRow, said: Payment): void {
  let row = settleInvoice(tx, invoice, { ...said, remoteId: said.remote?.id });
  const names = [said.providerInvoiceId, said.providerPaymentId].filter(name => name !== null);
  for (const { refundedCents } of names.flatMap(name => store.listRefunds(tx.db, name)))
    row = refundInvoice(tx, row, refundedCents ?? row.amountCents);
  followDisputes(tx, row);
}

/**
 * For a provider-managed subscription the provider's amount counts, including discounts; anything else must be paid
 * in full.
 */
function isTooLittle(invoice: InvoiceRow, { remote, amountCents }: Payment): boolean {
  return remote === null && amountCents !== null && amountCents < invoice.amountCents;
}
