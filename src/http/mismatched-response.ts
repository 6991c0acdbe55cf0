import { Kind, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { matchesLiterals } from './normalize-input.ts';
import type { RoutedRequest } from './request-state.ts';

/** Replaces array indexes and record keys, because a path contains declared fields only. */
const ANY = '*';

/**
 * Sends a body that does not match its schema without its undeclared fields, because the change that it reports may be
 * committed, and one invalid record would make every list that contains it unreadable. The mismatched fields are stored
 * in `state` for the log and the metrics.
 */
export function mismatchedResponse(state: RoutedRequest, schema: TSchema, value: unknown): Response {
  const { body, mismatches } = fitResponse(schema, value);
  state.mismatches = mismatches;
  const declared = [...state.route.responseSchemas];
  const [status] = declared.find(([, known]) => known === schema) ?? declared[0] ?? [200];
  return Response.json(body ?? null, { status });
}

interface FittedResponse {
  body: unknown;
  /** Paths of the fields that do not match, such as `data.items.*.email`; never a value. */
  mismatches: Set<string>;
}

/**
 * Reduces a response body to what its schema declares. Undeclared fields are dropped, as are objects and arrays where
 * the schema expects another type. Other values are kept, whatever their type.
 */
export function fitResponse(schema: TSchema, value: unknown): FittedResponse {
  const mismatches = new Set<string>();
  return { body: fit(schema, value, '', mismatches), mismatches };
}

function fit(schema: TSchema, value: unknown, path: string, mismatches: Set<string>): unknown {
  if (schema[Kind] === 'Union') return fitUnion(schema.anyOf, value, path, mismatches);
  if (schema[Kind] === 'Unknown' || schema[Kind] === 'Any') return value;
  if (schema.type === 'object' && isRecord(value)) return fitObject(schema, value, path, mismatches);
  if (schema.type === 'array' && Array.isArray(value))
    return value.map(item => fit(schema.items, item, join(path, ANY), mismatches));
  if (!Value.Check(schema, value)) mismatches.add(path);
  return typeof value === 'object' && value !== null ? undefined : value;
}

function fitObject(
  { properties = {}, required = [], additionalProperties, patternProperties }: TSchema,
  value: Record<string, unknown>,
  path: string,
  mismatches: Set<string>,
): Record<string, unknown> {
  const [pattern] = Object.values((patternProperties ?? {}) as Record<string, TSchema>);
  const isFree = additionalProperties !== undefined && additionalProperties !== false;
  const declared = properties as Record<string, TSchema>;
  const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    if (item === undefined) return [];
    if (Object.hasOwn(declared, name))
      return [[name, fit(declared[name] as TSchema, item, join(path, name), mismatches)]];
    if (pattern) return [[name, fit(pattern, item, join(path, ANY), mismatches)]];
    return isFree ? [[name, item]] : [];
  });
  const result = Object.fromEntries(entries);
  for (const name of required as string[]) if (result[name] === undefined) mismatches.add(join(path, name));
  return result;
}

/** Fits the value to the variant that it matches without its undeclared fields, or else to the closest one. */
function fitUnion(variants: TSchema[], value: unknown, path: string, mismatches: Set<string>): unknown {
  const matching = isRecord(value) ? variants.filter(variant => matchesLiterals(variant, value)) : [];
  const attempts = (matching.length > 0 ? matching : variants).map(variant => {
    const fields = new Set<string>();
    return { body: fit(variant, value, path, fields), fields };
  });
  // A variant of another shape would drop the whole value.
  const usable = attempts.filter(({ body }) => body !== undefined);
  const [first, ...others] = usable.length > 0 ? usable : attempts;
  if (!first) return undefined;
  const closest = others.reduce((best, next) => (next.fields.size < best.fields.size ? next : best), first);
  for (const field of closest.fields) mismatches.add(field);
  return closest.body;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
