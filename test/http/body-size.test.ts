import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { Text } from '../../src/platform/schema.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { PNG } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { buildForm, expectFailure, expectInvalidFields, JSON_TYPE, mountEcho } from './fixture.ts';

let ctx: TestApp;
let echo: ReturnType<typeof mountEcho>;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp();
  echo = mountEcho(ctx, Type.Object({ name: Text(20) }));
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

describe('the size of a body', () => {
  const MIB = 1024 * 1024;
  const ofLength = (length: number) => `{"name":"x"${' '.repeat(length - 12)}}`;

  test('accepts a body of exactly 1 MiB and rejects one byte more', async () => {
    expect(ofLength(MIB)).toHaveLength(MIB);
    expect((await echo.send(ofLength(MIB))).status).toBe(200);
    expectFailure(await echo.send(ofLength(MIB + 1)), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('counts the bytes of a body without Content-Length', async () => {
    const stream = (length: number) => new Blob([ofLength(length)]).stream();
    const headers = { ...JSON_TYPE, 'transfer-encoding': 'chunked' };
    expect((await echo.send(stream(MIB), headers)).status).toBe(200);
    expectFailure(await echo.send(stream(MIB + 1), headers), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('rejects a body by its Content-Length without reading it', async () => {
    const headers = { ...JSON_TYPE, 'content-length': String(MIB + 1) };
    expectFailure(await echo.send('{}', headers), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('the setting BODY_LIMIT changes the limit', async () => {
    const small = await createTestApp({ BODY_LIMIT: '1024' });
    const response = await small.call('POST', '/auth', { action: 'login', email: 'x'.repeat(1024) });
    expectFailure(response, 413, 'PAYLOAD_TOO_LARGE');
    await small.close();
  });
});

describe('multipart bodies', () => {
  const upload = (body: BodyInit, headers: Record<string, string> = {}) =>
    ctx.call('POST', '/uploads', undefined, { as: owner.token, raw: body, headers });

  test('rejects malformed multipart bodies', async () => {
    const broken = await upload('zzz', { 'content-type': 'multipart/form-data; boundary=x' });
    expect(expectInvalidFields(broken)).toEqual(['body']);
    expect(expectInvalidFields(await upload('zzz', { 'content-type': 'multipart/form-data' }))).toEqual([
      'body',
    ]);
  });

  test('requires exactly one file field', async () => {
    const none = new FormData();
    none.append('other', 'x');
    expect(expectInvalidFields(await upload(none))).toEqual(['file']);
    const text = new FormData();
    text.append('file', 'words');
    expect(expectInvalidFields(await upload(text))).toEqual(['file']);
    const twice = buildForm(PNG);
    twice.append('file', new Blob([PNG]), 'b.png');
    expect(expectInvalidFields(await upload(twice))).toEqual(['file']);
  });

  test('rejects JSON for a multipart route', async () => {
    expectFailure(await upload('{}', JSON_TYPE), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

test('ignores the body of a request that needs none', async () => {
  const options = { as: owner.token, headers: JSON_TYPE, raw: '{' };
  expectFailure(await ctx.call('DELETE', '/api-keys/key_none', undefined, options), 404, 'NOT_FOUND');
});
