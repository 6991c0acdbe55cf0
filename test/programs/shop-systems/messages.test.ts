import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Source } from '../../../src/programs/integrations/model.ts';
import { findIntegrityProblems, type Json, type Scene, scene } from '../fixture.ts';
import { connect, earned, enroll, listOrders, post, type Shop, SOURCES } from './fixture.ts';

/*
 * Messages in shapes beside the usual ones: other currencies, other events about the same payment, and fields that some
 * versions of a system leave out.
 */

let ctx: Scene;
const shops = {} as Record<Source, Shop>;
let number = 0;
let email = '';
beforeAll(async () => {
  ctx = await scene();
  for (const source of SOURCES) shops[source] = await connect(ctx, source);
});
afterAll(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

/** Sends messages about one order of a new member. @returns the order as it is listed, and what the member has earned */
async function send(
  source: Source,
  toBodies: (n: number, email: string) => object[],
): Promise<[Json | undefined, object]> {
  const shop = shops[source];
  number += 1;
  email = `m${number}@people.example`;
  await enroll(ctx, shop, `m${number}`, { email });
  for (const body of toBodies(number, email))
    expect((await post(ctx, shop, JSON.stringify(body))).status).toBe(200);
  const [order] = await listOrders(ctx, shop, `&memberId=m${number}`);
  return [order, await earned(ctx, shop, `m${number}`)];
}

const ALL = { points: 100, visits: 1, cashback: 10 };
const NONE = { points: 0, visits: 0, cashback: 0 };
const PART = { points: 60, visits: 1, cashback: 6 };

describe('A refund of Shopify', () => {
  const paid = (id: number, buyer: string) => ({
    id,
    email: buyer,
    currency: 'USD',
    total_price: '100.00',
    financial_status: 'paid',
  });
  const refund = (order_id: number, id: number, fields: object) => ({
    id,
    order_id,
    transactions: [{ id, kind: 'refund', status: 'success', ...fields }],
  });
  const euros = { amount: '36.00', currency: 'EUR' };
  const inShopMoney = { ...euros, amount_set: { shop_money: { amount: '40.00', currency_code: 'USD' } } };

  test('that was paid in another currency counts in the currency of the shop', async () => {
    const [, after] = await send('shopify', (n, buyer) => [paid(n, buyer), refund(n, 1, inShopMoney)]);
    expect(after).toEqual(PART);
  });

  test('inside its order counts without a currency of its own', async () => {
    const transactions = [{ id: 1, kind: 'refund', status: 'success', amount: '40.00' }];
    const [, after] = await send('shopify', (n, buyer) => [
      { ...paid(n, buyer), refunds: [{ id: 1, order_id: n, transactions }] },
    ]);
    expect(after).toEqual(PART);
  });

  test('in another currency is never converted, whichever comes first, and the order says so', async () => {
    const dollars = { amount: '40.00', currency: 'USD' };
    const first = await send('shopify', (n, buyer) => [...[paid(n, buyer), refund(n, 1, euros)]]);
    expect(first).toMatchObject([{ refunded: 0, reason: { code: 'CURRENCY_MISMATCH' } }, ALL]);
    const late = await send('shopify', (n, buyer) => [
      refund(n, 1, euros),
      refund(n, 2, dollars),
      paid(n, buyer),
    ]);
    expect(late).toMatchObject([{ status: 'credited', currency: 'USD', refunded: 40, reversed: 40 }, PART]);
  });
});

describe('A tip', () => {
  test('is not part of an order of Shopify', async () => {
    const [, after] = await send('shopify', (id, email) => [
      {
        id,
        email,
        currency: 'USD',
        financial_status: 'paid',
        total_price: '115.00',
        total_tip_received: '15.00',
      },
    ]);
    expect(after).toEqual(ALL);
  });

  test('is not part of a payment in Square', async () => {
    const money = (amount: number) => ({ amount, currency: 'USD' });
    const [, after] = await send('square', (n, email) => {
      const payment = {
        id: `tipped-${n}`,
        status: 'COMPLETED',
        buyer_email_address: email,
        amount_money: money(10_000),
        tip_money: money(1_500),
        total_money: money(11_500),
      };
      return [{ type: 'payment.updated', data: { object: { payment } } }];
    });
    expect(after).toEqual(ALL);
  });
});

describe('A payment in Stripe', () => {
  const event = (type: string, object: object, previous?: object) => ({
    object: 'event',
    type,
    data: { object, ...(previous && { previous_attributes: previous }) },
  });
  const intent = (n: number, buyer: string | null) =>
    event('payment_intent.succeeded', {
      id: `pi_${n}`,
      amount_received: 10_000,
      currency: 'usd',
      receipt_email: buyer,
    });
  const chargeOf = (n: number, buyer: string, fields: object = {}) => ({
    id: `ch_${n}`,
    payment_intent: `pi_${n}`,
    amount: 10_000,
    currency: 'usd',
    status: 'succeeded',
    billing_details: { email: buyer },
    ...fields,
  });
  const refund = (n: number, type: string, fields: object = {}) =>
    event(type, {
      id: `re_${n}`,
      payment_intent: `pi_${n}`,
      charge: `ch_${n}`,
      amount: 4_000,
      currency: 'usd',
      status: 'succeeded',
      ...fields,
    });
  const session = (n: number, buyer: string, fields: object) =>
    event('checkout.session.completed', {
      id: `cs_${n}`,
      amount_total: 10_000,
      currency: 'usd',
      payment_status: 'paid',
      customer_details: { email: buyer },
      ...fields,
    });

  const cases: [string, (n: number, buyer: string) => object[], object][] = [
    ['by its intent', (n, buyer) => [intent(n, buyer)], ALL],
    [
      'by its intent without a buyer, then its charge',
      (n, buyer) => [intent(n, null), event('charge.succeeded', chargeOf(n, buyer))],
      ALL,
    ],
    [
      'by a charge without the field paid',
      (n, buyer) => [event('charge.succeeded', chargeOf(n, buyer))],
      ALL,
    ],
    [
      'not by a failed charge',
      (n, buyer) => [event('charge.updated', chargeOf(n, buyer, { status: 'failed' }))],
      NONE,
    ],
    [
      'by a session with an expanded intent, and its charge',
      (n, buyer) => [
        session(n, buyer, { payment_intent: { id: `pi_${n}` } }),
        event('charge.succeeded', chargeOf(n, buyer)),
      ],
      ALL,
    ],
    [
      'by a session without an intent',
      (n, buyer) => [session(n, buyer, { mode: 'payment', payment_intent: null })],
      ALL,
    ],
    [
      'not by the session of a subscription',
      (n, buyer) => [session(n, buyer, { mode: 'subscription', payment_intent: null })],
      NONE,
    ],
    [
      'less a refund, by three events about it',
      (n, buyer) => [
        refund(n, 'refund.created'),
        event('charge.refunded', chargeOf(n, buyer, { amount_captured: 10_000, amount_refunded: 4_000 }), {
          amount_refunded: 0,
        }),
        refund(n, 'charge.refund.updated'),
      ],
      PART,
    ],
    [
      'not less a refund that is pending',
      (n, buyer) => [intent(n, buyer), refund(n, 'refund.created', { status: 'pending' })],
      ALL,
    ],
    [
      'by the captured part, if the rest counts as refunded',
      (n, buyer) => [
        event(
          'charge.captured',
          chargeOf(n, buyer, { amount: 15_000, amount_captured: 10_000, amount_refunded: 5_000 }),
          { amount_refunded: 0 },
        ),
      ],
      ALL,
    ],
    [
      'less a refund, if the rest counts as refunded',
      (n, buyer) => [
        event(
          'charge.refunded',
          chargeOf(n, buyer, { amount: 15_000, amount_captured: 10_000, amount_refunded: 9_000 }),
          { amount_refunded: 5_000 },
        ),
      ],
      PART,
    ],
    [
      'less a refund, if the rest does not',
      (n, buyer) => [
        event(
          'charge.refunded',
          chargeOf(n, buyer, { amount: 15_000, amount_captured: 10_000, amount_refunded: 4_000 }),
          { amount_refunded: 0 },
        ),
      ],
      PART,
    ],
  ];
  test.each(cases)('counts %s', async (_, toBodies, expected) => {
    expect((await send('stripe', toBodies))[1]).toEqual(expected);
  });
});

describe('An order of WooCommerce', () => {
  const order = (id: number, buyer: string, fields: object) => ({
    id,
    currency: 'USD',
    total: '100.00',
    billing: { email: buyer },
    refunds: [],
    ...fields,
  });
  const cases: [string, object, object][] = [
    ['is paid while it is processed, without a field for the date', { status: 'processing' }, ALL],
    [
      'is paid on delivery while it is processed with an empty date',
      { status: 'processing', date_paid: null },
      NONE,
    ],
    ['is paid once it is completed', { status: 'completed', date_paid: null }, ALL],
    ['is not paid while it waits', { status: 'on-hold', date_paid: '2026-06-01T08:00:00' }, NONE],
    ['is not paid if it was canceled before', { status: 'cancelled', date_paid: null }, NONE],
  ];
  test.each(cases)('%s', async (_, fields, expected) => {
    expect((await send('woocommerce', (n, buyer) => [order(n, buyer, fields)]))[1]).toEqual(expected);
  });
});
