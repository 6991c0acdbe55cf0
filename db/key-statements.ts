import { and, type Column, eq, getTableColumns, type InferSelectModel, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './client.ts';
import type { ParameterTypes } from './parameters.ts';
import {
  assertInTransaction,
  type Prepare,
  perConnection,
  prepareSelect,
  prepareStatement,
  readRow,
  readRows,
  type SelectClauses,
} from './prepared-statement.ts';

/** The statements of rows with certain values in key columns. Their functions take the values in the order of the keys. */

type Key<T extends SQLiteTable> = keyof InferSelectModel<T> & string;
type Keys<T extends SQLiteTable> = readonly Key<T>[];
type Values<T extends SQLiteTable, K extends Keys<T>> = {
  [I in keyof K]: NonNullable<InferSelectModel<T>[K[I]]>;
};

/** Prepares a select of one row by its keys, with further clauses if needed: `(db, ...values) => row`, or undefined. */
export function findBy<T extends SQLiteTable, const K extends Keys<T>>(
  table: T,
  keys: K,
  clauses?: SelectClauses,
): (db: Db, ...values: Values<T, K>) => Promise<InferSelectModel<T> | undefined> {
  const prepare = prepareSelectBy(table, keys, clauses);
  return (db, ...values) => readRow(prepare, db, values as never) as Promise<never>;
}

/** Prepares a select like `findBy` and returns all its rows. */
export function listBy<T extends SQLiteTable, const K extends Keys<T>>(
  table: T,
  keys: K,
  clauses?: SelectClauses,
): (db: Db, ...values: Values<T, K>) => Promise<InferSelectModel<T>[]> {
  const prepare = prepareSelectBy(table, keys, clauses);
  return (db, ...values) => readRows(prepare, db, values as never) as Promise<never>;
}

/** Prepares a delete of the rows with these keys: `(db, ...values)`. */
export function deleteBy<T extends SQLiteTable, const K extends Keys<T>>(
  table: T,
  keys: K,
): (db: Db, ...values: Values<T, K>) => Promise<void> {
  const { types, conditions } = toParameters(table, keys);
  const prepare = perConnection((connection, db) =>
    prepareStatement(connection, db.delete(table).where(and(...conditions)), types),
  );
  return async (db, ...values) => {
    assertInTransaction(db);
    await readRows(prepare, db, values as never);
  };
}

function prepareSelectBy(table: SQLiteTable, keys: readonly string[], clauses: SelectClauses = {}): Prepare {
  const { types, conditions } = toParameters(table, keys);
  return prepareSelect(table, types, () => ({ ...clauses, where: and(...conditions, clauses.where) }));
}

/** Returns a parameter per key. Their names are their positions, so the values of a call can be bound as they are. */
function toParameters(table: SQLiteTable, keys: readonly string[]) {
  const columns = getTableColumns(table) as Record<string, Column>;
  const types = keys.map(key => columns[key] as Column);
  const conditions = types.map((column, position) => eq(column, sql.placeholder(`${position}`)));
  return { types: types as unknown as ParameterTypes, conditions };
}
