import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { describeExpectation, normalize, toValidationError } from '../../src/http/validation.ts';
import { Email, Money, NO_TRIM, Nullable, oneOf, Text } from '../../src/platform/schema.ts';

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

function conformed(schema: typeof Order | typeof Action, value: unknown) {
  const ignored = new Set<string>();
  return { value: normalize(schema, value, ignored), ignored: [...ignored] };
}
const details = (schema: typeof Order | typeof Action, value: unknown) =>
  toValidationError(schema, value).details;

describe('conform', () => {
  test('trims strings at every depth, save the verbatim ones', () => {
    const given = {
      name: ' x ',
      secret: ' s ',
      note: ' n ',
      lines: [{ sku: ' a ', count: 1 }],
      place: { city: ' b ' },
    };
    expect(conformed(Order, given).value).toEqual({
      name: 'x',
      secret: ' s ',
      note: 'n',
      lines: [{ sku: 'a', count: 1 }],
      place: { city: 'b' },
    });
  });

  test('drops unknown fields and names them by their top-level parent', () => {
    const given = { name: 'x', a: 1, lines: [{ sku: 'a', count: 1, b: 2 }, { c: 3 }], place: { d: 4 } };
    const { value, ignored } = conformed(Order, given);
    expect(value).toEqual({ name: 'x', lines: [{ sku: 'a', count: 1 }, {}], place: {} });
    expect(ignored).toEqual(['a', 'lines', 'place']);
  });

  test('leaves free-form objects, and values of another type than meant, as they are', () => {
    const given = { name: { a: 1 }, lines: 'none', free: { a: ' b ' } };
    expect(conformed(Order, given)).toEqual({ value: given, ignored: [] });
  });

  test('looks into the fields that a free-form object names, and keeps its other fields', () => {
    const given = JSON.parse('{"free":{"terms":{"a":1},"b":" c ","__proto__":{"d":1}}}');
    const { value, ignored } = conformed(Order, given);
    expect(JSON.stringify(value)).toBe('{"free":{"terms":{},"b":" c ","__proto__":{"d":1}}}');
    expect(ignored).toEqual(['free']);
    for (const terms of [true, 5, 'x', []])
      expect(() => conformed(Order, { free: { terms } })).toThrow('free.terms must be an object');
  });

  test('refuses a list in the place of an object', () => {
    expect(() => conformed(Order, { place: [1] })).toThrow('place must be an object');
  });

  test('reads a union by its literal', () => {
    expect(conformed(Action, { action: 'close', lock: true, door: 'x' })).toEqual({
      value: { action: 'close', lock: true },
      ignored: ['door'],
    });
  });

  test('never writes to a prototype', () => {
    const { value, ignored } = conformed(Order, JSON.parse('{"name":"x","__proto__":{"note":"y"}}'));
    expect([value, ignored]).toEqual([{ name: 'x' }, ['__proto__']]);
    expect((value as { note?: string }).note).toBeUndefined();
  });
});

describe('a validation error', () => {
  test('names every field once, by its path, and what was expected', () => {
    expect(details(Order, { note: 5, lines: [{ sku: 'toolong', count: 0 }], place: {} })).toEqual([
      { field: 'name', issue: 'is required' },
      { field: 'note', issue: 'must be a string or null' },
      { field: 'lines.0.sku', issue: 'must have at most 5 characters' },
      { field: 'lines.0.count', issue: 'must be at least 1' },
      { field: 'place.city', issue: 'is required' },
    ]);
  });

  test('says the first in its message, and how many more there are', () => {
    expect(toValidationError(Order, { note: 5 }).message).toBe('name is required (and 1 more)');
    expect(toValidationError(Order, {}).message).toBe('name is required');
  });

  test('names at most 20', () => {
    const lines = Array.from({ length: 50 }, () => ({ sku: 'a', count: 0 }));
    expect(details(Order, { name: 'x', lines })).toHaveLength(20);
  });

  test('of a union: the action, or the fields of the action that was asked for', () => {
    expect(details(Action, { action: 'burn' })).toEqual([
      { field: 'action', issue: 'must be one of open, close' },
    ]);
    expect(details(Action, {})).toEqual([{ field: 'action', issue: 'must be one of open, close' }]);
    expect(details(Action, { action: 'close' })).toEqual([{ field: 'lock', issue: 'is required' }]);
  });

  test('never holds what was sent, nor a word of the inside', () => {
    const marker = 'MARKER-4711';
    const error = toValidationError(Order, {
      name: [marker],
      note: marker.repeat(9),
      lines: marker,
      [marker]: 1,
    });
    const text = JSON.stringify([error.message, error.details]);
    expect(text).not.toContain(marker);
    expect(text).not.toMatch(/Kind|TypeBox|undefined|symbol|anyOf/i);
  });
});

describe('what a schema asks for, in words', () => {
  const cases: [string, Parameters<typeof describeExpectation>[0]][] = [
    ['a string', Type.String()],
    ['a whole number', Type.Integer()],
    ['a number', Type.Number()],
    ['true or false', Type.Boolean()],
    ['an array', Type.Array(Type.String())],
    ['an object', Type.Object({})],
    ['null', Type.Null()],
    ['x', Type.Literal('x')],
    ['one of a, b', oneOf(['a', 'b'])],
    ['one of 1, 2', Type.Union([Type.Literal(1), Type.Literal(2)])],
    ['an email address such as ada@shop.example, in ASCII before the @', Email()],
    ['a file', Type.Unsafe({ type: 'string', format: 'binary' })],
    ['an amount in dollars from 1 to 2 with at most 2 decimal places', Money({ minimum: 1, maximum: 2 })],
    ['a string or null', Nullable(Type.String())],
  ];
  for (const [words, schema] of cases) test(words, () => expect(describeExpectation(schema)).toBe(words));
});
