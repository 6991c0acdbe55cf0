import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { acceptsGzip } from '../../src/http/compress.ts';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp();
});
afterAll(() => ctx.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ctx.send(new Request(`http://localhost/api/v1${path}`, { method, headers }));
const GZIP = { 'accept-encoding': 'gzip, deflate, br' };

describe('compression', () => {
  test.each(['/docs', '/actions', '/benchmarks'])('of %s returns the same content', async path => {
    const [plain, packed] = [await get(path), await get(path, GZIP)];
    expect(plain.headers.has('content-encoding')).toBe(false);
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    for (const { headers } of [plain, packed]) expect(headers.get('vary')).toContain('Accept-Encoding');
    const bytes = await packed.bytes();
    const text = await plain.text();
    expect(Buffer.from(Bun.gunzipSync(bytes)).toString()).toBe(text);
    expect(bytes.length * 4).toBeLessThan(text.length);
  });

  test('gives the compressed bytes a weak ETag that answers 304, and the plain bytes a strong one', async () => {
    const [plain, packed, again] = [
      await get('/actions'),
      await get('/actions', GZIP),
      await get('/actions', GZIP),
    ];
    const strong = plain.headers.get('etag') ?? '';
    expect(strong).toMatch(/^"/);
    for (const { headers } of [packed, again]) expect(headers.get('etag')).toBe(`W/${strong}`);
    for (const tag of [strong, `W/${strong}`]) {
      const known = await get('/actions', { ...GZIP, 'if-none-match': tag });
      expect([known.status, known.headers.get('etag')]).toEqual([304, `W/${strong}`]);
      expect((await get('/actions', { 'if-none-match': tag })).headers.get('etag')).toBe(strong);
    }
    const head = await get('/actions', GZIP, 'HEAD');
    expect(head.headers.get('etag')).toBe(`W/${strong}`);
  });

  test('leaves short responses, streams and files as they are', async () => {
    const { token } = await createBusiness(ctx);
    const as = { ...GZIP, authorization: `Bearer ${token}` };
    const short = await get('/auth', as);
    expect([short.headers.has('content-encoding'), (await short.json()).success]).toEqual([false, true]);
    const stream = await get('/events/stream', as);
    expect(stream.headers.has('content-encoding')).toBe(false);
    await stream.body?.cancel();
    const wheel = await get('/sdk/python?format=wheel', GZIP);
    expect(wheel.headers.has('content-encoding')).toBe(false);
  });
});

test.each([
  [null, false],
  ['', false],
  ['identity', false],
  ['gzip;q=0', false],
  ['gzip; q=0.0, br', false],
  ['br, GZIP;q=0.5', true],
  ['*', true],
])('Accept-Encoding %p accepts gzip: %p', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});
