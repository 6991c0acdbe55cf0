import fc from 'fast-check';
import type { Call } from '../../src/describe/calls.ts';
import { type OpenApiDocument, resolve, type Schema } from '../../src/describe/document.ts';

/** Values that a schema allows, as fast-check arbitraries; made of the API description and nothing else. */

const MAX_TEXT = 40;
const MAX_DEPTH = 6;
const FORMATS: Record<string, fc.Arbitrary<unknown>> = {
  'date-time': fc
    .date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    .map(date => date.toISOString()),
  email: fc.integer({ min: 0, max: 1e9 }).map(n => `p${n}@fuzz.example`),
  uri: fc.integer({ min: 0, max: 1e9 }).map(n => `https://www.instagram.com/p/${n}/`),
};

export function valid(document: OpenApiDocument, node: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolve(document, node);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(variant => valid(document, variant, depth + 1)));
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
      return array(document, schema, depth);
    case 'object':
      return record(document, schema, depth);
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

/** Cents, so that no sum has a third decimal. */
function amount({ minimum = 0, maximum = 1e6, multipleOf = 0.01 }: Schema): fc.Arbitrary<number> {
  const steps = Math.round(1 / multipleOf);
  const min = Math.ceil(minimum * steps);
  return fc.integer({ min, max: Math.min(Math.floor(maximum * steps), 1e8) }).map(n => n / steps);
}

function array(document: OpenApiDocument, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = 3, uniqueItems } = schema;
  const item = depth > MAX_DEPTH ? fc.constant('x') : valid(document, items, depth + 1);
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) };
  return uniqueItems ? fc.uniqueArray(item, bounds) : fc.array(item, bounds);
}

function record(document: OpenApiDocument, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema;
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valid(document, property, depth + 1)]),
  );
  return fc.record(model, { requiredKeys: required, noNullPrototype: true });
}

type Args = Record<string, unknown>;

/** The arguments of a call: of its body one variant as a whole, everything else by its own schema. */
export function argumentsOf(document: OpenApiDocument, call: Call): fc.Arbitrary<Args> {
  const body = call.operation.requestBody?.content['application/json'];
  return withBody(document, call, body && valid(document, body.schema));
}

function withBody(document: OpenApiDocument, call: Call, body?: fc.Arbitrary<unknown>): fc.Arbitrary<Args> {
  const own = call.inputs.filter(({ place }) => place === 'path' || place === 'query');
  const model = Object.fromEntries(own.map(({ name, schema }) => [name, valid(document, schema)]));
  const requiredKeys = own.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const outer = fc.record(model, { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<Args>;
  return body ? fc.tuple(outer, body).map(([a, b]) => ({ ...named(call, b as Args), ...a })) : outer;
}

function named({ inputs }: Call, body: Args): Args {
  const byWire = new Map(inputs.filter(({ place }) => place === 'body').map(i => [i.wire, i.name]));
  return Object.fromEntries(Object.entries(body).map(([wire, value]) => [byWire.get(wire) ?? wire, value]));
}

/** One argument that its schema forbids, among others that it allows; undefined where nothing can be wrong. */
export function broken(document: OpenApiDocument, call: Call): fc.Arbitrary<Args> | undefined {
  const all = argumentsOf(document, call);
  const inQuery = call.inputs
    .filter(({ place }) => place === 'query')
    .flatMap(({ name, schema }) => broke(all, name, wrongInQuery(resolve(document, schema))));
  const body = call.operation.requestBody?.content['application/json']?.schema ?? {};
  // What another variant would forbid is an unknown field to this one, and dropped.
  const variants = resolve(document, body).anyOf ?? [body];
  const inBody = variants.flatMap(variant => {
    const sound = withBody(document, call, valid(document, variant));
    return Object.entries(resolve(document, variant).properties ?? {}).flatMap(([wire, schema]) =>
      broke(
        sound,
        Object.keys(named(call, { [wire]: 1 }))[0] ?? wire,
        wrongInBody(resolve(document, schema)),
      ),
    );
  });
  const choices = [...inQuery, ...inBody];
  return choices.length > 0 ? fc.oneof(...choices) : undefined;
}

function broke(sound: fc.Arbitrary<Args>, name: string, wrong: unknown[]): fc.Arbitrary<Args>[] {
  if (wrong.length === 0) return [];
  return [fc.tuple(sound, fc.constantFrom(...wrong)).map(([given, value]) => ({ ...given, [name]: value }))];
}

function wrongInQuery({ type, enum: words, minimum = 0 }: Schema): unknown[] {
  if (type === 'integer') return ['x', '1.5', String(Math.min(minimum, 0) - 1), '1e99', '0x1', ''];
  if (words) return ['no-such-word', 'ACTIVE!'];
  return type === 'boolean' ? ['yes', '2'] : [];
}

function wrongInBody({ type, enum: words, const: word, minimum, maximum, maxLength }: Schema): unknown[] {
  if (words || word !== undefined) return [7, true, 'no-such-word', [[]]];
  switch (type) {
    case 'string':
      return [7, true, { a: [1] }, ...(maxLength ? ['x'.repeat(maxLength + 1)] : [])];
    case 'integer':
    case 'number':
      return [
        '7',
        true,
        [],
        ...(minimum === undefined ? [] : [minimum - 1]),
        ...(maximum ? [maximum + 1] : []),
      ];
    case 'boolean':
      return ['true', 1];
    case 'array':
      return ['x', 1, { a: 1 }];
    case 'object':
      return [7, 'x', true, [1]];
    default:
      // One of several, null among them: this is none of ours.
      return [[[[]]], true];
  }
}
