import { Kind, OptionalKind, type TObject, type TSchema } from '@sinclair/typebox';
import { ValueErrorType } from '@sinclair/typebox/errors';
import { Value, type ValueError } from '@sinclair/typebox/value';
import { AppError, type ErrorDetail, type NumericRule, type Violation } from '../errors.ts';
import { EXPECTATION, VIOLATION } from '../platform/schema.ts';
import { getVariants, matchesLiterals } from './normalize-input.ts';

/** Further invalid fields are reported once these are corrected. */
const MAX_DETAILS = 20;

/** Creates the VALIDATION_ERROR for a value. It names each invalid field, but never includes the values sent. */
export function toValidationError(schema: TSchema, value: unknown): AppError {
  const details = listDetails(schema, value);
  const first = details[0] ?? { field: 'body', issue: 'is invalid' };
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  return new AppError('VALIDATION_ERROR', `${first.field} ${first.issue}${more}`, { details });
}

function listDetails(schema: TSchema, value: unknown): ErrorDetail[] {
  const discriminated = listVariantDetails(schema, value);
  if (discriminated) return discriminated;
  const details = new Map<string, ErrorDetail>();
  for (const error of innermostErrors(Value.Errors(schema, value))) {
    const field = toFieldName(error.path);
    if (!details.has(field)) details.set(field, { field, ...describeError(error) });
    if (details.size === MAX_DETAILS) break;
  }
  return [...details.values()];
}

/** Yields the errors inside a nullable object instead of the error that the object is not null. */
function* innermostErrors(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const { schema, value } = error;
    const variants = getVariants(schema).filter(variant => variant[Kind] !== 'Null');
    const isInside =
      schema[Kind] === 'Union' && typeof value === 'object' && value !== null && variants.length === 1;
    if (!isInside) yield error;
    else {
      for (const inner of innermostErrors(Value.Errors(variants[0] as TSchema, value)))
        yield { ...inner, path: `${error.path}${inner.path}` };
    }
  }
}

/** Reports an unknown action of a union of actions, or the invalid fields of a known one. */
function listVariantDetails(schema: TSchema, value: unknown): ErrorDetail[] | undefined {
  if (schema[Kind] !== 'Union' || typeof value !== 'object' || value === null) return undefined;
  const variants = schema.anyOf as TSchema[];
  const field = Object.entries((variants[0] as TObject).properties ?? {}).find(
    ([, property]) => property[Kind] === 'Literal',
  )?.[0];
  if (!field) return undefined;
  const selected = variants.find(variant => matchesLiterals(variant, value as Record<string, unknown>));
  if (selected) return listDetails(selected, value);
  const allowed = variants.map(variant => (variant as TObject).properties[field]?.const);
  return [{ field, issue: `must be one of ${allowed.join(', ')}`, rule: 'enum', allowed }];
}

function toFieldName(path: string): string {
  const field = path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return field === '' ? 'body' : field;
}

type Description = { issue: string } & Violation;

function describeError(error: ValueError): Description {
  const { schema, value } = error;
  if (value === undefined && schema[OptionalKind] !== 'Optional')
    return { issue: 'is required', rule: 'required' };
  return schema[Kind] === 'Union'
    ? describeUnionError(schema, value)
    : withIssue(schema, findViolation(error));
}

/** A value of the right type for a nullable schema gets the issue of the schema without null. */
function describeUnionError(schema: TSchema, value: unknown): Description {
  const union = { issue: `must be ${describeExpectation(schema)}` };
  const [variant, ...others] = (schema.anyOf as TSchema[]).filter(({ type }) => type !== 'null');
  const allowed = (schema.anyOf as TSchema[]).map(each => each.const);
  if (!allowed.includes(undefined)) return { ...union, rule: 'enum', allowed };
  const error = others.length === 0 && variant ? Value.Errors(variant, value).First() : undefined;
  const inner = error && describeError(error);
  if (inner?.rule === 'enum') return { ...union, rule: 'enum', allowed: [...inner.allowed, null] };
  return inner && inner.rule !== 'type' ? inner : { ...union, rule: 'type' };
}

function withIssue(schema: TSchema, violation: Violation): Description {
  const issue =
    VIOLATION in schema ? `must be ${describeExpectation(schema)}` : describeViolation(schema, violation);
  return { issue, ...violation };
}

/** The rules of the TypeBox errors whose limit is a keyword of the same name in the schema. */
const NUMERIC_RULES: Partial<Record<ValueErrorType, NumericRule>> = {
  [ValueErrorType.StringMinLength]: 'minLength',
  [ValueErrorType.StringMaxLength]: 'maxLength',
  [ValueErrorType.ArrayMinItems]: 'minItems',
  [ValueErrorType.ArrayMaxItems]: 'maxItems',
  [ValueErrorType.IntegerMinimum]: 'minimum',
  [ValueErrorType.IntegerMaximum]: 'maximum',
  [ValueErrorType.NumberMinimum]: 'minimum',
  [ValueErrorType.NumberMaximum]: 'maximum',
};

function findViolation({ type, schema, value }: ValueError): Violation {
  const rule = NUMERIC_RULES[type];
  if (rule) return { rule, limit: schema[rule] };
  if (type === ValueErrorType.Kind) return findCustomViolation(schema, value);
  if (type === ValueErrorType.StringPattern) return { rule: 'pattern' };
  if (type === ValueErrorType.StringFormat) return { rule: 'format' };
  if (type === ValueErrorType.ArrayUniqueItems) return { rule: 'unique' };
  if (schema.const !== undefined) return { rule: 'enum', allowed: [schema.const] };
  return { rule: 'type' };
}

/** TypeBox does not report which part of a custom type's check failed, so the keywords of its schema decide. */
function findCustomViolation(schema: TSchema, value: unknown): Violation {
  const declared = (schema as { [VIOLATION]?: Violation })[VIOLATION];
  if (schema.enum) return declared ?? { rule: 'enum', allowed: schema.enum };
  if (schema.format === 'binary' || !hasJsonType(schema.type, value)) return { rule: 'type' };
  if (declared) return declared;
  if (typeof value === 'string') return findTextViolation(schema, value);
  if (typeof value !== 'number') return { rule: 'format' };
  if (value < schema.minimum) return { rule: 'minimum', limit: schema.minimum };
  if (value <= schema.exclusiveMinimum) return { rule: 'minimum', limit: schema.exclusiveMinimum };
  if (value > schema.maximum) return { rule: 'maximum', limit: schema.maximum };
  return { rule: 'format' };
}

function findTextViolation({ minLength = 0, maxLength }: TSchema, text: string): Violation {
  if (text.length < minLength) return { rule: 'minLength', limit: minLength };
  if (text.length > maxLength) return { rule: 'maxLength', limit: maxLength };
  return { rule: 'format' };
}

function hasJsonType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function describeViolation(schema: TSchema, violation: Violation): string {
  switch (violation.rule) {
    case 'minLength':
      return violation.limit === 1
        ? 'must not be empty'
        : `must have at least ${plural(violation.limit, 'character')}`;
    case 'maxLength':
      return `must have at most ${plural(violation.limit, 'character')}`;
    case 'minItems':
      return `must have at least ${plural(violation.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${plural(violation.limit, 'item')}`;
    case 'minimum':
      return `must be ${schema.exclusiveMinimum === undefined ? 'at least' : 'greater than'} ${violation.limit}`;
    case 'maximum':
      return `must be at most ${violation.limit}`;
    case 'pattern':
      return schema.patternHint ? `must be ${schema.patternHint}` : `must match ${schema.pattern}`;
    case 'format':
      if (schema.multipleOf)
        return `must have at most ${plural(Math.round(-Math.log10(schema.multipleOf)), 'decimal place')}`;
      return EXPECTATION in schema
        ? `must be ${describeExpectation(schema)}`
        : `must be a valid ${schema.format}`;
    case 'unique':
      return 'must not contain duplicate items';
    default:
      return `must be ${describeExpectation(schema)}`;
  }
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** Describes the values that a schema accepts, as the end of "must be …". */
export function describeExpectation(schema: TSchema): string {
  if (EXPECTATION in schema) return schema[EXPECTATION] as string;
  if (schema[Kind] === 'Union' || schema.anyOf) return describeUnion(schema.anyOf as TSchema[]);
  if (schema.const !== undefined) return String(schema.const);
  if (schema.format === 'binary') return 'a file';
  return TYPE_NAMES[schema.type as string] ?? 'valid';
}

function describeUnion(variants: TSchema[]): string {
  const literals = variants
    .filter(variant => variant.const !== undefined)
    .map(variant => String(variant.const));
  if (literals.length === variants.length) return `one of ${literals.join(', ')}`;
  return [...new Set(variants.map(describeExpectation))].join(' or ');
}
