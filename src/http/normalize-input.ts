import { Kind, type TObject, type TSchema } from '@sinclair/typebox';
import { invalid } from '../errors.ts';
import { isStorableText, trimText } from '../platform/formats.ts';
import { getNormalizer, NO_TRIM } from '../platform/schema.ts';

/** Exceeds the depth of any legitimate input; recursion over a value of this depth cannot overflow the stack. */
const MAX_DEPTH = 64;
/** Items and free-form fields of a body, of all levels together. Exceeds those of any legitimate input. */
const MAX_VALUES = 10_000;
/** Unknown fields of a body, of all levels together: dropping this many takes 10 ms. */
const MAX_UNKNOWN = 20_000;
/** Characters of all texts of a list without duplicates, because their comparison takes 0.1 s per megabyte. */
const MAX_UNIQUE_CHARACTERS = 50_000;

/**
 * Returns a parsed body in the form in which it is validated and stored: strings (except those marked NO_TRIM) lose space
 * at their ends and invisible characters, and are normalized by their format. Unknown fields are dropped and their
 * top-level names added to `ignored`; free-form objects keep them. Items are counted before work is done on them.
 * @throws VALIDATION_ERROR for text that cannot be stored unchanged, and for too many or too deeply nested values
 */
export function normalize(schema: TSchema, value: unknown, ignored: Set<string>): unknown {
  return normalizeValue({ ignored, values: 0, unknown: 0 }, schema, value);
}

/** A body that is being normalized. */
interface Input {
  ignored: Set<string>;
  /** Items and free-form fields so far. */
  values: number;
  /** Unknown fields so far. */
  unknown: number;
}

function normalizeValue(input: Input, schema: TSchema, value: unknown, parent?: string, path = ''): unknown {
  // Elysia converts any value to an object before it validates, so its validation alone would accept it.
  if (path && value !== undefined && value !== null && isObjectExpected(schema) && !isRecord(value))
    throw invalid(path, 'must be an object', 'type');
  if (path && value === null && schema[Kind] === 'Object') throw invalid(path, 'must be an object', 'type');
  if (typeof value === 'string') return normalizeText(schema, value, path);
  if (Array.isArray(value)) {
    const list = getVariants(schema).find(({ type }) => type === 'array');
    const items = list?.items as TSchema | undefined;
    if (!items) return assertAllStorable(input, value, path);
    assertCount(input, value.length, path, list?.maxItems);
    if (list?.uniqueItems) assertShort(value, path);
    return value.map((item, index) => normalizeValue(input, items, item, parent, `${path}.${index}`));
  }
  if (typeof value !== 'object' || value === null) return value;
  const variant = selectVariant(schema, value);
  if (variant?.[Kind] !== 'Object') return assertAllStorable(input, value, path);
  const { properties } = variant as TObject;
  const isFreeForm = variant.additionalProperties === true;
  const entries = Object.entries(value);
  if (isFreeForm) assertCount(input, entries.length, path);
  else assertFewUnknown(input, entries.length - Object.keys(properties).length);
  const result: Record<string, unknown> = isFreeForm ? { ...value } : {};
  for (const [name, item] of entries) {
    const itemPath = path ? `${path}.${name}` : name;
    if (Object.hasOwn(properties, name))
      result[name] = normalizeValue(input, properties[name] as TSchema, item, parent ?? name, itemPath);
    else if (isFreeForm) assertAllStorable(input, { [name]: item }, path || name);
    else input.ignored.add(parent ?? name);
  }
  return result;
}

/** Returns a string trimmed and normalized by its format. Validation rejects text that cannot be normalized. */
export function normalizeText(schema: TSchema, text: string, field: string): string {
  const variants = getVariants(schema);
  if (variants.some(variant => NO_TRIM in variant)) {
    assertStorable(text, field, true);
    return text;
  }
  // Formats refuse, remove or encode invisible characters themselves.
  const trimmed = variants.some(variant => variant[Kind] === 'String') ? trimText(text) : text.trim();
  assertStorable(trimmed, field);
  const normalize = variants.map(getNormalizer).find(each => each !== undefined);
  return normalize?.(trimmed) ?? trimmed;
}

/** @throws VALIDATION_ERROR for more items than all of the body together may have; the limit of the field is checked later */
function assertCount(input: Input, count: number, field: string, maxItems = MAX_VALUES): void {
  input.values += count;
  const limit = Math.min(maxItems, MAX_VALUES);
  if (input.values <= MAX_VALUES) return;
  if (field && count > limit)
    throw invalid(field, `must have at most ${limit} items`, { rule: 'maxItems', limit });
  const issue = `must have at most ${MAX_VALUES} items and fields in all`;
  throw invalid('body', issue, { rule: 'maxItems', limit: MAX_VALUES });
}

/** @param count the number of fields beyond those that the object can have; negative if some are missing */
function assertFewUnknown(input: Input, count: number): void {
  input.unknown += Math.max(0, count);
  const limit = MAX_UNKNOWN;
  if (input.unknown > limit)
    throw invalid('body', `must have at most ${limit} unknown fields`, { rule: 'maxItems', limit });
}

function assertShort(items: unknown[], field: string): void {
  const characters = items.reduce<number>(
    (sum, item) => sum + (typeof item === 'string' ? item.length : 0),
    0,
  );
  const limit = MAX_UNIQUE_CHARACTERS;
  if (characters > limit)
    throw invalid(field, `must have at most ${limit} characters in all`, { rule: 'maxLength', limit });
}

/** Checks a free-form value and returns it unchanged. */
function assertAllStorable<T>(input: Input, value: T, field: string, depth = 0): T {
  if (typeof value === 'string') assertStorable(value, field);
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
  if (depth > MAX_DEPTH) {
    const issue = `must not be nested more than ${MAX_DEPTH} levels deep`;
    throw invalid(field, issue, { rule: 'maximum', limit: MAX_DEPTH });
  }
  // Listing the items of an array takes 0.2 s per megabyte, so they are counted first.
  assertCount(input, Array.isArray(value) ? value.length : Object.keys(value).length, field);
  for (const [name, item] of Object.entries(value)) {
    assertStorable(name, field);
    assertAllStorable(input, item, field, depth + 1);
  }
  return value;
}

/**
 * Rejects lone surrogates, which would be stored as another character, and control characters: NUL truncates text and
 * ESC starts terminal commands.
 */
function assertStorable(text: string, field: string, isVerbatim = false): void {
  if (!isStorableText(text, isVerbatim))
    throw invalid(field || 'body', 'must be valid Unicode text without control characters', 'format');
}

/** Returns the variants of a union, or the schema itself. */
export function getVariants(schema: TSchema): TSchema[] {
  return schema[Kind] === 'Union' ? schema.anyOf : [schema];
}

/** Whether a schema accepts only objects, or objects and null. */
function isObjectExpected(schema: TSchema): boolean {
  const variants = getVariants(schema);
  return (
    variants.some(({ type }) => type === 'object') &&
    variants.every(({ type }) => type === 'object' || type === 'null')
  );
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object schema of a union whose literal fields match the value, or the first one if none does. */
function selectVariant(schema: TSchema, value: object): TSchema | undefined {
  if (schema[Kind] !== 'Union') return schema;
  const variants = (schema.anyOf as TSchema[]).filter(variant => variant[Kind] === 'Object');
  return variants.find(variant => matchesLiterals(variant, value as Record<string, unknown>)) ?? variants[0];
}

/** Whether a value has the constants that a variant requires, such as `action: 'login'`. */
export function matchesLiterals(variant: TSchema, value: Record<string, unknown>): boolean {
  const properties = Object.entries((variant.properties ?? {}) as Record<string, TSchema>);
  const literals = properties.filter(([, property]) => property[Kind] === 'Literal');
  return literals.every(([name, literal]) => value[name] === literal.const);
}
