import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { markPaid, markRefunded, voidInvoice } from '../../src/billing/service/invoices.ts';
import { CLI } from '../../src/context.ts';
import { DAY, type Setup, type Wire, watch } from '../campaigns/fixture.ts';
import { adminOf } from '../support/fixtures.ts';
import { bill, buy, cashOf, GROWTH, invoicesOf, problems, STARTER, setupBilling, status } from './fixture.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setupBilling();
});
afterEach(async () => {
  expect(await problems(ctx)).toEqual([]);
  await ctx.close();
});

const cli = () => ctx.app.as(CLI);
const iso = (text: string) => new Date(text).toISOString();

describe('a business without a subscription', () => {
  test('is on selfHosted, active, without limits', async () => {
    expect(await status(ctx)).toEqual({
      businessId: ctx.business.businessId,
      provider: 'manual',
      plan: 'selfHosted',
      status: 'active',
      interval: null,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      graceEndsAt: null,
      usage: {
        activeCampaigns: { used: 0, limit: null },
        submissions: { used: 0, limit: null },
        members: { used: 0, limit: null },
      },
    });
  });

  test('sees the plans, each with its limits', async () => {
    const { data } = await bill(ctx, 'plans');
    expect(
      data.items.map(({ id, priceMonthly, priceYearly, currency }: Wire) => [
        id,
        priceMonthly,
        priceYearly,
        currency,
      ]),
    ).toEqual([
      ['selfHosted', 0, 0, 'USD'],
      ['starter', 19, 190, 'USD'],
      ['growth', 79, 790, 'USD'],
    ]);
    expect(data.items[1].limits).toEqual({ activeCampaigns: 5, submissions: 500, members: 1000 });
    expect(data.pagination).toEqual({ page: 1, perPage: 3, total: 3, totalPages: 1 });
  });

  test.each(['cancel', 'resume'])('has nothing to %s: 409', async action => {
    const { status: code, error } = await bill(ctx, action);
    expect([code, error.code]).toEqual([409, 'CONFLICT']);
  });

  test('names no other business, not even to read the plans: 404', async () => {
    for (const action of ['plans', 'status', 'invoices']) {
      const { status: code, error } = await bill(ctx, action, { businessId: ctx.otherBusiness.businessId });
      expect([action, code, error.code]).toEqual([action, 404, 'NOT_FOUND']);
    }
  });

  test('finds no portal: 501', async () => {
    const { status: code, error } = await bill(ctx, 'portal');
    expect([code, error.code]).toEqual([501, 'NOT_CONFIGURED']);
  });
});

describe('an order', () => {
  test('answers an open invoice; the plan starts when it is paid', async () => {
    const { status: code, data } = await bill(ctx, 'subscribe', STARTER);
    expect(code).toBe(201);
    expect(data).toEqual({
      invoice: {
        id: expect.stringMatching(/^inv_/),
        number: 'INV-2026-000001',
        businessId: ctx.business.businessId,
        kind: 'subscription',
        planId: 'starter',
        interval: 'month',
        amount: 19,
        currency: 'USD',
        status: 'open',
        reference: 'RF422026000001',
        refunded: 0,
        chargedBack: 0,
        shortfall: 0,
        createdAt: iso('2026-06-01T12:00:00Z'),
        dueAt: iso('2026-06-15T12:00:00Z'),
        paidAt: null,
      },
    });
    expect((await status(ctx)).plan).toBe('selfHosted');
    const { kinds } = await watch(ctx, () => markPaid(cli(), 'INV-2026-000001'));
    expect(kinds).toEqual(['billing.subscriptionUpdated']);
    expect(await status(ctx)).toMatchObject({
      plan: 'starter',
      status: 'active',
      interval: 'month',
      currentPeriodEnd: iso('2026-07-01T12:00:00Z'),
      usage: { activeCampaigns: { used: 0, limit: 5 } },
    });
  });

  test.each<[string, object, string]>([
    ['an unknown plan', { planId: 'gold', interval: 'month' }, 'planId'],
    ['a free plan', { planId: 'selfHosted', interval: 'month' }, 'planId'],
    ['an unknown interval', { planId: 'starter', interval: 'week' }, 'interval'],
    ['no interval', { planId: 'starter' }, 'interval'],
    ['no plan', { interval: 'month' }, 'planId'],
  ])('of %s is VALIDATION_ERROR', async (_, fields, field) => {
    const { status: code, error } = await bill(ctx, 'subscribe', { ...fields });
    expect([code, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    expect(await invoicesOf(ctx)).toEqual([]);
  });

  test('made again is the same invoice; one of another plan makes it void', async () => {
    const [one, two] = [await bill(ctx, 'subscribe', STARTER), await bill(ctx, 'subscribe', STARTER)];
    expect(two.data.invoice.id).toBe(one.data.invoice.id);
    await bill(ctx, 'subscribe', GROWTH);
    expect((await invoicesOf(ctx)).map(({ number, status }: Wire) => [number, status])).toEqual([
      ['INV-2026-000002', 'open'],
      ['INV-2026-000001', 'void'],
    ]);
    expect(markPaid(cli(), 'INV-2026-000001')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('of the plan that runs is 409; of another one it starts anew when paid', async () => {
    await buy(ctx, STARTER);
    expect((await bill(ctx, 'subscribe', STARTER)).error.code).toBe('CONFLICT');
    ctx.clock.advance(10 * DAY);
    await buy(ctx, { planId: 'growth', interval: 'year' });
    expect(await status(ctx)).toMatchObject({
      plan: 'growth',
      interval: 'year',
      currentPeriodEnd: iso('2027-06-11T12:00:00Z'),
    });
  });

  test('is paid once: again is 409, an unknown number 404', async () => {
    await buy(ctx, STARTER);
    expect(markPaid(cli(), 'INV-2026-000001')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(markPaid(cli(), 'INV-2026-000009')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(voidInvoice(cli(), 'INV-2026-000001')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('that is refused or undone leaves no gap in the numbers', async () => {
    await bill(ctx, 'subscribe', STARTER);
    await bill(ctx, 'topup', { amount: 0 });
    await bill(ctx, 'topup', { amount: 5 });
    await bill(ctx, 'topup', { amount: 5, as: ctx.otherBusiness.token });
    ctx.clock.advance(250 * DAY);
    await bill(ctx, 'topup', { amount: 5, as: ctx.otherBusiness.token });
    const { data } = await bill(ctx, 'invoices', { as: ctx.otherBusiness.token });
    expect(data.items.map(({ number }: Wire) => number)).toEqual(['INV-2027-000001', 'INV-2026-000003']);
  });
});

describe('a top-up', () => {
  test('is in the wallet when it is paid, and out of it when it is refunded', async () => {
    const { status: code, data } = await bill(ctx, 'topup', { amount: 50 });
    expect([code, data.invoice.kind, data.invoice.amount, data.invoice.planId]).toEqual([
      201,
      'topup',
      50,
      null,
    ]);
    expect(await cashOf(ctx)).toBe(0);
    await markPaid(cli(), data.invoice.number);
    expect(await cashOf(ctx)).toBe(50);
    expect(await markRefunded(cli(), data.invoice.number)).toMatchObject({
      status: 'refunded',
      refunded: 50,
    });
    expect(await cashOf(ctx)).toBe(0);
    expect(markRefunded(cli(), data.invoice.number)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await status(ctx)).plan).toBe('selfHosted');
  });

  test('that was spent is taken back as far as it is there, and the rest is noted', async () => {
    const { data } = await bill(ctx, 'topup', { amount: 50 });
    await markPaid(cli(), data.invoice.number);
    await ctx.call('POST', '/exchange/enroll', {}, { as: ctx.business.token });
    const perk = { name: 'Free coffee', faceValue: 5, supply: 9 };
    const rival = await ctx.call(
      'POST',
      '/exchange/enroll',
      { role: 'issuer', perk },
      { as: ctx.otherBusiness.token },
    );
    const order = { type: 'buy', perkId: rival.data.perk.id, quantity: 8, price: 4 };
    await ctx.call('POST', '/exchange/orders', order, { as: ctx.business.token });
    await markRefunded(cli(), data.invoice.number);
    expect(await cashOf(ctx)).toBe(0);
    const db = ctx.app.services.database.reader;
    expect(db.all('select status, refunded_cents, shortfall_cents from invoices')).toEqual([
      { status: 'refunded', refunded_cents: 5_000, shortfall_cents: 3_200 },
    ]);
  });

  test.each([0, 0.49, 1_000_000, 1.234, '5'])('of %p is VALIDATION_ERROR', async amount => {
    expect((await bill(ctx, 'topup', { amount })).error.code).toBe('VALIDATION_ERROR');
  });
});

describe('POST /billing', () => {
  test('is for the own business: a foreign one is 404, a customer 403, an admin names one', async () => {
    const businessId = ctx.otherBusiness.businessId;
    expect((await bill(ctx, 'status', { businessId })).error.code).toBe('NOT_FOUND');
    expect((await bill(ctx, 'status', { as: ctx.ada.token })).status).toBe(403);
    const root = await adminOf(ctx);
    expect((await bill(ctx, 'status', { as: root })).error.code).toBe('VALIDATION_ERROR');
    expect((await bill(ctx, 'status', { as: root, businessId })).data.businessId).toBe(businessId);
    expect((await bill(ctx, 'status', { as: root, businessId: 'biz_none' })).status).toBe(404);
  });

  test('of an unknown action is VALIDATION_ERROR naming those it knows', async () => {
    const { error } = await bill(ctx, 'refund');
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(error.message).toContain('subscribe');
  });

  test('under an Idempotency-Key orders once', async () => {
    const order = () =>
      ctx.call(
        'POST',
        '/billing',
        { action: 'topup', amount: 5 },
        { as: ctx.business.token, headers: { 'idempotency-key': 'k' } },
      );
    const [one, two] = [await order(), await order()];
    expect(two.body).toEqual(one.body);
    expect(two.headers.get('idempotency-replayed')).toBe('true');
    expect(await invoicesOf(ctx)).toHaveLength(1);
  });

  test('lists invoices page by page', async () => {
    for (const amount of [1, 2, 3]) await bill(ctx, 'topup', { amount });
    const { data } = await bill(ctx, 'invoices', { page: 2, perPage: 2 });
    expect(data.items.map(({ amount }: Wire) => amount)).toEqual([1]);
    expect(data.pagination).toEqual({ page: 2, perPage: 2, total: 3, totalPages: 2 });
    expect((await bill(ctx, 'invoices', { perPage: 101 })).error.code).toBe('VALIDATION_ERROR');
  });
});
