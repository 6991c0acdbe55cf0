import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { markPaid, voidInvoice } from '../../src/billing/service/invoices.ts';
import { CLI } from '../../src/context.ts';
import {
  captureEventKinds,
  captureEvents,
  DAY,
  type Json,
  runJobByName,
  type Setup,
} from '../campaigns/fixture.ts';
import {
  buyPlan,
  findIntegrityProblems,
  GROWTH,
  getBillingStatus,
  listInvoices,
  postBilling,
  STARTER,
  setupBilling,
} from './fixture.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setupBilling();
});
afterEach(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

const cli = () => ctx.app.as(CLI);
const run = () => runJobByName(ctx, 'processBilling');
const advance = async (days: number) => {
  ctx.clock.advance(days * DAY);
  await run();
};
const iso = (text: string) => new Date(text).toISOString();

describe('subscription renewal', () => {
  test('a renewal is billed a week ahead and, when paid, continues from the end of the period', async () => {
    await buyPlan(ctx, STARTER);
    await advance(22);
    expect(await listInvoices(ctx)).toHaveLength(1);
    await advance(1);
    await run();
    const [renewal, ...rest] = await listInvoices(ctx);
    expect([renewal.status, renewal.dueAt, rest.length]).toEqual(['open', iso('2026-07-01T12:00:00Z'), 1]);
    await markPaid(cli(), renewal.number);
    expect((await getBillingStatus(ctx)).currentPeriodEnd).toBe(iso('2026-08-01T12:00:00Z'));
    await advance(7);
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'starter', status: 'active' });
  });

  test('an unpaid subscription is past due, has a grace period of seven days, and then ends', async () => {
    await buyPlan(ctx, STARTER);
    await advance(29);
    const overdue = await captureEvents(ctx, () => advance(1));
    expect(overdue.map(({ type }) => type)).toEqual(['billing.paymentFailed', 'billing.subscriptionUpdated']);
    expect(overdue[0].data.object).toMatchObject({ number: 'INV-2026-000002', status: 'open' });
    expect(await getBillingStatus(ctx)).toMatchObject({
      plan: 'starter',
      status: 'pastDue',
      graceEndsAt: iso('2026-07-08T12:00:00Z'),
    });
    await advance(6);
    expect((await getBillingStatus(ctx)).plan).toBe('starter');
    expect((await captureEventKinds(ctx, () => advance(1))).kinds).toEqual(['billing.subscriptionUpdated']);
    expect(await getBillingStatus(ctx)).toMatchObject({
      plan: 'selfHosted',
      status: 'canceled',
      interval: null,
    });
    expect((await listInvoices(ctx))[0].status).toBe('void');
    expect(await run()).toBe(0);
  });

  test('a subscription paid within the grace period continues normally', async () => {
    await buyPlan(ctx, STARTER);
    await advance(35);
    const [renewal] = await listInvoices(ctx);
    expect((await postBilling(ctx, 'subscribe', STARTER)).data.invoice.number).toBe(renewal.number);
    await markPaid(cli(), renewal.number);
    expect(await getBillingStatus(ctx)).toMatchObject({
      status: 'active',
      currentPeriodEnd: iso('2026-08-01T12:00:00Z'),
      graceEndsAt: null,
    });
  });

  test('a canceled subscription ends with its period unless resumed', async () => {
    await buyPlan(ctx, STARTER);
    await advance(25);
    const cancelled = await postBilling(ctx, 'cancel');
    expect([cancelled.status, cancelled.data.cancelAtPeriodEnd, cancelled.data.plan]).toEqual([
      200,
      true,
      'starter',
    ]);
    expect((await listInvoices(ctx))[0].status).toBe('void');
    expect((await captureEventKinds(ctx, () => postBilling(ctx, 'cancel'))).kinds).toEqual([]);
    expect((await postBilling(ctx, 'resume')).data.cancelAtPeriodEnd).toBe(false);
    await run();
    expect((await listInvoices(ctx))[0].status).toBe('open');
    await postBilling(ctx, 'cancel');
    await advance(6);
    expect(await getBillingStatus(ctx)).toMatchObject({
      plan: 'selfHosted',
      status: 'canceled',
      cancelAtPeriodEnd: false,
    });
    expect((await postBilling(ctx, 'resume')).error.code).toBe('CONFLICT');
    await buyPlan(ctx, GROWTH);
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'growth', status: 'active' });
  });

  test('a subscription canceled after its period ends immediately', async () => {
    await buyPlan(ctx, STARTER);
    await advance(31);
    expect((await postBilling(ctx, 'cancel')).data).toMatchObject({ status: 'canceled', plan: 'selfHosted' });
  });

  test('a subscription whose renewal was voided ends with its period', async () => {
    await buyPlan(ctx, STARTER);
    await advance(25);
    await voidInvoice(cli(), 'INV-2026-000002');
    await advance(6);
    expect((await getBillingStatus(ctx)).status).toBe('canceled');
  });

  test('a subscription that was not read for months has ended', async () => {
    await buyPlan(ctx, STARTER);
    ctx.clock.advance(100 * DAY);
    expect((await getBillingStatus(ctx)).status).toBe('canceled');
    expect((await listInvoices(ctx)).map(({ status }: Json) => status)).toEqual(['void', 'paid']);
  });
});
