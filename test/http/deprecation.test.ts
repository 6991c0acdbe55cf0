import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { Deleted } from '../../src/auth/model.ts';
import { generateOpenApiDocument } from '../../src/describe/openapi/generate.ts';
import { api, describeRoute, globalHooks } from '../../src/http/api.ts';
import { ok, success } from '../../src/http/envelope.ts';
import { readRoutes } from '../../src/http/routes.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { mountRoutes } from './fixture.ts';

const DEPRECATED = { since: '2026-06-01', sunset: '2026-12-31', successor: '/api/v1/newer' };
const routes = new Elysia({ tags: ['Businesses'] })
  .use(api)
  .get('/older', () => success({ id: 'biz_1', deleted: true as const }), {
    access: 'public',
    tier: 'relaxed',
    deprecated: DEPRECATED,
    response: ok(Deleted),
    detail: describeRoute('getOlder', 'Get the older record'),
  })
  .get('/secret', () => success({ id: 'biz_1', deleted: true as const }), {
    access: 'any',
    tier: 'relaxed',
    deprecated: { since: DEPRECATED.since, sunset: DEPRECATED.sunset },
    response: ok(Deleted),
    detail: describeRoute('getSecret', 'Get the secret record'),
  });

let base: TestApp;
let app: TestApp;
beforeAll(async () => {
  base = await createTestApp();
  app = mountRoutes(base, routes);
});
afterAll(() => base.close());

test('every response of a deprecated route says since when, until when and what replaces it', async () => {
  const { status, headers } = await app.send(new Request('http://localhost/api/v1/older'));
  expect(status).toBe(200);
  expect(headers.get('deprecation')).toBe(`@${Date.parse('2026-06-01T00:00:00Z') / 1_000}`);
  expect(headers.get('sunset')).toBe('Thu, 31 Dec 2026 00:00:00 GMT');
  expect(headers.get('link')).toBe('</api/v1/newer>; rel="successor-version"');
});

test('a rejection says so too, and a route without a successor has no link', async () => {
  const { status, headers } = await app.send(new Request('http://localhost/api/v1/secret'));
  expect([status, headers.has('deprecation'), headers.has('link')]).toEqual([401, true, false]);
});

test('other routes have none of the headers', async () => {
  const { headers } = await base.call('GET', '/health');
  for (const name of ['deprecation', 'sunset', 'link']) expect(headers.has(name)).toBe(false);
});

test('the API description marks the operation', async () => {
  const all = new Elysia({ prefix: '/api/v1' }).use(globalHooks).use(routes);
  const document = await generateOpenApiDocument(all, readRoutes(all), 'http://localhost');
  expect(document.paths['/api/v1/older']?.get).toMatchObject({
    deprecated: true,
    description: expect.stringContaining('Deprecated since 2026-06-01; may be removed from 2026-12-31 on.'),
  });
});
