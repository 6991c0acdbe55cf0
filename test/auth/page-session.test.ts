import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { type BusinessFixture, createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { setUpBusiness } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const DAY_MS = 24 * 3600 * 1000;
const OURS = { 'x-perkmint-page': '1' };
const EMAIL = 'owner@blue-cup.example';
const LOGIN = { action: 'login', email: EMAIL, password: PASSWORD };

let ctx: TestApp;
let owner: BusinessFixture;

beforeEach(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
});
afterEach(() => ctx.close());

interface Sent {
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}

async function send(method: string, path: string, { body, cookie, headers = {} }: Sent = {}) {
  const response = await ctx.send(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  return { status: response.status, headers: response.headers, ...(await response.json()) };
}

/** Logs in by the page. @returns what the browser sends from then on */
async function cookieOf(body: object = LOGIN): Promise<string> {
  const { headers } = await send('POST', '/session', { body, headers: OURS });
  return (headers.get('set-cookie') ?? '').split(';')[0] as string;
}

const CAMPAIGN = {
  name: 'Story of the week',
  platform: 'instagram',
  actionType: 'story',
  reward: { type: 'fixed', value: 5 },
};

describe('cookie session', () => {
  test('sets an HttpOnly cookie and returns no token', async () => {
    const response = await send('POST', '/session', { body: LOGIN, headers: OURS });
    expect(response.status).toBe(200);
    expect(response.data.user).toMatchObject({ id: owner.userId, role: 'business', position: 'owner' });
    expect(response.data.business).toEqual({ id: owner.businessId, name: 'Blue Cup' });
    expect(JSON.stringify(response.data)).not.toContain('oken');
    expect(response.headers.get('set-cookie')).toMatch(
      /^perkmint_session=[\w-]{40,}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
  });

  test('the cookie is bound to its host over https', async () => {
    const secure = await createTestApp({ PUBLIC_URL: 'https://perks.example' });
    await createBusiness(secure);
    const request = new Request('http://localhost/session', {
      method: 'POST',
      headers: { ...OURS, 'content-type': 'application/json', origin: 'https://perks.example' },
      body: JSON.stringify(LOGIN),
    });
    const cookie = (await secure.send(request)).headers.get('set-cookie');
    expect(cookie).toStartWith('__Host-perkmint=');
    expect(cookie).toEndWith('; HttpOnly; SameSite=Strict; Secure');
    await secure.close();
  });

  test('the cookie is bound to its host once the settings name an https address', async () => {
    const shop = await createTestApp({ PUBLIC_URL: '' });
    const { token } = await setUpBusiness(shop);
    const request = async (method: string, cookie: string, origin?: string, body?: object) => {
      const { headers } = await shop.send(
        new Request('http://localhost/session', {
          method,
          headers: { ...OURS, cookie, ...(origin && { origin }), 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
      return { cookies: headers.getSetCookie(), hsts: headers.get('strict-transport-security') };
    };
    const account = (await shop.call('GET', '/auth', undefined, { as: token })).data.user;
    const login = { action: 'login', email: account.email, password: PASSWORD };
    const before = await request('POST', '', 'http://localhost', login);
    expect([before.cookies[0], before.hsts]).toEqual([expect.stringMatching(/^perkmint_session=/), null]);
    const plain = before.cookies[0]?.split(';')[0] ?? '';
    await shop.call('PUT', '/public-address', { url: 'https://perks.example' }, { as: token });
    const after = await request('POST', plain, 'https://perks.example', login);
    expect(after.cookies).toEqual([
      expect.stringMatching(/^__Host-perkmint=[^;]+; Path=\/; .*; Secure$/),
      expect.stringMatching(/^perkmint_session=; .*Max-Age=0/),
    ]);
    expect(after.hsts).toBe('max-age=31536000');
    const visit = await shop.send(new Request('http://localhost/login'));
    expect(visit.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const bound = after.cookies[0]?.split(';')[0] ?? '';
    const read = await shop.send(new Request('http://localhost/session', { headers: { cookie: bound } }));
    expect((await read.json()).data.user.email).toBe(account.email);
    expect(read.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const ended = await request('DELETE', bound, 'https://perks.example');
    expect(ended.cookies).toEqual([expect.stringMatching(/^__Host-perkmint=; .*Max-Age=0.*; Secure$/)]);
    await shop.close();
  });

  test('the session reads and writes as its user', async () => {
    const cookie = await cookieOf();
    const made = await send('POST', '/api/v1/campaigns', { cookie, headers: OURS, body: CAMPAIGN });
    expect(made.status).toBe(201);
    expect(made.data.businessId).toBe(owner.businessId);
    const list = await send('GET', '/api/v1/campaigns', { cookie });
    expect(list.data.items.map(({ id }: { id: string }) => id)).toEqual([made.data.id]);
    expect((await send('GET', '/session', { cookie })).data.user.email).toBe(EMAIL);
  });

  test('GET /session returns null without a session', async () => {
    expect(await send('GET', '/session')).toMatchObject({ status: 200, data: null });
    expect(await send('GET', '/session', { cookie: 'perkmint_session=made-up' })).toMatchObject({
      data: null,
    });
    const refused = await send('GET', '/api/v1/campaigns', { cookie: 'perkmint_session=made-up' });
    expect(refused).toMatchObject({ status: 401, error: { code: 'UNAUTHENTICATED' } });
  });

  test('the page can request a wallet that does not exist yet', async () => {
    const cookie = await cookieOf();
    expect(await send('GET', '/session/wallet', { cookie })).toMatchObject({ status: 200, data: null });
    await send('POST', '/api/v1/exchange/enroll', { cookie, headers: OURS, body: {} });
    const wallet = { cash: 0, cashReserved: 0, perks: [] };
    expect((await send('GET', '/session/wallet', { cookie })).data).toMatchObject(wallet);
    const foreign = await send('GET', '/session/wallet?businessId=biz_01m7ydnvpdehdva9gq8s2pejna', {
      cookie,
    });
    expect(foreign.status).toBe(404);
    expect((await send('GET', '/session/wallet')).status).toBe(401);
  });

  test('POST /session can register', async () => {
    const body = { action: 'register', email: 'bea@people.example', password: PASSWORD, name: 'Bea' };
    const cookie = await cookieOf(body);
    expect((await send('GET', '/session', { cookie })).data.user).toMatchObject({
      name: 'Bea',
      role: 'customer',
    });
  });

  test('a wrong password is rejected, and guesses are rate limited', async () => {
    const limited = await createTestApp({ RATE_LIMIT: 'on' });
    const guess = () =>
      limited.send(
        new Request('http://localhost/session', {
          method: 'POST',
          headers: { ...OURS, 'content-type': 'application/json' },
          body: JSON.stringify({ ...LOGIN, password: 'a guess' }),
        }),
      );
    const statuses = [];
    for (let n = 0; n <= TIER_LIMITS.strict; n++) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array(TIER_LIMITS.strict).fill(401), 429]);
    await limited.close();
  });
});

describe('write request with a cookie', () => {
  const REFUSED: [why: string, headers: Record<string, string>][] = [
    ['without the header of our pages', {}],
    ['from another site', { ...OURS, 'sec-fetch-site': 'cross-site' }],
    ['from another host of the same site', { ...OURS, 'sec-fetch-site': 'same-site' }],
    ['from the address bar', { ...OURS, 'sec-fetch-site': 'none' }],
    ['with another origin', { ...OURS, origin: 'https://evil.example' }],
    ['with no origin that can be named', { ...OURS, origin: 'null' }],
  ];

  test.each(REFUSED)('a write from %s is rejected and changes nothing', async (_, headers) => {
    const cookie = await cookieOf();
    const response = await send('POST', '/api/v1/campaigns', { cookie, headers, body: CAMPAIGN });
    expect(response).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } });
    expect((await send('GET', '/api/v1/campaigns', { cookie })).data.pagination.total).toBe(0);
    expect((await send('DELETE', '/session', { cookie, headers })).status).toBe(403);
    expect((await send('POST', '/session', { headers, body: LOGIN })).status).toBe(403);
  });

  test('a write from our own page is accepted', async () => {
    const cookie = await cookieOf();
    const headers = { ...OURS, 'sec-fetch-site': 'same-origin', origin: 'http://localhost' };
    expect((await send('POST', '/api/v1/campaigns', { cookie, headers, body: CAMPAIGN })).status).toBe(201);
  });

  test('a page of an allowed CORS origin cannot write with the cookie', async () => {
    const open = await createTestApp({ CORS_ORIGINS: '*' });
    const preflight = await open.send(
      new Request('http://localhost/api/v1/campaigns', {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      }),
    );
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain(
      'x-perkmint-page',
    );
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    await open.close();
  });
});

describe('read request with a cookie', () => {
  test.each(['cross-site', 'same-site'])('a read from a page that is %s is rejected', async site => {
    const cookie = await cookieOf();
    const response = await send('GET', '/api/v1/campaigns', { cookie, headers: { 'sec-fetch-site': site } });
    expect(response).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } });
  });

  test.each(['same-origin', 'none'])('a read that is %s is accepted', async site => {
    const cookie = await cookieOf();
    const response = await send('GET', '/api/v1/campaigns', { cookie, headers: { 'sec-fetch-site': site } });
    expect(response.status).toBe(200);
  });
});

describe('cookie together with another credential', () => {
  test('the cookie is ignored if another credential is sent', async () => {
    const cookie = await cookieOf();
    const { token } = await createCustomer(ctx);
    const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' };
    expect((await send('GET', '/api/v1/auth', { cookie, headers })).data.user.role).toBe('customer');
    const broken = await send('GET', '/api/v1/auth', {
      cookie,
      headers: { authorization: 'Bearer nonsense' },
    });
    expect(broken.status).toBe(401);
  });
});

describe('end of a cookie session', () => {
  const isOver = async (cookie: string) => (await send('GET', '/api/v1/auth', { cookie })).status === 401;

  test('logout ends the session and deletes the cookie', async () => {
    const cookie = await cookieOf();
    const other = await cookieOf();
    const response = await send('DELETE', '/session', { cookie, headers: OURS });
    expect(response).toMatchObject({ status: 200, data: { revoked: true } });
    expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
    expect([await isOver(cookie), await isOver(other)]).toEqual([true, false]);
  });

  test('logout can end all sessions', async () => {
    const [cookie, other] = [await cookieOf(), await cookieOf()];
    await send('DELETE', '/session?everywhere=true', { cookie, headers: OURS });
    expect([await isOver(cookie), await isOver(other)]).toEqual([true, true]);
    expect((await ctx.call('GET', '/auth', undefined, { as: owner.token })).status).toBe(401);
  });

  test('the session expires after 30 days without a request, and a request renews it', async () => {
    const cookie = await cookieOf();
    ctx.clock.advance(20 * DAY_MS);
    expect((await send('GET', '/session', { cookie })).headers.get('set-cookie')).toContain(
      'Max-Age=2592000',
    );
    expect((await send('GET', '/session', { cookie })).headers.get('set-cookie')).toBeNull();
    ctx.clock.advance(20 * DAY_MS);
    expect((await send('GET', '/api/v1/campaigns', { cookie })).status).toBe(200);
    ctx.clock.advance(11 * DAY_MS);
    const late = await send('GET', '/api/v1/campaigns', { cookie });
    expect(late).toMatchObject({ status: 401, error: { code: 'TOKEN_EXPIRED' } });
  });

  test('a password change elsewhere or removing the user ends the session', async () => {
    const cookie = await cookieOf();
    const change = { action: 'changePassword', currentPassword: PASSWORD, newPassword: 'another long one' };
    await ctx.call('POST', '/auth', change, { as: owner.token });
    expect(await isOver(cookie)).toBe(true);
  });
});
