import { createHmac } from 'node:crypto';
import type { Source } from '../../../src/programs/integrations/model.ts';

/*
 * Webhooks in the shapes that the public documentation of the four systems shows, with the fields that matter here and
 * some that don't. Amounts are in cents.
 */

/** An order and how much of it was refunded, in parts. */
export interface Story {
  /** Makes the IDs of the order and its refunds unique. */
  number: number;
  email: string | null;
  phone?: string | null;
  cents: number;
  currency?: string;
  refunds?: number[];
}

export interface Webhook {
  headers: Record<string, string>;
  body: string;
}

const decimal = (cents: number) => (cents / 100).toFixed(2);
/** Shopify's IDs don't fit into a number, so they are written into the text. */
const asNumbers = (text: string) => text.replaceAll(/"#(\d+)"/g, '$1');

function shopifyRefund({ number, currency = 'USD' }: Story, part: number, cents: number): object {
  const id = `#89025574195500${number}${part}`;
  const transaction = {
    id: `#72056830510${number}${part}`,
    order_id: `#8209829119461545${number}`,
    kind: 'refund',
    status: 'success',
    amount: decimal(cents),
    currency,
  };
  return {
    id,
    order_id: `#8209829119461545${number}`,
    created_at: '2026-06-02T09:00:00-04:00',
    note: 'wrong size',
    refund_line_items: [],
    transactions: [transaction],
  };
}

function shopifyOrder({ number, email, phone = null, cents, currency = 'USD' }: Story): object {
  return {
    id: `#8209829119461545${number}`,
    admin_graphql_api_id: `gid://shopify/Order/8209829119461545${number}`,
    email,
    phone,
    name: `#${number}`,
    test: false,
    currency,
    financial_status: 'paid',
    total_price: decimal(cents),
    current_total_price: decimal(cents),
    presentment_currency: currency,
    customer: { id: 115310627314723950, email, phone: null, first_name: 'Ada' },
    billing_address: { first_name: 'Ada', phone, country_code: 'US' },
    line_items: [{ id: 466157049, title: 'Coffee', price: decimal(cents), quantity: 1 }],
    refunds: [],
  };
}

function wooOrder(
  { number, email, phone = null, cents, currency = 'USD' }: Story,
  refunds: number[],
): object {
  return {
    id: 700 + number,
    number: String(700 + number),
    status: 'completed',
    currency,
    total: decimal(cents),
    date_paid: '2026-06-01T08:00:00',
    date_paid_gmt: '2026-06-01T12:00:00',
    billing: { first_name: 'Ada', email: email ?? '', phone: phone ?? '', country: 'US' },
    refunds: refunds.map((amount, part) => ({
      id: 9_000 + number * 10 + part,
      reason: '',
      total: `-${decimal(amount)}`,
    })),
  };
}

function squareEvent(type: string, object: object): object {
  return {
    merchant_id: '6SSW7HV8K2ST5',
    type,
    event_id: '13b867cf-db3d-4b1c-90b6-2f32a9d78124',
    created_at: '2026-06-01T12:00:00.000Z',
    data: { type: type.split('.')[0], id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY', object },
  };
}

function squarePayment({ number, email, cents, currency = 'USD' }: Story): object {
  const money = { amount: cents, currency };
  return {
    id: `hYy9pRFVxpDsO1FB05SunFWUe9JZY${number}`,
    order_id: `03O3USaPaAaFnI6kkwB1JxGgBsUZY${number}`,
    status: 'COMPLETED',
    source_type: 'CARD',
    amount_money: money,
    total_money: money,
    ...(email ? { buyer_email_address: email } : {}),
  };
}

function squareRefund({ number, currency = 'USD' }: Story, part: number, cents: number): object {
  const payment = `hYy9pRFVxpDsO1FB05SunFWUe9JZY${number}`;
  return {
    id: `${payment}_refund${part}`,
    payment_id: payment,
    status: 'COMPLETED',
    amount_money: { amount: cents, currency },
  };
}

function stripeEvent(type: string, object: object): object {
  return {
    id: `evt_${type}`,
    object: 'event',
    api_version: '2026-03-31',
    created: 1_780_315_200,
    type,
    data: { object },
  };
}

function stripeCharge(
  { number, email, phone = null, cents, currency = 'USD' }: Story,
  refunded: number,
): object {
  return {
    id: `ch_3MmlLrLkdIwHu7ix0snN0B${number}`,
    object: 'charge',
    payment_intent: `pi_3MmlLrLkdIwHu7ix0uke3E${number}`,
    amount: cents,
    amount_captured: cents,
    amount_refunded: refunded,
    currency: currency.toLowerCase(),
    paid: true,
    captured: true,
    status: 'succeeded',
    receipt_email: null,
    billing_details: { email, phone, name: 'Ada Martin', address: { country: 'US' } },
  };
}

/** Returns the bodies of the webhooks of an order: the payment, then each refund. */
export function bodiesOf(source: Source, story: Story): string[] {
  const { refunds = [] } = story;
  const soFar = refunds.map((_, at) => refunds.slice(0, at + 1));
  const sum = (parts: number[]) => parts.reduce((total, part) => total + part, 0);
  const bodies: Record<Source, () => object[]> = {
    shopify: () => [shopifyOrder(story), ...refunds.map((cents, part) => shopifyRefund(story, part, cents))],
    woocommerce: () => [wooOrder(story, []), ...soFar.map(parts => wooOrder(story, parts))],
    square: () => [
      squareEvent('payment.updated', { payment: squarePayment(story) }),
      ...refunds.map((cents, part) =>
        squareEvent('refund.updated', { refund: squareRefund(story, part, cents) }),
      ),
    ],
    stripe: () => [
      stripeEvent('charge.succeeded', stripeCharge(story, 0)),
      ...soFar.map(parts => stripeEvent('charge.refunded', stripeCharge(story, sum(parts)))),
    ],
  };
  return bodies[source]().map(body => asNumbers(JSON.stringify(body)));
}

/** Signs a body as the system does. */
export function sign(
  source: Source,
  body: string,
  { secret, url, nowMs }: { secret: string; url: string; nowMs: number },
): Record<string, string> {
  const hmac = (text: string) => createHmac('sha256', secret).update(text);
  const stamp = Math.floor(nowMs / 1_000);
  const signatures: Record<Source, () => Record<string, string>> = {
    shopify: () => ({ 'x-shopify-hmac-sha256': hmac(body).digest('base64') }),
    woocommerce: () => ({ 'x-wc-webhook-signature': hmac(body).digest('base64') }),
    square: () => ({ 'x-square-hmacsha256-signature': hmac(url + body).digest('base64') }),
    stripe: () => ({ 'stripe-signature': `t=${stamp},v1=${hmac(`${stamp}.${body}`).digest('hex')}` }),
  };
  return signatures[source]();
}
