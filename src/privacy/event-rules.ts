import { EVENT_FIELDS } from '../../db/personal-data/operations.ts';

/** Replaces a known text of a person wherever else it is. */
const ERASED = 'erased';
/** Shorter texts would be found in values that are not about the person. */
const MIN_KNOWN_LENGTH = 3;

/** The record in an event. */
interface EventData {
  object: unknown;
  previous?: unknown;
}

/** Returns the texts of values that are long enough to be recognized in events. */
export function listKnownTexts(values: readonly unknown[]): Set<string> {
  return new Set(
    values.filter((value): value is string => typeof value === 'string' && value.length >= MIN_KNOWN_LENGTH),
  );
}

/**
 * Returns the record of an event without personal data: the personal fields of its family, and every text that is
 * known of the person.
 * @param renamed the new values of references
 */
export function eraseInEvent(
  family: string,
  { object, previous }: EventData,
  known: ReadonlySet<string>,
  renamed: ReadonlyMap<string, string>,
): EventData {
  const fields = EVENT_FIELDS[family] ?? {};
  const erase = (record: unknown) => replaceTexts(replaceFields(record, fields), known, renamed);
  return previous === undefined
    ? { object: erase(object) }
    : { object: erase(object), previous: erase(previous) };
}

/** The parameters of lists in which people are searched by name, address or number. */
const SEARCHES = ['q', 'search'];

/**
 * Returns the parameters of a list, as a link for spreadsheets keeps them, without a person: a reference gets its new
 * value, and a search for the person finds nothing.
 */
export function eraseInQuery(
  query: Readonly<Record<string, string>>,
  known: ReadonlySet<string>,
  renamed: ReadonlyMap<string, string>,
): Record<string, string> {
  const words = new Set([...known, ...renamed.keys()].flatMap(toWords));
  const findsPerson = (search: string) => toWords(search).some(word => words.has(word));
  const erase = (name: string, value: string) =>
    renamed.get(value) ?? (SEARCHES.includes(name) && findsPerson(value) ? ERASED : value);
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, erase(name, value)]));
}

/** Returns the words by which a text is found, in lowercase, except those that are too short to be about the person. */
function toWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word.length >= MIN_KNOWN_LENGTH);
}

function replaceFields(record: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(record)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name in fields && value !== null ? fields[name] : value,
    ]),
  );
}

function replaceTexts(
  value: unknown,
  known: ReadonlySet<string>,
  renamed: ReadonlyMap<string, string>,
): unknown {
  if (typeof value === 'string') return renamed.get(value) ?? (known.has(value) ? ERASED : value);
  if (Array.isArray(value)) return value.map(each => replaceTexts(each, known, renamed));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaceTexts(each, known, renamed)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
