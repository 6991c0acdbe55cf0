import { describe, expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { t } from 'elysia';
import { type ErrorDetail, VALIDATION_RULES, type ValidationRule } from '../../src/errors.ts';
import { QueryInteger } from '../../src/http/paginate.ts';
import { describeExpectation, toValidationError } from '../../src/http/validation-errors.ts';
import {
  DateTime,
  Email,
  HttpUrl,
  MAX,
  Money,
  MoneyOrZero,
  Name,
  Nullable,
  oneOf,
  Text,
} from '../../src/platform/schema.ts';
import { Evidence } from '../../src/verification/model.ts';

const Order = Type.Object({
  name: Text(10),
  note: Type.Optional(Nullable(Text(10))),
  lines: Type.Optional(Type.Array(Type.Object({ sku: Text(5), count: Type.Integer({ minimum: 1 }) }))),
  place: Type.Optional(Nullable(Type.Object({ city: Text(20) }))),
});
const Action = Type.Union([
  Type.Object({ action: Type.Literal('open'), door: Text(5) }),
  Type.Object({ action: Type.Literal('close'), lock: Type.Boolean() }),
]);

function listDetails(schema: TSchema, value: unknown): ErrorDetail[] {
  return toValidationError(schema, value).details ?? [];
}

function findDetail(schema: TSchema, value: unknown): Partial<ErrorDetail> | undefined {
  const [detail] = listDetails(Type.Object({ x: schema }), { x: value });
  const { field, ...rest } = detail ?? {};
  return rest;
}

describe('toValidationError', () => {
  test('names each invalid field once by its path, with the expectation and the rule', () => {
    expect(listDetails(Order, { note: 5, lines: [{ sku: 'toolong', count: 0 }], place: {} })).toEqual([
      { field: 'name', issue: 'is required', rule: 'required' },
      { field: 'note', issue: 'must be a string or null', rule: 'type' },
      { field: 'lines.0.sku', issue: 'must have at most 5 characters', rule: 'maxLength', limit: 5 },
      { field: 'lines.0.count', issue: 'must be at least 1', rule: 'minimum', limit: 1 },
      { field: 'place.city', issue: 'is required', rule: 'required' },
    ]);
  });

  test('toValidationError has the first issue and the number of further issues as its message', () => {
    expect(toValidationError(Order, { note: 5 }).message).toBe('name is required (and 1 more)');
    expect(toValidationError(Order, {}).message).toBe('name is required');
  });

  test('names at most 20 fields', () => {
    const lines = Array.from({ length: 50 }, () => ({ sku: 'a', count: 0 }));
    expect(listDetails(Order, { name: 'x', lines })).toHaveLength(20);
  });

  test('reports an unknown action of a union, or the invalid fields of a known action', () => {
    const unknownAction = {
      field: 'action',
      issue: 'must be one of open, close',
      rule: 'enum' as const,
      allowed: ['open', 'close'],
    };
    expect(listDetails(Action, { action: 'burn' })).toEqual([unknownAction]);
    expect(listDetails(Action, {})).toEqual([unknownAction]);
    expect(listDetails(Action, { action: 'close' })).toEqual([
      { field: 'lock', issue: 'is required', rule: 'required' },
    ]);
  });

  test('includes neither the values sent nor internal names', () => {
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

describe('the rule reported for', () => {
  const cases: [string, TSchema, unknown, ValidationRule, unknown?][] = [
    ['a missing value', Type.String(), undefined, 'required'],
    ['a number instead of a string', Type.String(), 5, 'type'],
    ['a fraction instead of an integer', Type.Integer(), 1.5, 'type'],
    ['null instead of an object', Type.Object({}), null, 'type'],
    ['text instead of an amount', Money(), '5', 'type'],
    ['a file field with text', t.File(), 'x', 'type'],
    ['another constant', Type.Literal('USD'), 'EUR', 'enum', ['USD']],
    ['an unlisted string', oneOf(['a', 'b']), 'c', 'enum', ['a', 'b']],
    ['a number instead of a listed string', oneOf(['a', 'b']), 1, 'enum', ['a', 'b']],
    ['an unlisted literal', Type.Union([Type.Literal(1), Type.Literal(2)]), 3, 'enum', [1, 2]],
    ['an unlisted nullable string', Nullable(oneOf(['a'])), 'c', 'enum', ['a', null]],
    ['an email address without a domain', Email(), 'ada', 'format'],
    ['a URL with another scheme', HttpUrl(), 'ftp://a.example', 'format'],
    ['a URL that is too long', HttpUrl(), `https://a.example/${'x'.repeat(MAX.url)}`, 'maxLength', MAX.url],
    ['a day that does not exist', DateTime(), '2026-02-30T00:00:00Z', 'format'],
    ['a nullable time in another format', Nullable(DateTime()), 'tomorrow', 'format'],
    ['a line break in a name', Name(), 'a\nb', 'pattern'],
    ['an empty text', Text(5), '', 'minLength', 1],
    ['a text that is too long', Text(5), 'abcdef', 'maxLength', 5],
    ['a nullable text that is too long', Nullable(Text(5)), 'abcdef', 'maxLength', 5],
    ['an empty array', Type.Array(Type.String(), { minItems: 1 }), [], 'minItems', 1],
    ['an array that is too long', Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b'], 'maxItems', 1],
    ['an array with duplicates', Type.Array(Type.String(), { uniqueItems: true }), ['a', 'a'], 'unique'],
    ['a small integer', Type.Integer({ minimum: 1 }), 0, 'minimum', 1],
    ['a large number', Type.Number({ maximum: 1 }), 1.5, 'maximum', 1],
    ['a small amount', Money(), 0, 'minimum', 0],
    ['a large amount', MoneyOrZero({ maximum: 10 }), 11, 'maximum', 10],
    ['an amount with four decimals', Money(), 1.0005, 'format'],
    ['a small nullable amount', Nullable(MoneyOrZero({ minimum: 1 })), 0, 'minimum', 1],
    ['page 0', QueryInteger({ minimum: 1 }), 0, 'minimum', 1],
    ['text in a query instead of an integer', QueryInteger({}), 'x', 'type'],
  ];
  test.each(cases)('%s', (_title, schema, value, rule, ...[bound]) => {
    // Bun passes a callback as the last argument of a shorter case.
    const hasBound = VALIDATION_RULES[rule].bound !== 'none';
    const bounds = rule === 'enum' ? { allowed: bound } : hasBound ? { limit: bound } : {};
    expect(findDetail(schema, value)).toEqual({ issue: expect.any(String), rule, ...bounds } as object);
  });

  test('metrics above their size in bytes', () => {
    const [detail] = listDetails(Evidence, { metrics: { a: 'x'.repeat(MAX.metadataBytes) } });
    expect(detail).toMatchObject({ field: 'metrics', rule: 'maxLength', limit: MAX.metadataBytes });
  });
});

describe('describeExpectation', () => {
  const cases: [string, TSchema][] = [
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
    ['an email address such as ada@shop.example, without accents before the @', Email()],
    ['a file', Type.Unsafe({ type: 'string', format: 'binary' })],
    ['an amount from 1 to 2 with at most 3 decimal places', MoneyOrZero({ minimum: 1, maximum: 2 })],
    ['an amount greater than 0 and up to 10000000000000 with at most 3 decimal places', Money()],
    ['a string or null', Nullable(Type.String())],
  ];
  test.each(cases)('returns "%s"', (expectation, schema) =>
    expect(describeExpectation(schema)).toBe(expectation),
  );
});
