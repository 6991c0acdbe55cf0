import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createBusiness } from '../support/accounts.ts';
import { type LiveServer, startLiveServer } from '../support/live-server.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let server: LiveServer;
let token: string;
beforeAll(async () => {
  ctx = await createTestApp();
  server = startLiveServer(ctx);
  ({ token } = await createBusiness(ctx));
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const send = (path: string, method: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method,
    decompress: false,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
const GZIP = { 'accept-encoding': 'gzip' };

test.each([
  ['a page', '/login', {}],
  ['a compressed page', '/login', GZIP],
  ['the API description', '/api/v1/docs', {}],
  ['a list', '/api/v1/campaigns', {}],
  ['a cached list', '/api/v1/actions', GZIP],
  ['a package', '/api/v1/sdk/typescript?format=tarball', {}],
  ['an icon', '/logo.svg', {}],
  ['an error', '/api/v1/campaigns/cmp_absent', {}],
])('%s has the headers of GET, with its length, and no body', async (_, path, headers) => {
  const [get, head] = [await send(path, 'GET', headers), await send(path, 'HEAD', headers)];
  const body = await get.bytes();
  expect(head.status).toBe(get.status);
  expect([head.headers.get('content-length'), (await head.bytes()).length]).toEqual([String(body.length), 0]);
  // Bun sends no Date with HEAD.
  const names = [...get.headers.keys()].filter(name => name !== 'date');
  expect([...head.headers.keys()].sort()).toEqual(names.sort());
});

test('a stream has no length, and is not held open', async () => {
  const head = await send('/api/v1/events/stream', 'HEAD');
  expect([head.status, head.headers.get('content-length'), (await head.bytes()).length]).toEqual([
    200,
    null,
    0,
  ]);
});
