import fc from 'fast-check';
import { type Example, resolveReference, type Schema } from '../../../src/describe/openapi/document.ts';
import {
  type Arguments,
  listOperationCalls,
  type OperationCall,
} from '../../../src/describe/operation-calls.ts';
import { HOSTILE_NUMBER_LITERALS, hostileStrings, hostileValues } from '../../support/hostile.ts';
import { type Vocabulary, valid } from './values.ts';

const JSON_TYPE = 'application/json';
/** Deeper fields are changed through their parents. */
const MAX_DEPTH = 4;
/** Bun responds with 431 to more than 16 KiB of URL and headers; each character takes up to 12 bytes. */
const MAX_QUERY_TEXT = 500;
/** Marks a string that is inserted into the JSON without quotes. */
export const LITERAL = '\u0001literal:';

export type Body = Record<string, unknown>;

/** A field of a body, at any depth. */
export interface Field {
  path: (string | number)[];
  schema: Schema;
}

/** Lists the example bodies of an operation, with existing IDs in place of example IDs. */
export function exampleBodies({ document, known }: Vocabulary, call: OperationCall): Body[] {
  const media = call.operation.requestBody?.content[JSON_TYPE];
  return Object.values(media?.examples ?? {}).map(
    node => withLive(resolveReference<Example>(document, node).value, known) as Body,
  );
}

function withLive(value: unknown, known: Vocabulary['known']): unknown {
  if (Array.isArray(value)) return value.map(item => withLive(item, known));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withLive(item, known)]));
  return known.get(value) ?? value;
}

/** Finds the fields with live values: those that contain a known value in any example. */
export function liveFields({ document, known }: Pick<Vocabulary, 'document' | 'known'>): Vocabulary['live'] {
  const found = new Map<string, Set<unknown>>();
  const note = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) note(name, item);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) note(key, item);
    // The record type of a plain `id` depends on the operation.
    else if (known.has(value) && name !== 'id')
      found.set(name, (found.get(name) ?? new Set()).add(known.get(value)));
  };
  for (const { operation } of listOperationCalls(document)) {
    const examples = operation.requestBody?.content[JSON_TYPE]?.examples ?? {};
    for (const node of Object.values(examples)) note('', resolveReference<Example>(document, node).value);
  }
  return new Map([...found].map(([name, values]) => [name, [...values]]));
}

/** Example bodies with up to two fields set to other valid values. */
export function variedBodies(words: Vocabulary, call: OperationCall): fc.Arbitrary<Body> | undefined {
  const bodies = exampleBodies(words, call);
  const fields = fieldsOf(words.document, bodySchemaOf(call));
  if (bodies.length === 0 || fields.length === 0) return undefined;
  const change = fc.oneof(
    ...fields.map(({ path, schema }) => valid(words, schema).map(value => ({ path, value }))),
  );
  return fc
    .tuple(fc.constantFrom(...bodies), fc.array(change, { maxLength: 2 }), fc.nat())
    .map(([body, changes, n]) =>
      changes.reduce((all, { path, value }) => withValue(all, path, value), readdressed(body, n)),
    );
}

/** Gives every other body a unique email address, because two records must not share one. */
function readdressed(body: Body, n: number): Body {
  return n % 2 === 0 && typeof body.email === 'string' ? { ...body, email: `p${n}@fuzz.example` } : body;
}

/** Example bodies with one field set to a hostile value: each field with each value. */
export function hostileBodies(
  words: Vocabulary,
  call: OperationCall,
): { isFormatted: boolean; body: Body }[] {
  const bodies = exampleBodies(words, call);
  return fieldsOf(words.document, bodySchemaOf(call)).flatMap(({ path, schema }) => {
    const fitting = bodies.filter(body => Object.hasOwn(body, path[0] as string));
    const choices = fitting.length > 0 ? fitting : bodies;
    return hostileTo(schema).flatMap((value, n) => {
      const body = choices[n % choices.length];
      return body ? [{ isFormatted: isFormatted(schema), body: withValue(body, path, value) }] : [];
    });
  });
}

function hostileTo(schema: Schema): unknown[] {
  const isNumeric = ['number', 'integer'].includes(schema.type ?? '');
  const literals = isNumeric ? HOSTILE_NUMBER_LITERALS.map(literal => LITERAL + literal) : [];
  return [...hostileValues(schema), ...literals];
}

/** Queries with one parameter set to a hostile value: each parameter with each value. */
export function hostileQueries(
  { document }: Vocabulary,
  call: OperationCall,
): { isFormatted: boolean; given: Arguments }[] {
  return call.inputs
    .filter(({ place }) => place === 'query')
    .flatMap(({ name, schema }) => {
      const own = resolveReference(document, schema);
      const texts = [...hostileStrings(own), ...hostileValues(own).map(String), ...HOSTILE_NUMBER_LITERALS];
      return texts.map(text => ({
        isFormatted: isFormatted(own),
        given: { [name]: text.slice(0, MAX_QUERY_TEXT).toWellFormed() },
      }));
    });
}

function isFormatted({ format, anyOf = [] }: Schema): boolean {
  return format !== undefined || anyOf.some(isFormatted);
}

export function bodySchemaOf({ operation }: OperationCall): Schema {
  return operation.requestBody?.content[JSON_TYPE]?.schema ?? {};
}

/** Lists every field of a body, nested ones after their parents. */
export function fieldsOf(document: Vocabulary['document'], node: Schema, path: Field['path'] = []): Field[] {
  const schema = resolveReference(document, node);
  const own = path.length > 0 ? [{ path, schema }] : [];
  if (path.length >= MAX_DEPTH) return own;
  const variants = (schema.anyOf ?? []).flatMap(variant => fieldsOf(document, variant, path));
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    fieldsOf(document, property, [...path, name]),
  );
  const items = schema.items ? fieldsOf(document, schema.items, [...path, 0]) : [];
  return [...own, ...variants, ...properties, ...items];
}

/** Returns a copy with a value at a path, creating missing parents. */
export function withValue(body: Body, [first, ...rest]: Field['path'], value: unknown): Body {
  const at = first as keyof Body;
  const copy = (Array.isArray(body) ? [...body] : { ...body }) as Body;
  const inner = copy[at] ?? (typeof rest[0] === 'number' ? [] : {});
  copy[at] = rest.length === 0 ? value : withValue(Object(inner) as Body, rest, value);
  return copy;
}
