import type { SQLQueryBindings, Database as Sqlite, Statement } from 'bun:sqlite';
import {
  type Column,
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
  is,
  Param,
  Placeholder,
} from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './client.ts';
import { rowsOf } from './rows.ts';

/**
 * Statements of the hot paths. Drizzle writes the SQL once; what runs is SQLite's own prepared statement, and
 * rows are decoded by the table's own columns. Drizzle's executor costs 25 µs a list of 20 and its unprepared
 * inserts 150 µs (test/bench).
 */

type Args = Record<string, unknown>;

/** A Drizzle select with `sql.placeholder`s, of all columns of one table. */
interface Selectable {
  toSQL(): { sql: string; params: unknown[] };
}

/** One prepared statement a connection, made at first use. */
function perConnection<S>(prepare: (client: Sqlite, db: Db) => S): (db: Db) => S {
  const cache = new WeakMap<Db, S>();
  return db => {
    let statement = cache.get(db);
    if (statement === undefined) {
      statement = prepare(clientOf(db), db);
      cache.set(db, statement);
    }
    return statement;
  };
}

function clientOf(db: Db): Sqlite {
  return (db as unknown as { $client: Sqlite }).$client;
}

/** Prepares a select of whole rows: `(db, args) => rows`. */
export function selector<T extends SQLiteTable>(table: T, build: (db: Db) => Selectable) {
  const toRows = rowsOf(table);
  const prepare = perConnection((client, db) => {
    const { sql, params } = build(db).toSQL();
    return { statement: client.prepare(sql), bind: params.map(binding) };
  });
  return (db: Db, args: Args): InferSelectModel<T>[] => {
    const { statement, bind } = prepare(db);
    return toRows(statement.values(...bind.map(value => value(args))) as unknown[][]);
  };
}

/** As selector, for the one row that there is, if any. */
export function finder<T extends SQLiteTable>(table: T, build: (db: Db) => Selectable) {
  const select = selector(table, build);
  return (db: Db, args: Args): InferSelectModel<T> | undefined => select(db, args)[0];
}

/** What a parameter of the SQL is: a named placeholder, encoded by its column where it has one, or a constant. */
function binding(param: unknown): (args: Args) => SQLQueryBindings {
  if (is(param, Placeholder)) return args => args[param.name] as SQLQueryBindings;
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder } = param;
    const { name } = param.value;
    return args => encoder.mapToDriverValue(args[name]) as SQLQueryBindings;
  }
  return () => param as SQLQueryBindings;
}

/** `(db, row) => row as stored`: inserts, filling in the columns' defaults; an absent column is null. */
export function inserter<T extends SQLiteTable>(table: T) {
  const columns = Object.entries(getTableColumns(table));
  const toRows = rowsOf(table);
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
  const marks = columns.map(() => '?').join(', ');
  const sql = `insert into "${getTableName(table)}" (${names}) values (${marks}) returning ${names}`;
  const prepare = perConnection(client => client.prepare(sql));
  return (db: Db, row: InferInsertModel<T>): InferSelectModel<T> => {
    assertInTransaction(db);
    const values = columns.map(([key, column]) => encode(column, (row as Args)[key] ?? column.default));
    return toRows(prepare(db).values(...values) as unknown[][])[0] as InferSelectModel<T>;
  };
}

/** `(db, id, change) => row as stored`: updates one row by its `id`; one statement for each set of columns. */
export function updater<T extends SQLiteTable>(table: T) {
  const columns = getTableColumns(table) as Record<string, Column>;
  const names = Object.values(columns)
    .map(column => `"${column.name}"`)
    .join(', ');
  const toRows = rowsOf(table);
  const statements = new Map<string, (db: Db) => Statement>();
  const statementFor = (keys: string[]) => {
    const shape = keys.join();
    let statement = statements.get(shape);
    if (!statement) {
      const changes = keys.map(key => `"${columns[key]?.name}" = ?`).join(', ');
      const sql = `update "${getTableName(table)}" set ${changes} where "id" = ? returning ${names}`;
      statement = perConnection(client => client.prepare(sql));
      statements.set(shape, statement);
    }
    return statement;
  };
  return (db: Db, id: string, change: Partial<InferInsertModel<T>>): InferSelectModel<T> => {
    assertInTransaction(db);
    const keys = Object.keys(change).filter(key => (change as Args)[key] !== undefined);
    const values = keys.map(key => encode(columns[key] as Column, (change as Args)[key]));
    const [row] = toRows(statementFor(keys)(db).values(...values, id) as unknown[][]);
    if (!row) throw new Error(`No row ${id} in ${getTableName(table)} to update`);
    return row;
  };
}

/** `(db, id, by) => row as stored`: adds to numbers of one row by its `id`, negative ones to take away. */
export function adjuster<T extends SQLiteTable, K extends keyof InferSelectModel<T> & string>(
  table: T,
  keys: readonly K[],
) {
  const columns = getTableColumns(table) as Record<string, Column>;
  const quoted = (column: Column | undefined) => `"${column?.name}"`;
  const changes = keys.map(key => `${quoted(columns[key])} = ${quoted(columns[key])} + ?`).join(', ');
  const names = Object.values(columns).map(quoted).join(', ');
  const sql = `update "${getTableName(table)}" set ${changes} where "id" = ? returning ${names}`;
  const toRows = rowsOf(table);
  const prepare = perConnection(client => client.prepare(sql));
  return (db: Db, id: string, by: Partial<Record<K, number>>): InferSelectModel<T> => {
    assertInTransaction(db);
    const [row] = toRows(prepare(db).values(...keys.map(key => by[key] ?? 0), id) as unknown[][]);
    if (!row) throw new Error(`No row ${id} in ${getTableName(table)} to adjust`);
    return row;
  };
}

/** The reader refuses writes by itself; the writer would commit one outside a transaction at once and alone. */
function assertInTransaction(db: Db): void {
  if (!clientOf(db).inTransaction) throw new Error('A write needs a transaction');
}

function encode(column: Column, value: unknown): SQLQueryBindings {
  return value === undefined || value === null ? null : (column.mapToDriverValue(value) as SQLQueryBindings);
}
