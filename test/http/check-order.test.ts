import { afterAll, beforeAll, describe, test } from 'bun:test';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { type BusinessFixture, createBusiness, createCustomer } from '../support/accounts.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';
import { expectFailure } from './fixture.ts';

/**
 * The order of checks is part of the API's contract: rate limit, route and method, body size, credential and role,
 * content type, syntax, schema, then the business rules. Each request below fails one check and all later ones; the
 * response must be the error of the first check that fails.
 */
let ctx: TestApp;
let owner: BusinessFixture;
let stranger: string;
const TEXT = { 'content-type': 'text/plain' };
const JSON_ = { 'content-type': 'application/json' };
const TOO_LARGE = `{${' '.repeat(1024 * 1024)}`;

beforeAll(async () => {
  ctx = await createTestApp({ RATE_LIMIT: 'on' });
  owner = await createBusiness(ctx);
  stranger = (await createCustomer(ctx)).token;
});
afterAll(() => ctx.close());

const post = (path: string, options: CallOptions) => ctx.call('POST', path, undefined, options);

describe('the order of checks', () => {
  test('the rate limit is checked before the route', async () => {
    const peer = '10.0.0.1';
    for (let i = 0; i < TIER_LIMITS.relaxed; i++) await ctx.call('GET', '/nothing', undefined, { peer });
    expectFailure(await ctx.call('GET', '/nothing', undefined, { peer }), 429, 'RATE_LIMITED');
  });

  test('the rate limit is checked before the method', async () => {
    const peer = '10.0.0.2';
    for (let i = 0; i < TIER_LIMITS.relaxed; i++) await ctx.call('DELETE', '/auth', undefined, { peer });
    expectFailure(await ctx.call('DELETE', '/auth', undefined, { peer }), 429, 'RATE_LIMITED');
  });

  test('the rate limit is checked before the body size, credential, content type and syntax', async () => {
    const peer = '10.0.0.3';
    for (let i = 0; i < TIER_LIMITS.standard; i++) await post('/campaigns', { peer });
    expectFailure(await post('/campaigns', { peer, headers: TEXT, raw: TOO_LARGE }), 429, 'RATE_LIMITED');
  });

  test('the route and method are checked before the body size', async () => {
    expectFailure(await post('/nothing', { headers: TEXT, raw: TOO_LARGE }), 404, 'NOT_FOUND');
    const wrongMethod = await ctx.call('DELETE', '/campaigns', undefined, { headers: TEXT, raw: TOO_LARGE });
    expectFailure(wrongMethod, 405, 'METHOD_NOT_ALLOWED');
  });

  test('the body size is checked before the credential', async () => {
    expectFailure(await post('/campaigns', { headers: TEXT, raw: TOO_LARGE }), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('the body size is checked before the role, content type and syntax', async () => {
    const options = { as: stranger, headers: TEXT, raw: TOO_LARGE };
    expectFailure(await post('/campaigns', options), 413, 'PAYLOAD_TOO_LARGE');
    expectFailure(await post('/campaigns', { ...options, as: owner.token }), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('the credential is checked before the content type', async () => {
    expectFailure(await post('/campaigns', { headers: TEXT, raw: '{' }), 401, 'UNAUTHENTICATED');
  });

  test('the role is checked before the content type', async () => {
    expectFailure(await post('/campaigns', { as: stranger, headers: TEXT, raw: '{' }), 403, 'FORBIDDEN');
  });

  test('the credential and role are checked before the syntax', async () => {
    expectFailure(await post('/campaigns', { headers: JSON_, raw: '{' }), 401, 'UNAUTHENTICATED');
    expectFailure(await post('/campaigns', { as: stranger, headers: JSON_, raw: '{' }), 403, 'FORBIDDEN');
  });

  test('the credential and role are checked before the schema of the body and the query', async () => {
    expectFailure(await post('/campaigns', { headers: JSON_, raw: '{}' }), 401, 'UNAUTHENTICATED');
    expectFailure(await post('/campaigns', { as: stranger, headers: JSON_, raw: '{}' }), 403, 'FORBIDDEN');
    expectFailure(await ctx.call('GET', '/campaigns?page=0'), 401, 'UNAUTHENTICATED');
    expectFailure(await ctx.call('GET', '/campaigns?page=1&page=2'), 401, 'UNAUTHENTICATED');
    expectFailure(await ctx.call('GET', '/events?page=0', undefined, { as: stranger }), 403, 'FORBIDDEN');
  });

  test('the content type is checked before the syntax', async () => {
    const response = await post('/campaigns', { as: owner.token, headers: TEXT, raw: '{' });
    expectFailure(response, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('the content type is checked before the schema', async () => {
    const response = await post('/campaigns', { as: owner.token, headers: TEXT, raw: '{}' });
    expectFailure(response, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('the content type is checked before the form of the idempotency key', async () => {
    const headers = { ...TEXT, 'idempotency-key': '' };
    const response = await post('/campaigns', { as: owner.token, headers, raw: '{}' });
    expectFailure(response, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('the syntax is checked before the schema, including the schema of the idempotency key', async () => {
    const headers = { ...JSON_, 'idempotency-key': '' };
    expectFailure(
      await post('/campaigns', { as: owner.token, headers, raw: '{"name":' }),
      400,
      'INVALID_JSON',
    );
  });

  test('the schema is checked before the business rules', async () => {
    const response = await ctx.call('PUT', '/campaigns', { id: 'cmp_none', name: 5 }, { as: owner.token });
    expectFailure(response, 400, 'VALIDATION_ERROR');
    const absent = await ctx.call('PUT', '/campaigns', { id: 'cmp_none', name: 'x' }, { as: owner.token });
    expectFailure(absent, 404, 'NOT_FOUND');
  });

  test('the schema is checked before the business rules, for an unknown key and an invalid rotation', async () => {
    const response = await ctx.call(
      'POST',
      '/api-keys/key_none/rotate',
      { graceMinutes: -1 },
      { as: owner.token },
    );
    expectFailure(response, 400, 'VALIDATION_ERROR');
  });
});
