import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Stripe from 'stripe';
import { databaseSnapshot, type Setup } from '../campaigns/fixture.ts';
import { ON_SQLITE } from '../support/test-app.ts';
import {
  deliverOperatorEvent,
  deliverStripeEvent,
  STRIPE,
  STRIPE_SECRET,
  setupBilling,
  stripeSignature,
} from './fixture.ts';
import { stripeEvent, T0 } from './stripe-objects.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setupBilling(STRIPE);
});
afterAll(() => ctx.close());

const fresh = () => JSON.stringify(stripeEvent('price.created', T0, { id: 'price_1' }), null, 2);
const seconds = () => Math.floor(ctx.clock.now() / 1000);

describe('Stripe-Signature', () => {
  test("accepts a signature by Stripe's library over the raw bytes", async () => {
    const payload = ` ${fresh()}\n`;
    const header = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: STRIPE_SECRET,
      timestamp: seconds(),
    });
    const response = await deliverStripeEvent(ctx, payload, { headers: { 'stripe-signature': header } });
    expect([response.status, response.data]).toEqual([200, { received: true }]);
  });

  test.each<[string, (text: string) => string]>([
    ['of another secret', text => stripeSignature(text, seconds(), 'whsec_other')],
    ['of other bytes', text => stripeSignature(`${text} `, seconds())],
    ['without a time', text => stripeSignature(text, seconds()).replace(/^t=\d+,/, '')],
    [
      'of a time that is not the one it names',
      text => stripeSignature(text, seconds()).replace(/^t=\d+/, `t=${seconds() - 1}`),
    ],
    ['of the wrong scheme', text => stripeSignature(text, seconds()).replace('v1=', 'v2=')],
    ['that is empty', () => ''],
    ['that is nonsense', () => 'sha256=abc'],
    ['a wrong and old signature', text => stripeSignature(text, 1, 'whsec_other')],
  ])('%s returns 401 INVALID_SIGNATURE and stores nothing', async (_, headerOf) => {
    const text = fresh();
    const before = await databaseSnapshot(ctx);
    const response = await deliverStripeEvent(ctx, text, { headers: { 'stripe-signature': headerOf(text) } });
    expect([response.status, response.error.code]).toEqual([401, 'INVALID_SIGNATURE']);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test.each([-301, 301])('a timestamp %p seconds away returns 401 TIMESTAMP_EXPIRED', async offsetSeconds => {
    const { status, error } = await deliverStripeEvent(ctx, fresh(), { offsetSeconds });
    expect([status, error.code]).toEqual([401, 'TIMESTAMP_EXPIRED']);
  });

  test.each([-300, 300])('a timestamp %p seconds away is accepted', async offsetSeconds => {
    expect((await deliverStripeEvent(ctx, fresh(), { offsetSeconds })).status).toBe(200);
  });

  test('one of several signatures can match, as during a secret rotation', async () => {
    const text = fresh();
    const other = stripeSignature(text, seconds(), 'whsec_other').split(',')[1];
    const header = `${stripeSignature(text, seconds())},${other}`;
    expect((await deliverStripeEvent(ctx, text, { headers: { 'stripe-signature': header } })).status).toBe(
      200,
    );
  });

  test('rejects a signature if STRIPE_WEBHOOK_SECRET is not set', async () => {
    const other = await setupBilling();
    const { status, error } = await deliverStripeEvent(other, fresh());
    expect([status, error.code]).toEqual([401, 'INVALID_SIGNATURE']);
    await other.close();
  });
});

describe("X-Webhook-Signature of the operator's own payment system", () => {
  test('uses the format of our webhooks with BILLING_WEBHOOK_SECRET or the generated secret', async () => {
    const own = await setupBilling(ON_SQLITE);
    expect((await deliverOperatorEvent(own, fresh())).data).toEqual({ received: true });
    expect(own.app.services.webhookSecrets.billing).toMatch(/^whsec_/);
    await own.close();
    const other = await setupBilling({ BILLING_WEBHOOK_SECRET: 'of-the-operator' });
    expect((await deliverOperatorEvent(other, fresh(), { secret: 'of-the-operator' })).status).toBe(200);
    await other.close();
  });

  test.each<[string, Parameters<typeof deliverOperatorEvent>[2], string]>([
    ['wrong', { secret: 'other' }, 'INVALID_SIGNATURE'],
    ['missing', { headers: { 'x-webhook-signature': '' } }, 'INVALID_SIGNATURE'],
    ['without a time', { headers: { 'x-webhook-timestamp': '' } }, 'INVALID_SIGNATURE'],
    ['old', { offsetSeconds: -301 }, 'TIMESTAMP_EXPIRED'],
    ['from the future', { offsetSeconds: 301 }, 'TIMESTAMP_EXPIRED'],
    ['wrong and old', { secret: 'other', offsetSeconds: -301 }, 'INVALID_SIGNATURE'],
  ])('%s returns 401', async (_, sending, code) => {
    const { status, error } = await deliverOperatorEvent(ctx, fresh(), sending);
    expect([status, error.code]).toEqual([401, code]);
  });
});

describe('body of a signed request', () => {
  test.each<[string, string, string]>([
    ['no JSON', '{"id":', 'INVALID_JSON'],
    ['no object', '[]', 'VALIDATION_ERROR'],
    ['nothing', '{}', 'VALIDATION_ERROR'],
    ['without an id', JSON.stringify({ type: 'x', data: { object: {} } }), 'VALIDATION_ERROR'],
    ['without data', JSON.stringify({ id: 'evt_x', type: 'x' }), 'VALIDATION_ERROR'],
    [
      'of another kind',
      JSON.stringify({ id: 'evt_x', object: 'v2.core.event', type: 'x' }),
      'VALIDATION_ERROR',
    ],
  ])('a body that is %s is rejected', async (_, text, code) => {
    expect((await deliverStripeEvent(ctx, text)).error.code).toBe(code);
    expect((await deliverOperatorEvent(ctx, text)).error.code).toBe(code);
  });

  test('an unsupported media type returns 415', async () => {
    expect(
      (await deliverStripeEvent(ctx, fresh(), { headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415);
  });
});

test('the webhook is in the standard rate tier and ignores Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'same' };
  const [one, two] = [
    await deliverStripeEvent(ctx, fresh(), { headers }),
    await deliverStripeEvent(ctx, fresh(), { headers }),
  ];
  expect(one.headers.get('x-ratelimit-limit')).toBe('30');
  expect(two.headers.get('idempotency-replayed')).toBeNull();
});
