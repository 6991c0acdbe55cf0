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
    test('has a strong ETag and may be kept five minutes', async () => {
      const { headers } = await get(path);
      expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
      expect(headers.get('cache-control')).toBe('public, max-age=300');
    });

    test('the same bytes have the same tag', async () => {
      const [first, second] = [await get(path), await get(path)];
      expect(first.headers.get('etag')).toBe(second.headers.get('etag'));
      expect(first.body).toEqual(second.body);
    });

    test('If-None-Match with the tag gets 304, without body, with the headers of the 200', async () => {
      const etag = await etagOf(path);
      for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, `${etag},"other"`, 'W/"x" , *', '*']) {
        const answer = await get(path, condition);
        expect([answer.status, answer.body]).toEqual([304, '']);
        expect(answer.headers.get('etag')).toBe(etag);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
        expectStandardHeaders(answer);
      }
    });

    test('with another tag it gets the whole answer', async () => {
      const etag = await etagOf(path);
      for (const condition of ['"other"', etag.replaceAll('"', ''), etag.slice(0, -2), `${etag}x`, ',']) {
        expect((await get(path, condition)).status).toBe(200);
      }
    });

    test('HEAD has the same tag, and 304 too', async () => {
      const etag = await etagOf(path);
      const head = await ctx.call('HEAD', path);
      expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag]);
      const headers = { 'if-none-match': etag };
      expect((await ctx.call('HEAD', path, undefined, { headers })).status).toBe(304);
    });
  });
}

test('another query has another tag', async () => {
  expect(await etagOf('/actions?platform=instagram')).not.toBe(await etagOf('/actions?platform=tiktok'));
});

test('a failure of a cached route is not kept', async () => {
  const answer = await get('/actions?page=0');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
  expect(answer.headers.has('etag')).toBe(false);
});

test('everything else says no-store and has no tag', async () => {
  for (const path of ['/auth', '/campaigns', '/health', '/business', '/api-keys', '/nothing']) {
    const answer = await ctx.call('GET', path, undefined, { as: owner.token });
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
    expect(answer.headers.has('etag')).toBe(false);
  }
});

test('If-None-Match means nothing where there is no tag', async () => {
  const answer = await ctx.call('GET', '/auth', undefined, {
    as: owner.token,
    headers: { 'if-none-match': '*' },
  });
  expect(answer.status).toBe(200);
});

test('the cache is bounded and gives up the oldest answer first', () => {
  const cache = new StaticResponseCache();
  const built: number[] = [];
  const ask = (i: number) =>
    cache.respond(new Request('http://localhost/'), String(i), () => {
      built.push(i);
      return { i };
    });
  for (let i = 0; i <= 500; i++) ask(i);
  ask(500);
  ask(1);
  expect(built).toHaveLength(501);
  ask(0);
  expect(built).toHaveLength(502);
});
