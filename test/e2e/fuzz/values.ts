import fc from 'fast-check';
import {
  type OpenApiDocument,
  resolveReference,
  type Schema,
} from '../../../src/describe/openapi/document.ts';

/** Builds fast-check arbitraries for valid values from the OpenAPI document. */

/** The sources of values. */
export interface Vocabulary {
  document: OpenApiDocument;
  /** Values that exist in the installation under test, by field, such as `campaignId`. */
  live: ReadonlyMap<string, readonly unknown[]>;
  /** Replacements for the values of the document's examples. */
  known: ReadonlyMap<unknown, unknown>;
}

/** The ratio of live values to arbitrary ones in fields with live values. */
const LIVE_WEIGHT = 4;

const MAX_TEXT = 40;
const MAX_DEPTH = 6;
const FORMATS: Record<string, fc.Arbitrary<unknown>> = {
  'date-time': fc
    .date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    .map(date => date.toISOString()),
  email: fc.integer({ min: 0, max: 1e9 }).map(n => `p${n}@fuzz.example`),
  uri: fc.integer({ min: 0, max: 1e9 }).map(n => `https://www.instagram.com/p/${n}/`),
};

export function valid(words: Vocabulary, node: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolveReference(words.document, node);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(variant => valid(words, variant, depth + 1)));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -1e9),
        max: Math.min(schema.maximum ?? 1e6, 1e9),
      });
    case 'number':
      return amount(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return array(words, schema, depth);
    case 'object':
      return record(words, schema, depth);
    default:
      return fc.constantFrom<unknown>('x', 1, true, null);
  }
}

function text({ format, pattern, minLength = 0, maxLength = MAX_TEXT }: Schema): fc.Arbitrary<unknown> {
  const known = FORMATS[format ?? ''];
  if (known) return known;
  const max = Math.max(minLength, Math.min(maxLength, MAX_TEXT));
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter(value => value.length <= maxLength);
  // Letters at both ends, so that trimming leaves the length as it is.
  return fc
    .string({ minLength, maxLength: max, unit: 'grapheme-ascii' })
    .map(value => value.replaceAll(/^\s|\s$/g, 'x'))
    .filter(value => value.length >= minLength);
}

/** Amounts in whole cents, so that no sum has a third decimal. */
function amount({
  exclusiveMinimum,
  minimum = 0,
  maximum = 1e6,
  multipleOf = 0.01,
}: Schema): fc.Arbitrary<number> {
  const steps = Math.round(1 / multipleOf);
  const min =
    exclusiveMinimum === undefined ? Math.ceil(minimum * steps) : Math.floor(exclusiveMinimum * steps) + 1;
  return fc.integer({ min, max: Math.min(Math.floor(maximum * steps), 1e8) }).map(n => n / steps);
}

function array(words: Vocabulary, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = 3, uniqueItems } = schema;
  const item = depth > MAX_DEPTH ? fc.constant('x') : valid(words, items, depth + 1);
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) };
  return uniqueItems ? fc.uniqueArray(item, bounds) : fc.array(item, bounds);
}

function record(words: Vocabulary, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, named(words, name, property, depth + 1)]),
  );
  return fc.record(model, { requiredKeys: required, noNullPrototype: true });
}

/** Generates a value for a field of this name: mostly a live one, if there are any. */
export function named(words: Vocabulary, name: string, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const arbitrary = valid(words, schema, depth);
  const live = words.live.get(name);
  if (!live) return arbitrary;
  return fc.oneof({ weight: LIVE_WEIGHT, arbitrary: fc.constantFrom(...live) }, { weight: 1, arbitrary });
}
