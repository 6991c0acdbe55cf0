import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { createBusiness, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const OURS = { 'x-perkmint-page': '1', 'content-type': 'application/json' };
const WIFI = '203.0.113.7';

let ctx: TestApp;
let owner: { token: string; email: string };

beforeEach(async () => {
  ctx = await createTestApp({ RATE_LIMIT: 'on' });
  const { token } = await createBusiness(ctx);
  owner = { token, email: 'owner@blue-cup.example' };
});
afterEach(() => ctx.close());

interface Sent {
  cookie?: string;
  body?: unknown;
  peer?: string;
  headers?: Record<string, string>;
}

async function send(method: string, path: string, { cookie, body, peer = WIFI, headers = {} }: Sent = {}) {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { ...(cookie ? { cookie } : {}), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const response = await ctx.send(request, peer);
  const { status, headers: responseHeaders } = response;
  await response.arrayBuffer();
  const [limit, remaining] = ['limit', 'remaining'].map(name =>
    Number(responseHeaders.get(`x-ratelimit-${name}`)),
  );
  return { status, limit, remaining, cookie: responseHeaders.get('set-cookie')?.split(';')[0] };
}

let addresses = 0;

/** Logs in on the login page, from a separate address. @returns the cookie */
async function login(email = owner.email): Promise<string> {
  const body = { action: 'login', email, password: PASSWORD };
  const { cookie } = await send('POST', '/session', {
    body,
    headers: OURS,
    peer: `198.51.100.${++addresses}`,
  });
  return cookie as string;
}

async function times(count: number, method: string, path: string, sent: Sent): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await send(method, path, sent)).status);
  return statuses;
}

const LIST = '/api/v1/campaigns';

describe('a page session', () => {
  test("a page session gets ten times the limit of a route's tier, as the headers show", async () => {
    const cookie = await login();
    expect(await send('GET', LIST, { cookie })).toMatchObject({ status: 200, limit: 600, remaining: 599 });
    expect(await send('POST', LIST, { cookie, headers: OURS, body: {} })).toMatchObject({ limit: 300 });
    expect(await send('GET', '/api/v1/actions', { cookie })).toMatchObject({ limit: 1_200 });
    expect(await send('GET', '/dashboard', { cookie })).toMatchObject({ limit: 600 });
    expect(await send('GET', '/api/v1/none', { cookie })).toMatchObject({ status: 404, limit: 600 });
    expect(new Set(await times(599, 'GET', LIST, { cookie }))).toEqual(new Set([200]));
    expect(await send('GET', LIST, { cookie })).toMatchObject({ status: 429, limit: 600, remaining: 0 });
    ctx.clock.advance(60_000);
    expect((await send('GET', LIST, { cookie })).status).toBe(200);
  });

  test("a page session has its own limit, which other clients with the same address don't use up", async () => {
    const [mine, other] = [await login(), await login()];
    await times(61, 'GET', LIST, {});
    expect((await send('GET', LIST)).status).toBe(429);
    expect(await send('GET', LIST, { cookie: mine })).toMatchObject({ status: 200, remaining: 599 });
    await times(600, 'GET', LIST, { cookie: mine });
    expect((await send('GET', LIST, { cookie: mine })).status).toBe(429);
    expect((await send('GET', LIST, { cookie: other })).status).toBe(200);
    expect((await send('GET', LIST, { cookie: mine, peer: '192.0.2.1' })).status).toBe(429);
  });

  test("a page session shares one hundred times the tier's limit with all sessions of its address", async () => {
    await ctx.close();
    ctx = await createTestApp({ RATE_LIMIT: 'on', RATE_LIMIT_SCALE: '0.1' });
    await createBusiness(ctx);
    const cookies: string[] = [];
    for (let opened = 0; opened < 11; opened++) cookies.push(await login());
    for (const cookie of cookies.slice(0, 10)) await times(60, 'GET', LIST, { cookie });
    const last = cookies[10];
    expect(await send('GET', LIST, { cookie: last })).toMatchObject({ status: 429, limit: 600 });
    expect((await send('GET', LIST, { cookie: last, peer: '192.0.2.1' })).status).toBe(200);
  });

  test('a page session does not increase the limit of sign-in attempts, which is per address', async () => {
    const cookie = await login();
    const body = { action: 'login', email: 'unknown@shop.example', password: 'not the password' };
    const attempt = await send('POST', '/api/v1/auth', { cookie, headers: OURS, body });
    expect(attempt).toMatchObject({ status: 401, limit: TIER_LIMITS.strict });
    const withCookie = await send('POST', '/session', { cookie, headers: OURS, body });
    const without = await send('POST', '/session', { headers: OURS, body });
    expect(withCookie.limit).toBe(without.limit as number);
    expect(without.remaining).toBe((withCookie.remaining as number) - 1);
  });
});

test('in one minute, sixty visitors behind one address open the page of a campaign with all of its files', async () => {
  const terms = { name: 'Story', platform: 'instagram', actionType: 'story', launch: true };
  const campaign = { ...terms, reward: { type: 'fixed', value: 5 } };
  const { data } = await ctx.call('POST', '/campaigns', campaign, { as: owner.token });
  const page = `/c/${data.slug}`;
  const html = await (await ctx.send(new Request(`http://localhost${page}`))).text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
  expect(files.length).toBeGreaterThan(5);
  const visit = [page, ...files, '/session', '/session/options', `/api/v1/links/${data.slug}`];
  const statuses = new Set<number>();
  for (const path of visit) for (const status of await times(60, 'GET', path, {})) statuses.add(status);
  expect([...statuses]).toEqual([200]);
});

describe('the rate limit of an address', () => {
  const byAddress: [string, () => Promise<Sent>][] = [
    ['with a forged cookie', async () => ({ cookie: 'perkmint_session=made-up' })],
    [
      'with the cookie of a session that has ended',
      async () => {
        const cookie = await login();
        await send('DELETE', '/session', { cookie, headers: OURS });
        return { cookie };
      },
    ],
    [
      'with a cookie that has expired',
      async () => {
        const cookie = await login();
        ctx.clock.advance(31 * 24 * 3_600_000);
        return { cookie };
      },
    ],
    [
      'with a cookie sent by a page of another origin',
      async () => ({
        cookie: await login(),
        headers: { 'sec-fetch-site': 'cross-site' },
      }),
    ],
    [
      'with a bearer token in addition to the cookie',
      async () => ({
        cookie: await login(),
        headers: { authorization: `Bearer ${owner.token}` },
      }),
    ],
    [
      'with an API key in addition to the cookie',
      async () => ({
        cookie: await login(),
        headers: { 'x-api-key': 'pmk_any' },
      }),
    ],
    ['with a bearer token', async () => ({ headers: { authorization: `Bearer ${owner.token}` } })],
    ['without any credential', async () => ({})],
  ];
  test.each(byAddress)('a request %s counts against the limit of its address', async (_, prepare) => {
    const sent = await prepare();
    expect(await send('GET', LIST, { ...sent, peer: '192.0.2.9' })).toMatchObject({
      limit: 60,
      remaining: 59,
    });
    expect(await send('GET', LIST, { peer: '192.0.2.9' })).toMatchObject({ limit: 60, remaining: 58 });
  });

  test('forged cookies do not get a separate rate limit', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 100; i++)
      statuses.push((await send('GET', LIST, { cookie: `perkmint_session=made-up-${i}` })).status);
    expect(statuses.filter(status => status === 401)).toHaveLength(60);
    expect(statuses.filter(status => status === 429)).toHaveLength(40);
  });

  test("a request is served even if the session can't be read from the database", async () => {
    const cookie = await login();
    await ctx.app.services.database.close();
    expect(await send('GET', '/login', { cookie })).toMatchObject({ status: 200, limit: TIER_LIMITS.page });
  });
});
