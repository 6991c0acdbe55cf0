import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { expectFailure } from '../http/fixture.ts';
import { createPerson, PIN, signInDevice } from '../places/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer, createStaff } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createKey, login, postAuth, whoAmI } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
beforeEach(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
});
afterEach(() => ctx.close());

const end = (id: string, as: string) =>
  ctx.call('DELETE', `/business/users/${id}/sessions`, undefined, { as });
const idOf = async (token: string) => (await whoAmI(ctx, token)).data.user.id as string;

describe('logging a user out on all devices', () => {
  test('ends access tokens, refresh tokens and sign-ins by PIN at once, and returns how many sessions', async () => {
    const { userId, token } = await createPerson(ctx, owner);
    const place = (await ctx.call('POST', '/business/places', { name: 'Main' }, { as: owner.token })).data;
    const { browser } = await signInDevice(ctx, owner, place.id);
    expect((await browser.send('POST', '/session/pin', { userId, pin: PIN })).status).toBe(200);
    const email = (await whoAmI(ctx, token)).data.user.email;
    const { refreshToken } = (await login(ctx, email)).data;
    expect((await end(userId, owner.token)).data).toEqual({ sessions: 2 });
    expectFailure(await whoAmI(ctx, token), 401, 'UNAUTHENTICATED');
    expectFailure(await postAuth(ctx, 'refresh', { refreshToken }), 401, 'TOKEN_REUSED');
    expect((await browser.send('GET', '/session')).data).toBeNull();
    expect((await login(ctx, email)).status).toBe(200);
    expect((await end(userId, owner.token)).data).toEqual({ sessions: 1 });
  });

  test('is for owners in their team, and for admins with everyone', async () => {
    const manager = await createStaff(ctx, owner, 'manager');
    const stranger = await createBusiness(ctx, 'Red Bowl');
    const customer = await createCustomer(ctx);
    const admin = await createAdmin(ctx);
    const managerId = await idOf(manager);
    expectFailure(await end(owner.userId, manager), 403, 'FORBIDDEN');
    for (const id of [managerId, customer.userId, 'usr_none'])
      expectFailure(await end(id, stranger.token), 404, 'NOT_FOUND');
    for (const id of [managerId, customer.userId])
      expect((await end(id, admin)).data).toEqual({ sessions: 1 });
    for (const token of [manager, customer.token])
      expectFailure(await whoAmI(ctx, token), 401, 'UNAUTHENTICATED');
    expect((await whoAmI(ctx, stranger.token)).status).toBe(200);
    const { items } = (await ctx.call('GET', '/audit', undefined, { as: admin })).data;
    const targets = items.filter(({ operation }: { operation: string }) => operation === 'endUserSessions');
    expect(targets.map(({ target }: { target: string }) => target)).toEqual([customer.userId, managerId]);
  });

  test('in a dry run ends nothing', async () => {
    const { userId, token } = await createPerson(ctx, owner);
    const options = { as: owner.token, headers: { 'x-dry-run': 'true' } };
    const path = `/business/users/${userId}/sessions`;
    expect((await ctx.call('DELETE', path, undefined, options)).data).toEqual({ sessions: 1 });
    expect((await whoAmI(ctx, token)).status).toBe(200);
  });
});

test('logging everyone out keeps the session of the admin, and API keys', async () => {
  const tokens = [owner.token];
  for (let i = 0; i < 3; i++) tokens.push((await createCustomer(ctx, `guest${i}`)).token);
  const { key } = (await createKey(ctx, owner.token)).data;
  const admin = await createAdmin(ctx);
  expectFailure(await ctx.call('DELETE', '/sessions', undefined, { as: owner.token }), 403, 'FORBIDDEN');
  const { data } = await ctx.call('DELETE', '/sessions', undefined, { as: admin });
  expect(data).toEqual({ sessions: tokens.length });
  for (const token of tokens) expectFailure(await whoAmI(ctx, token), 401, 'UNAUTHENTICATED');
  expect((await whoAmI(ctx, admin)).status).toBe(200);
  expect((await whoAmI(ctx, { apiKey: key })).status).toBe(200);
});
