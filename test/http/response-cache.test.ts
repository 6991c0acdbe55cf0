import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createLog } from '../../src/platform/log.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';
import { expectFailure, expectStandardHeaders } from './fixture.ts';

/** The second response for a URL comes from the cache. It must equal the first except for time-dependent headers. */
let ctx: TestApp;
let owner: BusinessFixture;
const lines: string[] = [];
const clock = { now: () => 0 };
beforeAll(async () => {
  const log = createLog({ level: 'info', clock, write: text => void lines.push(...text.trim().split('\n')) });
  ctx = await createTestApp(
    { RATE_LIMIT: 'on', RATE_LIMIT_SCALE: '10', CORS_ORIGINS: 'https://shop.example' },
    { log },
  );
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

const get = (path: string, headers: Record<string, string> = {}, options: CallOptions = {}) =>
  ctx.call('GET', path, undefined, { ...options, headers });
/** The headers that may differ between two equal requests. */
const VARIABLE_HEADERS = ['x-request-id', 'x-response-time', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const pickStableHeaders = (headers: Headers) =>
  [...headers].filter(([name]) => !VARIABLE_HEADERS.includes(name)).sort();

describe.each(['/actions?platform=instagram', '/benchmarks', '/pricing', '/legal'])('%s', path => {
  test('the handler and the cache return the same response for GET, HEAD, 304 and cross-origin requests', async () => {
    const etag = (await get(path)).headers.get('etag') as string;
    const ways: [method: string, headers: Record<string, string>][] = [
      ['GET', {}],
      ['HEAD', {}],
      ['GET', { 'if-none-match': etag }],
      ['HEAD', { 'if-none-match': `W/${etag}` }],
      ['GET', { origin: 'https://other.example' }],
    ];
    for (const [method, headers] of ways) {
      ctx.clock.advance(1_000);
      const slow = await ctx.call(method, path, undefined, { headers });
      const fast = await ctx.call(method, path, undefined, { headers });
      expect([fast.status, fast.body]).toEqual([slow.status, slow.body]);
      expect(pickStableHeaders(fast.headers)).toEqual(pickStableHeaders(slow.headers));
      expectStandardHeaders(fast);
    }
  });

  test("a cached response counts against the rate limit, keeps the client's request ID and is logged", async () => {
    await get(path);
    const before = Number((await get(path)).headers.get('x-ratelimit-remaining'));
    const response = await get(path, { 'x-request-id': 'mine-0123456789' });
    expect(Number(response.headers.get('x-ratelimit-remaining'))).toBe(before - 1);
    expect(response.headers.get('x-request-id')).toBe('mine-0123456789');
    ctx.app.services.log.flush();
    const line = lines.map(text => JSON.parse(text)).findLast(each => each.requestId === 'mine-0123456789');
    expect(line).toMatchObject({ route: `/api/v1${path.split('?')[0]}`, status: 200, actor: 'anonymous' });
  });
});

test('a response from memory needs no promise, whatever its encoding', async () => {
  for (const headers of [{}, { 'accept-encoding': 'gzip' }] as Record<string, string>[]) {
    const request = () => new Request('http://localhost/api/v1/benchmarks', { headers });
    const { etag, vary } = (await ctx.app.handler.fetch(request(), '127.0.0.1')).headers.toJSON();
    const again = ctx.app.handler.fetch(request(), '127.0.0.1') as Response;
    expect(again).toBeInstanceOf(Response);
    expect(again.headers.toJSON()).toMatchObject({ etag: etag as string, vary: vary as string });
  }
});

test('an unknown parameter is named in every response', async () => {
  for (let i = 0; i < 3; i++)
    expect((await get('/benchmarks?color=red')).headers.get('x-ignored-fields')).toBe('color');
  expect((await get('/benchmarks')).headers.has('x-ignored-fields')).toBe(false);
});

test('an error response stays an error response', async () => {
  for (let i = 0; i < 2; i++) expectFailure(await get('/benchmarks?page=0'), 400, 'VALIDATION_ERROR');
  await get('/legal');
  const large = { 'content-length': String(2 * 1024 * 1024) };
  expectFailure(await get('/legal', large), 413, 'PAYLOAD_TOO_LARGE');
});

test('responses that vary by more than the URL are never cached', async () => {
  const kinds = ['application/json', 'text/html', 'application/json'];
  for (const kind of kinds)
    expect((await get('/docs', { accept: kind })).headers.get('content-type')).toStartWith(kind);
});

test('other routes are never cached', async () => {
  const totals = async () =>
    (await get('/campaigns', {}, { as: owner.token })).data as { pagination: { total: number } };
  const before = (await totals()).pagination.total;
  await ctx.call('POST', '/campaigns', CAMPAIGN, { as: owner.token });
  expect((await totals()).pagination.total).toBe(before + 1);
});

test('a write of this process is visible in the next response', async () => {
  const { initial, getCount } = countBuilds(ctx);
  await get('/pricing');
  await get('/pricing');
  expect(getCount()).toBe(initial);
  await ctx.call('POST', '/campaigns', CAMPAIGN, { as: owner.token });
  await get('/pricing');
  expect(getCount()).toBe(initial + 1);
  ctx.clock.advance(1_000);
  await get('/pricing');
  expect(getCount()).toBe(initial + 2);
});

test('unknown parameters do not pass the cache, known ones have responses of their own', async () => {
  ctx.clock.advance(1_000);
  const { initial, getCount } = countBuilds(ctx);
  for (const query of ['', '?x=1', '?x=2&y=', '?x=3']) await get(`/pricing${query}`);
  expect(getCount()).toBe(initial);
  const platforms = async (query: string) =>
    (await get(`/actions?${query}`)).data.items.map(({ platform }: { platform: string }) => platform);
  expect(new Set(await platforms('platform=instagram&x=1'))).toEqual(new Set(['instagram']));
  expect(new Set(await platforms('x=2&platform=tiktok'))).toEqual(new Set(['tiktok']));
  expectFailure(await get('/actions?x=1&page=1&page=1'), 400, 'VALIDATION_ERROR');
});

/** Counts the responses that the handler builds: it reads the version of the observed figures once per response. */
function countBuilds({ app }: TestApp) {
  const { observations } = app.services;
  const version = observations.version.bind(observations);
  let count = 0;
  observations.version = db => {
    count++;
    return version(db);
  };
  return { initial: 1, getCount: () => count };
}
