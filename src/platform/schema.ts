import {
  FormatRegistry,
  Kind,
  type SchemaOptions,
  type TSchema,
  Type,
  TypeRegistry,
} from '@sinclair/typebox';
import { isCurrency } from './currencies.ts';
import { MAX_DIGITS } from './currency-digits.ts';
import {
  isFreeId,
  MAX_EMAIL_LENGTH,
  MAX_URL_LENGTH,
  normalizeAccountEmail,
  normalizeCountry,
  normalizeEmail,
  normalizeId,
  normalizeLocale,
  normalizeTimeZone,
  normalizeUrl,
} from './formats.ts';
import { hasAtMostDecimals, MAX_CENTS } from './money.ts';

/** Maximum sizes shared by all models. */
export const MAX = {
  name: 200,
  text: 5_000,
  url: MAX_URL_LENGTH,
  email: MAX_EMAIL_LENGTH,
  /** Longest phone number with separators. */
  phone: 40,
  slug: 40,
  locale: 35,
  timeZone: 64,
  id: 128,
  hashtags: 30,
  hashtag: 100,
  metadataBytes: 16 * 1024,
  /** In a currency without decimals. `toCents` checks the limit of the business's currency. */
  money: MAX_CENTS,
} as const;

/** Decimals of a number that is no amount of money. */
const DECIMAL_PLACES = 2;

/** Describes the expected value in error messages; a symbol, so that it is not part of the OpenAPI document. */
export const EXPECTATION = Symbol('expected');
/** The violation to report for a custom type whose JSON schema does not show which rule its check applies. */
export const VIOLATION = Symbol('violation');
/** Marks a string that is not trimmed: passwords, signatures. */
export const NO_TRIM = Symbol('verbatim');
/** Normalizes an input string before it is checked and stored; returns undefined for an invalid one. */
export const NORMALIZE = Symbol('normalize');
type Normalize = (text: string) => string | undefined;

export type Check = (schema: TSchema, value: unknown) => boolean;

/** Creates a JSON schema with a custom check; the OpenAPI document shows only the JSON schema. */
export function customType<T>(
  kind: string,
  schema: SchemaOptions & { type: string },
  expected: string,
  check: Check,
) {
  TypeRegistry.Set(kind, check);
  return Type.Unsafe<T>({ ...schema, [Kind]: kind, [EXPECTATION]: expected });
}

/** One of a fixed list of strings. */
export function oneOf<const V extends readonly string[]>(values: V, options: SchemaOptions = {}) {
  const schema = { ...options, type: 'string', enum: [...values] };
  return customType<V[number]>('OneOf', schema, `one of ${values.join(', ')}`, isListed);
}

function isListed(schema: TSchema, value: unknown): boolean {
  return (schema.enum as unknown[]).includes(value);
}

/**
 * An amount in the business's currency that is at least one smallest unit. The schema allows what any currency does;
 * `toCents` checks the limits and decimals of the business's.
 */
export function Money(options: SchemaOptions = {}) {
  return decimalNumber(MAX_DIGITS, 'an amount', { ...options, exclusiveMinimum: 0, maximum: MAX.money });
}

/** Same as Money, for an amount that can be 0, which `toCentsOrZero` checks. */
export function MoneyOrZero(options: SchemaOptions = {}) {
  return decimalNumber(MAX_DIGITS, 'an amount', { minimum: 0, maximum: MAX.money, ...options });
}

/** Same as Money, also below 0, for a correction; `toSignedCents` checks it. */
export function SignedMoney(options: SchemaOptions = {}) {
  return decimalNumber(MAX_DIGITS, 'an amount', { ...options, minimum: -MAX.money, maximum: MAX.money });
}

/** A number that is no amount of money, such as a multiplier; by default with up to two decimals. */
export function Decimal({ decimals = DECIMAL_PLACES, ...options }: DecimalOptions & { decimals?: number }) {
  return decimalNumber(decimals, 'a number', options);
}

type DecimalOptions = SchemaOptions &
  ({ minimum: number } | { exclusiveMinimum: number }) & { maximum: number };

function decimalNumber(decimals: number, noun: string, options: DecimalOptions) {
  const { minimum, maximum } = options;
  const schema = { ...options, type: 'number', multipleOf: Number((10 ** -decimals).toFixed(decimals)) };
  const range =
    minimum === undefined ? `greater than 0 and up to ${maximum}` : `from ${minimum} to ${maximum}`;
  const expected = `${noun} ${range} with at most ${decimals} decimal places`;
  return customType<number>('Decimal', schema, expected, isDecimal);
}

function isDecimal({ exclusiveMinimum, minimum, maximum, multipleOf }: TSchema, value: unknown): boolean {
  const decimals = Math.round(-Math.log10(multipleOf));
  return (
    typeof value === 'number' &&
    hasAtMostDecimals(value, decimals) &&
    (minimum === undefined ? value > exclusiveMinimum : value >= minimum) &&
    value <= maximum
  );
}

/** Input: an absolute http or https URL, normalized. */
export function HttpUrl(options: SchemaOptions = {}) {
  const schema = { ...options, type: 'string', format: 'uri', maxLength: MAX.url, [NORMALIZE]: normalizeUrl };
  const expected = `an absolute http or https URL of at most ${MAX.url} characters when percent-encoded`;
  return customType<string>('HttpUrl', schema, expected, isNormalizable);
}

function isNormalizable(schema: TSchema, value: unknown): boolean {
  return typeof value === 'string' && getNormalizer(schema)?.(value) !== undefined;
}

export function getNormalizer(schema: TSchema): Normalize | undefined {
  return (schema as { [NORMALIZE]?: Normalize })[NORMALIZE];
}

const ISO_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)$/;

/** Input: a point in time with its zone, RFC 3339. */
export function DateTime(options: SchemaOptions = {}) {
  const schema = { ...options, type: 'string', format: 'date-time', maxLength: 40 };
  return customType<string>('DateTime', schema, 'a time such as 2026-12-24T18:00:00Z', isDateTime);
}

const FIRST_TIME = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

function isDateTime(_schema: TSchema, value: unknown): boolean {
  if (typeof value !== 'string' || !ISO_TIME.test(value) || !hasExistingDay(value)) return false;
  // Only four-digit years sort as text, and a time zone can move the last hours of 9999 past them.
  const time = Date.parse(value);
  return time >= FIRST_TIME && time <= LAST_TIME;
}

/** Rejects days such as February 30, which Date.parse reads as March 2. */
function hasExistingDay(time: string): boolean {
  const [year, month, day] = time.slice(0, 10).split('-').map(Number) as [number, number, number];
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const ISO_DAY = /^\d{4}-(0[1-9]|1[0-2])-\d\d$/;
const DAY_LENGTH = 10;
/** Days that are computed from it, such as those of the period before, have four-digit years, too. */
const FIRST_DAY = '1970-01-01';

/** Input: a day as YYYY-MM-DD, from 1970 on. */
export function Day(options: SchemaOptions = {}) {
  const schema = { ...options, type: 'string', format: 'date', maxLength: DAY_LENGTH };
  return customType<string>('Day', schema, 'a day such as 2026-12-24', isDay);
}

function isDay(_schema: TSchema, value: unknown): boolean {
  if (typeof value !== 'string' || !ISO_DAY.test(value) || value < FIRST_DAY) return false;
  return !value.endsWith('-00') && hasExistingDay(value);
}

/** Input: an email address, normalized to lower case with an ASCII domain. */
export function Email(options: SchemaOptions = {}) {
  return createEmailType('Email', normalizeEmail, options);
}

/** Input: the email address of an existing account, which may have a legacy form; see normalizeAccountEmail. */
export function AccountEmail(options: SchemaOptions = {}) {
  return createEmailType('AccountEmail', normalizeAccountEmail, options);
}

/** Marks of direction and spaces without width that are copied around an address; inside of one they are refused. */
const UNSEEN_EDGES = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

function createEmailType(kind: string, normalize: Normalize, options: SchemaOptions) {
  const schema = {
    ...options,
    type: 'string',
    format: 'email',
    maxLength: MAX.email,
    [NORMALIZE]: (text: string) => normalize(text.replace(UNSEEN_EDGES, '')),
  };
  const expected = 'an email address such as ada@shop.example, without accents before the @';
  return customType<string>(kind, schema, expected, isNormalizable);
}

/** Input: a BCP 47 language tag, in its canonical form. */
export function Locale(options: SchemaOptions = {}) {
  const schema = { ...options, type: 'string', maxLength: MAX.locale, [NORMALIZE]: normalizeLocale };
  return customType<string>('Locale', schema, 'a language tag such as en-US', isNormalizable);
}

/** Input: an IANA time zone. */
export function TimeZone(options: SchemaOptions = {}) {
  const schema = { ...options, type: 'string', maxLength: MAX.timeZone, [NORMALIZE]: normalizeTimeZone };
  return customType<string>('TimeZone', schema, 'a time zone such as America/New_York', isNormalizable);
}

/** Input: the ISO 4217 code of a currency in circulation. */
export function Currency(options: SchemaOptions = {}) {
  const schema = { ...options, type: 'string', pattern: '^[A-Z]{3}$', examples: ['USD'] };
  const expected = 'the ISO 4217 code of a currency, such as EUR';
  return customType<string>('Currency', schema, expected, (_schema, value) => isCurrency(value));
}

/** Output: the ISO 4217 code of the currency of a record's amounts. */
export const CurrencyCode = (options: SchemaOptions = {}) =>
  Type.String({ description: 'ISO 4217 code of the currency of the amounts', examples: ['USD'], ...options });

/** Input: an ISO 3166-1 alpha-2 country code, in upper case. */
export function Country(options: SchemaOptions = {}) {
  const schema = { ...options, type: 'string', maxLength: 2, [NORMALIZE]: normalizeCountry };
  return customType<string>('Country', schema, 'a two-letter country code such as US', isNormalizable);
}

/*
 * The same formats in responses. They document the values and are not checked at run time, because every stored value
 * must stay readable. The tests check every response against them.
 */
for (const format of ['uri', 'email', 'date', 'date-time']) FormatRegistry.Set(format, () => true);

/** Output: a URL. */
export const Url = (options: SchemaOptions = {}) => Type.String({ ...options, format: 'uri' });

/** Output: an email address, for fields that cannot contain a legacy address. */
export const EmailAddress = (options: SchemaOptions = {}) => Type.String({ ...options, format: 'email' });

/** Output: a point in time in the format of clock.ts. */
export const Timestamp = (options: SchemaOptions = {}) => Type.String({ ...options, format: 'date-time' });

/** Output: a day as YYYY-MM-DD. */
export const CalendarDate = (options: SchemaOptions = {}) => Type.String({ ...options, format: 'date' });

/** A string of 1 to `max` characters. */
export function Text(max: number = MAX.name, options: SchemaOptions = {}) {
  return Type.String({ minLength: 1, maxLength: max, ...options });
}

/**
 * Line breaks and tabs; other control characters are rejected everywhere, and U+2028 is a line break then. Its escape would
 * not compile in the clients of some generators.
 */
const NOT_IN_NAME = '\\t\\n\\r';

/** Input: the name of a person or a record, on a single line. */
export function Name(options: SchemaOptions = {}) {
  const hint = 'a single line of text without control characters';
  return Text(MAX.name, { pattern: `^[^${NOT_IN_NAME}]+$`, patternHint: hint, ...options });
}

/** Input: an ID that its caller chose, which may become a segment of a path. */
export function FreeId(options: SchemaOptions = {}) {
  const size = { minLength: 1, maxLength: MAX.id };
  const schema = {
    ...options,
    ...size,
    type: 'string',
    not: { enum: ['.', '..'] },
    [NORMALIZE]: normalizeId,
  };
  const expected = `an ID of 1 to ${MAX.id} characters on a single line, other than . and ..`;
  return customType<string>('FreeId', schema, expected, isFreeIdOfLength);
}

function isFreeIdOfLength(_schema: TSchema, value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MAX.id && isFreeId(value);
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

export const Id = (description = 'Record ID') =>
  Type.String({ minLength: 1, maxLength: MAX.id, description });

/** The id in a path. Its length is not limited: an invalid id is a 404, not a validation error. */
export const PathId = Type.Object({ id: Type.String({ description: 'Record ID' }) });
