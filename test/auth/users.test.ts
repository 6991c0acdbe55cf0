import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, postAuth, whoAmI } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let people = 0;
beforeAll(async () => {
  ctx = await createTestApp({
    PUBLIC_URL: 'https://perks.example',
    ACCESS_TOKEN_TTL: '1000000',
  });
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

const add = (fields: object = {}, as: string = owner.token) => {
  const person = {
    email: `person${++people}@people.example`,
    name: 'Pat',
    password: PASSWORD,
  };
  return ctx.call('POST', '/business/users', { ...person, ...fields }, { as });
};
const remove = (id: string, as: string = owner.token) =>
  ctx.call('DELETE', `/business/users/${id}`, undefined, { as });
const list = (as: string = owner.token, query = '') =>
  ctx.call('GET', `/business/users${query}`, undefined, { as });
const USER = ['businessId', 'email', 'emailConfirmed', 'id', 'name', 'position', 'role'];

describe('POST /business/users', () => {
  test('adds a user as staff by default, who can log in', async () => {
    const { status, data } = await add();
    expect(status).toBe(201);
    expect(Object.keys(data).sort()).toEqual(USER);
    expect(data).toMatchObject({
      role: 'business',
      position: 'staff',
      businessId: owner.businessId,
    });
    expect((await login(ctx, data.email)).data.user).toEqual(data);
    expect(data.emailConfirmed).toBe(false);
  });

  test('an owner can add another owner', async () => {
    const { data } = await add({ position: 'owner' });
    expect(data.position).toBe('owner');
    const { accessToken } = (await login(ctx, data.email)).data;
    expect((await list(accessToken)).status).toBe(200);
  });

  test('without a password, returns an inviteLink whose token works once with resetPassword', async () => {
    const { status, data } = await add({ password: undefined });
    expect(status).toBe(201);
    expect(Object.keys(data).sort()).toEqual([...USER, 'inviteLink', 'invitationMailed'].sort());
    expect(data.inviteLink).toStartWith('https://perks.example/reset?token=');
    expectFailure(await login(ctx, data.email), 401, 'INVALID_CREDENTIALS');
    const token = new URL(data.inviteLink).searchParams.get('token');
    const response = await postAuth(ctx, 'resetPassword', {
      token,
      password: PASSWORD,
    });
    expect([response.status, response.data]).toEqual([200, { reset: true }]);
    expect((await login(ctx, data.email)).status).toBe(200);
    expectFailure(
      await postAuth(ctx, 'resetPassword', { token, password: PASSWORD }),
      401,
      'UNAUTHENTICATED',
    );
  });

  test('a taken address is EMAIL_TAKEN regardless of case', async () => {
    expectFailure(await add({ email: 'OWNER@blue-cup.example' }), 409, 'EMAIL_TAKEN');
  });

  test('names the invalid fields', async () => {
    expect(
      expectInvalidFields(await ctx.call('POST', '/business/users', {}, { as: owner.token })).sort(),
    ).toEqual(['email', 'name']);
    expect(expectInvalidFields(await add({ position: 'boss' }))).toEqual(['position']);
    expect(expectInvalidFields(await add({ password: 'short' }))).toEqual(['password']);
  });

  test("uses the caller's business: its own id is accepted, another one returns 404", async () => {
    const other = await createBusiness(ctx, 'Red Cup');
    expect((await add({ businessId: owner.businessId })).status).toBe(201);
    const [foreign, absent] = [
      await add({ businessId: other.businessId }),
      await add({ businessId: 'biz_none' }),
    ];
    expectFailure(foreign, 404, 'NOT_FOUND');
    expect(foreign.body).toEqual(absent.body);
  });
});

describe('user management by owners only', () => {
  test('staff, API keys, customers and anonymous callers are rejected', async () => {
    const staff = (await login(ctx, (await add()).data.email)).data.accessToken;
    const { key } = (await ctx.call('POST', '/api-keys', { name: 'till' }, { as: owner.token })).data;
    const { token } = await createCustomer(ctx, 'nosy');
    for (const as of [staff, key, token]) {
      expectFailure(await list(as), 403, 'FORBIDDEN');
      expectFailure(await add({}, as), 403, 'FORBIDDEN');
      expectFailure(await remove(owner.userId, as), 403, 'FORBIDDEN');
    }
    expectFailure(await ctx.call('GET', '/business/users'), 401, 'UNAUTHENTICATED');
  });
});

describe('GET /business/users', () => {
  test("lists the business's users, newest first, without secrets", async () => {
    const red = await createBusiness(ctx, 'Pink Cup');
    ctx.clock.advance(1);
    await add({ name: 'New' }, red.token);
    const { data } = await list(red.token);
    expect(data.items.map(({ name }: { name: string }) => name)).toEqual(['New', 'Pink Cup owner']);
    expect(Object.keys(data.items[0]).sort()).toEqual([...USER, 'hasPin', 'invitationPending'].sort());
    expect(data.pagination).toMatchObject({
      page: 1,
      perPage: 20,
      total: 2,
      totalPages: 1,
    });
  });

  test('another businessId in the filter returns an empty page, like an unknown one', async () => {
    const other = await createBusiness(ctx, 'Gray Cup');
    for (const id of [other.businessId, 'biz_none']) {
      const { status, data } = await list(owner.token, `?businessId=${id}`);
      expect([status, data.items, data.pagination.total]).toEqual([200, [], 0]);
    }
    expect((await list(owner.token, `?businessId=${owner.businessId}`)).data.items.length).toBeGreaterThan(0);
  });
});

describe('DELETE /business/users/:id', () => {
  test("ends the user's sessions immediately", async () => {
    const { data } = await add();
    const session = (await login(ctx, data.email)).data;
    const response = await remove(data.id);
    expect([response.status, response.data]).toEqual([
      200,
      { id: data.id, deleted: true, keys: [], keysRevoked: true, webhooks: [] },
    ]);
    expectFailure(await whoAmI(ctx, session.accessToken), 401, 'UNAUTHENTICATED');
    expectFailure(
      await postAuth(ctx, 'refresh', { refreshToken: session.refreshToken }),
      401,
      'UNAUTHENTICATED',
    );
    expectFailure(await login(ctx, data.email), 401, 'INVALID_CREDENTIALS');
    expectFailure(await remove(data.id), 404, 'NOT_FOUND');
  });

  test('removing the last owner returns 409 CONFLICT', async () => {
    const lone = await createBusiness(ctx, 'Lone Cup');
    await add({}, lone.token);
    expectFailure(await remove(lone.userId, lone.token), 409, 'CONFLICT');
    const second = (await add({ position: 'owner' }, lone.token)).data;
    expect((await remove(lone.userId, lone.token)).status).toBe(200);
    const token = (await login(ctx, second.email)).data.accessToken;
    expectFailure(await remove(second.id, token), 409, 'CONFLICT');
  });

  test('one owner remains if two owners remove each other concurrently', async () => {
    const lone = await createBusiness(ctx, 'Duel Cup');
    const second = (await add({ position: 'owner' }, lone.token)).data;
    const token = (await login(ctx, second.email)).data.accessToken;
    // The notices about the second owner are written first, so that only the two removals wait.
    const { database, backgroundTasks } = ctx.app.services;
    await backgroundTasks.settled();
    // Both requests are authenticated before either commits.
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const holder = database.transaction(() => isReleased);
    const removals = Promise.all([remove(second.id, lone.token), remove(lone.userId, token)]);
    while (database.queueLength < 3) await new Promise(resolve => setImmediate(resolve));
    release();
    const [responses] = await Promise.all([removals, holder]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('users of another business, unknown users and users without a business return identical 404 responses', async () => {
    const other = await createBusiness(ctx, 'Teal Cup');
    const stranger = await createCustomer(ctx, 'stranger');
    const responses = [await remove(other.userId), await remove('usr_none'), await remove(stranger.userId)];
    for (const response of responses) expectFailure(response, 404, 'NOT_FOUND');
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await whoAmI(ctx, other.token)).status).toBe(200);
  });
});

test('an admin can name the business', async () => {
  const root = await createAdmin(ctx);
  expect(expectInvalidFields(await list(root))).toEqual(['businessId']);
  expect(expectInvalidFields(await add({}, root))).toEqual(['businessId']);
  expectFailure(await add({ businessId: 'biz_none' }, root), 404, 'NOT_FOUND');
  expect((await list(root, '?businessId=biz_none')).data.items).toEqual([]);
  const { data } = await add({ businessId: owner.businessId }, root);
  expect(data.businessId).toBe(owner.businessId);
  expect((await list(root, `?businessId=${owner.businessId}`)).status).toBe(200);
  expect((await remove(data.id, root)).status).toBe(200);
});

test('a changed role takes effect on the next request', async () => {
  const { data } = await add();
  const { accessToken } = (await login(ctx, data.email)).data;
  expectFailure(await list(accessToken), 403, 'FORBIDDEN');
  const { database } = ctx.app.services;
  const { users } = await import('../../db/schema/auth.ts');
  const { eq } = await import('drizzle-orm');
  await database.transaction(
    async tx => void (await tx.update(users).set({ position: 'owner' }).where(eq(users.id, data.id)).run()),
  );
  expect((await list(accessToken)).status).toBe(200);
});
