import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { markPaid, voidInvoice } from '../../src/billing/service/invoices.ts';
import { CLI } from '../../src/context.ts';
import { DAY, eventsOf, type Scene, sweep, type Wire, watch } from '../campaigns/scene.ts';
import { bill, billingScene, buy, GROWTH, invoicesOf, problems, STARTER, status } from './scene.ts';

let at: Scene;
beforeEach(async () => {
  at = await billingScene();
});
afterEach(async () => {
  expect(await problems(at)).toEqual([]);
  await at.close();
});

const cli = () => at.app.as(CLI);
const run = () => sweep(at, 'sweepBilling');
const advance = async (days: number) => {
  at.clock.advance(days * DAY);
  await run();
};
const iso = (text: string) => new Date(text).toISOString();

describe('a subscription', () => {
  test('is billed a week ahead and goes on when that is paid, from where it ended', async () => {
    await buy(at, STARTER);
    await advance(22);
    expect(await invoicesOf(at)).toHaveLength(1);
    await advance(1);
    await run();
    const [renewal, ...rest] = await invoicesOf(at);
    expect([renewal.status, renewal.dueAt, rest.length]).toEqual(['open', iso('2026-07-01T12:00:00Z'), 1]);
    await markPaid(cli(), renewal.number);
    expect((await status(at)).currentPeriodEnd).toBe(iso('2026-08-01T12:00:00Z'));
    await advance(7);
    expect(await status(at)).toMatchObject({ plan: 'starter', status: 'active' });
  });

  test('that is not paid is past due, has seven days of grace, and ends', async () => {
    await buy(at, STARTER);
    await advance(29);
    const overdue = await eventsOf(at, () => advance(1));
    expect(overdue.map(({ type }) => type)).toEqual(['billing.paymentFailed', 'billing.subscriptionUpdated']);
    expect(overdue[0].data.object).toMatchObject({ number: 'INV-2026-000002', status: 'open' });
    expect(await status(at)).toMatchObject({
      plan: 'starter',
      status: 'pastDue',
      graceEndsAt: iso('2026-07-08T12:00:00Z'),
    });
    await advance(6);
    expect((await status(at)).plan).toBe('starter');
    expect((await watch(at, () => advance(1))).kinds).toEqual(['billing.subscriptionUpdated']);
    expect(await status(at)).toMatchObject({ plan: 'selfHosted', status: 'canceled', interval: null });
    expect((await invoicesOf(at))[0].status).toBe('void');
    expect(await run()).toBe(0);
  });

  test('that is paid within its grace goes on as if nothing had been', async () => {
    await buy(at, STARTER);
    await advance(35);
    const [renewal] = await invoicesOf(at);
    expect((await bill(at, 'subscribe', STARTER)).data.invoice.number).toBe(renewal.number);
    await markPaid(cli(), renewal.number);
    expect(await status(at)).toMatchObject({
      status: 'active',
      currentPeriodEnd: iso('2026-08-01T12:00:00Z'),
      graceEndsAt: null,
    });
  });

  test('that is cancelled ends with its period, unless it is resumed', async () => {
    await buy(at, STARTER);
    await advance(25);
    const cancelled = await bill(at, 'cancel');
    expect([cancelled.status, cancelled.data.cancelAtPeriodEnd, cancelled.data.plan]).toEqual([
      200,
      true,
      'starter',
    ]);
    expect((await invoicesOf(at))[0].status).toBe('void');
    expect((await watch(at, () => bill(at, 'cancel'))).kinds).toEqual([]);
    expect((await bill(at, 'resume')).data.cancelAtPeriodEnd).toBe(false);
    await run();
    expect((await invoicesOf(at))[0].status).toBe('open');
    await bill(at, 'cancel');
    await advance(6);
    expect(await status(at)).toMatchObject({
      plan: 'selfHosted',
      status: 'canceled',
      cancelAtPeriodEnd: false,
    });
    expect((await bill(at, 'resume')).error.code).toBe('CONFLICT');
    await buy(at, GROWTH);
    expect(await status(at)).toMatchObject({ plan: 'growth', status: 'active' });
  });

  test('that is cancelled when its period is over ends at once', async () => {
    await buy(at, STARTER);
    await advance(31);
    expect((await bill(at, 'cancel')).data).toMatchObject({ status: 'canceled', plan: 'selfHosted' });
  });

  test('whose renewal was made void ends with its period', async () => {
    await buy(at, STARTER);
    await advance(25);
    await voidInvoice(cli(), 'INV-2026-000002');
    await advance(6);
    expect((await status(at)).status).toBe('canceled');
  });

  test('that nobody looked at for months has ended', async () => {
    await buy(at, STARTER);
    at.clock.advance(100 * DAY);
    expect((await status(at)).status).toBe('canceled');
    expect((await invoicesOf(at)).map(({ status }: Wire) => status)).toEqual(['void', 'paid']);
  });
});
