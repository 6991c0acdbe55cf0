import { createHmac } from 'node:crypto';
import { markPaid } from '../../src/billing/service/invoices.ts';
import { CLI } from '../../src/context.ts';
import { signBody } from '../../src/platform/security/signatures.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { type Json, type Setup, setup } from '../campaigns/fixture.ts';
import type { TestApp, TestResponse } from '../support/test-app.ts';

export const STRIPE_SECRET = 'whsec_of-stripe';
/** Stripe as the provider; whoever asks its API brings STRIPE_API_BASE. */
export const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: STRIPE_SECRET };
export const STARTER = { planId: 'starter', interval: 'month' };
export const GROWTH = { planId: 'growth', interval: 'month' };

export function setupBilling(settings: Record<string, string> = {}): Promise<Setup> {
  return setup(settings);
}

/** POST /billing as the shop, or as somebody else. */
export function postBilling(
  at: Setup,
  action: string,
  { as = at.business.token, ...fields }: Record<string, unknown> & { as?: string } = {},
): Promise<TestResponse<Json>> {
  return at.call('POST', '/billing', { action, ...fields }, { as });
}

export async function getBillingStatus(at: Setup): Promise<Json> {
  return (await postBilling(at, 'status')).data;
}

/** Orders a plan and pays for it by bank transfer. */
export async function buyPlan(at: Setup, terms: object): Promise<Json> {
  const { data } = await postBilling(at, 'subscribe', { ...terms });
  return markPaid(at.app.as(CLI), data.invoice.number);
}

export async function listInvoices(at: Setup): Promise<Json[]> {
  return (await postBilling(at, 'invoices', { perPage: 100 })).data.items;
}

export async function getCashBalance(at: Setup): Promise<number> {
  await at.call('POST', '/exchange/enroll', {}, { as: at.business.token });
  const { data } = await at.call('GET', '/exchange/wallet', undefined, { as: at.business.token });
  return data.cash;
}

/** The header with which Stripe signs, made by hand from its documentation. */
export function stripeSignature(payload: string, seconds: number, secret = STRIPE_SECRET): string {
  const hmac = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${hmac},v0=${'0'.repeat(64)}`;
}

export interface DeliveryOptions {
  offsetSeconds?: number;
  headers?: Record<string, string>;
  secret?: string;
}

/** Delivers text as Stripe does. */
export function deliverStripeEvent(
  at: TestApp,
  text: string,
  sending: DeliveryOptions = {},
): Promise<TestResponse<Json>> {
  const { offsetSeconds = 0, headers = {}, secret } = sending;
  const seconds = Math.floor(at.clock.now() / 1000) + offsetSeconds;
  return at.call('POST', '/billing/webhook', undefined, {
    raw: text,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': stripeSignature(text, seconds, secret),
      ...headers,
    },
  });
}

/** Delivers text as the operator's own payment system does. */
export function deliverOperatorEvent(
  at: TestApp,
  text: string,
  sending: DeliveryOptions = {},
): Promise<TestResponse<Json>> {
  const { offsetSeconds = 0, headers = {}, secret = at.app.services.webhookSecrets.billing } = sending;
  return at.call('POST', '/billing/webhook', undefined, {
    raw: text,
    headers: {
      'content-type': 'application/json',
      'x-webhook-signature': signBody(secret, text),
      'x-webhook-timestamp': String(Math.floor(at.clock.now() / 1000) + offsetSeconds),
      ...headers,
    },
  });
}

/** Whatever is kept beside its rows adds up. */
export function findIntegrityProblems(at: TestApp): Promise<string[]> {
  return checkIntegrity(at.app.as(CLI));
}
