import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { purgeExpired } from '../../src/apps/service/tokens.ts';
import { AUTH_TEXTS } from '../../src/auth/messages/index.ts';
import { createCtx, SCHEDULER } from '../../src/context.ts';
import { login } from '../auth/fixture.ts';
import { expectFailure } from '../http/fixture.ts';
import {
  type BusinessFixture,
  CAMPAIGN,
  createBusiness,
  createStaff,
  PASSWORD,
} from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import {
  approve,
  connectApp,
  createClient,
  exchangeCode,
  issueCode,
  postForm,
  REDIRECT_URI,
  refresh,
  toRequest,
  VERIFIER,
} from './fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let ctx: TestApp;
let owner: BusinessFixture;
let clientId: string;
beforeAll(async () => {
  ctx = await createTestApp({ ACCESS_TOKEN_TTL: '31000000' });
  owner = await createBusiness(ctx);
  clientId = await createClient(ctx);
});
// Some tests take hours, after which an approval requires another proof of the person.
beforeEach(async () => {
  owner.token = (await login(ctx, 'owner@blue-cup.example')).data.accessToken;
});
afterAll(() => ctx.close());

const code = (scopes?: string[]) => issueCode(ctx, owner, clientId, scopes);
const whoAmI = (as: string) => ctx.call('GET', '/auth', undefined, { as });
const listApps = async (as = owner.token) =>
  (await ctx.call('GET', '/account/apps', undefined, { as })).data.items;
const events = async (type: string) =>
  (await ctx.call('GET', `/events?type=${type}&perPage=100`, undefined, { as: owner.token })).data.items;

describe('a code', () => {
  test('gives a token with the scopes that the person chose, and a key that belongs to the app', async () => {
    const { status, headers, body } = await exchangeCode(ctx, clientId, await code(['read', 'review']));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.stringMatching(/^pmk_[0-9A-Za-z]{38}$/),
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'read review',
    });
    const { data } = await whoAmI(body.access_token);
    expect(data).toMatchObject({
      authMethod: 'apiKey',
      scopes: ['read', 'review'],
      business: { id: owner.businessId },
    });
    // The last use is saved in the background.
    await ctx.app.services.backgroundTasks.settled();
    const [newest] = await listApps();
    expect(newest).toEqual({
      id: data.user.id,
      name: 'Assistant',
      app: 'assistant.example',
      scopes: ['read', 'review'],
      createdAt: '2026-06-01T12:00:00.000Z',
      lastUsedAt: '2026-06-01T12:00:00.000Z',
    });
    const keys = await ctx.call('GET', '/api-keys', undefined, { as: owner.token });
    expect(keys.data.items[0]).toMatchObject({
      id: newest.id,
      app: 'assistant.example',
      createdBy: owner.userId,
    });
    expectFailure(
      await ctx.call('POST', '/campaigns', CAMPAIGN, { as: body.access_token }),
      403,
      'INSUFFICIENT_SCOPE',
    );
  });

  test('is recorded with the person, and mailed to them', async () => {
    await ctx.app.services.backgroundTasks.settled();
    ctx.mail.length = 0;
    await exchangeCode(ctx, clientId, await code());
    const [event] = await events('apiKey.created');
    expect(event.data).toMatchObject({ object: { name: 'Assistant', app: 'assistant.example' } });
    expect(event.actor).toMatchObject({ id: owner.userId });
    await ctx.app.services.backgroundTasks.settled();
    expect(ctx.mail.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@blue-cup.example', AUTH_TEXTS.en.changes.keyIssued],
    ]);
  });

  test('works once: a second use disconnects what it gave', async () => {
    const given = await code();
    const { body } = await exchangeCode(ctx, clientId, given);
    const again = await exchangeCode(ctx, clientId, given);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expectFailure(await whoAmI(body.access_token), 401, 'INVALID_API_KEY');
    expect((await refresh(ctx, clientId, body.refresh_token)).body.error).toBe('invalid_grant');
  });

  for (const [why, changes, error] of [
    ['without its verifier', { code_verifier: '' }, 'invalid_grant'],
    ['with another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['with another address', { redirect_uri: `${REDIRECT_URI}/x` }, 'invalid_request'],
    ['for another resource', { resource: 'https://other.example' }, 'invalid_target'],
    ['with an unknown client', { client_id: 'pmc_unknown' }, 'invalid_client'],
    ['without a client', { client_id: '' }, 'invalid_client'],
    ['with another kind of grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['without a kind of grant', { grant_type: '' }, 'invalid_request'],
  ] as const)
    test(`is rejected ${why}`, async () => {
      const { status, body } = await exchangeCode(ctx, clientId, await code(), changes);
      expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }]);
    });

  test('is rejected for another client, after two minutes, and if it is unknown', async () => {
    const other = await createClient(ctx, [REDIRECT_URI, 'https://other.example/']);
    expect((await exchangeCode(ctx, other, await code())).body.error).toBe('invalid_grant');
    const late = await code();
    ctx.clock.advance(120_001);
    expect((await exchangeCode(ctx, clientId, late)).body.error).toBe('invalid_grant');
    expect((await exchangeCode(ctx, clientId, 'unknown')).body.error).toBe('invalid_grant');
  });

  test('is rejected once the person is no longer an owner', async () => {
    const token = await createStaff(ctx, owner, 'owner');
    const given = await issueCode(ctx, { token }, clientId);
    const { data } = await whoAmI(token);
    await ctx.call('PUT', `/business/users/${data.user.id}`, { position: 'staff' }, { as: owner.token });
    expect((await exchangeCode(ctx, clientId, given)).body.error).toBe('invalid_grant');
  });

  for (const [change, act] of [
    [
      'is demoted',
      (id: string) => ctx.call('PUT', `/business/users/${id}`, { position: 'manager' }, { as: owner.token }),
    ],
    [
      'is removed',
      (id: string) => ctx.call('DELETE', `/business/users/${id}`, undefined, { as: owner.token }),
    ],
  ] as const)
    test(`gives an access that ends when the person ${change}`, async () => {
      const person = {
        email: `${change.slice(3)}@shop.example`,
        name: 'Olga',
        password: PASSWORD,
        position: 'owner',
      };
      const { data } = await ctx.call('POST', '/business/users', person, { as: owner.token });
      const { accessToken: token } = (await login(ctx, person.email)).data;
      const app = await connectApp(ctx, { token });
      const key = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: token });
      expect((await act(data.id)).status).toBe(200);
      expectFailure(await whoAmI(app.accessToken), 401, 'INVALID_API_KEY');
      expect((await refresh(ctx, app.clientId, app.refreshToken)).body.error).toBe('invalid_grant');
      // The key of a business is not the person's.
      expect((await whoAmI(key.data.key)).status).toBe(change === 'is demoted' ? 200 : 401);
    });

  test('is rejected in a form with a repeated parameter', async () => {
    const form = `grant_type=authorization_code&code=${await code()}&client_id=${clientId}&client_id=${clientId}`;
    expect((await postForm(ctx, '/oauth/token', form)).body.error).toBe('invalid_request');
  });

  test('can be exchanged with the client ID in the header', async () => {
    const headers = { Authorization: `Basic ${btoa(`${clientId}:`)}` };
    const form = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
    const { status } = await postForm(ctx, '/oauth/token', { ...form, code: await code() }, headers);
    expect(status).toBe(200);
  });
});

describe('an access token', () => {
  test('ends after an hour, and the refresh token gives another one', async () => {
    const { accessToken, refreshToken, clientId: id } = await connectApp(ctx, owner);
    ctx.clock.advance(HOUR_MS);
    expectFailure(await whoAmI(accessToken), 401, 'INVALID_API_KEY');
    const { status, body } = await refresh(ctx, id, refreshToken, { scope: 'read' });
    expect([status, body.scope, body.expires_in]).toEqual([200, 'read', 3_600]);
    expect((await whoAmI(body.access_token)).status).toBe(200);
    expect(body.refresh_token).not.toBe(refreshToken);
  });

  test("can't create or rotate API keys, which would stay when the app is disconnected", async () => {
    const { data } = await ctx.call(
      'POST',
      '/api-keys',
      { name: 'till', scopes: ['read'] },
      { as: owner.token },
    );
    const full = await connectWith(['read', 'manage']);
    expectFailure(
      await ctx.call('POST', '/api-keys', { name: 'x', scopes: ['read'] }, { as: full }),
      403,
      'FORBIDDEN',
    );
    expectFailure(await ctx.call('POST', `/api-keys/${data.id}/rotate`, {}, { as: full }), 403, 'FORBIDDEN');
  });

  test("is renewed by its app: an owner can revoke the key, and can't rotate it", async () => {
    const { accessToken, refreshToken, clientId: id } = await connectApp(ctx, owner);
    const { data } = await whoAmI(accessToken);
    const path = `/api-keys/${data.user.id}`;
    expectFailure(await ctx.call('POST', `${path}/rotate`, {}, { as: owner.token }), 409, 'CONFLICT');
    expect((await ctx.call('DELETE', path, undefined, { as: owner.token })).status).toBe(200);
    expectFailure(await whoAmI(accessToken), 401, 'INVALID_API_KEY');
    expect((await refresh(ctx, id, refreshToken)).body.error).toBe('invalid_grant');
  });
});

/** Connects an app that asks for everything. @returns its access token */
async function connectWith(scopes: string[]): Promise<string> {
  const request = toRequest(clientId, { scope: 'read write review trade manage' });
  const { data } = await approve(ctx, request, owner.token, scopes);
  const given = new URL(data.redirectTo).searchParams.get('code') ?? '';
  return (await exchangeCode(ctx, clientId, given)).body.access_token;
}

describe('a refresh token', () => {
  test('works once: a second use disconnects the app', async () => {
    const { refreshToken, clientId: id } = await connectApp(ctx, owner);
    const { body } = await refresh(ctx, id, refreshToken);
    const again = await refresh(ctx, id, refreshToken);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expectFailure(await whoAmI(body.access_token), 401, 'INVALID_API_KEY');
    expect((await refresh(ctx, id, body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await events('apiKey.revoked'))[0].data.object).toMatchObject({ app: 'assistant.example' });
  });

  test('gives one of two simultaneous requests nothing, and both end', async () => {
    const { refreshToken, clientId: id } = await connectApp(ctx, owner);
    const both = await Promise.all([1, 2].map(() => refresh(ctx, id, refreshToken)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { body } = both.find(({ status }) => status === 200) as (typeof both)[0];
    expectFailure(await whoAmI(body.access_token), 401, 'INVALID_API_KEY');
  });

  test('of another client is rejected, and stays valid', async () => {
    const { refreshToken, clientId: id } = await connectApp(ctx, owner);
    const other = await createClient(ctx, ['https://other.example/']);
    expect((await refresh(ctx, other, refreshToken)).body.error).toBe('invalid_grant');
    expect((await refresh(ctx, id, refreshToken, { scope: 'read manage' })).body.error).toBe('invalid_scope');
    expect((await refresh(ctx, id, '')).body.error).toBe('invalid_request');
  });

  test('lasts 90 days after its last use; then the app is disconnected', async () => {
    const { refreshToken, clientId: id, accessToken } = await connectApp(ctx, owner);
    const { data } = await whoAmI(accessToken);
    ctx.clock.advance(89 * DAY_MS);
    const second = (await refresh(ctx, id, refreshToken)).body.refresh_token;
    ctx.clock.advance(90 * DAY_MS);
    expect((await refresh(ctx, id, second)).body.error).toBe('invalid_grant');
    await purgeExpired(createCtx(ctx.app.services, SCHEDULER, null));
    owner.token = (await login(ctx, 'owner@blue-cup.example')).data.accessToken;
    expect((await listApps()).map((app: { id: string }) => app.id)).not.toContain(data.user.id);
    const [{ count }] = (await ctx.app.services.database.reader.all(
      sql`select count(*) as count from app_tokens`,
    )) as [{ count: number }];
    expect(Number(count)).toBe(0);
  });
});

describe('POST /oauth/revoke', () => {
  test('disconnects the app of its client, and answers the same to any other request', async () => {
    const { accessToken, refreshToken, clientId: id } = await connectApp(ctx, owner);
    const revoke = (token: string, client: string) =>
      postForm(ctx, '/oauth/revoke', { token, client_id: client });
    for (const [token, client] of [
      ['unknown', id],
      [refreshToken, 'another'],
      ['', ''],
    ] as const)
      expect((await revoke(token, client)).status).toBe(200);
    expect((await whoAmI(accessToken)).status).toBe(200);
    for (const _ of [1, 2]) expect((await revoke(refreshToken, id)).status).toBe(200);
    expectFailure(await whoAmI(accessToken), 401, 'INVALID_API_KEY');
  });

  test('accepts the access token, too', async () => {
    const { accessToken, clientId: id } = await connectApp(ctx, owner);
    await postForm(ctx, '/oauth/revoke', { token: accessToken, client_id: id });
    expectFailure(await whoAmI(accessToken), 401, 'INVALID_API_KEY');
  });
});

describe('DELETE /account/apps/:id', () => {
  const disconnect = (id: string, as: string) => ctx.call('DELETE', `/account/apps/${id}`, undefined, { as });

  test('disconnects an app that the caller connected, and no other', async () => {
    const { accessToken } = await connectApp(ctx, owner);
    const { data } = await whoAmI(accessToken);
    const colleague = await createStaff(ctx, { ...owner, businessId: `${owner.businessId}-2` }, 'owner');
    const stranger = await createBusiness(ctx, 'Red Cup');
    expect(await listApps(colleague)).toEqual([]);
    for (const as of [colleague, stranger.token])
      expectFailure(await disconnect(data.user.id, as), 404, 'NOT_FOUND');
    const key = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: owner.token });
    expectFailure(await disconnect(key.data.id, owner.token), 404, 'NOT_FOUND');
    expect((await disconnect(data.user.id, owner.token)).data).toEqual({ id: data.user.id, deleted: true });
    expectFailure(await disconnect(data.user.id, owner.token), 404, 'NOT_FOUND');
    expectFailure(await whoAmI(accessToken), 401, 'INVALID_API_KEY');
  });
});
