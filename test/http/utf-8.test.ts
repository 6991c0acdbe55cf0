import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { expectFailure, expectInvalidFields, JSON_TYPE, mountEcho } from './fixture.ts';

let ctx: TestApp;
let echo: ReturnType<typeof mountEcho>;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp();
  echo = mountEcho(ctx, Type.Object({}, { additionalProperties: true }));
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

describe('UTF-8', () => {
  const text = '{"name":"@"}';
  /** Replaces the @ by bytes. */
  const bytes = (...inserted: number[]) =>
    new Uint8Array([...text].flatMap(each => (each === '@' ? inserted : [each.charCodeAt(0)])));

  test.each([
    ['Latin-1', [0xfc]],
    ['half a character', [0xc3]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a character beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['Shift JIS', [0x93, 0xfa]],
  ])('a body with %s is refused', async (_, inserted) => {
    const response = await echo.send(bytes(...inserted));
    expectFailure(response, 400, 'INVALID_JSON');
    expect(response.error.message).toBe('The request body is not valid UTF-8');
  });

  test('a body in UTF-8 is accepted with and without its mark, and may contain the replacement character', async () => {
    const valid = bytes(0xc3, 0xbc, 0xef, 0xbf, 0xbd);
    for (const body of [valid, new Uint8Array([0xef, 0xbb, 0xbf, ...valid])])
      expect((await echo.send(body)).data).toEqual({ name: 'ü\ufffd' });
  });

  test.each(['iso-8859-1', 'windows-1252', '"UTF-16"', 'utf-7', ''])(
    'a body that names the charset %s is refused',
    async charset => {
      const response = await echo.send(text, { 'content-type': `application/json; charset=${charset}` });
      expectFailure(response, 415, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );

  test.each(['utf-8', 'UTF8', '"utf-8"'])('a body that names the charset %s is accepted', async charset => {
    expect(
      (await echo.send(text, { 'content-type': `application/json;a=b; Charset=${charset}` })).status,
    ).toBe(200);
  });

  test('a compressed body is refused', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    expectFailure(await echo.send(Bun.gzipSync(text), headers), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expect((await echo.send(text, { ...JSON_TYPE, 'content-encoding': 'identity' })).status).toBe(200);
  });

  test('a field of a form is refused', async () => {
    const form = ['--x', 'Content-Disposition: form-data; name="purpose"', '', 'J\xe9', '--x--', ''].join(
      '\r\n',
    );
    const response = await ctx.call('POST', '/uploads', undefined, {
      as: owner.token,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      raw: Buffer.from(form, 'latin1'),
    });
    expect(expectInvalidFields(response)).toEqual(['purpose']);
  });

  test('a query is refused, and its parameter named', async () => {
    for (const query of ['q=J%e9', 'q=%ed%a0%80', 'x=%ff'])
      expect(
        expectInvalidFields(await ctx.call('GET', `/campaigns?${query}`, undefined, { as: owner.token })),
      ).toEqual([query[0] as string]);
    expect((await ctx.call('GET', '/campaigns?q=100%', undefined, { as: owner.token })).status).toBe(200);
  });
});
