import type { BILLING_INTERVALS, INVOICE_KINDS, PAYMENT_STATUSES } from '../../../db/enums.ts';
import { iso } from '../../platform/clock.ts';
import type { BillingEvent } from '../model.ts';
import { EMPTY, JsonReader } from './json-reader.ts';

/*
 * Reads events of a payment provider in Stripe's format: that of its current API (2026) and of versions before 2025,
 * which store subscription and payment in other fields. Pure; missing fields are null, because events are signed but
 * not validated.
 */

export type Interval = (typeof BILLING_INTERVALS)[number];
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The `metadata` we set when creating the object at the provider. */
interface ExternalMetadata {
  businessId: string | null;
  kind: (typeof INVOICE_KINDS)[number] | null;
  planId: string | null;
  interval: Interval | null;
  /** Id or number of our invoice. */
  invoiceId: string | null;
}

/** A subscription managed by the provider. Its terms may be outdated or missing; its own events are authoritative. */
export interface RemoteSubscriptionRef {
  id: string;
  planId: string | null;
  interval: Interval | null;
  periodStart: string | null;
  periodEnd: string | null;
}

export interface Payment {
  kind: 'paid' | 'failed';
  metadata: ExternalMetadata;
  /** Whether it can be for the invoice in the metadata, rather than for a later period. */
  isFirst: boolean;
  providerInvoiceId: string | null;
  providerPaymentId: string | null;
  customerId: string | null;
  remote: RemoteSubscriptionRef | null;
  amountCents: number | null;
}

export interface Refund {
  kind: 'refunded';
  metadata: ExternalMetadata;
  providerInvoiceId: string | null;
  providerPaymentId: string | null;
  /** Total refunded so far; null means everything. */
  refundedCents: number | null;
}

/** A payment that the payer's bank has charged back or returned. */
export interface Chargeback {
  kind: 'chargedBack';
  metadata: ExternalMetadata;
  providerInvoiceId: string | null;
  providerPaymentId: string | null;
  /** Total held after this event; null means everything, 0 nothing. */
  heldCents: number | null;
}

export interface Terms {
  kind: 'terms';
  metadata: ExternalMetadata;
  remote: RemoteSubscriptionRef;
  customerId: string | null;
  /** Null until something is paid. */
  paymentStatus: PaymentStatus | null;
  cancelAtPeriodEnd: boolean;
  createdAt: string | null;
  endedAt: string | null;
}

type ProviderEvent = Payment | Refund | Chargeback | Terms;

/** Plans by the operator's own prices at the provider (STRIPE_PRICES). */
export type PriceList = ReadonlyMap<string, { planId: string; interval: Interval }>;

/** The reader of each event type, and its rank among events of the same second. */
const READERS: Record<
  string,
  { rank: number; read(object: JsonReader, at: string, prices: PriceList): ProviderEvent | null }
> = {
  'checkout.session.completed': { rank: 3, read: readSession },
  'checkout.session.async_payment_succeeded': { rank: 3, read: readSession },
  'customer.subscription.created': { rank: 1, read: readTerms },
  'customer.subscription.updated': { rank: 2, read: readTerms },
  'customer.subscription.deleted': { rank: 4, read: readEnd },
  'invoice.paid': { rank: 3, read: object => readInvoice(object, 'paid') },
  'invoice.payment_failed': { rank: 1, read: object => readInvoice(object, 'failed') },
  'charge.refunded': { rank: 3, read: readCharge },
  // A bank inquiry alone moves no money.
  'charge.dispute.created': {
    rank: 1,
    read: dispute => readDispute(dispute, !dispute.text('status')?.startsWith('warning_')),
  },
  'charge.dispute.funds_withdrawn': { rank: 2, read: dispute => readDispute(dispute, true) },
  'charge.dispute.closed': {
    rank: 3,
    read: dispute => readDispute(dispute, !RETURNED_DISPUTE_STATUSES.includes(dispute.text('status') ?? '')),
  },
  'charge.dispute.funds_reinstated': { rank: 4, read: dispute => readDispute(dispute, false) },
};

export interface ParsedEvent {
  id: string;
  type: string;
  objectId: string | null;
  occurredAt: string;
  rank: number;
  /** Null for irrelevant event types. */
  event: ProviderEvent | null;
}

/** @param now used if the event has no time of its own; ISO */
export function readEvent(
  { id, type, created, data }: BillingEvent,
  now: string,
  prices: PriceList,
): ParsedEvent {
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const object = new JsonReader(data.object);
  const occurredAt = created === undefined ? now : iso(created * 1_000);
  const event = reader?.read(object, occurredAt, prices) ?? null;
  return { id, type, objectId: object.id(), occurredAt, rank: reader?.rank ?? 0, event };
}

/** Returns the subscription whose payments an event concerns, and the resulting payment status. */
export function extractPaymentStatus(event: ProviderEvent | null): {
  subscriptionId: string | null;
  paymentStatus: PaymentStatus | null;
} {
  if (event === null || event.kind === 'refunded' || event.kind === 'chargedBack' || !event.remote)
    return { subscriptionId: null, paymentStatus: null };
  const paymentStatus =
    event.kind === 'terms' ? event.paymentStatus : event.kind === 'paid' ? 'active' : 'pastDue';
  return { subscriptionId: event.remote.id, paymentStatus };
}

/** Returns what a refund or chargeback applies to, by the provider's ids or ours, and the total so far. */
export function extractRefund(event: ProviderEvent | null): {
  refundOf: string | null;
  refundedCents: number | null;
} {
  if (event?.kind !== 'refunded' && event?.kind !== 'chargedBack')
    return { refundOf: null, refundedCents: null };
  const { providerInvoiceId, providerPaymentId, metadata } = event;
  if (event.kind === 'refunded')
    return { refundOf: providerInvoiceId ?? providerPaymentId, refundedCents: event.refundedCents };
  return {
    refundOf: providerInvoiceId ?? providerPaymentId ?? metadata.invoiceId,
    refundedCents: event.heldCents,
  };
}

/** A payment still in progress counts as unpaid. */
function readSession(session: JsonReader): Payment | null {
  if (session.text('payment_status') === 'unpaid') return null;
  const metadata = readMetadata(session.object('metadata'));
  const subscriptionId = session.id('subscription');
  return {
    kind: 'paid',
    metadata: { ...metadata, businessId: metadata.businessId ?? session.text('client_reference_id') },
    isFirst: true,
    providerInvoiceId: session.id('invoice'),
    providerPaymentId: session.id('payment_intent'),
    customerId: session.id('customer'),
    remote: subscriptionId === null ? null : { ...metadata, ...NO_PERIOD, id: subscriptionId },
    amountCents: session.whole('amount_total'),
  };
}

const NO_PERIOD = { periodStart: null, periodEnd: null };
/** Invoice reasons that rule out our own: a later period, or the difference between two plans. */
const LATER_INVOICE_REASONS = ['subscription_cycle', 'subscription_update', 'subscription_threshold'];

function readInvoice(invoice: JsonReader, kind: 'paid' | 'failed'): Payment {
  const parent = invoice.object('parent').object('subscription_details');
  const subscriptionId = parent.id('subscription') ?? invoice.id('subscription');
  const metadata = [invoice, parent, invoice.object('subscription_details')]
    .map(source => readMetadata(source.object('metadata')))
    .reduce(mergeMetadata);
  const periods = invoice
    .object('lines')
    .list('data')
    .map(line => line.object('period'));
  const last = periods.sort((a, b) => (b.whole('end') ?? 0) - (a.whole('end') ?? 0))[0];
  return {
    kind,
    metadata,
    isFirst: !LATER_INVOICE_REASONS.includes(invoice.text('billing_reason') ?? ''),
    providerInvoiceId: invoice.id(),
    providerPaymentId: invoice.id('payment_intent'),
    customerId: invoice.id('customer'),
    remote:
      subscriptionId === null
        ? null
        : {
            id: subscriptionId,
            planId: metadata.planId,
            interval: metadata.interval,
            periodStart: last?.time('start') ?? null,
            periodEnd: last?.time('end') ?? null,
          },
    amountCents: invoice.whole(kind === 'paid' ? 'amount_paid' : 'amount_due'),
  };
}

function readCharge(charge: JsonReader): Refund {
  return {
    kind: 'refunded',
    metadata: readMetadata(charge.object('metadata')),
    providerInvoiceId: charge.id('invoice'),
    providerPaymentId: charge.id('payment_intent'),
    refundedCents: charge.whole('amount_refunded'),
  };
}

/** Dispute outcomes that return the money or never took it. */
const RETURNED_DISPUTE_STATUSES = ['won', 'warning_closed'];

function readDispute(dispute: JsonReader, isHeld: boolean): Chargeback {
  return {
    kind: 'chargedBack',
    metadata: readMetadata(dispute.object('metadata')),
    providerInvoiceId: null,
    providerPaymentId: dispute.id('payment_intent'),
    heldCents: isHeld ? dispute.whole('amount') : 0,
  };
}

/** Maps Stripe's subscription statuses; an incomplete subscription was never paid. */
const STRIPE_PAYMENT_STATUSES: Record<string, PaymentStatus> = {
  active: 'active',
  trialing: 'active',
  past_due: 'pastDue',
  unpaid: 'pastDue',
  paused: 'pastDue',
};

function readTerms(object: JsonReader, at: string, prices: PriceList): Terms | null {
  const id = object.id();
  if (id === null) return null;
  const metadata = readMetadata(object.object('metadata'));
  const item = object.object('items').list('data')[0] ?? EMPTY;
  const price = item.object('price');
  const listed = prices.get(price.id() ?? '');
  const isCanceled = object.text('status') === 'canceled';
  return {
    kind: 'terms',
    metadata,
    remote: {
      id,
      planId: listed?.planId ?? metadata.planId,
      interval:
        listed?.interval ?? parseInterval(price.object('recurring').text('interval')) ?? metadata.interval,
      periodStart: item.time('current_period_start') ?? object.time('current_period_start'),
      periodEnd: item.time('current_period_end') ?? object.time('current_period_end'),
    },
    customerId: object.id('customer'),
    paymentStatus: STRIPE_PAYMENT_STATUSES[object.text('status') ?? ''] ?? null,
    cancelAtPeriodEnd: object.is('cancel_at_period_end') || object.time('cancel_at') !== null,
    createdAt: object.time('created') ?? object.time('start_date'),
    endedAt: isCanceled ? (object.time('ended_at') ?? at) : null,
  };
}

function readEnd(object: JsonReader, at: string, prices: PriceList): Terms | null {
  const terms = readTerms(object, at, prices);
  return terms && { ...terms, paymentStatus: null, endedAt: terms.endedAt ?? object.time('ended_at') ?? at };
}

function readMetadata(metadata: JsonReader): ExternalMetadata {
  const kind = metadata.text('kind');
  return {
    businessId: metadata.text('businessId'),
    kind: kind === 'subscription' || kind === 'topup' ? kind : null,
    planId: metadata.text('planId'),
    interval: parseInterval(metadata.text('interval')),
    invoiceId: metadata.text('invoiceId'),
  };
}

function mergeMetadata(one: ExternalMetadata, other: ExternalMetadata): ExternalMetadata {
  return {
    businessId: one.businessId ?? other.businessId,
    kind: one.kind ?? other.kind,
    planId: one.planId ?? other.planId,
    interval: one.interval ?? other.interval,
    invoiceId: one.invoiceId ?? other.invoiceId,
  };
}

function parseInterval(text: string | null): Interval | null {
  return text === 'month' || text === 'year' ? text : null;
}
