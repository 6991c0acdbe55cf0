import { Kind, OptionalKind, type TObject, type TSchema } from '@sinclair/typebox';
import { ValueErrorType } from '@sinclair/typebox/errors';
import { Value, type ValueError } from '@sinclair/typebox/value';
import { AppError, type ErrorDetail, invalid } from '../errors.ts';
import { isStorableText } from '../platform/formats.ts';
import { EXPECTATION, getNormalizer, NO_TRIM } from '../platform/schema.ts';

/** How many refused fields one answer names; the rest shows when these are mended. */
const MAX_DETAILS = 20;

/** Deeper than any document that is meant, shallow enough for every walk over a value. */
const MAX_DEPTH = 64;

/**
 * Brings a parsed body into the shape that its schema speaks of: strings trimmed (save those marked
 * `verbatim`) and in the normal form of their format, unknown fields dropped and, by their top-level parent, named in
 * `ignored`. Free-form objects keep the fields that their schema does not name as they are given.
 * @throws VALIDATION_ERROR for text that could not be stored and read back as it came
 */
export function normalize(
  schema: TSchema,
  value: unknown,
  ignored: Set<string>,
  parent?: string,
  path = '',
): unknown {
  // Elysia makes an object of whatever stands here before it checks it, so the check alone would let it in.
  if (path && value !== undefined && value !== null && isObjectWanted(schema) && !isRecord(value))
    throw invalid(path, 'must be an object');
  if (path && value === null && schema[Kind] === 'Object') throw invalid(path, 'must be an object');
  if (typeof value === 'string') return normalizeText(schema, value, path);
  if (Array.isArray(value)) {
    const items = variantsOf(schema).find(({ type }) => type === 'array')?.items as TSchema | undefined;
    return items
      ? value.map((item, n) => normalize(items, item, ignored, parent, `${path}.${n}`))
      : freeForm(value, path);
  }
  if (typeof value !== 'object' || value === null) return value;
  const variant = variantOf(schema, value);
  if (variant?.[Kind] !== 'Object') return freeForm(value, path);
  const known = (variant as TObject).properties;
  const isFree = variant.additionalProperties === true;
  const result: Record<string, unknown> = isFree ? { ...value } : {};
  for (const [name, item] of Object.entries(value)) {
    const inner = path ? `${path}.${name}` : name;
    if (Object.hasOwn(known, name))
      result[name] = normalize(known[name] as TSchema, item, ignored, parent ?? name, inner);
    else if (isFree) assertAllStorable({ [name]: item }, path || name, 0);
    else ignored.add(parent ?? name);
  }
  return result;
}

/** A string in the form in which it is checked and stored; one that has no such form is left to the check. */
export function normalizeText(schema: TSchema, text: string, field: string): string {
  const variants = variantsOf(schema);
  if (variants.some(variant => NO_TRIM in variant)) {
    assertStorable(text, field, true);
    return text;
  }
  const trimmed = text.trim();
  assertStorable(trimmed, field);
  const normalize = variants.map(getNormalizer).find(known => known !== undefined);
  return normalize?.(trimmed) ?? trimmed;
}

/** A value that no schema looks into, as it came. */
function freeForm<T extends object>(value: T, path: string): T {
  assertAllStorable(value, path, 0);
  return value;
}

function assertAllStorable(value: unknown, field: string, depth: number): void {
  if (typeof value === 'string') assertStorable(value, field);
  if (typeof value !== 'object' || value === null || value instanceof Blob) return;
  // Bottomless nesting would end every recursion that follows.
  if (depth > MAX_DEPTH) throw invalid(field, `must not be nested more than ${MAX_DEPTH} levels deep`);
  for (const [name, item] of Object.entries(value)) {
    assertStorable(name, field);
    assertAllStorable(item, field, depth + 1);
  }
}

/** Half a surrogate pair becomes another character, a NUL ends a text early, an escape takes over a terminal. */
function assertStorable(text: string, field: string, isVerbatim = false): void {
  if (!isStorableText(text, isVerbatim))
    throw invalid(field || 'body', 'must be valid Unicode text without control characters');
}

function variantsOf(schema: TSchema): TSchema[] {
  return schema[Kind] === 'Union' ? schema.anyOf : [schema];
}

/** An object, or one that may be null. */
function isObjectWanted(schema: TSchema): boolean {
  const variants = variantsOf(schema);
  return (
    variants.some(({ type }) => type === 'object') &&
    variants.every(({ type }) => type === 'object' || type === 'null')
  );
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema that speaks of this value: of a union of objects the one whose literal fields agree with it. */
function variantOf(schema: TSchema, value: object): TSchema | undefined {
  if (schema[Kind] !== 'Union') return schema;
  const variants = (schema.anyOf as TSchema[]).filter(variant => variant[Kind] === 'Object');
  return variants.find(variant => literalsAgree(variant, value as Record<string, unknown>)) ?? variants[0];
}

/** Do the fields of a variant that can hold one value only hold it? */
export function literalsAgree(variant: TSchema, value: Record<string, unknown>): boolean {
  const properties = Object.entries((variant.properties ?? {}) as Record<string, TSchema>);
  const literals = properties.filter(([, property]) => property[Kind] === 'Literal');
  return literals.every(([name, literal]) => value[name] === literal.const);
}

/** A refused value as the one VALIDATION_ERROR, naming each field and what was expected, never what was sent. */
export function toValidationError(schema: TSchema, value: unknown): AppError {
  const details = describe(schema, value);
  const first = details[0] ?? { field: 'body', issue: 'is invalid' };
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  return new AppError('VALIDATION_ERROR', `${first.field} ${first.issue}${more}`, { details });
}

function describe(schema: TSchema, value: unknown): ErrorDetail[] {
  const discriminated = describeVariant(schema, value);
  if (discriminated) return discriminated;
  const details = new Map<string, ErrorDetail>();
  for (const error of innermost(Value.Errors(schema, value))) {
    const field = fieldName(error.path);
    if (!details.has(field)) details.set(field, { field, issue: issueOf(error) });
    if (details.size === MAX_DETAILS) break;
  }
  return [...details.values()];
}

/** Of something that may be null but was given, what is wrong inside it rather than that it is not null. */
function* innermost(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const { schema, value } = error;
    const meant = variantsOf(schema).filter(variant => variant[Kind] !== 'Null');
    const isInside =
      schema[Kind] === 'Union' && typeof value === 'object' && value !== null && meant.length === 1;
    if (!isInside) yield error;
    else {
      for (const inner of innermost(Value.Errors(meant[0] as TSchema, value)))
        yield { ...inner, path: `${error.path}${inner.path}` };
    }
  }
}

/** A union of actions: either the action is unknown, or the fields of that action are at fault. */
function describeVariant(schema: TSchema, value: unknown): ErrorDetail[] | undefined {
  if (schema[Kind] !== 'Union' || typeof value !== 'object' || value === null) return undefined;
  const variants = schema.anyOf as TSchema[];
  const name = Object.entries((variants[0] as TObject).properties ?? {}).find(
    ([, p]) => p[Kind] === 'Literal',
  )?.[0];
  if (!name) return undefined;
  const chosen = variants.find(variant => literalsAgree(variant, value as Record<string, unknown>));
  if (chosen) return describe(chosen, value);
  const choices = variants.map(variant => (variant as TObject).properties[name]?.const);
  return [{ field: name, issue: `must be one of ${choices.join(', ')}` }];
}

function fieldName(path: string): string {
  const field = path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return field === '' ? 'body' : field;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const BOUNDS: Partial<Record<ValueErrorType, (schema: TSchema) => string>> = {
  [ValueErrorType.StringMinLength]: s =>
    s.minLength === 1 ? 'must not be empty' : `must have at least ${plural(s.minLength, 'character')}`,
  [ValueErrorType.StringMaxLength]: s => `must have at most ${plural(s.maxLength, 'character')}`,
  [ValueErrorType.StringPattern]: s => `must match ${s.patternHint ?? s.pattern}`,
  [ValueErrorType.StringFormat]: s => `must be a valid ${s.format}`,
  [ValueErrorType.ArrayMinItems]: s => `must have at least ${plural(s.minItems, 'item')}`,
  [ValueErrorType.ArrayMaxItems]: s => `must have at most ${plural(s.maxItems, 'item')}`,
  [ValueErrorType.ArrayUniqueItems]: () => 'must not contain duplicate items',
  [ValueErrorType.IntegerMinimum]: s => `must be at least ${s.minimum}`,
  [ValueErrorType.IntegerMaximum]: s => `must be at most ${s.maximum}`,
  [ValueErrorType.NumberMinimum]: s => `must be at least ${s.minimum}`,
  [ValueErrorType.NumberMaximum]: s => `must be at most ${s.maximum}`,
  [ValueErrorType.NumberExclusiveMinimum]: s => `must be greater than ${s.exclusiveMinimum}`,
  [ValueErrorType.ObjectMinProperties]: s => `must have at least ${plural(s.minProperties, 'field')}`,
  [ValueErrorType.ObjectMaxProperties]: s => `must have at most ${plural(s.maxProperties, 'field')}`,
};

function issueOf(error: ValueError): string {
  const { schema, value, type } = error;
  if (value === undefined && schema[OptionalKind] !== 'Optional') return 'is required';
  return BOUNDS[type]?.(schema) ?? `must be ${describeExpectation(schema)}`;
}

/** What a schema asks for, in words. */
export function describeExpectation(schema: TSchema): string {
  if (EXPECTATION in schema) return schema[EXPECTATION] as string;
  if (schema[Kind] === 'Union' || schema.anyOf) return unionExpectation(schema.anyOf as TSchema[]);
  if (schema.const !== undefined) return String(schema.const);
  if (schema.format === 'binary') return 'a file';
  const words: Record<string, string> = {
    string: 'a string',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'an array',
    object: 'an object',
    null: 'null',
  };
  return words[schema.type as string] ?? 'valid';
}

function unionExpectation(variants: TSchema[]): string {
  const literals = variants
    .filter(variant => variant.const !== undefined)
    .map(variant => String(variant.const));
  if (literals.length === variants.length) return `one of ${literals.join(', ')}`;
  return [...new Set(variants.map(describeExpectation))].join(' or ');
}
