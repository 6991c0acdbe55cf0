import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Setup } from '../campaigns/fixture.ts';
import { STRIPE, setupBilling } from './fixture.ts';
import {
  createOrderedBusiness,
  type Plot,
  send,
  stateOf,
  tellInAnyOrder,
  withUniqueIds,
} from './in-any-order.ts';
import {
  charge,
  checkoutSession,
  invoice,
  MONTH_END,
  type Order,
  type StripeEvent,
  stripeEvent,
  subscription,
  subscriptionLifecycle,
  T0,
} from './stripe-objects.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setupBilling(STRIPE);
});
afterAll(() => ctx.close());

const PLOTS: Record<string, Plot> = {
  'a subscription that fails once and goes on': {
    kind: 'subscription',
    events: subscriptionLifecycle,
    ends: { plan: 'starter', status: 'active', currentPeriodEnd: '2026-08-01T12:00:00.000Z', cash: 0 },
  },
  'a subscription whose last payment failed': {
    kind: 'subscription',
    events: order => subscriptionLifecycle(order).slice(0, 6),
    ends: { plan: 'starter', status: 'pastDue', graceEndsAt: '2026-07-08T13:00:00.000Z' },
  },
  'a subscription that is cancelled and ends': {
    kind: 'subscription',
    events: order => [
      ...subscriptionLifecycle(order).slice(0, 4),
      stripeEvent(
        'customer.subscription.updated',
        T0 + 50,
        subscription(order, { cancel_at_period_end: true }),
      ),
      stripeEvent(
        'customer.subscription.deleted',
        MONTH_END,
        subscription(order, { status: 'canceled', ended_at: MONTH_END, cancel_at_period_end: true }),
      ),
    ],
    ends: { plan: 'selfHosted', status: 'canceled', cancelAtPeriodEnd: false },
  },
  'a subscription that is moved to a larger plan': {
    kind: 'subscription',
    events: order => [
      ...subscriptionLifecycle(order).slice(0, 4),
      stripeEvent('customer.subscription.updated', T0 + 90, subscription({ ...order, planId: 'growth' })),
      stripeEvent(
        'invoice.paid',
        T0 + 91,
        invoice(
          { ...order, planId: 'growth' },
          { id: 'in_3', billing_reason: 'subscription_update', amount_paid: 6_000 },
        ),
      ),
    ],
    ends: { plan: 'growth', status: 'active' },
  },
  'a subscription whose first payment is given back': {
    kind: 'subscription',
    events: order => [
      ...subscriptionLifecycle(order).slice(0, 4),
      stripeEvent(
        'charge.refunded',
        T0 + 60,
        charge(order, { metadata: {}, payment_intent: 'pi_9', invoice: 'in_1', amount_refunded: 1_900 }),
      ),
    ],
    ends: { plan: 'starter', status: 'active', invoices: ['subscription starter 19 refunded 19 true'] },
  },
  'a top-up': {
    kind: 'topup',
    events: order => [stripeEvent('checkout.session.completed', T0, checkoutSession(order))],
    ends: { cash: 50, invoices: ['topup  50 paid 0 true'] },
  },
  'a top-up by a slow way to pay': {
    kind: 'topup',
    events: order => [
      stripeEvent('checkout.session.completed', T0, checkoutSession(order, { payment_status: 'unpaid' })),
      stripeEvent('checkout.session.async_payment_succeeded', T0 + 9, checkoutSession(order)),
    ],
    ends: { cash: 50 },
  },
  'a top-up that is refunded in two parts': {
    kind: 'topup',
    events: order => [
      stripeEvent('checkout.session.completed', T0, checkoutSession(order)),
      stripeEvent('charge.refunded', T0 + 5, charge(order, { amount_refunded: 2_000, refunded: false })),
      stripeEvent('charge.refunded', T0 + 9, charge(order)),
    ],
    ends: { cash: 0, invoices: ['topup  50 refunded 50 true'] },
  },
  'a top-up of which a part is refunded': {
    kind: 'topup',
    events: order => [
      stripeEvent('checkout.session.completed', T0, checkoutSession(order)),
      stripeEvent('charge.refunded', T0 + 5, charge(order, { amount_refunded: 2_000, refunded: false })),
    ],
    ends: { cash: 30, invoices: ['topup  50 paid 20 true'] },
  },
};

describe('events in any order, three times each', () => {
  test.each(Object.entries(PLOTS))('%s ends in the same state', (_, plot) => tellInAnyOrder(ctx, plot));
});

describe('Stripe event', () => {
  test('an irrelevant event type is stored and acknowledged', async () => {
    const sent = stripeEvent('price.created', T0, { id: 'price_9' });
    expect(await send(ctx, sent)).toEqual({ received: true });
    expect(await send(ctx, sent)).toEqual({ received: true, duplicate: true });
    expect(await kept(sent.id)).toEqual([
      { type: 'price.created', object_id: 'price_9', outcome: 'unknown' },
    ]);
  });

  test.each<[string, (order: Order) => StripeEvent]>([
    [
      'an unknown business',
      order =>
        stripeEvent('checkout.session.completed', T0, checkoutSession({ ...order, businessId: 'biz_x' })),
    ],
    [
      'an unknown plan',
      order =>
        stripeEvent(
          'customer.subscription.updated',
          T0,
          subscription({ ...order, planId: 'gold' }, { id: 'sub_gold' }),
        ),
    ],
    ['no metadata', () => stripeEvent('invoice.paid', T0, { id: 'in_bare', amount_paid: 100 })],
    ['an empty object', () => stripeEvent('customer.subscription.deleted', T0, {})],
    [
      'a charge of another customer',
      () => stripeEvent('charge.refunded', T0, { id: 'ch_9', metadata: {}, payment_intent: null }),
    ],
    [
      'odd types everywhere',
      () =>
        stripeEvent('invoice.paid', T0, { id: 7, parent: [], lines: 'x', metadata: null, amount_paid: -1 }),
    ],
  ])('an event about %s is acknowledged without effect', async (_, make) => {
    const order = await createOrderedBusiness(ctx, 'subscription');
    const before = await stateOf(ctx, order);
    const sent = make(order);
    expect(await send(ctx, sent)).toEqual({ received: true });
    expect(await stateOf(ctx, order)).toEqual(before);
  });

  test('a payment below the top-up amount credits nothing', async () => {
    const order = await createOrderedBusiness(ctx, 'topup');
    const [sent] = withUniqueIds([
      stripeEvent('checkout.session.completed', T0, checkoutSession(order, { amount_total: 4_999 })),
    ]);
    await send(ctx, sent as StripeEvent);
    expect(await stateOf(ctx, order)).toMatchObject({ cash: 0, invoices: ['topup  50 open 0 false'] });
  });

  test('an event of an older subscription does not affect the newer one', async () => {
    const order = await createOrderedBusiness(ctx, 'subscription');
    for (const sent of withUniqueIds(subscriptionLifecycle(order).slice(0, 4))) await send(ctx, sent);
    const later = { id: 'sub_2', created: T0 + 500 };
    const second = [
      stripeEvent(
        'customer.subscription.created',
        T0 + 500,
        subscription({ ...order, planId: 'growth' }, later),
      ),
      stripeEvent(
        'customer.subscription.deleted',
        T0 + 600,
        subscription(order, { status: 'canceled', ended_at: T0 + 600 }),
      ),
    ];
    for (const sent of withUniqueIds(second)) await send(ctx, sent);
    expect(await stateOf(ctx, order)).toMatchObject({ plan: 'growth', status: 'active' });
  });

  test('events in the format of an older API are supported', async () => {
    const order = await createOrderedBusiness(ctx, 'subscription');
    const { parent: _, ...old } = invoice(order);
    const metadata = {
      businessId: order.businessId,
      kind: 'subscription',
      planId: 'starter',
      interval: 'month',
      invoiceId: order.invoiceId,
    };
    const { items: __, ...bare } = subscription(order);
    await Promise.all(
      withUniqueIds([
        stripeEvent('invoice.paid', T0, {
          ...old,
          subscription: 'sub_1',
          subscription_details: { metadata },
        }),
        stripeEvent('customer.subscription.updated', T0, {
          ...bare,
          current_period_start: T0,
          current_period_end: MONTH_END,
        }),
      ]).map(sent => send(ctx, sent)),
    );
    expect(await stateOf(ctx, order)).toMatchObject({
      plan: 'starter',
      status: 'active',
      currentPeriodEnd: '2026-07-01T12:00:00.000Z',
    });
  });
});

async function kept(id: string): Promise<unknown[]> {
  const db = ctx.app.services.database.reader;
  return await db.all(`select type, object_id, outcome from billing_events where id = '${id}'`);
}
