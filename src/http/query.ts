import type { TSchema } from '@sinclair/typebox';
import { invalid } from '../errors.ts';
import { normalizeText } from './validation.ts';

/** Digits that a double holds exactly; more of them is out of every bound and stays a text, which no check takes. */
const WHOLE_NUMBER = /^-?\d{1,15}$/;
const BOOLEANS: Record<string, boolean> = { true: true, false: false };

/** Unknown names of a query go to `ignored`; a known one given twice is refused. */
export function inspectQuery(search: string, schema: TSchema | undefined, ignored: Set<string>): void {
  if (search.length <= 1) return;
  const known = propertiesOf(schema);
  const seen = new Set<string>();
  for (const name of new URLSearchParams(search).keys()) {
    if (!Object.hasOwn(known, name)) {
      ignored.add(name);
      continue;
    }
    if (seen.has(name)) throw invalid(name, 'must not be repeated');
    seen.add(name);
  }
}

/**
 * Brings the texts of a query into the types that its schema names, in place: trimmed, coerced, defaults set.
 * @throws VALIDATION_ERROR for text that no database could hold
 */
export function coerceQuery(schema: TSchema | undefined, query: Record<string, unknown>): void {
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
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

function propertiesOf(schema: TSchema | undefined): Record<string, TSchema> {
  return (schema?.properties ?? {}) as Record<string, TSchema>;
}
