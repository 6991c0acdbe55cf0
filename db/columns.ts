import { sql } from 'drizzle-orm';
import { check, integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core';

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

/** One of a fixed list. The type holds in TypeScript only: pair it with `oneOfCheck` in the table. */
export function oneOf<const V extends readonly [string, ...string[]]>(name: string, values: V) {
  return text(name, { enum: values as unknown as [V[number], ...V[number][]] });
}

/** The constraint that keeps a `oneOf` column to its list (null passes, if the column allows it). */
export function oneOfCheck(constraint: string, column: SQLiteColumn, values: readonly string[]) {
  const list = values.map(value => `'${value.replaceAll("'", "''")}'`).join(', ');
  return check(constraint, sql`${column} in (${sql.raw(list)})`);
}
