import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectFailure } from '../http/fixture.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { whoAmI } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

const create = (fields: object = {}, as: string = owner.token) =>
  ctx.call('POST', '/api-keys', { name: 'till', ...fields }, { as });
const revoke = (id: string, as: string) => ctx.call('DELETE', `/api-keys/${id}`, undefined, { as });

describe('API key with the manage scope', () => {
  /** Makes a key with these scopes by the owner. @returns its id and secret */
  const keyWith = async (...scopes: string[]) => (await create({ scopes })).data;

  test('an API key with the manage scope cannot create a key with a scope it does not have', async () => {
    const { key } = await keyWith('manage');
    const refused = await create({ scopes: ['read', 'trade', 'manage'] }, key);
    expectFailure(refused, 403, 'INSUFFICIENT_SCOPE');
    expect(refused.error.message).toEndWith("it doesn't have read, trade");
    expect(refused.error.details?.map(({ field }) => field)).toEqual(['scopes']);
  });

  test('creates keys with its own scopes by default', async () => {
    const { key } = await keyWith('read', 'manage');
    expect((await create({}, key)).data.scopes).toEqual(['read', 'manage']);
    expect((await create({ scopes: ['read'] }, key)).data.scopes).toEqual(['read']);
  });

  test('an API key with the manage scope cannot rotate or revoke a key with more scopes', async () => {
    const { key } = await keyWith('read', 'manage');
    const full = (await create()).data;
    for (const [method, path] of [
      ['POST', `/api-keys/${full.id}/rotate`],
      ['DELETE', `/api-keys/${full.id}`],
    ] as const) {
      const refused = await ctx.call(method, path, undefined, { as: key });
      expectFailure(refused, 403, 'INSUFFICIENT_SCOPE');
      expect(refused.error.message).toContain('write, review, trade');
    }
    expect((await whoAmI(ctx, full.key)).status).toBe(200);
  });

  test('an API key with the manage scope can rotate and revoke keys within its scopes', async () => {
    const { key } = await keyWith('read', 'manage');
    const lesser = await keyWith('read');
    const rotated = await ctx.call('POST', `/api-keys/${lesser.id}/rotate`, {}, { as: key });
    expect([rotated.status, rotated.data.scopes]).toEqual([200, ['read']]);
    expect((await revoke(lesser.id, key)).status).toBe(200);
  });

  test('an API key with the manage scope gets 404 for keys of another business', async () => {
    const { key } = await keyWith('manage');
    const foreign = await createBusiness(ctx, 'Red Bowl');
    const { id } = (await create({}, foreign.token)).data;
    expectFailure(await revoke(id, key), 404, 'NOT_FOUND');
  });
});

describe('scopes', () => {
  const NEEDS: Record<string, [method: string, path: string, body?: object][]> = {
    read: [
      ['GET', '/auth'],
      ['GET', '/campaigns'],
      ['GET', '/events'],
      ['GET', '/api-keys'],
      ['GET', '/business'],
    ],
    write: [
      ['POST', '/campaigns', CAMPAIGN],
      ['PUT', '/campaigns', { id: 'x' }],
      ['POST', '/submissions', {}],
      ['POST', '/uploads'],
    ],
    review: [
      ['POST', '/submissions/review', {}],
      ['POST', '/rewards/redeem', {}],
      ['POST', '/rewards/void', {}],
    ],
    manage: [
      ['POST', '/api-keys', {}],
      ['POST', '/api-keys/x/rotate'],
      ['DELETE', '/api-keys/x'],
      ['PUT', '/business', {}],
    ],
  };
  for (const [scope, routes] of Object.entries(NEEDS)) {
    for (const [method, path, body] of routes) {
      test(`${method} ${path} needs ${scope}`, async () => {
        const all = ['read', 'write', 'review', 'trade', 'manage'];
        const without = (await create({ scopes: all.filter(each => each !== scope) })).data.key;
        const alone = (await create({ scopes: [scope] })).data.key;
        const refused = await ctx.call(method, path, body, { as: without });
        expectFailure(refused, 403, 'INSUFFICIENT_SCOPE');
        expect(refused.error.message).toContain(scope);
        const taken = await ctx.call(method, path, body, { as: alone });
        expect(taken.error?.code).not.toBe('INSUFFICIENT_SCOPE');
      });
    }
  }

  test('every route for API keys has a scope, and every GET requires read', () => {
    for (const { method, access, scope, operationId } of ctx.app.handler.routes.operations) {
      // The operations of a batch require their own scopes.
      if (access === 'public' || access === 'optional' || operationId === 'runBatch') continue;
      if (method === 'GET') expect([operationId, scope]).toEqual([operationId, 'read']);
      else expect([operationId, scope]).not.toEqual([operationId, null]);
    }
  });

  test('a missing role is reported before a missing scope', async () => {
    const { key } = (await create({ scopes: ['read'] })).data;
    expectFailure(await ctx.call('POST', '/businesses', {}, { as: key }), 403, 'FORBIDDEN');
  });
});
