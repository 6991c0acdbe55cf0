/** Stripe events of API version 2026-10-28, reduced to the fields that integrations read and a few others. */

const DAY_SECONDS = 24 * 3600;
export const T0 = Date.parse('2026-06-01T12:00:00Z') / 1000;
export const MONTH_END = Date.parse('2026-07-01T12:00:00Z') / 1000;
export const NEXT_MONTH_END = Date.parse('2026-08-01T12:00:00Z') / 1000;

export interface StripeEvent {
  id: string;
  type: string;
  created: number;
  data: { object: Record<string, unknown> };
}

let ids = 0;

export function stripeEvent(type: string, created: number, object: Record<string, unknown>): StripeEvent {
  ids += 1;
  const rest = { object: 'event', api_version: '2026-10-28.endive', livemode: false, pending_webhooks: 1 };
  return { ...rest, id: `evt_${ids}`, type, created, data: { object } };
}

export interface Order {
  businessId: string;
  invoiceId: string;
  planId?: string;
  kind?: 'subscription' | 'topup';
}

function buildMetadata({ businessId, invoiceId, planId, kind = 'subscription' }: Order) {
  return { businessId, kind, invoiceId, ...(planId ? { planId, interval: 'month' } : {}) };
}

export function checkoutSession(order: Order, fields: object = {}) {
  const isTopup = order.kind === 'topup';
  return {
    id: 'cs_test_1',
    object: 'checkout.session',
    mode: isTopup ? 'payment' : 'subscription',
    status: 'complete',
    payment_status: 'paid',
    amount_total: isTopup ? 5_000 : 1_900,
    currency: 'usd',
    client_reference_id: order.businessId,
    customer: 'cus_1',
    customer_details: { email: 'owner@blue-cup.example' },
    invoice: isTopup ? null : 'in_1',
    payment_intent: isTopup ? 'pi_1' : null,
    subscription: isTopup ? null : 'sub_1',
    metadata: buildMetadata(order),
    ...fields,
  };
}

export function subscription(order: Order, fields: Record<string, unknown> = {}) {
  const { periodEnd = MONTH_END, periodStart = T0, ...rest } = fields;
  return {
    id: 'sub_1',
    object: 'subscription',
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: null,
    created: T0,
    start_date: T0,
    ended_at: null,
    customer: 'cus_1',
    latest_invoice: 'in_1',
    items: {
      object: 'list',
      data: [
        {
          id: 'si_1',
          object: 'subscription_item',
          current_period_start: periodStart,
          current_period_end: periodEnd,
          price: {
            id: 'price_inline',
            recurring: { interval: 'month', interval_count: 1 },
            unit_amount: 1_900,
          },
        },
      ],
    },
    metadata: buildMetadata(order),
    ...rest,
  };
}

export function invoice(order: Order, fields: Record<string, unknown> = {}) {
  const { periodEnd = MONTH_END, periodStart = T0, ...rest } = fields;
  return {
    id: 'in_1',
    object: 'invoice',
    billing_reason: 'subscription_create',
    status: 'paid',
    amount_due: 1_900,
    amount_paid: 1_900,
    currency: 'usd',
    customer: 'cus_1',
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: 'sub_1', metadata: buildMetadata(order) },
    },
    lines: { object: 'list', data: [{ id: 'il_1', period: { start: periodStart, end: periodEnd } }] },
    metadata: {},
    ...rest,
  };
}

export function charge(order: Order, fields: object = {}) {
  return {
    id: 'ch_1',
    object: 'charge',
    amount: 5_000,
    amount_refunded: 5_000,
    refunded: true,
    customer: 'cus_1',
    payment_intent: 'pi_1',
    metadata: buildMetadata(order),
    ...fields,
  };
}

/** Builds a dispute. It references only the payment, and does not inherit the charge's metadata. */
export function dispute(fields: object = {}) {
  return {
    id: 'dp_1',
    object: 'dispute',
    amount: 5_000,
    charge: 'ch_1',
    payment_intent: 'pi_1',
    status: 'needs_response',
    reason: 'fraudulent',
    metadata: {},
    ...fields,
  };
}

/** Lists the events of a subscription from its checkout to its renewal after a failed payment. */
export function subscriptionLifecycle(order: Order): StripeEvent[] {
  const renewal = { billing_reason: 'subscription_cycle', periodStart: MONTH_END, periodEnd: NEXT_MONTH_END };
  const next = { periodStart: MONTH_END, periodEnd: NEXT_MONTH_END };
  return [
    stripeEvent('customer.subscription.created', T0, subscription(order, { status: 'incomplete' })),
    stripeEvent('invoice.paid', T0 + 1, invoice(order)),
    stripeEvent('customer.subscription.updated', T0 + 1, subscription(order)),
    stripeEvent('checkout.session.completed', T0 + 2, checkoutSession(order)),
    stripeEvent(
      'invoice.payment_failed',
      MONTH_END + 3_600,
      invoice(order, { id: 'in_2', ...renewal, amount_paid: 0 }),
    ),
    stripeEvent(
      'customer.subscription.updated',
      MONTH_END + 3_600,
      subscription(order, { ...next, status: 'past_due' }),
    ),
    stripeEvent('invoice.paid', MONTH_END + 3 * DAY_SECONDS, invoice(order, { id: 'in_2', ...renewal })),
    stripeEvent('customer.subscription.updated', MONTH_END + 3 * DAY_SECONDS, subscription(order, next)),
  ];
}
