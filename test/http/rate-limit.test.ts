import { describe, expect, test } from 'bun:test';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { BoundedWindows } from '../../src/platform/security/shared-state.ts';
import { type CallOptions, createTestApp, START_TIME, type TestApp } from '../support/test-app.ts';
import { expectFailure } from './fixture.ts';

const limited = (settings: Record<string, string> = {}) => createTestApp({ RATE_LIMIT: 'on', ...settings });
const quota = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'reset'].map(name => Number(headers.get(`x-ratelimit-${name}`)));

async function times(count: number, ctx: TestApp, method: string, path: string, options: CallOptions = {}) {
  for (let i = 0; i < count; i++) await ctx.call(method, path, undefined, options);
}

const TIERS: [tier: string, limit: number, routes: [method: string, path: string][]][] = [
  [
    'strict',
    5,
    [
      ['GET', '/auth'],
      ['POST', '/auth'],
    ],
  ],
  [
    'standard',
    30,
    [
      ['POST', '/campaigns'],
      ['PUT', '/campaigns'],
      ['DELETE', '/api-keys/x'],
      ['PUT', '/business'],
    ],
  ],
  [
    'relaxed',
    60,
    [
      ['GET', '/campaigns'],
      ['GET', '/events'],
      ['GET', '/health'],
      ['GET', '/docs'],
    ],
  ],
  [
    'public',
    120,
    [
      ['GET', '/actions'],
      ['GET', '/benchmarks'],
    ],
  ],
  ['probe', 600, [['GET', '/ready']]],
  ['export', 300, [['GET', '/exports/unknown']]],
];

describe('rate limit tiers', () => {
  for (const [tier, limit, routes] of TIERS) {
    for (const [method, path] of routes) {
      test(`${tier}: ${method} ${path} allows ${limit} requests per minute`, async () => {
        const ctx = await limited();
        const resetAt = START_TIME / 1000 + 60;
        for (let left = limit - 1; left >= 0; left--) {
          const response = await ctx.call(method, path);
          expect(response.status).not.toBe(429);
          expect(quota(response)).toEqual([limit, left, resetAt]);
        }
        const refused = await ctx.call(method, path);
        expectFailure(refused, 429, 'RATE_LIMITED');
        expect(quota(refused)).toEqual([limit, 0, resetAt]);
        expect(refused.headers.get('retry-after')).toBe('60');
        ctx.clock.advance(59_999);
        const last = await ctx.call(method, path);
        expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1']);
        ctx.clock.advance(1);
        expect(quota(await ctx.call(method, path))).toEqual([limit, limit - 1, resetAt + 60]);
        await ctx.close();
      });
    }
  }

  test('every route has a tier by its method and path', async () => {
    const ctx = await limited();
    for (const { method, pathPattern, tier } of ctx.app.handler.routes.operations) {
      const path = pathPattern.replace('/api/v1', '');
      const isPublic = /^\/(pricing|actions|benchmarks|shops|links|inbound)(\/|$)/.test(path);
      if (path === '/auth') expect([path, tier]).toEqual([path, 'strict']);
      else if (path === '/mcp' && method === 'POST') expect([path, tier]).toEqual([path, 'agent']);
      else if (path === '/ready') expect([path, tier]).toEqual([path, 'probe']);
      else if (path === '/exports/:secret') expect([path, tier]).toEqual([path, 'export']);
      else if (method === 'GET') expect([path, tier]).toEqual([path, isPublic ? 'public' : 'relaxed']);
      else expect([path, tier]).toEqual([path, isPublic ? 'public' : 'standard']);
    }
    const limits = { strict: 5, standard: 30, relaxed: 60, public: 120, agent: 120, export: 300, probe: 600 };
    expect(TIER_LIMITS).toEqual({ ...limits, signIn: 60, page: 600, asset: 10_000 });
    await ctx.close();
  });
});

describe('rate limit windows', () => {
  test('each method and path pattern has its own window, shared by all IDs', async () => {
    const ctx = await limited();
    await times(60, ctx, 'GET', '/campaigns/a');
    expect((await ctx.call('GET', '/campaigns/b')).status).toBe(429);
    expect((await ctx.call('GET', '/campaigns')).status).toBe(401);
    await times(5, ctx, 'GET', '/auth');
    expect((await ctx.call('GET', '/auth')).status).toBe(429);
    expect((await ctx.call('POST', '/auth', {})).status).toBe(400);
    await ctx.close();
  });

  test('each client has its own window', async () => {
    const ctx = await limited();
    await times(5, ctx, 'GET', '/auth', { peer: '10.0.0.1' });
    expect((await ctx.call('GET', '/auth', undefined, { peer: '10.0.0.1' })).status).toBe(429);
    expect((await ctx.call('GET', '/auth', undefined, { peer: '10.0.0.2' })).status).toBe(401);
    await ctx.close();
  });

  test('unknown routes and methods share one window of the relaxed tier', async () => {
    const ctx = await limited();
    await times(20, ctx, 'GET', '/nothing');
    await times(20, ctx, 'POST', '/other');
    await times(19, ctx, 'PATCH', '/campaigns');
    expect(quota(await ctx.call('OPTIONS', '/campaigns')).slice(0, 2)).toEqual([60, 0]);
    expectFailure(await ctx.call('GET', '/nothing'), 429, 'RATE_LIMITED');
    expect((await ctx.call('GET', '/health')).status).toBe(200);
    await ctx.close();
  });

  test('HEAD counts as GET', async () => {
    const ctx = await limited();
    await times(3, ctx, 'HEAD', '/auth');
    await times(2, ctx, 'GET', '/auth');
    expect((await ctx.call('HEAD', '/auth')).status).toBe(429);
    expect((await ctx.call('GET', '/auth')).status).toBe(429);
    await ctx.close();
  });

  test('a trailing slash, a query or another spelling of the ID opens no second window', async () => {
    const ctx = await limited();
    await times(5, ctx, 'GET', '/auth/');
    expect((await ctx.call('GET', '/auth?x=1')).status).toBe(429);
    await ctx.close();
  });

  test('rejected requests count too, and a 429 does not extend the window', async () => {
    const ctx = await limited();
    await times(30, ctx, 'GET', '/auth');
    ctx.clock.advance(60_000);
    expect((await ctx.call('GET', '/auth')).status).toBe(401);
    await ctx.close();
  });

  test('concurrent requests are counted individually', async () => {
    const ctx = await limited();
    const responses = await Promise.all(Array.from({ length: 64 }, () => ctx.call('GET', '/auth')));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(59);
    await ctx.close();
  });
});

describe('settings', () => {
  test('RATE_LIMIT=off rejects nothing and keeps the headers', async () => {
    const ctx = await createTestApp({ RATE_LIMIT: 'off' });
    for (let i = 0; i < 10; i++) expect(quota(await ctx.call('GET', '/auth')).slice(0, 2)).toEqual([5, 5]);
    expect((await ctx.call('GET', '/health')).data.rateLimit).toBe('off');
    await ctx.close();
  });

  test('RATE_LIMIT_SCALE multiplies every limit', async () => {
    const ctx = await limited({ RATE_LIMIT_SCALE: '2' });
    await times(10, ctx, 'GET', '/auth');
    expectFailure(await ctx.call('GET', '/auth'), 429, 'RATE_LIMITED');
    expect(quota(await ctx.call('GET', '/nothing'))[0]).toBe(120);
    expect((await ctx.call('GET', '/health')).data.rateLimit).toBe('on');
    await ctx.close();
  });

  test('a small scale still allows one request per minute', async () => {
    const ctx = await limited({ RATE_LIMIT_SCALE: '0.01' });
    expect(quota(await ctx.call('GET', '/auth')).slice(0, 2)).toEqual([1, 0]);
    await ctx.close();
  });
});

describe('the number of windows is bounded', () => {
  test('beyond the bound, the oldest window is dropped first', () => {
    let now = 0;
    const windows = new BoundedWindows({ now: () => now }, 3);
    for (const key of ['a', 'b', 'c']) windows.increment(key, MINUTE_MS);
    now = 10;
    windows.increment('a', MINUTE_MS);
    windows.increment('d', MINUTE_MS);
    expect(windows.size).toBe(3);
    expect(['a', 'b', 'c', 'd'].map(key => windows.peek(key))).toEqual([0, 1, 1, 1]);
  });

  test('a renewed window counts as new', () => {
    let now = 0;
    const windows = new BoundedWindows({ now: () => now }, 2);
    windows.increment('a', MINUTE_MS);
    windows.increment('b', MINUTE_MS);
    now = 60_000;
    windows.increment('a', MINUTE_MS);
    windows.increment('c', MINUTE_MS);
    expect(['a', 'b', 'c'].map(key => windows.peek(key))).toEqual([1, 0, 1]);
  });

  test('200,000 clients use 100,000 windows', async () => {
    const windows = new BoundedWindows({ now: () => 0 }, 100_000);
    for (let i = 0; i < 200_000; i++) windows.increment(`client ${i}`, MINUTE_MS);
    expect(windows.size).toBe(100_000);
  });
});
