import { type TSchema, Type } from '@sinclair/typebox';
import { LOCALES } from '../platform/locales.ts';
import { TIME_SORTS } from '../platform/page.ts';
import { customType, DateTime, Id, MAX, oneOf, Text, VIOLATION } from '../platform/schema.ts';

const DEFAULT_PER_PAGE = 20;
const MAX_PER_PAGE = 100;
/** Far beyond any real list, and small enough for SQLite's 64-bit offset. */
const MAX_PAGE = 1_000_000_000;

interface IntegerOptions {
  minimum?: number;
  maximum?: number;
  default?: number;
  description?: string;
}

/**
 * An integer in a query, coerced by http/query.ts. Elysia's coercing type also accepts `0x10` and `1e1`, and its error
 * does not name the field.
 */
function wholeNumber({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, ...options }: IntegerOptions) {
  const schema = { ...options, type: 'integer', minimum, maximum };
  const range =
    maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  return customType<number>('QueryInteger', schema, `a whole number ${range}`, isWholeNumber);
}

function isWholeNumber({ minimum, maximum }: TSchema, value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
}

const RANGE = {
  createdFrom: Type.Optional(DateTime({ description: 'Only records created at or after this time' })),
  createdTo: Type.Optional(DateTime({ description: 'Only records created before this time' })),
};

/** The parameter for the language of texts that Perkmint itself has written. */
export const languageQuery = {
  locale: Type.Optional(
    oneOf(LOCALES, { description: 'The language of texts that Perkmint has written; by default English' }),
  ),
};

/**
 * Returns the query schema of a list of records: the filters, the period of their creation, the order, and the page by
 * number or by cursor.
 */
export function listQuery<
  T extends Record<string, TSchema>,
  const S extends readonly [string, ...string[]] = typeof TIME_SORTS,
>(filters: T, sorts: S = TIME_SORTS as unknown as S) {
  return rankedQuery({ ...filters, ...RANGE, sort: sortQuery(sorts) });
}

/** Returns the query schema of a list in an order of its own: the filters, and the page by number or by cursor. */
export function rankedQuery<T extends Record<string, TSchema>>(
  filters: T,
  maxPerPage = MAX_PER_PAGE,
  defaultPerPage = DEFAULT_PER_PAGE,
) {
  return Type.Object({
    ...filters,
    after: Type.Optional(
      Id('The items after this one: `pagination.next` of the page before. Not with `page` or `before`'),
    ),
    before: Type.Optional(
      Id('The items before this one: `pagination.previous` of the page after. Not with `page` or `after`'),
    ),
    page: wholeNumber({
      minimum: 1,
      maximum: MAX_PAGE,
      default: 1,
      description: 'Page number, starting at 1',
    }),
    perPage: wholeNumber({
      minimum: 1,
      maximum: maxPerPage,
      default: defaultPerPage,
      description: 'Items per page',
    }),
  });
}

/**
 * The optional parameter `sort` of a list: field names, with `-` for descending order. Names of the list query's
 * `sorts`; the first one is the default.
 */
function sortQuery<const V extends readonly [string, ...string[]]>(values: V) {
  const description = 'Order of the list; - means descending';
  return Type.Optional(oneOf(values, { description, default: values[0] }));
}

/** An optional parameter with one or more of the values, separated by commas; read it with `splitList`. */
export function severalOf(values: readonly string[], options: { description?: string } = {}) {
  const one = `(${values.join('|')})`;
  const schema = {
    ...options,
    type: 'string',
    pattern: `^${one}(,${one})*$`,
    examples: [values[0]],
    [VIOLATION]: { rule: 'enum', allowed: [...values] },
  };
  const expected = `one or more of ${values.join(', ')}, without duplicates, separated by commas`;
  return Type.Optional(customType<string>('SeveralOf', schema, expected, isListOfSeveral));
}

function isListOfSeveral(schema: TSchema, value: unknown): boolean {
  if (typeof value !== 'string' || !new RegExp(schema.pattern as string).test(value)) return false;
  const items = value.split(',');
  return new Set(items).size === items.length;
}

/** The optional parameter `q`: text to search for, in the fields that the description names. */
export function searchQuery(description: string) {
  return Type.Optional(Text(MAX.name, { description }));
}

/** An optional integer in a query. */
export const QueryInteger = (options: IntegerOptions) => Type.Optional(wholeNumber(options));

export const QueryBoolean = (options: { description?: string } = {}) =>
  Type.Optional(
    customType<boolean>(
      'QueryBoolean',
      { ...options, type: 'boolean' },
      'true or false',
      (_schema, value) => typeof value === 'boolean',
    ),
  );
