import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { purgeExpired } from '../../src/auth/service/sessions.ts';
import { expectFailure } from '../http/fixture.ts';
import { openBrowser } from '../places/fixture.ts';
import { createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, postAuth, whoAmI } from './fixture.ts';

const ADA = 'ada@people.example';
const DAY_MS = 24 * 3_600_000;
let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp();
  await createCustomer(ctx);
});
afterAll(() => ctx.close());

const refresh = (refreshToken: string, on = ctx) => postAuth(on, 'refresh', { refreshToken });

describe('the end of a session', () => {
  const settings = { SESSION_MAX_AGE: '86400', REFRESH_TOKEN_TTL: '43200', ACCESS_TOKEN_TTL: '100000' };
  const HOUR_MS = 3_600_000;
  let short: TestApp;
  beforeEach(async () => {
    short = await createTestApp(settings);
    await createCustomer(short);
  });
  afterEach(() => short.close());

  test('comes a day after the login, however often the token is refreshed', async () => {
    let { data } = await login(short, ADA);
    for (const hours of [11, 11]) {
      short.clock.advance(hours * HOUR_MS);
      ({ data } = await refresh(data.refreshToken, short));
    }
    short.clock.advance(2 * HOUR_MS - 1);
    ({ data } = await refresh(data.refreshToken, short));
    const list = await short.call('GET', '/account/sessions', undefined, { as: data.accessToken });
    const [session] = list.data.items;
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(24 * HOUR_MS);
    short.clock.advance(1);
    expectFailure(await refresh(data.refreshToken, short), 401, 'TOKEN_EXPIRED');
  });

  test('comes half a day after the last use, also on the pages', async () => {
    const { data } = await login(short, ADA);
    const browser = openBrowser(short);
    await browser.send('POST', '/session', { action: 'login', email: ADA, password: PASSWORD });
    short.clock.advance(12 * HOUR_MS);
    expectFailure(await refresh(data.refreshToken, short), 401, 'TOKEN_EXPIRED');
    expect((await browser.send('GET', '/session')).data).toBeNull();
  });

  test('comes on the pages, too, however often they are opened', async () => {
    const pages = await createTestApp({ SESSION_MAX_AGE: '5184000' });
    await createCustomer(pages);
    const browser = openBrowser(pages);
    await browser.send('POST', '/session', { action: 'login', email: ADA, password: PASSWORD });
    const isOpen = async () => (await browser.send('GET', '/session')).data !== null;
    for (const days of [20, 20]) {
      pages.clock.advance(days * DAY_MS);
      expect(await isOpen()).toBe(true);
    }
    pages.clock.advance(20 * DAY_MS - 1);
    expect(await isOpen()).toBe(true);
    pages.clock.advance(1);
    expect(await isOpen()).toBe(false);
    await pages.close();
  });
});

describe('refresh', () => {
  test('returns a new pair of tokens in the format of login', async () => {
    const { data } = await login(ctx, ADA);
    const response = await refresh(data.refreshToken);
    expect(response.status).toBe(200);
    expect(Object.keys(response.data).sort()).toEqual(Object.keys(data).sort());
    expect(response.data.refreshToken).not.toBe(data.refreshToken);
    expect(response.data.accessToken).not.toBe(data.accessToken);
    expect((await whoAmI(ctx, response.data.accessToken)).status).toBe(200);
    expect((await whoAmI(ctx, data.accessToken)).status).toBe(200);
  });

  test('reusing a token ends the session, including access tokens', async () => {
    const first = (await login(ctx, ADA)).data;
    const second = (await refresh(first.refreshToken)).data;
    const third = (await refresh(second.refreshToken)).data;
    expectFailure(await refresh(first.refreshToken), 401, 'TOKEN_REUSED');
    for (const { accessToken } of [first, second, third]) {
      expectFailure(await whoAmI(ctx, accessToken), 401, 'UNAUTHENTICATED');
    }
    expectFailure(await refresh(third.refreshToken), 401, 'TOKEN_REUSED');
    expectFailure(await refresh(second.refreshToken), 401, 'TOKEN_REUSED');
  });

  test('reusing a token does not affect other sessions', async () => {
    const other = (await login(ctx, ADA)).data;
    const first = (await login(ctx, ADA)).data;
    await refresh(first.refreshToken);
    await refresh(first.refreshToken);
    expect((await whoAmI(ctx, other.accessToken)).status).toBe(200);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  test('two concurrent refreshes return up to one pair and end the session', async () => {
    const { data } = await login(ctx, ADA);
    const responses = await Promise.all([refresh(data.refreshToken), refresh(data.refreshToken)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    expectFailure(await whoAmI(ctx, data.accessToken), 401, 'UNAUTHENTICATED');
  });

  for (const token of ['x', 'unknown-token', 'x'.repeat(4_096), 'a.b.c']) {
    test(`the unknown token ${token.slice(0, 20)} is UNAUTHENTICATED`, async () => {
      expectFailure(await refresh(token), 401, 'UNAUTHENTICATED');
    });
  }

  test('access tokens and refresh tokens are not interchangeable', async () => {
    const { data } = await login(ctx, ADA);
    expectFailure(await refresh(data.accessToken), 401, 'UNAUTHENTICATED');
    expectFailure(await whoAmI(ctx, data.refreshToken), 401, 'UNAUTHENTICATED');
  });

  test('a refresh token is TOKEN_EXPIRED 30 days after it was issued', async () => {
    const late = await createTestApp();
    await createCustomer(late);
    const first = (await login(late, ADA)).data;
    const second = (await login(late, ADA)).data;
    late.clock.advance(30 * DAY_MS - 1);
    expect((await refresh(first.refreshToken, late)).status).toBe(200);
    late.clock.advance(1);
    expectFailure(await refresh(second.refreshToken, late), 401, 'TOKEN_EXPIRED');
    await late.close();
  });

  test('an expired token is still distinguished from an unknown one after the cleanup', async () => {
    const late = await createTestApp({ REFRESH_TOKEN_TTL: '60' });
    await createCustomer(late);
    const { data } = await login(late, ADA);
    late.clock.advance(61_000);
    await purgeExpired(late.app.as({ kind: 'system', id: 'jobs', role: 'admin', businessId: null }));
    expectFailure(await refresh(data.refreshToken, late), 401, 'TOKEN_EXPIRED');
    await late.close();
  });

  test('REFRESH_TOKEN_TTL and ACCESS_TOKEN_TTL are in seconds', async () => {
    const brief = await createTestApp({ REFRESH_TOKEN_TTL: '10', ACCESS_TOKEN_TTL: '5' });
    await createCustomer(brief);
    const { data } = await login(brief, ADA);
    expect(data.expiresIn).toBe(5);
    brief.clock.advance(5_000);
    expectFailure(await whoAmI(brief, data.accessToken), 401, 'TOKEN_EXPIRED');
    brief.clock.advance(5_000);
    expectFailure(await refresh(data.refreshToken, brief), 401, 'TOKEN_EXPIRED');
    await brief.close();
  });
});

describe('logout', () => {
  test('logout ends the session immediately', async () => {
    const { data } = await login(ctx, ADA);
    const response = await postAuth(ctx, 'logout', { refreshToken: data.refreshToken });
    expect([response.status, response.data]).toEqual([200, { revoked: true }]);
    expectFailure(await whoAmI(ctx, data.accessToken), 401, 'UNAUTHENTICATED');
    expectFailure(await refresh(data.refreshToken), 401, 'TOKEN_REUSED');
  });

  test('a reused token is TOKEN_REUSED and ends the session', async () => {
    const first = (await login(ctx, ADA)).data;
    const second = (await refresh(first.refreshToken)).data;
    expectFailure(await postAuth(ctx, 'logout', { refreshToken: first.refreshToken }), 401, 'TOKEN_REUSED');
    expectFailure(await whoAmI(ctx, second.accessToken), 401, 'UNAUTHENTICATED');
  });

  test('an unknown token is UNAUTHENTICATED', async () => {
    expectFailure(await postAuth(ctx, 'logout', { refreshToken: 'unknown' }), 401, 'UNAUTHENTICATED');
  });
});
