import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { expectStandardHeaders } from './fixture.ts';

const SHOP = 'https://shop.example';
const OTHER = 'https://other.example';
const REFERENCE = ['/actions', '/benchmarks', '/docs'];
const PRIVATE = ['/auth', '/campaigns', '/health', '/nothing'];

let closed: TestApp;
let open: TestApp;
beforeAll(async () => {
  closed = await createTestApp();
  open = await createTestApp({ CORS_ORIGINS: `${SHOP},http://localhost:5173` });
});
afterAll(async () => {
  await closed.close();
  await open.close();
});

const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin');
const get = (ctx: TestApp, path: string, origin?: string) =>
  ctx.call('GET', path, undefined, { headers: origin ? { origin } : {} });
const preflight = (ctx: TestApp, path: string, origin: string, method: string) =>
  ctx.call('OPTIONS', path, undefined, { headers: { origin, 'access-control-request-method': method } });

describe('public reference routes', () => {
  for (const path of REFERENCE) {
    test(`${path} allows every origin`, async () => {
      for (const ctx of [closed, open]) {
        expect(allowed(await get(ctx, path, OTHER))).toBe('*');
        const response = await preflight(ctx, path, OTHER, 'GET');
        expect([response.status, allowed(response)]).toEqual([204, '*']);
        expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
      }
    });
  }

  test('a preflight for HEAD gets the same response as for GET', async () => {
    expect(allowed(await preflight(closed, '/actions', OTHER, 'HEAD'))).toBe('*');
  });

  test('CORS headers are also sent with 304 and errors', async () => {
    const etag = (await get(closed, '/actions')).headers.get('etag') as string;
    const headers = { origin: OTHER, 'if-none-match': etag };
    const unchanged = await closed.call('GET', '/actions', undefined, { headers });
    expect([unchanged.status, allowed(unchanged)]).toEqual([304, '*']);
    expect(allowed(await get(closed, '/actions?page=0', OTHER))).toBe('*');
  });
});

describe('all other routes', () => {
  for (const path of PRIVATE) {
    test(`${path} allows no origin by default`, async () => {
      expect(allowed(await get(closed, path, OTHER))).toBeNull();
      expect(allowed(await preflight(closed, path, OTHER, 'GET'))).toBeNull();
    });

    test(`${path} allows only the origins in CORS_ORIGINS`, async () => {
      const response = await get(open, path, SHOP);
      expect(allowed(response)).toBe(SHOP);
      expect(response.headers.get('vary')).toContain('Origin');
      expect(allowed(await get(open, path, OTHER))).toBeNull();
      expect(allowed(await get(open, path, `${SHOP}.evil.example`))).toBeNull();
      expect(allowed(await get(open, path, 'null'))).toBeNull();
      expect(allowed(await get(open, path))).toBeNull();
    });
  }

  test('no response allows cookies as credentials', async () => {
    expect((await get(open, '/auth', SHOP)).headers.has('access-control-allow-credentials')).toBe(false);
  });

  test('exposes the relevant response headers to pages', async () => {
    const exposed = (await get(open, '/auth', SHOP)).headers.get('access-control-expose-headers');
    for (const name of [
      'X-Request-Id',
      'X-Response-Time',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'ETag',
      'X-Ignored-Fields',
      'Idempotency-Replayed',
    ]) {
      expect(exposed).toContain(name);
    }
  });
});

describe('preflight', () => {
  test('lists methods, headers and a max age, with the standard headers', async () => {
    const response = await preflight(open, '/campaigns', SHOP, 'PUT');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, HEAD');
    const headers = response.headers.get('access-control-allow-headers');
    for (const name of ['Authorization', 'Content-Type', 'X-API-Key', 'Idempotency-Key', 'X-Request-Id']) {
      expect(headers).toContain(name);
    }
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
    expectStandardHeaders(response);
  });

  test('a preflight needs no credential and reveals nothing to other origins', async () => {
    const response = await preflight(open, '/campaigns', OTHER, 'PUT');
    expect(response.status).toBe(204);
    expect([...response.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
  });
});

test('CORS_ORIGINS=* allows every origin on all routes', async () => {
  const ctx = await createTestApp({ CORS_ORIGINS: '*' });
  expect(allowed(await get(ctx, '/auth', OTHER))).toBe('*');
  expect(allowed(await preflight(ctx, '/campaigns', OTHER, 'POST'))).toBe('*');
  await ctx.close();
});
