import { sql } from 'drizzle-orm';
import { check, customType, integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core';

/** The primary key: a TypeID. */
export function id() {
  return text('id').primaryKey();
}

/** A point in time: ISO 8601, UTC, milliseconds, `Z`; sorts as text. */
export function timestamp(name: string) {
  return text(name);
}

/** Money: whole cents. */
export function cents(name: string) {
  return integer(name);
}

/** True or false, held as 1 or 0. */
export function flag(name: string) {
  return integer(name, { mode: 'boolean' });
}

/** A value held as JSON text; the type is the writer's promise, SQLite does not check it. */
export function json<T>(name: string) {
  return text(name, { mode: 'json' }).$type<T>();
}

/** Different texts of one column whose values are remembered; the oldest goes first. */
const MAX_SHARED_TEXTS = 500;
/** A longer text is hardly the same in many rows. */
const MAX_SHARED_CHARS = 4_096;

/**
 * As `json`, for a column in which many rows hold the same text, such as the words of a policy: each text is parsed
 * once. Rows share the values, so the type is read-only; they are not frozen, because JSON.stringify takes four times
 * as long for what is. For a list of 20 campaigns parsing was a tenth of all work.
 */
export function sharedJson<T extends readonly unknown[]>(name: string) {
  const values = new Map<string, T>();
  const parse = (stored: string): T => {
    const known = values.get(stored);
    if (known !== undefined) return known;
    const value: T = JSON.parse(stored);
    if (stored.length > MAX_SHARED_CHARS) return value;
    if (values.size >= MAX_SHARED_TEXTS) values.delete(values.keys().next().value as string);
    values.set(stored, value);
    return value;
  };
  return customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    toDriver: value => JSON.stringify(value),
    fromDriver: parse,
  })(name);
}

/** One of a fixed list. The type holds in TypeScript only: pair it with `oneOfCheck` in the table. */
export function oneOf<const V extends readonly [string, ...string[]]>(name: string, values: V) {
  return text(name, { enum: values as unknown as [V[number], ...V[number][]] });
}

/** The constraint that keeps a `oneOf` column to its list (null passes, if the column allows it). */
export function oneOfCheck(constraint: string, column: SQLiteColumn, values: readonly string[]) {
  const list = values.map(value => `'${value.replaceAll("'", "''")}'`).join(', ');
  return check(constraint, sql`${column} in (${sql.raw(list)})`);
}
