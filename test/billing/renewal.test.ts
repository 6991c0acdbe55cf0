import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { markPaid, voidInvoice } from '../../src/billing/service/invoices.ts';
import { CLI } from '../../src/context.ts';
import { DAY, eventsOf, type Setup, sweep, type Wire, watch } from '../campaigns/fixture.ts';
import { bill, buy, GROWTH, invoicesOf, problems, STARTER, setupBilling, status } from './fixture.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setupBilling();
});
afterEach(async () => {
  expect(await problems(ctx)).toEqual([]);
  await ctx.close();
});

const cli = () => ctx.app.as(CLI);
const run = () => sweep(ctx, 'sweepBilling');
const advance = async (days: number) => {
  ctx.clock.advance(days * DAY);
  await run();
};
const iso = (text: string) => new Date(text).toISOString();

describe('a subscription', () => {
  test('is billed a week ahead and goes on when that is paid, from where it ended', async () => {
    await buy(ctx, STARTER);
    await advance(22);
    expect(await invoicesOf(ctx)).toHaveLength(1);
    await advance(1);
    await run();
    const [renewal, ...rest] = await invoicesOf(ctx);
    expect([renewal.status, renewal.dueAt, rest.length]).toEqual(['open', iso('2026-07-01T12:00:00Z'), 1]);
    await markPaid(cli(), renewal.number);
    expect((await status(ctx)).currentPeriodEnd).toBe(iso('2026-08-01T12:00:00Z'));
    await advance(7);
    expect(await status(ctx)).toMatchObject({ plan: 'starter', status: 'active' });
  });

  test('that is not paid is past due, has seven days of grace, and ends', async () => {
    await buy(ctx, STARTER);
    await advance(29);
    const overdue = await eventsOf(ctx, () => advance(1));
    expect(overdue.map(({ type }) => type)).toEqual(['billing.paymentFailed', 'billing.subscriptionUpdated']);
    expect(overdue[0].data.object).toMatchObject({ number: 'INV-2026-000002', status: 'open' });
    expect(await status(ctx)).toMatchObject({
      plan: 'starter',
      status: 'pastDue',
      graceEndsAt: iso('2026-07-08T12:00:00Z'),
    });
    await advance(6);
    expect((await status(ctx)).plan).toBe('starter');
    expect((await watch(ctx, () => advance(1))).kinds).toEqual(['billing.subscriptionUpdated']);
    expect(await status(ctx)).toMatchObject({ plan: 'selfHosted', status: 'canceled', interval: null });
    expect((await invoicesOf(ctx))[0].status).toBe('void');
    expect(await run()).toBe(0);
  });

  test('that is paid within its grace goes on as if nothing had been', async () => {
    await buy(ctx, STARTER);
    await advance(35);
    const [renewal] = await invoicesOf(ctx);
    expect((await bill(ctx, 'subscribe', STARTER)).data.invoice.number).toBe(renewal.number);
    await markPaid(cli(), renewal.number);
    expect(await status(ctx)).toMatchObject({
      status: 'active',
      currentPeriodEnd: iso('2026-08-01T12:00:00Z'),
      graceEndsAt: null,
    });
  });

  test('that is cancelled ends with its period, unless it is resumed', async () => {
    await buy(ctx, STARTER);
    await advance(25);
    const cancelled = await bill(ctx, 'cancel');
    expect([cancelled.status, cancelled.data.cancelAtPeriodEnd, cancelled.data.plan]).toEqual([
      200,
      true,
      'starter',
    ]);
    expect((await invoicesOf(ctx))[0].status).toBe('void');
    expect((await watch(ctx, () => bill(ctx, 'cancel'))).kinds).toEqual([]);
    expect((await bill(ctx, 'resume')).data.cancelAtPeriodEnd).toBe(false);
    await run();
    expect((await invoicesOf(ctx))[0].status).toBe('open');
    await bill(ctx, 'cancel');
    await advance(6);
    expect(await status(ctx)).toMatchObject({
      plan: 'selfHosted',
      status: 'canceled',
      cancelAtPeriodEnd: false,
    });
    expect((await bill(ctx, 'resume')).error.code).toBe('CONFLICT');
    await buy(ctx, GROWTH);
    expect(await status(ctx)).toMatchObject({ plan: 'growth', status: 'active' });
  });

  test('that is cancelled when its period is over ends at once', async () => {
    await buy(ctx, STARTER);
    await advance(31);
    expect((await bill(ctx, 'cancel')).data).toMatchObject({ status: 'canceled', plan: 'selfHosted' });
  });

  test('whose renewal was made void ends with its period', async () => {
    await buy(ctx, STARTER);
    await advance(25);
    await voidInvoice(cli(), 'INV-2026-000002');
    await advance(6);
    expect((await status(ctx)).status).toBe('canceled');
  });

  test('that nobody looked at for months has ended', async () => {
    await buy(ctx, STARTER);
    ctx.clock.advance(100 * DAY);
    expect((await status(ctx)).status).toBe('canceled');
    expect((await invoicesOf(ctx)).map(({ status }: Wire) => status)).toEqual(['void', 'paid']);
  });
});
