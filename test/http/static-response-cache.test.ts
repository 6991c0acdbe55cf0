import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { StaticResponseCache } from '../../src/http/static-response-cache.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { expectStandardHeaders } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

const CACHED = [
  '/actions',
  '/benchmarks',
  '/pricing',
  '/legal',
  '/docs',
  '/actions?platform=instagram',
  '/benchmarks?industry=cafe',
];
const get = (path: string, ifNoneMatch?: string) =>
  ctx.call('GET', path, undefined, { headers: ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {} });
const etagOf = async (path: string) => (await get(path)).headers.get('etag') as string;

for (const path of CACHED) {
  describe(path, () => {
    test('sends a strong ETag and allows caching for five minutes', async () => {
      const { headers } = await get(path);
      expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
      expect(headers.get('cache-control')).toBe('public, max-age=300');
    });

    test('sends the same ETag for the same bytes', async () => {
      const [first, second] = [await get(path), await get(path)];
      expect(first.headers.get('etag')).toBe(second.headers.get('etag'));
      expect(first.body).toEqual(second.body);
    });

    test('responds with 304, without a body, to a matching If-None-Match', async () => {
      const etag = await etagOf(path);
      for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, `${etag},"other"`, 'W/"x" , *', '*']) {
        const response = await get(path, condition);
        expect([response.status, response.body]).toEqual([304, '']);
        expect(response.headers.get('etag')).toBe(etag);
        expect(response.headers.get('cache-control')).toBe('public, max-age=300');
        expectStandardHeaders(response);
      }
    });

    test('sends the full response if If-None-Match has another ETag', async () => {
      const etag = await etagOf(path);
      for (const condition of ['"other"', etag.replaceAll('"', ''), etag.slice(0, -2), `${etag}x`, ',']) {
        expect((await get(path, condition)).status).toBe(200);
      }
    });

    test('HEAD sends the same ETag and supports 304', async () => {
      const etag = await etagOf(path);
      const head = await ctx.call('HEAD', path);
      expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag]);
      const headers = { 'if-none-match': etag };
      expect((await ctx.call('HEAD', path, undefined, { headers })).status).toBe(304);
    });
  });
}

test('a different query has a different ETag', async () => {
  expect(await etagOf('/actions?platform=instagram')).not.toBe(await etagOf('/actions?platform=tiktok'));
});

test('an error of a cached route is not cacheable', async () => {
  const response = await get('/actions?page=0');
  expect([response.status, response.headers.get('cache-control')]).toEqual([400, 'no-store']);
  expect(response.headers.has('etag')).toBe(false);
});

test('other routes send no-store and no ETag', async () => {
  for (const path of ['/auth', '/campaigns', '/health', '/business', '/api-keys', '/nothing']) {
    const response = await ctx.call('GET', path, undefined, { as: owner.token });
    expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store']);
    expect(response.headers.has('etag')).toBe(false);
  }
});

test('If-None-Match is ignored on routes without an ETag', async () => {
  const response = await ctx.call('GET', '/auth', undefined, {
    as: owner.token,
    headers: { 'if-none-match': '*' },
  });
  expect(response.status).toBe(200);
});

test('the cache is bounded by bytes and evicts the response that was not asked for longest', async () => {
  const cache = new StaticResponseCache();
  const built: number[] = [];
  const ask = (i: number) =>
    cache.respond(new Request('http://localhost/'), String(i), () => {
      built.push(i);
      return 'x'.repeat(1_000_000);
    });
  // 16 of them fit into 16 MiB.
  for (let i = 0; i <= 16; i++) await ask(i);
  await ask(1);
  expect(built).toHaveLength(17);
  await ask(0);
  await ask(1);
  await ask(2);
  expect(built.slice(17)).toEqual([0, 2]);
});

test('a response that was being built when the cache was cleared is not kept', async () => {
  const cache = new StaticResponseCache();
  const respond = (build: () => Promise<unknown>) =>
    cache.respond(new Request('http://localhost/'), 'prices', build);
  const gate = Promise.withResolvers<object>();
  const outdated = respond(() => gate.promise);
  cache.clear();
  gate.resolve({ price: 1 });
  expect(await (await outdated).json()).toEqual({ price: 1 });
  expect(await (await respond(async () => ({ price: 2 }))).json()).toEqual({ price: 2 });
});
