import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Json, Setup } from '../campaigns/fixture.ts';
import { type FakeStripe, startFakeStripe } from '../support/fake-stripe.ts';
import {
  deliverStripeEvent,
  findIntegrityProblems,
  GROWTH,
  getBillingStatus,
  getCashBalance,
  listInvoices,
  postBilling,
  STARTER,
  STRIPE,
  setupBilling,
} from './fixture.ts';
import {
  checkoutSession,
  invoice,
  MONTH_END,
  type Order,
  type StripeEvent,
  stripeEvent,
  subscription,
  T0,
} from './stripe-objects.ts';

let stripe: FakeStripe;
let ctx: Setup;
beforeEach(async () => {
  stripe = startFakeStripe();
  ctx = await setupBilling({ ...STRIPE, STRIPE_API_BASE: stripe.url, PUBLIC_URL: 'https://perks.example' });
});
afterEach(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
  await stripe.stop();
});

const send = (sent: StripeEvent) => deliverStripeEvent(ctx, JSON.stringify(sent));
const orderOf = (data: Json, planId = 'starter'): Order => ({
  businessId: ctx.business.businessId,
  invoiceId: data.invoice.id,
  planId,
  kind: data.invoice.kind,
});

/** A subscription that was bought in a checkout. */
async function subscribed(): Promise<Order> {
  const order = orderOf((await postBilling(ctx, 'subscribe', STARTER)).data);
  await send(stripeEvent('checkout.session.completed', T0, checkoutSession(order)));
  await send(stripeEvent('customer.subscription.created', T0, subscription(order)));
  return order;
}

describe('grace period', () => {
  test('the grace period of a Stripe subscription also lasts seven days, and a late payment reactivates the subscription', async () => {
    const order = await subscribed();
    ctx.clock.advance((MONTH_END - T0) * 1000);
    const renewal = { id: 'in_2', billing_reason: 'subscription_cycle' };
    await send(stripeEvent('invoice.payment_failed', MONTH_END, invoice(order, renewal)));
    expect(await getBillingStatus(ctx)).toMatchObject({
      plan: 'starter',
      status: 'pastDue',
      graceEndsAt: '2026-07-08T12:00:00.000Z',
    });
    ctx.clock.advance(7 * 24 * 3_600_000);
    expect(await getBillingStatus(ctx)).toMatchObject({
      plan: 'selfHosted',
      status: 'pastDue',
      graceEndsAt: null,
    });
    await send(stripeEvent('invoice.paid', MONTH_END + 9 * 86_400, invoice(order, renewal)));
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'starter', status: 'active' });
  });
});

describe('payment event before its order', () => {
  test('the payment and the order share one invoice', async () => {
    stripe.onCheckout = async ({ params }) => {
      const order: Order = {
        businessId: ctx.business.businessId,
        invoiceId: params['metadata[invoiceId]'] as string,
        kind: 'topup',
      };
      await send(stripeEvent('checkout.session.completed', T0, checkoutSession(order)));
    };
    const { data } = await postBilling(ctx, 'topup', { amount: 50 });
    expect(data.invoice).toMatchObject({ number: 'INV-2026-000001', status: 'paid', amount: 50 });
    expect(await listInvoices(ctx)).toHaveLength(1);
    const again = stripeEvent(
      'checkout.session.async_payment_succeeded',
      T0 + 9,
      checkoutSession(orderOf(data)),
    );
    await send(again);
    expect(await getCashBalance(ctx)).toBe(50);
  });
});

describe('Stripe failure', () => {
  const actions: [string, object][] = [
    ['subscribe', STARTER],
    ['topup', { amount: 5 }],
  ];

  test.each(actions)('a failure during %s returns 502 and stores nothing', async (action, fields) => {
    stripe.refuse = {
      status: 401,
      error: { type: 'invalid_request_error', message: 'Invalid API Key: sk_test_1' },
    };
    const response = await postBilling(ctx, action, { ...fields });
    expect([response.status, response.error.code]).toEqual([502, 'UPSTREAM_FAILED']);
    expect(JSON.stringify(response.body)).not.toContain('sk_test_1');
    expect(await listInvoices(ctx)).toEqual([]);
  });

  test('a failure leaves the subscription unchanged', async () => {
    await subscribed();
    stripe.refuse = { status: 500, error: { type: 'api_error' } };
    expect((await postBilling(ctx, 'cancel')).status).toBe(502);
    expect((await getBillingStatus(ctx)).cancelAtPeriodEnd).toBe(false);
  });

  test('a declined card returns CONFLICT', async () => {
    await subscribed();
    stripe.refuse = {
      status: 402,
      error: { type: 'card_error', code: 'card_declined', message: 'Declined' },
    };
    expect((await postBilling(ctx, 'subscribe', GROWTH)).error.code).toBe('CONFLICT');
  });

  test('a 502 response is not stored under an Idempotency-Key', async () => {
    const order = () =>
      ctx.call(
        'POST',
        '/billing',
        { action: 'topup', amount: 5 },
        { as: ctx.business.token, headers: { 'idempotency-key': 'k' } },
      );
    stripe.refuse = { status: 500, error: { type: 'api_error' } };
    expect((await order()).status).toBe(502);
    stripe.refuse = null;
    const [one, two] = [await order(), await order()];
    expect([one.status, two.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  });
});
