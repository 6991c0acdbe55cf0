import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { markPaid, markRefunded, voidInvoice } from '../../src/billing/service/invoices.ts';
import { CLI } from '../../src/context.ts';
import { captureEventKinds, DAY, type Json, type Setup } from '../campaigns/fixture.ts';
import { createAdmin } from '../support/fixtures.ts';
import {
  buyPlan,
  findIntegrityProblems,
  GROWTH,
  getBillingStatus,
  getCashBalance,
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
const iso = (text: string) => new Date(text).toISOString();

describe('business without a subscription', () => {
  test('a business without a subscription is on the selfHosted plan, active and without limits', async () => {
    expect(await getBillingStatus(ctx)).toEqual({
      businessId: ctx.business.businessId,
      provider: 'manual',
      plan: 'selfHosted',
      status: 'active',
      interval: null,
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      graceEndsAt: null,
      offersPlans: false,
      bankDetails: null,
      usage: {
        activeCampaigns: { used: 0, limit: null },
        submissions: { used: 0, limit: null },
        members: { used: 0, limit: null },
      },
    });
  });

  test('a business without a subscription can list the plans with their limits', async () => {
    const { data } = await postBilling(ctx, 'plans');
    expect(
      data.items.map(({ id, priceMonthly, priceYearly, currency }: Json) => [
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
    expect(data.pagination).toMatchObject({ page: 1, perPage: 3, total: 3, totalPages: 1 });
  });

  test.each(['cancel', 'resume'])('a business without a subscription gets 409 for %s', async action => {
    const { status: code, error } = await postBilling(ctx, action);
    expect([code, error.code]).toEqual([409, 'CONFLICT']);
  });

  test('a business without a subscription gets 404 for another business, even to list the plans', async () => {
    for (const action of ['plans', 'status', 'invoices']) {
      const { status: code, error } = await postBilling(ctx, action, {
        businessId: ctx.otherBusiness.businessId,
      });
      expect([action, code, error.code]).toEqual([action, 404, 'NOT_FOUND']);
    }
  });

  test('a business without a subscription gets 501 for the billing portal', async () => {
    const { status: code, error } = await postBilling(ctx, 'portal');
    expect([code, error.code]).toEqual([501, 'NOT_CONFIGURED']);
  });
});

describe('plan order', () => {
  test('an order returns an open invoice, and the plan starts when it is paid', async () => {
    const { status: code, data } = await postBilling(ctx, 'subscribe', STARTER);
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
    expect((await getBillingStatus(ctx)).plan).toBe('selfHosted');
    const { kinds } = await captureEventKinds(ctx, () => markPaid(cli(), 'INV-2026-000001'));
    expect(kinds).toEqual(['billing.subscriptionUpdated']);
    expect(await getBillingStatus(ctx)).toMatchObject({
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
  ])('an order of %s returns VALIDATION_ERROR', async (_, fields, field) => {
    const { status: code, error } = await postBilling(ctx, 'subscribe', { ...fields });
    expect([code, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    expect(await listInvoices(ctx)).toEqual([]);
  });

  test('a repeated order returns the same invoice, and an order for another plan voids it', async () => {
    const [one, two] = [
      await postBilling(ctx, 'subscribe', STARTER),
      await postBilling(ctx, 'subscribe', STARTER),
    ];
    expect(two.data.invoice.id).toBe(one.data.invoice.id);
    await postBilling(ctx, 'subscribe', GROWTH);
    expect((await listInvoices(ctx)).map(({ number, status }: Json) => [number, status])).toEqual([
      ['INV-2026-000002', 'open'],
      ['INV-2026-000001', 'void'],
    ]);
    expect(markPaid(cli(), 'INV-2026-000001')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('ordering the current plan returns 409, and another plan starts when paid', async () => {
    await buyPlan(ctx, STARTER);
    expect((await postBilling(ctx, 'subscribe', STARTER)).error.code).toBe('CONFLICT');
    ctx.clock.advance(10 * DAY);
    await buyPlan(ctx, { planId: 'growth', interval: 'year' });
    expect(await getBillingStatus(ctx)).toMatchObject({
      plan: 'growth',
      interval: 'year',
      currentPeriodEnd: iso('2027-06-11T12:00:00Z'),
    });
  });

  test('an invoice can be paid once; paying again returns 409, an unknown number 404', async () => {
    await buyPlan(ctx, STARTER);
    expect(markPaid(cli(), 'INV-2026-000001')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(markPaid(cli(), 'INV-2026-000009')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(voidInvoice(cli(), 'INV-2026-000001')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a rejected or rolled back order leaves no gap in the invoice numbers', async () => {
    await postBilling(ctx, 'subscribe', STARTER);
    await postBilling(ctx, 'topup', { amount: 0 });
    await postBilling(ctx, 'topup', { amount: 5 });
    await postBilling(ctx, 'topup', { amount: 5, as: ctx.otherBusiness.token });
    ctx.clock.advance(250 * DAY);
    await postBilling(ctx, 'topup', { amount: 5, as: ctx.otherBusiness.token });
    const { data } = await postBilling(ctx, 'invoices', { as: ctx.otherBusiness.token });
    expect(data.items.map(({ number }: Json) => number)).toEqual(['INV-2027-000001', 'INV-2026-000003']);
  });
});

describe('wallet top-up', () => {
  test('a paid top-up is credited to the wallet and a refund debits it', async () => {
    const { status: code, data } = await postBilling(ctx, 'topup', { amount: 50 });
    expect([code, data.invoice.kind, data.invoice.amount, data.invoice.planId]).toEqual([
      201,
      'topup',
      50,
      null,
    ]);
    expect(await getCashBalance(ctx)).toBe(0);
    await markPaid(cli(), data.invoice.number);
    expect(await getCashBalance(ctx)).toBe(50);
    expect(await markRefunded(cli(), data.invoice.number)).toMatchObject({
      status: 'refunded',
      refunded: 50,
    });
    expect(await getCashBalance(ctx)).toBe(0);
    expect(markRefunded(cli(), data.invoice.number)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await getBillingStatus(ctx)).plan).toBe('selfHosted');
  });

  test('refunding a spent top-up debits the available balance and records the shortfall', async () => {
    const { data } = await postBilling(ctx, 'topup', { amount: 50 });
    await markPaid(cli(), data.invoice.number);
    await ctx.call('POST', '/exchange/enroll', {}, { as: ctx.business.token });
    const perk = { name: 'Free coffee', faceValue: 5, supply: 9 };
    const competitorPerk = await ctx.call(
      'POST',
      '/exchange/enroll',
      { role: 'issuer', perk },
      { as: ctx.otherBusiness.token },
    );
    const order = { type: 'buy', perkId: competitorPerk.data.perk.id, quantity: 8, price: 4 };
    await ctx.call('POST', '/exchange/orders', order, { as: ctx.business.token });
    await markRefunded(cli(), data.invoice.number);
    expect(await getCashBalance(ctx)).toBe(0);
    const db = ctx.app.services.database.reader;
    expect(await db.all('select status, refunded_cents, shortfall_cents from invoices')).toEqual([
      { status: 'refunded', refunded_cents: 5_000, shortfall_cents: 3_200 },
    ]);
  });

  test.each([0, 0.49, 1_000_000, 1.234, '5'])('a top-up of %p is a VALIDATION_ERROR', async amount => {
    expect((await postBilling(ctx, 'topup', { amount })).error.code).toBe('VALIDATION_ERROR');
  });
});

describe('POST /billing', () => {
  test("acts for the caller's business: another one returns 404, a customer gets 403, an admin names one", async () => {
    const businessId = ctx.otherBusiness.businessId;
    expect((await postBilling(ctx, 'status', { businessId })).error.code).toBe('NOT_FOUND');
    expect((await postBilling(ctx, 'status', { as: ctx.ada.token })).status).toBe(403);
    const root = await createAdmin(ctx);
    expect((await postBilling(ctx, 'status', { as: root })).error.code).toBe('VALIDATION_ERROR');
    expect((await postBilling(ctx, 'status', { as: root, businessId })).data.businessId).toBe(businessId);
    expect((await postBilling(ctx, 'status', { as: root, businessId: 'biz_none' })).status).toBe(404);
  });

  test('an unknown action is a VALIDATION_ERROR that lists the known ones', async () => {
    const { error } = await postBilling(ctx, 'refund');
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(error.message).toContain('subscribe');
  });

  test('two orders with one Idempotency-Key create one invoice', async () => {
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
    expect(await listInvoices(ctx)).toHaveLength(1);
  });

  test('paginates invoices', async () => {
    for (const amount of [1, 2, 3]) await postBilling(ctx, 'topup', { amount });
    const { data } = await postBilling(ctx, 'invoices', { page: 2, perPage: 2 });
    expect(data.items.map(({ amount }: Json) => amount)).toEqual([1]);
    expect(data.pagination).toMatchObject({ page: 2, perPage: 2, total: 3, totalPages: 2 });
    expect((await postBilling(ctx, 'invoices', { perPage: 101 })).error.code).toBe('VALIDATION_ERROR');
  });

  test('filters and sorts invoices, and lists those of all businesses for admins alone', async () => {
    const [as, admin] = [ctx.otherBusiness.token, await createAdmin(ctx)];
    await postBilling(ctx, 'topup', { amount: 1 });
    await postBilling(ctx, 'topup', { amount: 2 });
    await postBilling(ctx, 'topup', { amount: 3, as });
    await voidInvoice(cli(), 'INV-2026-000002');
    const list = async (fields: object) =>
      (await postBilling(ctx, 'invoices', { ...fields })).data.items.map(({ amount }: Json) => amount);
    expect(await list({ status: 'open' })).toEqual([1]);
    expect(await list({ sort: 'createdAt' })).toEqual([1, 2]);
    expect(await list({ as })).toEqual([3]);
    expect(await list({ as: admin })).toEqual([3, 2, 1]);
    expect(await list({ as: admin, businessId: ctx.otherBusiness.businessId })).toEqual([3]);
    const unknown = await postBilling(ctx, 'invoices', { as: admin, businessId: 'biz_none' });
    expect(unknown.status).toBe(404);
    expect((await postBilling(ctx, 'invoices', { status: 'gone' })).status).toBe(400);
  });
});
