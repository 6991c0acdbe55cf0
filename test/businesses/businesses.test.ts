import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let other: BusinessFixture;
let root: string;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  ctx.clock.advance(1);
  other = await createBusiness(ctx, 'Red Cup');
  root = await createAdmin(ctx);
});
afterAll(() => ctx.close());

const get = (as: string, query = '') => ctx.call('GET', `/business${query}`, undefined, { as });
const put = (change: object, as = owner.token) => ctx.call('PUT', '/business', change, { as });

describe('GET /business', () => {
  test("returns the caller's business with all fields", async () => {
    const { status, data } = await get(owner.token);
    expect(status).toBe(200);
    expect(data).toEqual({
      id: owner.businessId,
      name: 'Blue Cup',
      slug: 'blue-cup',
      industry: null,
      country: null,
      website: null,
      handles: {},
      logoUploadId: null,
      accentColor: null,
      invitationText: null,
      rewardText: null,
      senderName: null,
      showsPerkmint: true,
      timeZone: 'UTC',
      locale: 'en-US',
      currency: 'USD',
      usdRate: 1,
      policyGuard: 'warn',
      requireRejectReason: false,
      reinstateWindowHours: 24,
      refundWindowDays: 30,
      test: false,
      createdAt: '2026-06-01T12:00:00.000Z',
      updatedAt: '2026-06-01T12:00:00.000Z',
    });
  });

  test("accepts the caller's own businessId and returns 404 for another business, as for an unknown one", async () => {
    expect((await get(owner.token, `?businessId=${owner.businessId}`)).status).toBe(200);
    const foreign = await get(owner.token, `?businessId=${other.businessId}`);
    const absent = await get(owner.token, '?businessId=biz_none');
    expectFailure(foreign, 404, 'NOT_FOUND');
    expect(absent.body).toEqual(foreign.body);
  });

  test('returns the business that an admin specifies', async () => {
    expect(expectInvalidFields(await get(root))).toEqual(['businessId']);
    expectFailure(await get(root, '?businessId=biz_none'), 404, 'NOT_FOUND');
    expect((await get(root, `?businessId=${other.businessId}`)).data.name).toBe('Red Cup');
  });

  test('rejects customers and unauthenticated requests', async () => {
    const { token } = await createCustomer(ctx);
    expectFailure(await get(token), 403, 'FORBIDDEN');
    expectFailure(await ctx.call('GET', '/business'), 401, 'UNAUTHENTICATED');
  });
});

describe('PUT /business', () => {
  test('updates only the fields sent', async () => {
    ctx.clock.advance(1_000);
    const { status, data } = await put({ industry: 'cafe', policyGuard: 'block', requireRejectReason: true });
    expect(status).toBe(200);
    expect(data).toMatchObject({ name: 'Blue Cup', industry: 'cafe', policyGuard: 'block', website: null });
    expect(data.requireRejectReason).toBe(true);
    expect(data.updatedAt > data.createdAt).toBe(true);
    expect((await get(owner.token)).data).toEqual(data);
  });

  test('null clears optional fields', async () => {
    await put({ industry: 'cafe', website: 'https://blue-cup.example/' });
    expect((await put({ industry: null, website: null })).data).toMatchObject({
      industry: null,
      website: null,
    });
    expect(expectInvalidFields(await put({ name: null }))).toEqual(['name']);
  });

  const WRONG: Record<string, unknown[]> = {
    name: ['', '  ', 5, 'x'.repeat(201), {}, []],
    industry: ['', 5, 'x'.repeat(201)],
    website: ['', 'x', 'ftp://x.example', 'javascript:alert(1)', `https://x.example/${'x'.repeat(2_048)}`],
    currency: ['usd', 'XAU', 'EURO', '', 978, null],
    usdRate: [0, -1, '1', 2_000_000_000],
    timeZone: ['', 'Europe/Atlantis', '+02:00', 'x'.repeat(65), 60, null],
    locale: ['', 'en_US', 'd', 'x'.repeat(36), 7, null],
    policyGuard: ['off', null, true],
    requireRejectReason: ['true', 1, null],
  };
  for (const [field, values] of Object.entries(WRONG)) {
    test(`rejects an invalid ${field}`, async () => {
      for (const value of values) expect(expectInvalidFields(await put({ [field]: value }))).toEqual([field]);
    });
  }

  test('time zone and locale get their usual capitals', async () => {
    const { data } = await put({ timeZone: 'europe/BERLIN', locale: 'DE-de' });
    expect(data).toMatchObject({ timeZone: 'Europe/Berlin', locale: 'de-DE' });
    await put({ timeZone: 'UTC', locale: 'en-US' });
  });

  test('accepts values at their length limits', async () => {
    const { data } = await put({ name: 'x'.repeat(200), currency: 'USD' });
    expect(data.name).toHaveLength(200);
    await put({ name: 'Blue Cup' });
  });

  test('rejects a request without fields to update', async () => {
    expectFailure(await put({}), 400, 'VALIDATION_ERROR');
    expectFailure(await put({ businessId: owner.businessId }), 400, 'VALIDATION_ERROR');
  });

  test('returns 404 for another business and changes nothing; admins may update it', async () => {
    expectFailure(await put({ businessId: other.businessId, name: 'Stolen' }), 404, 'NOT_FOUND');
    expect((await get(other.token)).data.name).toBe('Red Cup');
    expect(expectInvalidFields(await put({ name: 'x' }, root))).toEqual(['businessId']);
    expect((await put({ businessId: other.businessId, industry: 'bar' }, root)).data.industry).toBe('bar');
    expect((await put({ businessId: owner.businessId, industry: 'cafe' })).status).toBe(200);
  });

  test("ignores fields that clients can't set", async () => {
    const response = await put({ industry: 'cafe', id: 'biz_x', createdAt: 'x', eventSequence: 9 });
    expect(response.data.id).toBe(owner.businessId);
    expect(response.headers.get('x-ignored-fields')).toBe('id, createdAt, eventSequence');
  });
});

describe('/businesses', () => {
  test('returns 403 to callers other than admins', async () => {
    for (const as of [owner.token, (await createCustomer(ctx, 'bob')).token]) {
      expectFailure(await ctx.call('GET', '/businesses', undefined, { as }), 403, 'FORBIDDEN');
      expectFailure(await ctx.call('POST', '/businesses', { name: 'x' }, { as }), 403, 'FORBIDDEN');
    }
  });

  test('POST creates a business and returns it with 201; GET lists businesses newest first', async () => {
    ctx.clock.advance(1);
    const fields = { name: 'Green Cup', industry: 'cafe', website: 'https://green.example/' };
    const { status, data } = await ctx.call('POST', '/businesses', fields, { as: root });
    expect(status).toBe(201);
    expect(data).toMatchObject({ ...fields, currency: 'USD', policyGuard: 'warn' });
    const list = await ctx.call('GET', '/businesses', undefined, { as: root });
    expect(list.data.items[0]).toEqual(data);
    expect(list.data.items.map(({ name }: { name: string }) => name)).toEqual([
      'Green Cup',
      'Red Cup',
      'Blue Cup',
    ]);
    expect(list.data.pagination).toMatchObject({ page: 1, perPage: 20, total: 3, totalPages: 1 });
  });

  test('POST without a name returns VALIDATION_ERROR for field name', async () => {
    expect(expectInvalidFields(await ctx.call('POST', '/businesses', {}, { as: root }))).toEqual(['name']);
  });
});
