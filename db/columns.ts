import { sql } from 'drizzle-orm';
import { check, customType, integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core';

/** The currency of rows from before businesses could choose one. */
const DEFAULT_CURRENCY = 'USD';

/** Creates a primary key column for a TypeID. */
export function id() {
  return text('id').primaryKey();
}

/** Creates a column for a time: ISO 8601 in UTC with milliseconds, which sorts as text. */
export function timestamp(name: string) {
  return text(name);
}

/** Creates a column for an amount of money in the smallest unit of its currency: cents of USD, yen of JPY. */
export function cents(name: string) {
  return integer(name);
}

/** Creates a column for the ISO 4217 code of the currency of a row's amounts, which is that of the business. */
export function currency() {
  return text('currency').notNull().default(DEFAULT_CURRENCY);
}

/** Creates a boolean column, stored as 1 or 0. */
export function flag(name: string) {
  return integer(name, { mode: 'boolean' });
}

/** Creates a column for a value stored as JSON text. The type is not checked when a row is read. */
export function json<T>(name: string) {
  return text(name, { mode: 'json' }).$type<T>();
}

/** Cached values per column; the oldest is removed first. */
const MAX_SHARED_TEXTS = 500;
/** Longer texts rarely repeat, so they aren't cached. */
const MAX_SHARED_CHARS = 4_096;

/**
 * Creates a JSON column in which many rows contain the same text, such as policy warnings: each text is parsed once.
 * Rows share the parsed values, so the type is read-only. The values are not frozen, because JSON.stringify takes four
 * times as long for frozen objects. Parsing was a tenth of the work for a list of 20 campaigns.
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

/** Creates a column for one of several values. Only TypeScript enforces the list; add `oneOfCheck` to the table. */
export function oneOf<const V extends readonly [string, ...string[]]>(name: string, values: V) {
  return text(name, { enum: values as unknown as [V[number], ...V[number][]] });
}

/** Creates the constraint that restricts a `oneOf` column to its values. Null passes if the column is nullable. */
export function oneOfCheck(constraint: string, column: SQLiteColumn, values: readonly string[]) {
  const list = values.map(value => `'${value.replaceAll("'", "''")}'`).join(', ');
  return check(constraint, sql`${column} in (${sql.raw(list)})`);
}
