import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createLog } from '../../src/platform/log.ts';
import { CAMPAIGN, type Shop, shop } from '../support/people.ts';
import { type CallOptions, type World, world } from '../support/world.ts';
import { expectFailure, expectFiveHeaders } from './support.ts';

/** The second answer to an address comes without its handler: nobody must see that, but by the time it takes. */
let w: World;
let owner: Shop;
const lines: string[] = [];
const clock = { now: () => 0 };
beforeAll(async () => {
  const log = createLog({ level: 'info', clock, write: text => void lines.push(...text.trim().split('\n')) });
  w = await world(
    { RATE_LIMIT: 'on', RATE_LIMIT_SCALE: '10', CORS_ORIGINS: 'https://shop.example' },
    { log },
  );
  owner = await shop(w);
});
afterAll(() => w.close());

const get = (path: string, headers: Record<string, string> = {}, options: CallOptions = {}) =>
  w.call('GET', path, undefined, { ...options, headers });
/** What may differ between two answers to the same question. */
const PASSING = ['x-request-id', 'x-response-time', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const lasting = (headers: Headers) => [...headers].filter(([name]) => !PASSING.includes(name)).sort();

describe.each(['/actions?platform=instagram', '/benchmarks', '/pricing', '/legal'])('%s', path => {
  test('is the same from the handler and at once, for GET, HEAD, 304 and a page of another origin', async () => {
    const etag = (await get(path)).headers.get('etag') as string;
    const ways: [method: string, headers: Record<string, string>][] = [
      ['GET', {}],
      ['HEAD', {}],
      ['GET', { 'if-none-match': etag }],
      ['HEAD', { 'if-none-match': `W/${etag}` }],
      ['GET', { origin: 'https://anybody.example' }],
    ];
    for (const [method, headers] of ways) {
      w.clock.advance(1_000);
      const slow = await w.call(method, path, undefined, { headers });
      const fast = await w.call(method, path, undefined, { headers });
      expect([fast.status, fast.body]).toEqual([slow.status, slow.body]);
      expect(lasting(fast.headers)).toEqual(lasting(slow.headers));
      expectFiveHeaders(fast);
    }
  });

  test('counts against the limit, keeps the request id of the client and has its line in the log', async () => {
    await get(path);
    const before = Number((await get(path)).headers.get('x-ratelimit-remaining'));
    const answer = await get(path, { 'x-request-id': 'mine-0123456789' });
    expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBe(before - 1);
    expect(answer.headers.get('x-request-id')).toBe('mine-0123456789');
    w.app.services.log.flush();
    const line = lines.map(text => JSON.parse(text)).findLast(each => each.requestId === 'mine-0123456789');
    expect(line).toMatchObject({ route: `/api/v1${path.split('?')[0]}`, status: 200, actor: 'nobody' });
  });
});

test('a field that is not known is named each time', async () => {
  for (let i = 0; i < 3; i++)
    expect((await get('/benchmarks?colour=red')).headers.get('x-ignored-fields')).toBe('colour');
  expect((await get('/benchmarks')).headers.has('x-ignored-fields')).toBe(false);
});

test('a refusal stays a refusal', async () => {
  for (let i = 0; i < 2; i++) expectFailure(await get('/benchmarks?page=0'), 400, 'VALIDATION_ERROR');
  await get('/legal');
  const large = { 'content-length': String(2 * 1024 * 1024) };
  expectFailure(await get('/legal', large), 413, 'PAYLOAD_TOO_LARGE');
});

test('what varies by more than its address is asked for each time', async () => {
  const kinds = ['application/json', 'text/html', 'application/json'];
  for (const kind of kinds)
    expect((await get('/docs', { accept: kind })).headers.get('content-type')).toStartWith(kind);
});

test('other routes are never answered from here', async () => {
  const totals = async () =>
    (await get('/campaigns', {}, { as: owner.token })).data as { pagination: { total: number } };
  const before = (await totals()).pagination.total;
  await w.call('POST', '/campaigns', CAMPAIGN, { as: owner.token });
  expect((await totals()).pagination.total).toBe(before + 1);
});

test('whatever is stored, by this process, is in the next answer', async () => {
  const { ready, made } = counted(w);
  await get('/pricing');
  await get('/pricing');
  expect(made()).toBe(ready);
  await w.call('POST', '/campaigns', CAMPAIGN, { as: owner.token });
  await get('/pricing');
  expect(made()).toBe(ready + 1);
  w.clock.advance(1_000);
  await get('/pricing');
  expect(made()).toBe(ready + 2);
});

/** How often the handler has asked how current the observed figures are: once an answer that it makes. */
function counted({ app }: World) {
  const { observations } = app.services;
  const version = observations.version.bind(observations);
  let count = 0;
  observations.version = db => {
    count++;
    return version(db);
  };
  return { ready: 1, made: () => count };
}
