import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { AppError } from '../../src/errors.ts';
import { api, describeRoute } from '../../src/http/api.ts';
import { success } from '../../src/http/envelope.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { expectFailure, expectStandardHeaders, JSON_TYPE, mountRoutes } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

const SECRET_CAUSE = 'SQLITE_CORRUPT in table users at /srv/perkmint';
const broken = new Elysia()
  .use(api)
  .get(
    '/broken',
    () => {
      throw new Error(SECRET_CAUSE);
    },
    { access: 'public', tier: 'relaxed', detail: describeRoute('broken', 'Throws') },
  )
  .get(
    '/busy',
    () => {
      throw new AppError('UNAVAILABLE', 'Busy', { retryAfterSeconds: 3 });
    },
    { access: 'public', tier: 'relaxed', detail: describeRoute('busy', 'Is busy') },
  )
  .get('/plain', () => success({ ok: true }), {
    access: 'public',
    tier: 'relaxed',
    detail: describeRoute('plain', 'Responds'),
  });

describe('standard headers and envelope', () => {
  test('a response has the standard headers and the envelope with status 200', async () => {
    const response = await ctx.call('GET', '/auth', undefined, { as: owner.token });
    expect(response.status).toBe(200);
    expect(Object.keys(response.body)).toEqual(['success', 'data']);
    expect(response.body.success).toBe(true);
    expect(response.headers.get('content-type')).toStartWith('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expectStandardHeaders(response);
  });

  test('a response has the standard headers and the envelope with status 201', async () => {
    const response = await ctx.call('POST', '/campaigns', CAMPAIGN, { as: owner.token });
    expect(response.status).toBe(201);
    expect(Object.keys(response.body)).toEqual(['success', 'data']);
    expectStandardHeaders(response);
  });

  test('a response has the standard headers and the envelope with status 304 and without a body', async () => {
    const first = await ctx.call('GET', '/actions');
    const etag = first.headers.get('etag') as string;
    const response = await ctx.call('GET', '/actions', undefined, { headers: { 'if-none-match': etag } });
    expect([response.status, response.body]).toEqual([304, '']);
    expectStandardHeaders(response);
  });

  test('a response has the standard headers and the envelope with status 400 for invalid JSON and for an invalid field', async () => {
    const options = { as: owner.token, headers: JSON_TYPE };
    expectFailure(
      await ctx.call('POST', '/campaigns', undefined, { ...options, raw: '{' }),
      400,
      'INVALID_JSON',
    );
    const response = await ctx.call('POST', '/campaigns', {}, { as: owner.token });
    expectFailure(response, 400, 'VALIDATION_ERROR');
  });

  test('a response has the standard headers and the envelope with status 401 and WWW-Authenticate', async () => {
    expectFailure(await ctx.call('GET', '/auth'), 401, 'UNAUTHENTICATED');
  });

  test('a response has the standard headers and the envelope with status 403', async () => {
    const { token } = await createCustomer(ctx, 'forbidden');
    expectFailure(await ctx.call('POST', '/campaigns', CAMPAIGN, { as: token }), 403, 'FORBIDDEN');
  });

  test('a response has the standard headers and the envelope with status 404 for an unknown record and for an unknown route inside and outside /api/v1', async () => {
    const missing = await ctx.call('GET', '/campaigns/cmp_none', undefined, { as: owner.token });
    expectFailure(missing, 404, 'NOT_FOUND');
    expectFailure(await ctx.call('GET', '/nothing'), 404, 'NOT_FOUND');
    const { send } = ctx;
    for (const path of ['/nowhere/at/all', '/api', '/api/v2/auth']) {
      const response = await send(new Request(`http://localhost${path}`));
      expectStandardHeaders(response);
      expect(response.status).toBe(404);
      expect((await response.json()) as unknown).toMatchObject({
        success: false,
        error: { code: 'NOT_FOUND' },
      });
    }
  });

  test('a response has the standard headers and the envelope with status 404 for a path that cannot be decoded or has extra slashes', async () => {
    for (const path of ['/campaigns/%zz', '/campaigns/%ff', '/campaigns//', '/auth%', '/Auth', '/auth/x']) {
      expectFailure(await ctx.call('GET', path, undefined, { as: owner.token }), 404, 'NOT_FOUND');
    }
  });

  test('a response has the standard headers and the envelope with status 200 for a path with a trailing slash', async () => {
    expect((await ctx.call('GET', '/auth/', undefined, { as: owner.token })).status).toBe(200);
  });

  test('a response has the standard headers and the envelope with status 405 and the methods of the path in Allow', async () => {
    const response = await ctx.call('DELETE', '/campaigns', undefined, { as: owner.token });
    expectFailure(response, 405, 'METHOD_NOT_ALLOWED');
    const allowed = (response.headers.get('allow') as string).split(', ').sort();
    expect(allowed).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT']);
  });

  test('a response has the standard headers and the envelope with status 405 for HEAD on a path without GET', async () => {
    const response = await ctx.call('HEAD', '/uploads');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expectStandardHeaders(response);
  });

  test('a response has the standard headers and the envelope with status 413', async () => {
    const raw = `{"name":"${'x'.repeat(1024 * 1024)}"}`;
    const response = await ctx.call('POST', '/campaigns', undefined, {
      as: owner.token,
      headers: JSON_TYPE,
      raw,
    });
    expectFailure(response, 413, 'PAYLOAD_TOO_LARGE');
  });

  test('a response has the standard headers and the envelope with status 415', async () => {
    const headers = { 'content-type': 'text/plain' };
    const response = await ctx.call('POST', '/campaigns', undefined, { as: owner.token, headers, raw: '{}' });
    expectFailure(response, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('a response has the standard headers and the envelope with status 500 and without internal details', async () => {
    const response = await mountRoutes(ctx, broken).call('GET', '/broken');
    expectFailure(response, 500, 'INTERNAL_ERROR');
    expect(JSON.stringify(response.body)).not.toContain('SQLITE');
    expect(JSON.stringify(response.body)).not.toContain('users');
  });

  test('a response has the standard headers and the envelope with status 503 and Retry-After', async () => {
    const response = await mountRoutes(ctx, broken).call('GET', '/busy');
    expectFailure(response, 503, 'UNAVAILABLE');
    expect(response.headers.get('retry-after')).toBe('3');
  });

  test('a response has the standard headers and the envelope with status 503 for known and unknown routes during shutdown', async () => {
    const other = mountRoutes(ctx, broken);
    other.app.handler.drain();
    expectFailure(await other.call('GET', '/plain'), 503, 'UNAVAILABLE');
    expectFailure(await other.call('GET', '/nothing'), 503, 'UNAVAILABLE');
  });

  test('a response to HEAD has the status and headers of GET and no body', async () => {
    const response = await ctx.call('HEAD', '/auth', undefined, { as: owner.token });
    expect([response.status, response.body]).toEqual([200, '']);
    expect(response.headers.get('content-type')).toStartWith('application/json');
    expectStandardHeaders(response);
    expect((await ctx.call('HEAD', '/auth')).status).toBe(401);
  });

  test('a response to OPTIONS lists the methods of the path in Allow', async () => {
    const response = await ctx.call('OPTIONS', '/campaigns');
    expect([response.status, response.body]).toEqual([204, '']);
    expect(response.headers.get('allow')).toBe('GET, POST, PUT, HEAD, OPTIONS');
    expectStandardHeaders(response);
    expectFailure(await ctx.call('OPTIONS', '/nothing'), 404, 'NOT_FOUND');
  });
});

describe('Strict-Transport-Security', () => {
  const HSTS = 'strict-transport-security';
  const paths = ['/api/v1/health', '/api/v1/campaigns', '/api/v1/nothing', '/', '/dashboard'];

  test('Strict-Transport-Security is sent with every response if PUBLIC_URL is an https URL', async () => {
    const secure = await createTestApp({ PUBLIC_URL: 'https://perks.example' });
    for (const path of paths) {
      const { headers } = await secure.send(new Request(`http://localhost${path}`));
      expect([path, headers.get(HSTS)]).toEqual([path, 'max-age=31536000']);
    }
    await secure.close();
  });

  test('Strict-Transport-Security is not sent if PUBLIC_URL is an http URL', async () => {
    for (const path of paths)
      expect((await ctx.send(new Request(`http://localhost${path}`))).headers.get(HSTS)).toBeNull();
  });
});

describe('X-Request-Id', () => {
  const idFor = async (given: string) =>
    (await ctx.call('GET', '/health', undefined, { headers: { 'x-request-id': given } })).headers.get(
      'x-request-id',
    );

  for (const given of ['abcdefgh', 'A-Za-z_0-9', 'x'.repeat(64), '--------']) {
    test(`X-Request-Id is echoed if the client sends a valid one: ${given.slice(0, 12)} (${given.length})`, async () => {
      expect(await idFor(given)).toBe(given);
    });
  }

  for (const given of [
    '',
    'short12',
    'x'.repeat(65),
    'with space',
    'dots.are.not',
    'ümlaut-ü-12',
    'a,b,c,d,e',
  ]) {
    test(`X-Request-Id is replaced if the client sends an invalid one: ${given.slice(0, 12)} (${given.length})`, async () => {
      const returned = await idFor(given);
      expect(returned).not.toBe(given);
      expect(returned).toMatch(/^req_[0-9a-z]{26}$/);
    });
  }

  test('X-Request-Id is generated for each request without one', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => ctx.call('GET', '/health')));
    expect(new Set(ids.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
  });
});
