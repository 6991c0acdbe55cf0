import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { captureEvents, type Json, type Setup } from '../campaigns/fixture.ts';
import { type FakeStripe, startFakeStripe } from '../support/fake-stripe.ts';
import {
  deliverOperatorEvent,
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
  charge,
  checkoutSession,
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
const last = () => stripe.calls.at(-1);
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

describe('subscribe', () => {
  test('a dry run is rejected without calling Stripe or storing an invoice', async () => {
    const order = { action: 'subscribe', ...STARTER };
    const headers = { 'x-dry-run': 'true' };
    const { status: code, error } = await ctx.call('POST', '/billing', order, {
      as: ctx.business.token,
      headers,
    });
    expect([code, error.details?.[0]?.field]).toEqual([400, 'X-Dry-Run']);
    expect([stripe.calls, await listInvoices(ctx)]).toEqual([[], []]);
  });

  test("creates a checkout with metadata and the invoice's idempotency key", async () => {
    const { status: code, data } = await postBilling(ctx, 'subscribe', STARTER);
    expect(code).toBe(201);
    expect(data).toEqual({ invoice: data.invoice, checkoutUrl: `${stripe.url}/pay/1` });
    expect(data.invoice).toMatchObject({ status: 'open', amount: 19, planId: 'starter' });
    const { businessId } = ctx.business;
    const metadata = {
      businessId,
      kind: 'subscription',
      planId: 'starter',
      interval: 'month',
      invoiceId: data.invoice.id,
    };
    const under = (name: string) =>
      Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`${name}[${key}]`, value]));
    expect(last()).toEqual({
      method: 'POST',
      path: '/v1/checkout/sessions',
      key: `perkmint-checkout-${data.invoice.id}`,
      authorization: 'Bearer sk_test_1',
      params: {
        mode: 'subscription',
        client_reference_id: businessId,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '1900',
        'line_items[0][price_data][product_data][name]': 'Perkmint Starter',
        'line_items[0][price_data][recurring][interval]': 'month',
        ...under('metadata'),
        ...under('subscription_data[metadata]'),
        success_url: 'https://perks.example/dashboard/billing?checkout=done',
        cancel_url: 'https://perks.example/dashboard/billing?checkout=cancelled',
      },
    });
  });

  test('a repeated order returns the same checkout for a day, then a new one', async () => {
    const one = await postBilling(ctx, 'subscribe', STARTER);
    expect((await postBilling(ctx, 'subscribe', STARTER)).data).toEqual(one.data);
    expect(stripe.calls).toHaveLength(1);
    ctx.clock.advance(24 * 3_600_000);
    const two = await postBilling(ctx, 'subscribe', STARTER);
    expect(two.data.checkoutUrl).not.toBe(one.data.checkoutUrl);
    expect((await listInvoices(ctx)).map((each: Json) => each.status)).toEqual(['open', 'void']);
    expect(last()?.path).toBe('/v1/checkout/sessions/cs_1/expire');
  });

  test('a paid checkout starts the plan, even if its order has been voided', async () => {
    const { data } = await postBilling(ctx, 'subscribe', STARTER);
    await postBilling(ctx, 'subscribe', GROWTH);
    const order = orderOf(data);
    expect((await getBillingStatus(ctx)).plan).toBe('selfHosted');
    await send(stripeEvent('checkout.session.completed', T0, checkoutSession(order)));
    await send(stripeEvent('customer.subscription.created', T0, subscription(order)));
    expect(await getBillingStatus(ctx)).toMatchObject({
      provider: 'stripe',
      plan: 'starter',
      status: 'active',
    });
  });

  test("uses the operator's price from STRIPE_PRICES", async () => {
    const other = await setupBilling({
      ...STRIPE,
      STRIPE_API_BASE: stripe.url,
      STRIPE_PRICES: 'starter.month=price_own',
    });
    await postBilling(other, 'subscribe', STARTER);
    expect(last()?.params).toMatchObject({ 'line_items[0][price]': 'price_own' });
    await postBilling(other, 'subscribe', GROWTH);
    expect(last()?.params['line_items[0][price]']).toBeUndefined();
    await other.close();
  });

  test('ordering another plan changes the subscription at Stripe, which bills the difference', async () => {
    await subscribed();
    const { status: code, data } = await postBilling(ctx, 'subscribe', GROWTH);
    expect([code, data]).toEqual([201, {}]);
    expect(last()).toMatchObject({
      path: '/v1/subscriptions/sub_1',
      key: expect.stringMatching(/^perkmint-change-sub_1-/),
      params: {
        'items[0][id]': 'si_1',
        'items[0][price_data][product]': 'prod_1',
        'items[0][price_data][unit_amount]': '7900',
        'metadata[planId]': 'growth',
        'metadata[businessId]': 'kept',
        proration_behavior: 'always_invoice',
      },
    });
    expect((await getBillingStatus(ctx)).plan).toBe('starter');
    expect((await postBilling(ctx, 'subscribe', STARTER)).error.code).toBe('CONFLICT');
  });
});

describe('cancel, resume and portal', () => {
  test('cancel and resume call Stripe and take effect immediately', async () => {
    const order = await subscribed();
    const recorded = await captureEvents(ctx, async () => {
      expect((await postBilling(ctx, 'cancel')).data).toMatchObject({
        cancelAtPeriodEnd: true,
        plan: 'starter',
        status: 'active',
      });
    });
    expect(recorded.map(({ type }) => type)).toEqual(['billing.subscriptionUpdated']);
    expect(last()?.params).toEqual({ cancel_at_period_end: 'true' });
    await postBilling(ctx, 'cancel');
    const asked = stripe.calls.length;
    // On its way since before the call.
    await send(stripeEvent('customer.subscription.updated', T0 - 1, subscription(order)));
    expect((await getBillingStatus(ctx)).cancelAtPeriodEnd).toBe(true);
    expect((await postBilling(ctx, 'resume')).data.cancelAtPeriodEnd).toBe(false);
    const keys = stripe.calls.slice(-2).map(({ key }) => key);
    expect([asked, new Set(keys).size, keys[1]]).toEqual([
      2,
      2,
      expect.stringMatching(/^perkmint-resume-sub_1-/),
    ]);
  });

  test('cancel and resume do not call Stripe if another system manages the subscription', async () => {
    const metadata = { businessId: ctx.business.businessId, planId: 'growth', interval: 'month' };
    const sent = stripeEvent('customer.subscription.created', T0, {
      id: 'abo-1',
      status: 'active',
      metadata,
    });
    await deliverOperatorEvent(ctx, JSON.stringify(sent));
    expect((await postBilling(ctx, 'cancel')).error.code).toBe('NOT_CONFIGURED');
    expect(stripe.calls).toEqual([]);
  });

  test("the portal opens for the business's Stripe customer", async () => {
    expect((await postBilling(ctx, 'portal')).error.code).toBe('CONFLICT');
    await subscribed();
    expect((await postBilling(ctx, 'portal')).data).toEqual({ url: `${stripe.url}/portal/cus_1` });
    expect(last()?.params).toEqual({
      customer: 'cus_1',
      return_url: 'https://perks.example/dashboard/billing',
    });
  });

  test('the next purchase uses the same customer', async () => {
    await subscribed();
    await postBilling(ctx, 'topup', { amount: 5 });
    expect(last()?.params).toMatchObject({
      mode: 'payment',
      customer: 'cus_1',
      'line_items[0][price_data][unit_amount]': '500',
    });
  });
});

describe('wallet top-up', () => {
  test('a top-up is paid through a checkout and refunded by its charge', async () => {
    const { data } = await postBilling(ctx, 'topup', { amount: 50 });
    expect(last()?.params).toMatchObject({
      mode: 'payment',
      customer_creation: 'always',
      'payment_intent_data[metadata][invoiceId]': data.invoice.id,
      'line_items[0][price_data][product_data][name]': 'Perkmint wallet top-up',
    });
    expect(last()?.params['line_items[0][price_data][recurring][interval]']).toBeUndefined();
    const order = orderOf(data);
    await send(stripeEvent('checkout.session.completed', T0, checkoutSession(order)));
    expect(await getCashBalance(ctx)).toBe(50);
    await send(stripeEvent('charge.refunded', T0, charge(order)));
    expect(await getCashBalance(ctx)).toBe(0);
    expect((await getBillingStatus(ctx)).plan).toBe('selfHosted');
  });
});

describe('subscription refund', () => {
  test('finds the invoice through Stripe', async () => {
    const order = await subscribed();
    stripe.invoiceOfPayment.set('pi_sub', 'in_1');
    await send(
      stripeEvent(
        'charge.refunded',
        T0,
        charge(order, { metadata: {}, payment_intent: 'pi_sub', amount_refunded: 1_900 }),
      ),
    );
    expect(last()).toMatchObject({
      path: '/v1/invoice_payments',
      params: { 'payment[payment_intent]': 'pi_sub' },
    });
    expect((await listInvoices(ctx))[0]).toMatchObject({ status: 'refunded', refunded: 19 });
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'starter', status: 'active' });
  });

  test('returns an error if Stripe is unreachable, so that the event is sent again', async () => {
    await subscribed();
    stripe.invoiceOfPayment.set('pi_sub', 'in_1');
    const sent = stripeEvent('charge.refunded', T0, {
      id: 'ch_1',
      amount_refunded: 1_900,
      payment_intent: 'pi_sub',
    });
    stripe.refuse = { status: 500, error: { type: 'api_error' } };
    expect((await send(sent)).error.code).toBe('UPSTREAM_FAILED');
    stripe.refuse = null;
    expect((await send(sent)).data).toEqual({ received: true });
    expect((await listInvoices(ctx))[0].status).toBe('refunded');
  });
});
