import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BusinessFixture, CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import { createAdmin, PNG } from '../support/fixtures.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';
import {
  buildForm,
  expectFailure,
  expectInvalidFields,
  expectStandardHeaders,
  JSON_TYPE,
} from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let keys = 0;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

const fresh = () => `key-${++keys}`;
const withKey = (key: string, as: CallOptions['as'] = owner.token, more: Record<string, string> = {}) => ({
  as,
  headers: { 'idempotency-key': key, ...more },
});
const post = (path: string, body: unknown, key: string, as: CallOptions['as'] = owner.token) =>
  ctx.call('POST', path, body, withKey(key, as));
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed');
const campaigns = async (as: string = owner.token) =>
  (await ctx.call('GET', '/campaigns', undefined, { as })).data.pagination.total as number;

describe('a repeated request', () => {
  test('a repeated request replays the exact first response with a marker, and makes the change only once', async () => {
    const key = fresh();
    const before = await campaigns();
    const send = async () => {
      const request = new Request('http://localhost/api/v1/campaigns', {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': key, ...JSON_TYPE },
        body: JSON.stringify(CAMPAIGN),
      });
      const response = await ctx.send(request);
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect([replayed(first), replayed(second)]).toEqual([null, 'true']);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expectStandardHeaders(second);
    expect(await campaigns()).toBe(before + 1);
  });

  test('a repeated request replays the first response if its fields are in another order, including nested ones', async () => {
    const key = fresh();
    const first = await post('/campaigns', CAMPAIGN, key);
    const { name, platform, actionType } = CAMPAIGN;
    const turned = { reward: { value: 5, type: 'fixed' }, actionType, platform, name };
    const second = await post('/campaigns', turned, key);
    expect([second.status, second.data, replayed(second)]).toEqual([201, first.data, 'true']);
  });

  test('a repeated PUT replays the first response', async () => {
    const key = fresh();
    const change = { name: 'Blue Cup & Co' };
    const first = await ctx.call('PUT', '/business', change, withKey(key));
    await ctx.call('PUT', '/business', { name: 'Changed since' }, { as: owner.token });
    const second = await ctx.call('PUT', '/business', change, withKey(key));
    expect([second.data, replayed(second)]).toEqual([first.data, 'true']);
    const { data } = await ctx.call('GET', '/business', undefined, { as: owner.token });
    expect(data.name).toBe('Changed since');
  });

  test('a repeated multipart upload replays the first response if the bytes are the same', async () => {
    const key = fresh();
    const upload = (bytes: Uint8Array<ArrayBuffer>) =>
      ctx.call('POST', '/uploads', undefined, { ...withKey(key), raw: buildForm(bytes) });
    const first = await upload(PNG);
    const second = await upload(PNG);
    expect([first.status, second.data, replayed(second)]).toEqual([201, first.data, 'true']);
    const other = Buffer.concat([PNG, Buffer.from([0])]);
    expectFailure(await upload(other), 409, 'IDEMPOTENCY_CONFLICT');
  });

  test('a replayed response contains X-Ignored-Fields', async () => {
    const key = fresh();
    await post('/campaigns', { ...CAMPAIGN, nmae: 1 }, key);
    const second = await post('/campaigns', { ...CAMPAIGN, nmae: 1 }, key);
    expect([replayed(second), second.headers.get('x-ignored-fields')]).toEqual(['true', 'nmae']);
  });

  test('a repeated request without an idempotency key is processed again', async () => {
    const first = await ctx.call('POST', '/campaigns', CAMPAIGN, { as: owner.token });
    const second = await ctx.call('POST', '/campaigns', CAMPAIGN, { as: owner.token });
    expect(second.data.id).not.toBe(first.data.id);
    expect(replayed(second)).toBeNull();
  });
});

describe('the scope of an idempotency key', () => {
  test('other callers can use the same idempotency key', async () => {
    const key = fresh();
    const other = await createBusiness(ctx, 'Red Cup');
    const first = await post('/campaigns', CAMPAIGN, key);
    const second = await post('/campaigns', CAMPAIGN, key, other.token);
    expect([second.status, replayed(second)]).toEqual([201, null]);
    expect(second.data.businessId).not.toBe(first.data.businessId);
  });

  test('an API key of the same business can use the same idempotency key as a user', async () => {
    const key = fresh();
    const issued = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: owner.token });
    await post('/campaigns', CAMPAIGN, key);
    const second = await post('/campaigns', CAMPAIGN, key, { apiKey: issued.data.key });
    expect([second.status, replayed(second)]).toEqual([201, null]);
  });

  test('an idempotency key with another body is rejected', async () => {
    const key = fresh();
    const before = await campaigns();
    await post('/campaigns', CAMPAIGN, key);
    expectFailure(await post('/campaigns', { ...CAMPAIGN, name: 'Other' }, key), 409, 'IDEMPOTENCY_CONFLICT');
    expect(await campaigns()).toBe(before + 1);
  });

  test('an idempotency key with another route, method or id in the path is rejected', async () => {
    const key = fresh();
    const issued = await post('/api-keys', { name: 'till' }, key);
    expect(issued.status).toBe(201);
    expectFailure(await post('/campaigns', CAMPAIGN, key), 409, 'IDEMPOTENCY_CONFLICT');
    const put = await ctx.call('PUT', '/business', { name: 'till' }, withKey(key));
    expectFailure(put, 409, 'IDEMPOTENCY_CONFLICT');
    const rotation = fresh();
    await post(`/api-keys/${issued.data.id}/rotate`, {}, rotation);
    expectFailure(await post('/api-keys/key_other/rotate', {}, rotation), 409, 'IDEMPOTENCY_CONFLICT');
  });
});

describe('stored error responses', () => {
  test('a 404 response of the handler is stored and replayed', async () => {
    const key = fresh();
    const change = { id: 'cmp_none', name: 'x' };
    const first = await ctx.call('PUT', '/campaigns', change, withKey(key));
    const second = await ctx.call('PUT', '/campaigns', change, withKey(key));
    expectFailure(second, 404, 'NOT_FOUND');
    expect([replayed(first), replayed(second)]).toEqual([null, 'true']);
    expect(second.body).toEqual(first.body);
  });

  test('a 409 response of the handler is stored and replayed', async () => {
    const key = fresh();
    const person = { email: 'owner@blue-cup.example', name: 'x' };
    await post('/business/users', person, key);
    const second = await post('/business/users', person, key);
    expectFailure(second, 409, 'EMAIL_TAKEN');
    expect(replayed(second)).toBe('true');
  });
});

describe('error responses that are not stored', () => {
  test('a key can be used again after a 400 response', async () => {
    const key = fresh();
    expectFailure(await post('/campaigns', {}, key), 400, 'VALIDATION_ERROR');
    const options = { ...withKey(key, owner.token, JSON_TYPE), raw: '{' };
    expectFailure(await ctx.call('POST', '/campaigns', undefined, options), 400, 'INVALID_JSON');
    const second = await post('/campaigns', CAMPAIGN, key);
    expect([second.status, replayed(second)]).toEqual([201, null]);
  });

  test('a key can be used again after a 400 response of the handler', async () => {
    const key = fresh();
    const past = { ...CAMPAIGN, endsAt: '2020-01-01T00:00:00Z' };
    expectFailure(await post('/campaigns', past, key), 400, 'VALIDATION_ERROR');
    const again = await post('/campaigns', past, key);
    expectFailure(again, 400, 'VALIDATION_ERROR');
    expect(replayed(again)).toBeNull();
    expect((await post('/campaigns', CAMPAIGN, key)).status).toBe(201);
  });

  test('a key can be used again after 401, 403 and 429 responses', async () => {
    const limited = await createTestApp({ RATE_LIMIT: 'on' });
    const { token } = await createBusiness(limited);
    const person = await createCustomer(limited);
    const key = fresh();
    const send = (as?: string) =>
      limited.call('POST', '/campaigns', CAMPAIGN, { as, headers: { 'idempotency-key': key } });
    expectFailure(await send(), 401, 'UNAUTHENTICATED');
    expectFailure(await send(person.token), 403, 'FORBIDDEN');
    for (let i = 0; i < 28; i++) await send();
    expectFailure(await send(token), 429, 'RATE_LIMITED');
    limited.clock.advance(60_000);
    const response = await send(token);
    expect([response.status, replayed(response)]).toEqual([201, null]);
    await limited.close();
  });
});

describe('an idempotency key', () => {
  for (const key of ['x', '!', '~', 'x'.repeat(255), '6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'a,b;c="d"']) {
    test(`an idempotency key may be ${key.slice(0, 40)} (${key.length})`, async () => {
      expect((await post('/campaigns', CAMPAIGN, key)).status).toBe(201);
    });
  }

  for (const key of ['', 'x'.repeat(256), 'a b', 'a\tb', 'ümlaut', '\u00a0']) {
    test(`an idempotency key may not be ${JSON.stringify(key.slice(0, 40))} (${key.length})`, async () => {
      const response = await post('/campaigns', CAMPAIGN, key);
      expect(expectInvalidFields(response)).toEqual(['Idempotency-Key']);
    });
  }

  test('an idempotency key expires after 24 hours', async () => {
    const late = await createTestApp({ ACCESS_TOKEN_TTL: '200000' });
    const { token } = await createBusiness(late);
    const send = () => late.call('POST', '/campaigns', CAMPAIGN, withKey('daily', token));
    const first = await send();
    late.clock.advance(24 * 3_600_000 - 1);
    expect((await send()).data.id).toBe(first.data.id);
    late.clock.advance(1);
    const next = await send();
    expect([next.status, replayed(next)]).toEqual([201, null]);
    expect(next.data.id).not.toBe(first.data.id);
    expect((await send()).data.id).toBe(next.data.id);
    await late.close();
  });

  test('an idempotency key is ignored by POST /auth', async () => {
    const login = { action: 'login', email: 'owner@blue-cup.example', password: 'correct horse battery' };
    const options = { headers: { 'idempotency-key': 'same' } };
    const first = await ctx.call('POST', '/auth', login, options);
    const second = await ctx.call('POST', '/auth', login, options);
    expect([first.status, second.status, replayed(second)]).toEqual([200, 200, null]);
    expect(second.data.refreshToken).not.toBe(first.data.refreshToken);
    const odd = await ctx.call('POST', '/auth', login, { headers: { 'idempotency-key': '' } });
    expect(odd.status).toBe(200);
  });

  test('an idempotency key is ignored by GET and DELETE', async () => {
    expect((await ctx.call('GET', '/auth', undefined, withKey(''))).status).toBe(200);
    expectFailure(await ctx.call('DELETE', '/api-keys/key_none', undefined, withKey('')), 404, 'NOT_FOUND');
  });

  test('an idempotency key is supported by every authenticated POST and PUT', async () => {
    const without = ctx.app.handler.routes.operations.filter(
      ({ method, idempotent }) => (method === 'POST' || method === 'PUT') && !idempotent,
    );
    const open = ['authenticate', 'receiveBillingEvent', 'receiveVerification', 'billingWebhook'];
    // Work in many transactions: a file that is imported again changes nothing, and an undo happens once.
    open.push('createImport', 'undoImport');
    const missing = without.filter(
      ({ operationId, access, bodyKind }) =>
        !open.includes(operationId) && bodyKind !== 'raw' && access !== 'public',
    );
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  });
});

test('an admin can use the same key for two businesses', async () => {
  const as = await createAdmin(ctx);
  const key = fresh();
  const first = await post('/businesses', { name: 'One' }, key, as);
  expect(first.status).toBe(201);
  expectFailure(await post('/businesses', { name: 'Two' }, key, as), 409, 'IDEMPOTENCY_CONFLICT');
});
