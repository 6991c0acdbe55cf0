import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Json, Setup } from '../campaigns/fixture.ts';
import { type FakeStripe, startFakeStripe } from '../support/fake-stripe.ts';
import {
  deliverOperatorEvent,
  deliverStripeEvent,
  findIntegrityProblems,
  getCashBalance,
  listInvoices,
  postBilling,
  STARTER,
  STRIPE,
  setupBilling,
} from './fixture.ts';
import { type Plot, tellInAnyOrder } from './in-any-order.ts';
import {
  charge,
  checkoutSession,
  dispute,
  type Order,
  type StripeEvent,
  stripeEvent,
  T0,
} from './stripe-objects.ts';

let stripe: FakeStripe;
let ctx: Setup;
beforeAll(async () => {
  stripe = startFakeStripe();
  ctx = await setupBilling({ ...STRIPE, STRIPE_API_BASE: stripe.url });
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(async () => {
  await ctx.close();
  await stripe.stop();
});

const paid = (order: Order) => stripeEvent('checkout.session.completed', T0, checkoutSession(order));
const disputeEvent = (kind: string, after: number, fields: object = {}) =>
  stripeEvent(`charge.dispute.${kind}`, T0 + after, dispute(fields));
const opened = (after = 10, fields: object = {}) => [
  disputeEvent('created', after, fields),
  disputeEvent('funds_withdrawn', after, fields),
];
const won = (after = 20, fields: object = {}) => [
  disputeEvent('closed', after, { status: 'won', ...fields }),
  disputeEvent('funds_reinstated', after, { status: 'won', ...fields }),
];

const PLOTS: Record<string, Plot> = {
  'a top-up that is charged back and lost': {
    kind: 'topup',
    events: order => [paid(order), ...opened(), disputeEvent('closed', 20, { status: 'lost' })],
    ends: { cash: 0, invoices: ['topup  50 refunded 50 true'] },
  },
  'a top-up that is charged back and won': {
    kind: 'topup',
    events: order => [paid(order), ...opened(), ...won()],
    ends: { cash: 50, invoices: ['topup  50 paid 0 true'] },
  },
  'a top-up about which the bank only asked': {
    kind: 'topup',
    events: order => [
      paid(order),
      disputeEvent('created', 10, { status: 'warning_needs_response' }),
      disputeEvent('closed', 20, { status: 'warning_closed' }),
    ],
    ends: { cash: 50, invoices: ['topup  50 paid 0 true'] },
  },
  'a top-up of which a part is charged back': {
    kind: 'topup',
    events: order => [paid(order), ...opened(10, { amount: 2_000 })],
    ends: { cash: 30, invoices: ['topup  50 paid 20 true'] },
  },
  'a top-up that is refunded in part and charged back in all': {
    kind: 'topup',
    events: order => [
      paid(order),
      stripeEvent('charge.refunded', T0 + 5, charge(order, { amount_refunded: 2_000, refunded: false })),
      ...opened(),
    ],
    ends: { cash: 0, invoices: ['topup  50 refunded 50 true'] },
  },
  'a top-up that is refunded in part while a chargeback is won': {
    kind: 'topup',
    events: order => [
      paid(order),
      stripeEvent('charge.refunded', T0 + 15, charge(order, { amount_refunded: 2_000, refunded: false })),
      ...opened().slice(1),
      ...won().slice(1),
    ],
    ends: { cash: 30, invoices: ['topup  50 paid 20 true'] },
  },
  'a top-up that is charged back again after it was won': {
    kind: 'topup',
    events: order => [
      paid(order),
      disputeEvent('funds_withdrawn', 10),
      disputeEvent('funds_reinstated', 20, { status: 'won' }),
      disputeEvent('funds_withdrawn', 30, { id: 'dp_2' }),
    ],
    ends: { cash: 0, invoices: ['topup  50 refunded 50 true'] },
  },
  'a subscription whose payment is charged back': {
    kind: 'subscription',
    events: order => [
      stripeEvent('checkout.session.completed', T0, checkoutSession(order, { payment_intent: 'pi_1' })),
      ...opened(10, { amount: 1_900 }),
    ],
    ends: { plan: 'starter', invoices: ['subscription starter 19 refunded 19 true'] },
  },
};

describe('chargeback events in any order, three times each', () => {
  test.each(Object.entries(PLOTS))('%s ends in the same state', (_, plot) => tellInAnyOrder(ctx, plot));
});

describe('chargeback', () => {
  const send = async (sent: StripeEvent) =>
    expect((await deliverStripeEvent(ctx, JSON.stringify(sent))).status).toBe(200);
  let orders = 0;

  /** A paid top-up of 50 dollars of the shop, and the payment that its events name. */
  async function toppedUp(): Promise<{ number: string; payment: string }> {
    orders += 1;
    const payment = `pi_own_${orders}`;
    const { data } = await postBilling(ctx, 'topup', { amount: 50 });
    const order: Order = { businessId: ctx.business.businessId, invoiceId: data.invoice.id, kind: 'topup' };
    const names = { id: `cs_own_${orders}`, payment_intent: payment };
    await send(stripeEvent('checkout.session.completed', T0, checkoutSession(order, names)));
    return { number: data.invoice.number, payment };
  }

  async function invoiceOf(number: string): Promise<Json> {
    return (await listInvoices(ctx)).find(each => each.number === number);
  }

  /** Spends dollars of the business by placing an order that stays open. */
  async function spend(dollars: number): Promise<void> {
    await ctx.call('POST', '/exchange/enroll', {}, { as: ctx.business.token });
    const perk = { name: 'Free coffee', faceValue: 5, supply: 9 };
    const competitorPerk = await ctx.call(
      'POST',
      '/exchange/enroll',
      { role: 'issuer', perk },
      { as: ctx.otherBusiness.token },
    );
    const order = { type: 'buy', perkId: competitorPerk.data.perk.id, quantity: dollars, price: 1 };
    await ctx.call('POST', '/exchange/orders', order, { as: ctx.business.token });
  }

  test('debits the available balance, and the next top-up covers the rest', async () => {
    const first = await toppedUp();
    await spend(32);
    const disputed = { payment_intent: first.payment, id: 'dp_own_1' };
    await send(disputeEvent('funds_withdrawn', 10, disputed));
    expect(await getCashBalance(ctx)).toBe(0);
    expect(await invoiceOf(first.number)).toMatchObject({ refunded: 50, chargedBack: 50, shortfall: 32 });
    const second = await toppedUp();
    expect(await getCashBalance(ctx)).toBe(18);
    expect(await invoiceOf(first.number)).toMatchObject({ shortfall: 0 });
    await send(disputeEvent('funds_reinstated', 20, { ...disputed, status: 'won' }));
    expect(await getCashBalance(ctx)).toBe(68);
    expect(await invoiceOf(first.number)).toMatchObject({ status: 'paid', refunded: 0, chargedBack: 0 });
    expect((await invoiceOf(second.number)).refunded).toBe(0);
  });

  test('a chargeback that is won early returns only the debited amount', async () => {
    const before = await getCashBalance(ctx);
    const { number, payment } = await toppedUp();
    await spend(before + 40);
    const disputed = { payment_intent: payment, id: 'dp_own_2' };
    await send(disputeEvent('funds_withdrawn', 10, disputed));
    expect([await getCashBalance(ctx), (await invoiceOf(number)).shortfall]).toEqual([0, 40]);
    await send(disputeEvent('funds_reinstated', 20, { ...disputed, status: 'won' }));
    expect([await getCashBalance(ctx), (await invoiceOf(number)).shortfall]).toEqual([10, 0]);
  });

  test("accepts a chargeback from the operator's own payment system", async () => {
    const { number } = await toppedUp();
    const before = await getCashBalance(ctx);
    const say = async (id: string, kind: string, created: number, fields: object = {}) => {
      const object = { id: 'case-7', metadata: { invoiceId: number }, ...fields };
      const sent = { id, type: `charge.dispute.${kind}`, created, data: { object } };
      expect((await deliverOperatorEvent(ctx, JSON.stringify(sent))).status).toBe(200);
    };
    await say('case-7-won', 'funds_reinstated', T0 + 9);
    expect(await getCashBalance(ctx)).toBe(before);
    await say('case-7-begun', 'created', T0 + 1);
    expect(await getCashBalance(ctx)).toBe(before);
    await say('case-7-lost', 'closed', T0 + 99, { status: 'lost', amount: 1_000 });
    expect(await getCashBalance(ctx)).toBe(before - 10);
  });

  test('finds the invoice of a subscription chargeback through Stripe', async () => {
    const { data } = await postBilling(ctx, 'subscribe', STARTER);
    const { businessId } = ctx.business;
    const order: Order = { businessId, invoiceId: data.invoice.id, planId: 'starter' };
    await send(
      stripeEvent('checkout.session.completed', T0, checkoutSession(order, { invoice: 'in_disputed' })),
    );
    stripe.invoiceOfPayment.set('pi_of_invoice', 'in_disputed');
    const disputed = { payment_intent: 'pi_of_invoice', id: 'dp_of_invoice', amount: 1_900 };
    await send(disputeEvent('funds_withdrawn', 10, disputed));
    expect(await invoiceOf(data.invoice.number)).toMatchObject({ status: 'refunded', chargedBack: 19 });
  });

  test('stores a chargeback for an unknown payment without effect', async () => {
    const before = [await getCashBalance(ctx), await listInvoices(ctx)];
    await send(disputeEvent('funds_withdrawn', 10, { payment_intent: 'pi_foreign', id: 'dp_foreign' }));
    expect([await getCashBalance(ctx), await listInvoices(ctx)]).toEqual(before);
  });
});
