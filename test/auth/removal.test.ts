import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/api-keys.ts';
import { findDerived } from '../../src/auth/rules.ts';
import { expectFailure } from '../http/fixture.ts';
import { type BusinessFixture, createBusiness, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, whoAmI } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let people = 0;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

/** Creates another owner of the business, who can create keys. */
async function createPartner(): Promise<{ id: string; token: string }> {
  const email = `partner${++people}@people.example`;
  const person = { email, name: 'Pat', password: PASSWORD, position: 'owner' };
  const { data } = await ctx.call('POST', '/business/users', person, { as: owner.token });
  return { id: data.id, token: (await login(ctx, email)).data.accessToken };
}

const createKey = async (as: string, fields: object = {}) =>
  (await ctx.call('POST', '/api-keys', { name: 'till', ...fields }, { as })).data;
const remove = (id: string, query = '') =>
  ctx.call('DELETE', `/business/users/${id}${query}`, undefined, { as: owner.token });
const idsOf = (keys: { id: string }[]) => keys.map(({ id }) => id).sort();

test('the API returns which user or key created and last rotated a key', async () => {
  const key = await createKey(owner.token);
  expect([key.createdBy, key.rotatedBy]).toEqual([owner.userId, null]);
  const child = await createKey(key.key);
  expect(child.createdBy).toBe(key.id);
  const rotated = await ctx.call('POST', `/api-keys/${child.id}/rotate`, {}, { as: owner.token });
  expect([rotated.data.createdBy, rotated.data.rotatedBy]).toEqual([key.id, owner.userId]);
});

describe('removing a business user', () => {
  test('lists and revokes the keys that the user created, with one event per key', async () => {
    const { id, token } = await createPartner();
    const [one, two, ours] = [await createKey(token), await createKey(token), await createKey(owner.token)];
    const { status, data } = await remove(id);
    expect([status, data.deleted, data.keysRevoked]).toEqual([200, true, true]);
    expect(idsOf(data.keys)).toEqual(idsOf([one, two]));
    for (const { key } of [one, two]) expectFailure(await whoAmI(ctx, key), 401, 'INVALID_API_KEY');
    expect((await whoAmI(ctx, ours.key)).status).toBe(200);
    const { items } = (await ctx.call('GET', '/events?type=apiKey.revoked', undefined, { as: owner.token }))
      .data;
    const revoked = items.map((event: { data: { object: { id: string } } }) => event.data.object.id);
    expect(revoked).toEqual(expect.arrayContaining([one.id, two.id]));
  });

  test('keeps the keys with keepKeys, but still lists them', async () => {
    const { id, token } = await createPartner();
    const key = await createKey(token);
    const { data } = await remove(id, '?keepKeys=true');
    expect([idsOf(data.keys), data.keysRevoked]).toEqual([[key.id], false]);
    expect((await whoAmI(ctx, key.key)).status).toBe(200);
  });

  test("revokes another user's key if the removed user has seen its new secret", async () => {
    const { id, token } = await createPartner();
    const ours = await createKey(owner.token);
    const rotated = (await ctx.call('POST', `/api-keys/${ours.id}/rotate`, {}, { as: token })).data;
    expect(idsOf((await remove(id)).data.keys)).toEqual([ours.id]);
    expectFailure(await whoAmI(ctx, rotated.key), 401, 'INVALID_API_KEY');
  });

  test("revokes keys created by the user's keys, even if those are already revoked", async () => {
    const { id, token } = await createPartner();
    const parent = await createKey(token);
    const child = await createKey(parent.key);
    await ctx.call('DELETE', `/api-keys/${parent.id}`, undefined, { as: owner.token });
    expect(idsOf((await remove(id)).data.keys)).toEqual([child.id]);
    expectFailure(await whoAmI(ctx, child.key), 401, 'INVALID_API_KEY');
  });

  test('keeps keys whose creator is unknown', async () => {
    const { id } = await createPartner();
    const old = await createKey(owner.token);
    await ctx.app.services.database.transaction(
      async tx =>
        void (await tx.update(apiKeys).set({ createdBy: null }).where(eq(apiKeys.id, old.id)).run()),
    );
    expect((await remove(id)).data.keys).toEqual([]);
    expect((await whoAmI(ctx, old.key)).status).toBe(200);
  });
});

test('handles keys that rotated each other in a cycle', () => {
  const keys = [
    { id: 'key_a', createdBy: 'usr_pat', rotatedBy: 'key_b' },
    { id: 'key_b', createdBy: 'key_a', rotatedBy: null },
    { id: 'key_c', createdBy: 'usr_bo', rotatedBy: null },
  ];
  expect([...findDerived('usr_pat', keys)]).toEqual(['key_a', 'key_b']);
});
