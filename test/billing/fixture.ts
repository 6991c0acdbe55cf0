import { createHmac } from 'node:crypto';
import { markPaid } from '../../src/billing/service/invoices.ts';
import { CLI } from '../../src/context.ts';
import { signBody } from '../../src/platform/security/signatures.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { type Json, type Setup, setup } from '../campaigns/fixture.ts';
import type { TestApp, TestResponse } from '../support/test-app.ts';

export const STRIPE_SECRET = 'whsec_of-stripe';
/** Settings for Stripe; tests that call its API also set STRIPE_API_BASE. */
export const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: STRIPE_SECRET };
export const STARTER = { planId: 'starter', interval: 'month' };
export const GROWTH = { planId: 'growth', interval: 'month' };

export function setupBilling(settings: Record<string, string> = {}): Promise<Setup> {
  return setup(settings);
}

/** Calls POST /billing, by default as the business. */
export function postBilling(
  ctx: Setup,
  action: string,
  { as = ctx.business.token, ...fields }: Record<string, unknown> & { as?: string } = {},
): Promise<TestResponse<Json>> {
  return ctx.call('POST', '/billing', { action, ...fields }, { as });
}

export async function getBillingStatus(ctx: Setup): Promise<Json> {
  return (await postBilling(ctx, 'status')).data;
}

/** Subscribes to a plan and pays for it by bank transfer. */
export async function buyPlan(ctx: Setup, terms: object): Promise<Json> {
  const { data } = await postBilling(ctx, 'subscribe', { ...terms });
  return markPaid(ctx.app.as(CLI), data.invoice.number);
}

export async function listInvoices(ctx: Setup): Promise<Json[]> {
  return (await postBilling(ctx, 'invoices', { perPage: 100 })).data.items;
}

export async function getCashBalance(ctx: Setup): Promise<number> {
  await ctx.call('POST', '/exchange/enroll', {}, { as: ctx.business.token });
  const { data } = await ctx.call('GET', '/exchange/wallet', undefined, { as: ctx.business.token });
  return data.cash;
}

/** Returns Stripe's signature header, built according to its documentation. */
export function stripeSignature(payload: string, seconds: number, secret = STRIPE_SECRET): string {
  const hmac = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${hmac},v0=${'0'.repeat(64)}`;
}

export interface DeliveryOptions {
  offsetSeconds?: number;
  headers?: Record<string, string>;
  secret?: string;
}

/** Delivers a payload to the billing webhook as Stripe does. */
export function deliverStripeEvent(
  ctx: TestApp,
  text: string,
  { offsetSeconds = 0, headers, secret }: DeliveryOptions = {},
): Promise<TestResponse<Json>> {
  const signature = stripeSignature(text, currentSeconds(ctx) + offsetSeconds, secret);
  return deliverEvent(ctx, text, { 'stripe-signature': signature, ...headers });
}

/** Delivers a payload to the billing webhook as the operator's own payment system does. */
export function deliverOperatorEvent(
  ctx: TestApp,
  text: string,
  { offsetSeconds = 0, headers, secret = ctx.app.services.webhookSecrets.billing }: DeliveryOptions = {},
): Promise<TestResponse<Json>> {
  return deliverEvent(ctx, text, {
    'x-webhook-signature': signBody(secret, text),
    'x-webhook-timestamp': String(currentSeconds(ctx) + offsetSeconds),
    ...headers,
  });
}

function deliverEvent(
  ctx: TestApp,
  text: string,
  headers: Record<string, string>,
): Promise<TestResponse<Json>> {
  const raw = { raw: text, headers: { 'content-type': 'application/json', ...headers } };
  return ctx.call('POST', '/billing/webhook', undefined, raw);
}

function currentSeconds(ctx: TestApp): number {
  return Math.floor(ctx.clock.now() / 1000);
}

/** Runs the integrity check. @returns the problems found */
export function findIntegrityProblems(ctx: TestApp): Promise<string[]> {
  return checkIntegrity(ctx.app.as(CLI));
}
