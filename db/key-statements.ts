import {
  and,
  type Column,
  eq,
  getTableColumns,
  type InferInsertModel,
  type InferSelectModel,
  sql,
} from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './client.ts';
import type { ParameterTypes } from './parameters.ts';
import {
  assertInTransaction,
  getWritableColumns,
  type Prepare,
  perConnection,
  prepareInsert,
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

/** Prepares inserts that replace all other columns of a row with the same keys: `(db, row)`. */
export function save<T extends SQLiteTable>(table: T, keys: Keys<T>) {
  const columns = Object.entries(getTableColumns(table) as Record<string, Column>);
  const isKey = (name: string) => (keys as readonly string[]).includes(name);
  const target = columns.filter(([key]) => isKey(key)).map(([, { name }]) => `"${name}"`);
  const changes = columns
    .filter(([key]) => !isKey(key))
    .map(([, { name }]) => `"${name}" = excluded."${name}"`);
  const write = prepareWrite(table, `on conflict (${target}) do update set ${changes}`);
  return async (db: Db, row: InferInsertModel<T>): Promise<void> => {
    const { statement, values } = write(db, row);
    await statement.send(values);
  };
}

/** Prepares inserts unless a unique index has the row: `(db, row) => whether it was inserted`. */
export function insertIfNew<T extends SQLiteTable>(table: T) {
  const write = prepareWrite(table, 'on conflict do nothing');
  return async (db: Db, row: InferInsertModel<T>): Promise<boolean> => {
    const { statement, values } = write(db, row);
    return (await statement.run(values)) > 0;
  };
}

function prepareWrite(table: SQLiteTable, onConflict: string) {
  const columns = getWritableColumns(table);
  const prepare = prepareInsert(table, 1, onConflict);
  return (db: Db, row: Record<string, unknown>) => {
    assertInTransaction(db);
    const values = columns.map(({ key, fallback, encode }) => encode(row[key] ?? fallback));
    return { statement: prepare(db), values };
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
