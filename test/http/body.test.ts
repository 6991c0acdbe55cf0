import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { NO_TRIM, Text } from '../../src/platform/schema.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { PNG } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { buildForm, expectFailure, expectInvalidFields, JSON_TYPE, mountEcho } from './fixture.ts';

const Free = Type.Object({
  name: Text(20),
  secret: Type.Optional(Type.String({ [NO_TRIM]: true })),
  tags: Type.Optional(Type.Array(Text(10))),
  inner: Type.Optional(Type.Object({ note: Type.Optional(Text(10)) })),
  metadata: Type.Optional(Type.Object({}, { additionalProperties: true })),
});

let ctx: TestApp;
let echo: ReturnType<typeof mountEcho>;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp();
  echo = mountEcho(ctx, Free);
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

const ignored = (headers: Headers) => headers.get('x-ignored-fields');

describe('a JSON body', () => {
  for (const text of [
    '{',
    '{"name":}',
    '{name:1}',
    "{'name':1}",
    '{"name":1,}',
    'undefined',
    'NaN',
    '\u0000',
    '{"a":1}{',
  ]) {
    test(`a JSON body is rejected if it is malformed: ${JSON.stringify(text)}`, async () => {
      expectFailure(await echo.send(text), 400, 'INVALID_JSON');
    });
  }

  for (const text of ['[]', 'null', '"x"', '1', 'true', '[{"name":"x"}]']) {
    test(`a JSON body is rejected if it is not an object: ${text}`, async () => {
      expect(expectInvalidFields(await echo.send(text))).toEqual(['body']);
    });
  }

  test('a JSON body is treated as an empty object if it is absent, so that the missing fields are named', async () => {
    expect(expectInvalidFields(await echo.send(''))).toEqual(['name']);
    expect(expectInvalidFields(await echo.call('POST', '/echo'))).toEqual(['name']);
  });
});

describe('Content-Type', () => {
  for (const type of [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;x',
  ]) {
    test(`accepts ${type}`, async () => {
      expect((await echo.send('{"name":"x"}', { 'content-type': type })).status).toBe(200);
    });
  }

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/vnd.api+json',
    'json',
    '',
  ]) {
    test(`rejects ${type || 'an empty value'}`, async () => {
      expectFailure(await echo.send('{"name":"x"}', { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    });
  }

  test('Content-Type is required for a body of known or unknown length', async () => {
    const bytes = new TextEncoder().encode('{"name":"x"}');
    expectFailure(await echo.send(bytes, {}), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectFailure(await echo.send(bytes, { 'content-length': '12' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const stream = new Blob([bytes]).stream();
    expectFailure(await echo.send(stream, { 'transfer-encoding': 'chunked' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('X-Ignored-Fields', () => {
  test('names unknown fields at the top level', async () => {
    const response = await echo.call('POST', '/echo', { name: 'x', nmae: 'y', other: { a: 1 } });
    expect(response.data).toEqual({ name: 'x' });
    expect(ignored(response.headers)).toBe('nmae, other');
  });

  test('names the top-level parent of nested unknown fields once', async () => {
    const response = await echo.call('POST', '/echo', { name: 'x', inner: { note: 'n', a: 1, b: 2 } });
    expect(response.data).toEqual({ name: 'x', inner: { note: 'n' } });
    expect(ignored(response.headers)).toBe('inner');
  });

  test('X-Ignored-Fields is sent with an error response', async () => {
    const response = await echo.call('POST', '/echo', { nmae: 'x' });
    expect(expectInvalidFields(response)).toEqual(['name']);
    expect(ignored(response.headers)).toBe('nmae');
  });

  test('names unknown fields of a multipart form', async () => {
    const response = await ctx.call('POST', '/uploads', undefined, {
      as: owner.token,
      raw: buildForm(PNG, { extra: '1' }),
    });
    expect(response.status).toBe(201);
    expect(ignored(response.headers)).toBe('extra');
  });

  test('X-Ignored-Fields is absent if no field was ignored', async () => {
    expect((await echo.call('POST', '/echo', { name: 'x' })).headers.has('x-ignored-fields')).toBe(false);
  });

  test('X-Ignored-Fields does not name the fields of a free-form object, which are kept', async () => {
    const metadata = { a: { b: ['  c  ', 1, null, true] }, 'with space': '' };
    const response = await echo.call('POST', '/echo', { name: 'x', metadata });
    expect(response.data.metadata).toEqual(metadata);
    expect(ignored(response.headers)).toBeNull();
  });

  test('names __proto__, constructor and toString like other fields', async () => {
    const response = await echo.send('{"name":"x","__proto__":{"tags":["y"]},"constructor":1,"toString":2}');
    expect(response.data).toEqual({ name: 'x' });
    expect(ignored(response.headers)).toBe('__proto__, constructor, toString');
    expect(({} as Record<string, unknown>).tags).toBeUndefined();
  });

  test('encodes names that are invalid in a header and truncates long names and lists', async () => {
    const odd = await echo.send('{"name":"x","a b":1,"ü":2,"\\ud800":3,"a,b":4,"n\\r\\nX-Evil: 1":5}');
    expect(odd.status).toBe(200);
    expect(odd.headers.has('x-evil')).toBe(false);
    expect(ignored(odd.headers)).toMatch(/^[\x21-\x7e]+(, [\x21-\x7e]+)*$/);
    const long = await echo.call('POST', '/echo', { name: 'x', ['y'.repeat(500_000)]: 1 });
    expect((ignored(long.headers) as string).length).toBeLessThan(2_100);
    const fields = Array.from({ length: 20_000 }, (_, i) => [`field${i}`, i]);
    const many = await echo.call('POST', '/echo', { name: 'x', ...Object.fromEntries(fields) });
    expect((ignored(many.headers) as string).length).toBeLessThan(2_100);
  });
});

describe('strings', () => {
  test('strings are trimmed, also in arrays and nested objects', async () => {
    const response = await echo.call('POST', '/echo', {
      name: ' \t x y \n',
      tags: [' a '],
      inner: { note: ' n' },
    });
    expect(response.data).toEqual({ name: 'x y', tags: ['a'], inner: { note: 'n' } });
  });

  test('strings that contain only spaces are treated as empty', async () => {
    expect(expectInvalidFields(await echo.call('POST', '/echo', { name: '   ' }))).toEqual(['name']);
  });

  test('the length of strings is checked after trimming', async () => {
    expect((await echo.call('POST', '/echo', { name: `${' '.repeat(50)}x` })).status).toBe(200);
    expect(expectInvalidFields(await echo.call('POST', '/echo', { name: 'x'.repeat(21) }))).toEqual(['name']);
  });

  test('secrets are not trimmed', async () => {
    const response = await echo.call('POST', '/echo', { name: 'x', secret: '  s  ' });
    expect(response.data.secret).toBe('  s  ');
  });

  for (const [what, text] of [
    ['a NUL', 'a\\u0000b'],
    ['half a surrogate pair', 'a\\ud800b'],
    ['a pair the wrong way round', '\\udc00\\ud800'],
  ]) {
    test(`strings with ${what} are rejected in every field`, async () => {
      expect(expectInvalidFields(await echo.send(`{"name":"${text}"}`))).toEqual(['name']);
      expect(expectInvalidFields(await echo.send(`{"name":"x","tags":["${text}"]}`))).toEqual(['tags.0']);
      expect(expectInvalidFields(await echo.send(`{"name":"x","metadata":{"k":{"${text}":1}}}`))).toEqual([
        'metadata',
      ]);
      expect(expectInvalidFields(await echo.send(`{"name":"x","secret":"${text}"}`))).toEqual(['secret']);
    });
  }

  test('strings with an escape sequence are rejected, except in secrets', async () => {
    expect(expectInvalidFields(await echo.send('{"name":"a\\u001b[31m"}'))).toEqual(['name']);
    expect((await echo.send('{"name":"x","secret":"a\\u001b"}')).status).toBe(200);
  });

  for (const text of [
    '😀 ok',
    "'; drop table users; --",
    '<script>',
    '👩‍👩‍👧 می‌خواهم',
    '{{7*7}}',
    '%00%0a',
  ]) {
    test(`strings are returned unchanged: ${JSON.stringify(text)}`, async () => {
      const response = await ctx.call('POST', '/campaigns', { ...CAMPAIGN, name: text }, { as: owner.token });
      const read = await ctx.call('GET', `/campaigns/${response.data.id}`, undefined, { as: owner.token });
      expect(read.data.name).toBe(text.trim());
    });
  }
});

describe('a hostile body', () => {
  test('a body with 100,000 open brackets is rejected as malformed', async () => {
    expectFailure(await echo.send('['.repeat(100_000)), 400, 'INVALID_JSON');
    expectFailure(await echo.send('{"a":'.repeat(100_000)), 400, 'INVALID_JSON');
  });

  test('a body with deep nesting instead of a string is rejected with the name of the field', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(expectInvalidFields(await echo.send(`{"name":${deep}}`))).toEqual(['name']);
    expect(expectInvalidFields(await echo.send(`{"name":"x","metadata":{"a":${deep}}}`))).toEqual([
      'metadata',
    ]);
  });

  test('a body with deep nesting in an unknown field is accepted without the field', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const response = await echo.send(`{"name":"x","other":${deep}}`);
    expect([response.status, ignored(response.headers)]).toEqual([200, 'other']);
  });

  test('the last value of a duplicate key is used', async () => {
    expect((await echo.send('{"name":"first","name":"second"}')).data).toEqual({ name: 'second' });
  });

  test('a body with a number beyond the range of a double is rejected', async () => {
    const text = JSON.stringify(CAMPAIGN).replace('"value":5', '"value":1e999');
    const response = await ctx.call('POST', '/campaigns', undefined, {
      as: owner.token,
      headers: JSON_TYPE,
      raw: text,
    });
    expect(expectInvalidFields(response)).toEqual(['reward.value']);
  });

  test('an error does not repeat values of the body', async () => {
    const marker = 'SENSITIVE-4711';
    for (const body of [
      { ...CAMPAIGN, name: { marker } },
      { ...CAMPAIGN, platform: `${marker}!!` },
      { ...CAMPAIGN, reward: { type: marker, value: 1 } },
      { ...CAMPAIGN, reward: marker },
      { ...CAMPAIGN, name: marker.repeat(100) },
    ]) {
      const response = await ctx.call('POST', '/campaigns', body, { as: owner.token });
      expectInvalidFields(response);
      expect(JSON.stringify(response.body)).not.toContain(marker);
    }
    const bad = await echo.send(`{"name": ${marker}}`);
    expect(JSON.stringify(bad.body)).not.toContain(marker);
  });

  test('a rejected body stores nothing', async () => {
    const total = async () =>
      (await ctx.call('GET', '/campaigns', undefined, { as: owner.token })).data.pagination.total;
    const before = await total();
    await ctx.call(
      'POST',
      '/campaigns',
      { ...CAMPAIGN, reward: { type: 'fixed', value: -1 } },
      { as: owner.token },
    );
    expect(await total()).toBe(before);
  });
});
