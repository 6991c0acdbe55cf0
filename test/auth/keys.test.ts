import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { isWellFormedKey } from '../../src/auth/rules.ts';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, whoAmI } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp({ ACCESS_TOKEN_TTL: '1000000' });
  owner = await createBusiness(ctx);
});
// Some tests take minutes, after which new keys require another proof of the person.
beforeEach(async () => {
  owner.token = (await login(ctx, 'owner@blue-cup.example')).data.accessToken;
});
afterAll(() => ctx.close());

const create = (fields: object = {}, as: string = owner.token) =>
  ctx.call('POST', '/api-keys', { name: 'till', ...fields }, { as });
const rotate = (id: string, body: object = {}) =>
  ctx.call('POST', `/api-keys/${id}/rotate`, body, { as: owner.token });
const revoke = (id: string, as = owner.token) => ctx.call('DELETE', `/api-keys/${id}`, undefined, { as });
const list = async () =>
  (await ctx.call('GET', '/api-keys?perPage=100', undefined, { as: owner.token })).data.items;
const FIELDS = [
  'app',
  'createdAt',
  'createdBy',
  'id',
  'kind',
  'last4',
  'lastUsedAt',
  'mandate',
  'name',
  'rotatedAt',
  'rotatedBy',
  'scopes',
  'test',
];

describe('POST /api-keys', () => {
  test('returns 201 with the secret, which is shown only once', async () => {
    const { status, data } = await create();
    expect(status).toBe(201);
    expect(Object.keys(data).sort()).toEqual([...FIELDS, 'key'].sort());
    expect(data.key).toMatch(/^pmk_[0-9A-Za-z]{38}$/);
    expect(data.id).toMatch(/^key_[0-9a-z]{26}$/);
    expect(data).toMatchObject({
      name: 'till',
      last4: data.key.slice(-4),
      lastUsedAt: null,
      rotatedAt: null,
    });
    const listed = (await list()).find(({ id }: { id: string }) => id === data.id);
    expect(Object.keys(listed).sort()).toEqual(FIELDS);
    expect(JSON.stringify(await list())).not.toContain(data.key);
  });

  test('stores only the SHA-256 and the last four characters', async () => {
    const { data } = await create();
    const { reader } = ctx.app.services.database;
    const everything = JSON.stringify([
      await reader.all(sql`select * from api_keys`),
      await reader.all(sql`select * from api_key_secrets`),
      await reader.all(sql`select * from events`),
    ]);
    expect(everything).toContain(createHash('sha256').update(data.key).digest('hex'));
    expect(everything).not.toContain(data.key.slice(4, -4));
  });

  test('grants all scopes by default, otherwise the requested ones', async () => {
    expect((await create()).data.scopes).toEqual(['read', 'write', 'review', 'trade', 'manage']);
    expect((await create({ scopes: ['read'] })).data.scopes).toEqual(['read']);
  });

  for (const scopes of [[], ['admin'], ['read', 'read'], 'read', [null], ['READ']]) {
    test(`rejects scopes ${JSON.stringify(scopes)}`, async () => {
      expect(expectInvalidFields(await create({ scopes }))[0]).toStartWith('scopes');
    });
  }

  test('the checksum detects every typo', async () => {
    const { key } = (await create()).data;
    expect(isWellFormedKey(key)).toBe(true);
    for (let i = 4; i < key.length; i++) {
      const letter = key[i] === 'a' ? 'b' : 'a';
      expect(isWellFormedKey(key.slice(0, i) + letter + key.slice(i + 1))).toBe(false);
    }
  });

  test('a key with a wrong checksum is rejected without a database read', async () => {
    const lonely = await createTestApp();
    const { token } = await createBusiness(lonely);
    const { key } = (await lonely.call('POST', '/api-keys', { name: 'x' }, { as: token })).data;
    const typo = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    await lonely.app.services.database.transaction(
      async tx => void (await tx.run(sql`drop table api_key_secrets`)),
    );
    expectFailure(await whoAmI(lonely, { apiKey: typo }), 401, 'INVALID_API_KEY');
    expect((await whoAmI(lonely, { apiKey: key })).status).toBe(500);
    await lonely.close();
  });

  for (const key of [
    'pmk_',
    'pmk_nonsense',
    `pmk_${'A'.repeat(38)}`,
    'x',
    'PMK_x',
    `pmk_${'x'.repeat(5000)}`,
  ]) {
    test(`the unknown or malformed key ${key.slice(0, 20)} is INVALID_API_KEY`, async () => {
      expectFailure(await whoAmI(ctx, { apiKey: key }), 401, 'INVALID_API_KEY');
      if (key.startsWith('pmk_')) expectFailure(await whoAmI(ctx, key), 401, 'INVALID_API_KEY');
    });
  }
});

describe('API key rotation', () => {
  test('returns a new secret and invalidates the old one immediately by default', async () => {
    const old = (await create()).data;
    const { status, data } = await rotate(old.id);
    expect(status).toBe(200);
    expect(Object.keys(data).sort()).toEqual([...FIELDS, 'key'].sort());
    expect([data.id, data.name, data.scopes]).toEqual([old.id, old.name, old.scopes]);
    expect(data.key).not.toBe(old.key);
    expect(data.last4).toBe(data.key.slice(-4));
    expect(Date.parse(data.rotatedAt)).toBe(ctx.clock.now());
    expectFailure(await whoAmI(ctx, old.key), 401, 'INVALID_API_KEY');
    expect((await whoAmI(ctx, data.key)).status).toBe(200);
  });

  test('the old secret works until the grace period ends', async () => {
    const old = (await create()).data;
    const next = (await rotate(old.id, { graceMinutes: 10 })).data;
    ctx.clock.advance(10 * 60_000 - 1);
    expect((await whoAmI(ctx, old.key)).status).toBe(200);
    expect((await whoAmI(ctx, next.key)).status).toBe(200);
    ctx.clock.advance(1);
    expectFailure(await whoAmI(ctx, old.key), 401, 'INVALID_API_KEY');
    expect((await whoAmI(ctx, next.key)).status).toBe(200);
  });

  test('a second rotation within the grace period does not extend it', async () => {
    const first = (await create()).data;
    const second = (await rotate(first.id, { graceMinutes: 10 })).data;
    await rotate(first.id, { graceMinutes: 1440 });
    ctx.clock.advance(10 * 60_000);
    expectFailure(await whoAmI(ctx, first.key), 401, 'INVALID_API_KEY');
    expect((await whoAmI(ctx, second.key)).status).toBe(200);
  });

  test('a second rotation without a grace period invalidates all earlier secrets', async () => {
    const first = (await create()).data;
    const second = (await rotate(first.id, { graceMinutes: 60 })).data;
    await rotate(first.id, { graceMinutes: 0 });
    for (const { key } of [first, second]) expectFailure(await whoAmI(ctx, key), 401, 'INVALID_API_KEY');
  });

  for (const graceMinutes of [-1, 1441, 1.5, '10', null]) {
    test(`rejects graceMinutes ${JSON.stringify(graceMinutes)}`, async () => {
      expect(expectInvalidFields(await rotate('key_none', { graceMinutes }))).toEqual(['graceMinutes']);
    });
  }

  test('accepts graceMinutes 0 and 1440, and a missing body', async () => {
    const { id } = (await create()).data;
    for (const graceMinutes of [0, 1440]) expect((await rotate(id, { graceMinutes })).status).toBe(200);
    expect(
      (
        await ctx.call('POST', `/api-keys/${id}/rotate`, undefined, {
          as: owner.token,
        })
      ).status,
    ).toBe(200);
  });

  test('a key does not expire until it is rotated', async () => {
    const { key } = (await create()).data;
    const late = 300 * 24 * 3_600_000;
    ctx.clock.advance(late);
    expect((await whoAmI(ctx, key)).status).toBe(200);
    ctx.clock.advance(-late);
  });
});

describe('API key revocation', () => {
  test('revoking an API key takes effect immediately for every secret of the key', async () => {
    const old = (await create()).data;
    const next = (await rotate(old.id, { graceMinutes: 60 })).data;
    const response = await revoke(old.id);
    expect([response.status, response.data]).toEqual([200, { id: old.id, deleted: true }]);
    for (const { key } of [old, next]) expectFailure(await whoAmI(ctx, key), 401, 'INVALID_API_KEY');
    expect((await list()).some(({ id }: { id: string }) => id === old.id)).toBe(false);
    expectFailure(await revoke(old.id), 404, 'NOT_FOUND');
    expectFailure(await rotate(old.id), 404, 'NOT_FOUND');
  });

  test('a key can revoke itself', async () => {
    const { id, key } = (await create()).data;
    expect((await revoke(id, key)).status).toBe(200);
    expectFailure(await whoAmI(ctx, key), 401, 'INVALID_API_KEY');
  });
});

test('lastUsedAt has minute resolution', async () => {
  const { id, key } = (await create()).data;
  const lastUsed = async () => {
    await ctx.app.services.backgroundTasks.settled();
    return (await list()).find((each: { id: string }) => each.id === id).lastUsedAt;
  };
  expect(await lastUsed()).toBeNull();
  await whoAmI(ctx, key);
  const first = await lastUsed();
  expect(Date.parse(first)).toBe(ctx.clock.now());
  ctx.clock.advance(59_999);
  await whoAmI(ctx, key);
  expect(await lastUsed()).toBe(first);
  ctx.clock.advance(1);
  await whoAmI(ctx, key);
  expect(Date.parse(await lastUsed())).toBe(ctx.clock.now());
});
