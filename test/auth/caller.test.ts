import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectFailure } from '../http/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { whoAmI } from './fixture.ts';

const ALL_SCOPES = ['read', 'write', 'review', 'trade', 'manage'];
let ctx: TestApp;
let owner: BusinessFixture;
let key: { id: string; key: string };
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  key = (
    await ctx.call('POST', '/api-keys', { name: 'till', scopes: ['read', 'trade'] }, { as: owner.token })
  ).data;
});
afterAll(() => ctx.close());

describe('GET /auth', () => {
  test('returns an owner with their business', async () => {
    expect((await whoAmI(ctx, owner.token)).data).toEqual({
      user: {
        id: owner.userId,
        email: 'owner@blue-cup.example',
        emailConfirmed: false,
        name: 'Blue Cup owner',
        role: 'business',
        businessId: owner.businessId,
        position: 'owner',
      },
      business: { id: owner.businessId, name: 'Blue Cup' },
      authMethod: 'jwt',
      scopes: ALL_SCOPES,
      testMode: false,
    });
  });

  test('returns a customer without a business', async () => {
    const { data } = await whoAmI(ctx, (await createCustomer(ctx)).token);
    expect(data.user).toMatchObject({
      role: 'customer',
      businessId: null,
      position: null,
    });
    expect(Object.keys(data).sort()).toEqual(['authMethod', 'scopes', 'testMode', 'user']);
  });

  test('returns an admin without a business', async () => {
    const { data } = await whoAmI(ctx, await createAdmin(ctx));
    expect(data.user).toMatchObject({
      role: 'admin',
      businessId: null,
      position: null,
    });
    expect('business' in data).toBe(false);
  });

  for (const how of ['Bearer', 'X-API-Key'] as const) {
    test(`returns an API key sent as ${how}`, async () => {
      const as = how === 'Bearer' ? key.key : { apiKey: key.key };
      expect((await whoAmI(ctx, as)).data).toEqual({
        user: {
          id: key.id,
          email: null,
          emailConfirmed: false,
          name: 'API key',
          role: 'business',
          businessId: owner.businessId,
          position: null,
        },
        business: { id: owner.businessId, name: 'Blue Cup' },
        authMethod: 'apiKey',
        scopes: ['read', 'trade'],
        testMode: false,
      });
    });
  }

  test('returns 401 without a credential', async () => {
    expectFailure(await whoAmI(ctx), 401, 'UNAUTHENTICATED');
  });
});

describe('two credentials', () => {
  const both = (authorization: string, apiKey: string) =>
    ctx.call('GET', '/auth', undefined, {
      headers: { authorization, 'x-api-key': apiKey },
    });

  test('two different credentials are AMBIGUOUS_CREDENTIALS, whether valid or not', async () => {
    const other = (await ctx.call('POST', '/api-keys', { name: 'two' }, { as: owner.token })).data.key;
    for (const [bearer, header] of [
      [owner.token, key.key],
      [key.key, other],
      ['nonsense', 'nonsense-too'],
      [owner.token, 'pmk_nonsense'],
    ]) {
      expectFailure(await both(`Bearer ${bearer}`, header as string), 400, 'AMBIGUOUS_CREDENTIALS');
    }
  });

  test('two equal credentials are accepted', async () => {
    expect((await both(`Bearer ${key.key}`, key.key)).status).toBe(200);
  });

  test('an empty X-API-Key in addition to a token is ignored', async () => {
    expect((await both(`Bearer ${owner.token}`, '')).status).toBe(200);
  });

  test('an access token is not accepted as an API key', async () => {
    expectFailure(await whoAmI(ctx, { apiKey: owner.token }), 401, 'INVALID_API_KEY');
  });

  test('public routes neither require nor check credentials', async () => {
    for (const path of ['/actions', '/benchmarks', '/health', '/docs']) {
      const headers = { authorization: 'Basic x', 'x-api-key': 'nonsense' };
      expect((await ctx.call('GET', path, undefined, { headers })).status).toBe(200);
    }
  });
});
