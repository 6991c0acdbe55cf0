import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { captureEvents, DAY, type Json, runJobByName, type Setup } from '../campaigns/fixture.ts';
import {
  deliverOperatorEvent,
  findIntegrityProblems,
  getBillingStatus,
  getCashBalance,
  listInvoices,
  postBilling,
  STARTER,
  setupBilling,
} from './fixture.ts';
import { T0 } from './stripe-objects.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setupBilling();
});
afterEach(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

let ids = 0;
/** The request that the billing guide tells an operator to send. */
function payload(type: string, object: object, fields: object = {}): string {
  ids += 1;
  return JSON.stringify({ id: `pay-${ids}`, type, created: T0 + ids, data: { object }, ...fields });
}
const send = async (type: string, object: object) => {
  const { status: code, data } = await deliverOperatorEvent(ctx, payload(type, object));
  expect([code, data]).toEqual([200, { received: true }]);
};

async function toppedUp(): Promise<string> {
  const { data } = await postBilling(ctx, 'topup', { amount: 50 });
  return data.invoice.number;
}

describe("the operator's own payment system", () => {
  test('marks an invoice as paid by number or id', async () => {
    const { data } = await postBilling(ctx, 'subscribe', STARTER);
    await send('invoice.paid', { metadata: { invoiceId: data.invoice.id } });
    expect(await getBillingStatus(ctx)).toMatchObject({
      provider: 'manual',
      plan: 'starter',
      status: 'active',
    });
    await send('invoice.paid', { amount_paid: 5_000, metadata: { invoiceId: await toppedUp() } });
    expect(await getCashBalance(ctx)).toBe(50);
  });

  test('a payment that is too low or for another business has no effect', async () => {
    const invoiceId = await toppedUp();
    await send('invoice.paid', { amount_paid: 4_999, metadata: { invoiceId } });
    await send('invoice.paid', { metadata: { invoiceId, businessId: ctx.otherBusiness.businessId } });
    await send('invoice.paid', { metadata: { invoiceId: 'INV-2026-999999' } });
    expect((await listInvoices(ctx)).map((each: Json) => each.status)).toEqual(['open']);
  });

  test('reports a refund', async () => {
    const invoiceId = await toppedUp();
    await send('invoice.paid', { metadata: { invoiceId } });
    await send('charge.refunded', { metadata: { invoiceId }, amount_refunded: 1_000 });
    expect(await getCashBalance(ctx)).toBe(40);
    await send('charge.refunded', { metadata: { invoiceId } });
    expect(await getCashBalance(ctx)).toBe(0);
    expect((await listInvoices(ctx))[0].status).toBe('refunded');
  });

  test('reports a failed renewal, which starts the grace period', async () => {
    const { data } = await postBilling(ctx, 'subscribe', STARTER);
    await send('invoice.paid', { metadata: { invoiceId: data.invoice.id } });
    ctx.clock.advance(25 * DAY);
    await runJobByName(ctx, 'processBilling');
    const [renewal] = await listInvoices(ctx);
    const failed = () => send('invoice.payment_failed', { metadata: { invoiceId: renewal.number } });
    const kinds = (await captureEvents(ctx, failed)).map(({ type, actor }) => [type, actor.id]);
    expect(kinds).toEqual([
      ['billing.paymentFailed', 'billing'],
      ['billing.subscriptionUpdated', 'billing'],
    ]);
    const graceEndsAt = '2026-07-08T12:00:00.000Z';
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'starter', status: 'pastDue', graceEndsAt });
    await send('invoice.paid', { metadata: { invoiceId: renewal.number } });
    expect(await getBillingStatus(ctx)).toMatchObject({
      status: 'active',
      currentPeriodEnd: '2026-08-01T12:00:00.000Z',
    });
  });

  test('after an early failure, a cancellation still takes effect at the end of the paid period', async () => {
    const { data } = await postBilling(ctx, 'subscribe', STARTER);
    await send('invoice.paid', { metadata: { invoiceId: data.invoice.id } });
    ctx.clock.advance(25 * DAY);
    await runJobByName(ctx, 'processBilling');
    await send('invoice.payment_failed', { metadata: { invoiceId: (await listInvoices(ctx))[0].number } });
    const cancelled = await postBilling(ctx, 'cancel');
    expect(cancelled.data).toMatchObject({ plan: 'starter', status: 'active', cancelAtPeriodEnd: true });
    ctx.clock.advance(6 * DAY);
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'selfHosted', status: 'canceled' });
  });

  test('identifies our subscription by its invoice', async () => {
    const { data } = await postBilling(ctx, 'subscribe', STARTER);
    const { id: invoiceId } = data.invoice;
    await send('invoice.paid', { metadata: { invoiceId } });
    const subscription = (status: string, more: object = {}) => ({
      id: 'abo-9',
      status,
      metadata: { businessId: ctx.business.businessId, planId: 'starter', invoiceId },
      ...more,
    });
    await send('customer.subscription.updated', subscription('past_due', { cancel_at_period_end: true }));
    expect(await getBillingStatus(ctx)).toMatchObject({
      plan: 'starter',
      status: 'pastDue',
      cancelAtPeriodEnd: true,
    });
    await send('customer.subscription.updated', subscription('active'));
    const late = payload('customer.subscription.updated', subscription('past_due'), { created: T0 });
    await deliverOperatorEvent(ctx, late);
    expect(await getBillingStatus(ctx)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false });
    const foreign = { metadata: { businessId: ctx.otherBusiness.businessId, planId: 'starter', invoiceId } };
    await send('customer.subscription.deleted', subscription('canceled', { id: 'abo-10', ...foreign }));
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'starter', status: 'active' });
    await send('customer.subscription.deleted', subscription('canceled'));
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'selfHosted', status: 'canceled' });
    await deliverOperatorEvent(
      ctx,
      payload('customer.subscription.created', subscription('active'), { created: T0 }),
    );
    expect(await getBillingStatus(ctx)).toMatchObject({ status: 'canceled' });
  });

  test("the operator's payment system can manage subscriptions itself", async () => {
    const metadata = { businessId: ctx.business.businessId, planId: 'growth', interval: 'year' };
    const terms = { id: 'abo-7', status: 'active', current_period_end: T0 + 9_000_000, metadata };
    await send('customer.subscription.created', terms);
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'growth', interval: 'year', status: 'active' });
    expect((await postBilling(ctx, 'cancel')).error.code).toBe('NOT_CONFIGURED');
    await send('customer.subscription.deleted', { ...terms, status: 'canceled' });
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'selfHosted', status: 'canceled' });
  });
});

describe('exactly-once processing', () => {
  test('a top-up reported 50 times concurrently, by one event and by 50 events, is credited once', async () => {
    const invoiceId = await toppedUp();
    const one = payload('invoice.paid', { metadata: { invoiceId } });
    const same = await Promise.all(Array.from({ length: 50 }, () => deliverOperatorEvent(ctx, one)));
    expect(same.filter(({ data }) => !data.duplicate)).toHaveLength(1);
    const others = Array.from({ length: 50 }, () => payload('invoice.paid', { metadata: { invoiceId } }));
    await Promise.all(others.map(text => deliverOperatorEvent(ctx, text)));
    expect(await getCashBalance(ctx)).toBe(50);
    const back = Array.from({ length: 50 }, () => payload('charge.refunded', { metadata: { invoiceId } }));
    await Promise.all([...back, ...back].map(text => deliverOperatorEvent(ctx, text)));
    expect(await getCashBalance(ctx)).toBe(0);
    const db = ctx.app.services.database.reader;
    const [counted] = await db.all<Json>(
      sql`select count(*) as n, count(reverses) as back from ledger_transfers`,
    );
    expect(counted).toEqual({ n: 2, back: 1 });
  });

  test('an event whose transaction failed is processed when it is sent again', async () => {
    const invoiceId = await toppedUp();
    const text = payload('invoice.paid', { metadata: { invoiceId } });
    const run = (statement: string) =>
      ctx.app.services.database.transaction(async db => void (await db.run(sql.raw(statement))));
    // A late write of the credit fails, as on a full disk.
    await run('alter table ledger_entries rename to broken');
    expect((await deliverOperatorEvent(ctx, text)).status).toBe(500);
    expect((await listInvoices(ctx))[0].status).toBe('open');
    await run('alter table broken rename to ledger_entries');
    expect((await deliverOperatorEvent(ctx, text)).data).toEqual({ received: true });
    expect((await deliverOperatorEvent(ctx, text)).data).toEqual({ received: true, duplicate: true });
    expect(await getCashBalance(ctx)).toBe(50);
  });
});
