import { type TSchema, Type } from '@sinclair/typebox';
import { invalid } from '../errors.ts';
import { assertDecoded } from './body.ts';
import { isFormatParameter } from './csv/options.ts';
import { normalizeText } from './normalize-input.ts';
import type { RouteEntry } from './routes.ts';

/** Integers that a double represents exactly. A longer one stays a string, which fails validation. */
const WHOLE_NUMBER = /^-?\d{1,15}$/;
const BOOLEANS: Record<string, boolean> = { true: true, false: false };

/** Parameters of lists that exclude each other. */
const EXCLUSIVE = [
  ['before', 'after'],
  ['page', 'after'],
  ['page', 'before'],
] as const;

const STRICT_TYPE = Type.String();
/** With `strict=true`, every operation rejects parameters that it does not know. */
export const STRICT = 'strict';

/**
 * Adds unknown query parameters to `ignored`.
 * @throws VALIDATION_ERROR for one that is not UTF-8, is repeated, or is unknown in strict mode
 */
export function inspectQuery(
  search: string,
  { querySchema, listItem }: Pick<RouteEntry, 'querySchema' | 'listItem'>,
  ignored: Set<string>,
): void {
  if (search.length <= 1) return;
  const known = getProperties(querySchema);
  const seen = new Set<string>();
  const given = new URLSearchParams(search);
  const isStrict = readStrict(given);
  for (const [name, value] of given) {
    assertDecoded(name, name + value);
    if (name === STRICT || (listItem && isFormatParameter(name))) continue;
    if (!Object.hasOwn(known, name)) {
      if (isStrict) throw invalid(name, 'is not a parameter of this operation', 'unknown');
      ignored.add(name);
      continue;
    }
    if (seen.has(name)) throw invalid(name, 'must not be repeated', 'unique');
    seen.add(name);
  }
  for (const [name, other] of EXCLUSIVE)
    if (seen.has(name) && seen.has(other)) throw invalid(name, `can't be combined with ${other}`, 'conflict');
}

function readStrict(given: URLSearchParams): boolean {
  const text = normalizeText(STRICT_TYPE, given.get(STRICT) ?? 'false', STRICT);
  if (!Object.hasOwn(BOOLEANS, text)) throw invalid(STRICT, 'must be true or false', 'type');
  return BOOLEANS[text] === true;
}

/**
 * Converts query parameters to the types of their schema, in place: trims, coerces and sets defaults.
 * @throws VALIDATION_ERROR for text that cannot be stored
 */
export function coerceQuery(schema: TSchema | undefined, query: Record<string, unknown>): void {
  for (const [name, property] of Object.entries(getProperties(schema))) {
    const text = query[name];
    if (typeof text === 'string') query[name] = coerce(normalizeText(property, text, name), property);
    else if (text === undefined && property.default !== undefined) query[name] = property.default;
  }
}

function coerce(text: string, { type }: TSchema): unknown {
  if (type === 'integer' && WHOLE_NUMBER.test(text)) return Number(text);
  if (type === 'boolean' && Object.hasOwn(BOOLEANS, text)) return BOOLEANS[text];
  return text;
}

function getProperties(schema: TSchema | undefined): Record<string, TSchema> {
  return (schema?.properties ?? {}) as Record<string, TSchema>;
}
