import { describe, expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { normalize } from '../../src/http/normalize-input.ts';
import { Email, NO_TRIM, Nullable, Text } from '../../src/platform/schema.ts';
import { expectNoStall } from '../support/stalls.ts';

const Order = Type.Object({
  name: Text(10),
  note: Type.Optional(Nullable(Text(10))),
  secret: Type.Optional(Type.String({ [NO_TRIM]: true })),
  lines: Type.Optional(Type.Array(Type.Object({ sku: Text(5), count: Type.Integer({ minimum: 1 }) }))),
  place: Type.Optional(Nullable(Type.Object({ city: Text(20) }))),
  free: Type.Optional(
    Type.Object({ terms: Type.Optional(Nullable(Type.Object({}))) }, { additionalProperties: true }),
  ),
});
const Action = Type.Union([
  Type.Object({ action: Type.Literal('open'), door: Text(5) }),
  Type.Object({ action: Type.Literal('close'), lock: Type.Boolean() }),
]);

function normalized(schema: TSchema, input: unknown) {
  const ignored = new Set<string>();
  return { value: normalize(schema, input, ignored), ignored: [...ignored] };
}

describe('normalize', () => {
  test('trims strings at every depth, except those marked NO_TRIM', () => {
    const input = {
      name: ' x ',
      secret: ' s ',
      note: ' n ',
      lines: [{ sku: ' a ', count: 1 }],
      place: { city: ' b ' },
    };
    expect(normalized(Order, input).value).toEqual({
      name: 'x',
      secret: ' s ',
      note: 'n',
      lines: [{ sku: 'a', count: 1 }],
      place: { city: 'b' },
    });
  });

  test('removes invisible characters, except from those marked NO_TRIM and inside of formats', () => {
    const hidden = '\u202e\u2066\u2069\u200f\u061c\u200b\u00ad\u2060\ufeff';
    const input = { name: `${hidden} Blue${hidden} ${hidden}`, secret: hidden, note: hidden };
    expect(normalized(Order, input).value).toEqual({ name: 'Blue', secret: hidden, note: '' });
    const Contact = Type.Object({ email: Email() });
    const email = `a${hidden}@shop.example`;
    expect(normalized(Contact, { email }).value).toEqual({ email });
    const copied = `${hidden}a@shop.example${hidden}`;
    expect(normalized(Contact, { email: copied }).value).toEqual({ email: 'a@shop.example' });
  });

  test('drops unknown fields and reports their top-level names', () => {
    const input = { name: 'x', a: 1, lines: [{ sku: 'a', count: 1, b: 2 }, { c: 3 }], place: { d: 4 } };
    const { value, ignored } = normalized(Order, input);
    expect(value).toEqual({ name: 'x', lines: [{ sku: 'a', count: 1 }, {}], place: {} });
    expect(ignored).toEqual(['a', 'lines', 'place']);
  });

  test('leaves free-form objects and values of the wrong type unchanged', () => {
    const input = { name: { a: 1 }, lines: 'none', free: { a: ' b ' } };
    expect(normalized(Order, input)).toEqual({ value: input, ignored: [] });
  });

  test('normalizes the declared fields of a free-form object and keeps its other fields', () => {
    const input = JSON.parse('{"free":{"terms":{"a":1},"b":" c ","__proto__":{"d":1}}}');
    const { value, ignored } = normalized(Order, input);
    expect(JSON.stringify(value)).toBe('{"free":{"terms":{},"b":" c ","__proto__":{"d":1}}}');
    expect(ignored).toEqual(['free']);
    for (const terms of [true, 5, 'x', []])
      expect(() => normalized(Order, { free: { terms } })).toThrow('free.terms must be an object');
  });

  test('counts the items and fields of all levels before it looks at them', () => {
    const many = (length: number) => Array.from({ length }, () => ({ sku: ' a ' }));
    const fields = (length: number) => Object.fromEntries(many(length).map((_, n) => [`k${n}`, 1]));
    expect(normalized(Order, { lines: many(4_999) }).value).toMatchObject({ lines: { length: 4_999 } });
    const refusals: [object, string][] = [
      [{ lines: many(6_000), free: fields(4_001) }, 'body must have at most 10000 items and fields in all'],
      [{ lines: many(10_001) }, 'lines must have at most 10000 items'],
      [{ free: fields(10_001) }, 'free must have at most 10000 items'],
      [{ free: { a: { b: fields(10_000) } } }, 'body must have'],
      [{ ...fields(10_050), place: fields(10_050) }, 'body must have at most 20000 unknown fields'],
    ];
    expect(normalized(Order, fields(20_000)).ignored).toHaveLength(20_000);
    for (const [input, message] of refusals) expect(() => normalized(Order, input)).toThrow(message);
  });

  test('refuses a megabyte of values or unknown fields without holding the event loop', async () => {
    const items = Array(500_000).fill(1);
    const fields = Object.fromEntries(items.slice(0, 60_000).map((_, n) => [`f${n}`, 1]));
    for (const input of [{ free: { a: items } }, { lines: items }, fields, { place: fields }])
      await expectNoStall(async () => expect(() => normalized(Order, input)).toThrow('must have at most'));
  });

  test('limits the texts of a list without duplicates before they are compared', () => {
    const List = Type.Object({ ids: Type.Array(Type.String(), { uniqueItems: true }) });
    const ids = ['a'.repeat(25_000), 'b'.repeat(25_000)];
    expect(normalized(List, { ids }).value).toEqual({ ids });
    expect(() => normalized(List, { ids: [...ids, 'c'] })).toThrow(
      'ids must have at most 50000 characters in all',
    );
  });

  test('rejects an array instead of an object', () => {
    expect(() => normalized(Order, { place: [1] })).toThrow('place must be an object');
  });

  test('selects the variant of a union by its literal', () => {
    expect(normalized(Action, { action: 'close', lock: true, door: 'x' })).toEqual({
      value: { action: 'close', lock: true },
      ignored: ['door'],
    });
  });

  test('normalize does not write to a prototype', () => {
    const { value, ignored } = normalized(Order, JSON.parse('{"name":"x","__proto__":{"note":"y"}}'));
    expect([value, ignored]).toEqual([{ name: 'x' }, ['__proto__']]);
    expect((value as { note?: string }).note).toBeUndefined();
  });
});
