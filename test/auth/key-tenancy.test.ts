import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
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
const revoke = (id: string, as = owner.token) => ctx.call('DELETE', `/api-keys/${id}`, undefined, { as });

describe('access to API keys', () => {
  test('a customer has no API keys', async () => {
    const { token } = await createCustomer(ctx);
    expectFailure(await ctx.call('GET', '/api-keys', undefined, { as: token }), 403, 'FORBIDDEN');
    expectFailure(await create({}, token), 403, 'FORBIDDEN');
  });

  test("another businessId returns 404 in a body and an empty page in a list, and the caller's own is accepted", async () => {
    const other = await createBusiness(ctx, 'Green Cup');
    expectFailure(await create({ businessId: other.businessId }), 404, 'NOT_FOUND');
    const absent = await create({ businessId: 'biz_none' });
    expectFailure(absent, 404, 'NOT_FOUND');
    expect((await create({ businessId: owner.businessId })).status).toBe(201);
    for (const id of [other.businessId, 'biz_none']) {
      const { data } = await ctx.call('GET', `/api-keys?businessId=${id}`, undefined, { as: owner.token });
      expect(data).toEqual({
        items: [],
        pagination: { page: 1, perPage: 20, total: 0, totalPages: 0, next: null, previous: null },
      });
    }
  });

  test('an admin can name the business', async () => {
    const root = await createAdmin(ctx);
    expect(expectInvalidFields(await create({}, root))).toEqual(['businessId']);
    expect(expectInvalidFields(await ctx.call('GET', '/api-keys', undefined, { as: root }))).toEqual([
      'businessId',
    ]);
    expectFailure(await create({ businessId: 'biz_none' }, root), 404, 'NOT_FOUND');
    const { data } = await create({ businessId: owner.businessId }, root);
    expect((await whoAmI(ctx, data.key)).data.business.id).toBe(owner.businessId);
    expect((await revoke(data.id, root)).status).toBe(200);
  });
});
