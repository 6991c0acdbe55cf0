import { type Column, getTableColumns, getTableName, is, type Placeholder, type SQL } from 'drizzle-orm';
import { SQLiteBaseInteger, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Connection, Db, Statement, Tuples } from './client.ts';
import { getConnection } from './drizzle-handle.ts';
import {
  type Binding,
  bindAll,
  createBinding,
  createEncoder,
  createPlaceholders,
  type ParameterTypes,
} from './parameters.ts';
import { createRowDecoder, type ResultField } from './rows.ts';

/** Caches one prepared statement per connection, prepared on first use. */
export function perConnection<S>(prepare: (connection: Connection, db: Db) => S): (db: Db) => S {
  const cache = new WeakMap<Db, S>();
  return db => {
    let statement = cache.get(db);
    if (statement === undefined) {
      statement = prepare(getConnection(db), db);
      cache.set(db, statement);
    }
    return statement;
  };
}

/** A Drizzle query builder. */
export interface Query {
  prepare(): object;
}

/** The rows that a Drizzle query returns; undefined for a write without `returning`. */
export type RowsOf<Q extends Query> =
  ReturnType<Q['prepare']> extends { all(...args: never[]): Promise<(infer Row)[]> } ? Row[] : undefined;
/** The first of them. */
export type RowOf<Q extends Query> = RowsOf<Q> extends (infer Row)[] ? Row | undefined : undefined;

export interface PreparedStatement {
  statement: Statement;
  bindings: Binding[];
  isWrite: boolean;
  /** Undefined for a write that returns nothing. */
  toRows?: (tuples: Tuples) => Record<string, unknown>[];
}

/** The undeclared properties of Drizzle's prepared query. */
interface DrizzlePreparedQuery {
  query: { sql: string; params: unknown[] };
  fields?: ResultField[];
}

/** Prepares a Drizzle query, to run it without Drizzle's executor. */
export function prepareStatement(
  connection: Connection,
  query: Query,
  parameters: ParameterTypes,
): PreparedStatement {
  const {
    query: { sql, params },
    fields,
  } = query.prepare() as DrizzlePreparedQuery;
  return {
    statement: connection.prepare(sql),
    bindings: params.map(param => createBinding(param, parameters)),
    isWrite: !sql.startsWith('select'),
    toRows: fields && createRowDecoder(fields),
  };
}

/** The clauses of a select, as in Drizzle's `findMany`. */
export interface SelectClauses {
  where?: SQL;
  orderBy?: (SQLiteColumn | SQL)[];
  limit?: number | Placeholder;
  offset?: number | Placeholder;
}

/** Prepares a select of whole rows. */
export function prepareSelect(
  table: SQLiteTable,
  types: ParameterTypes,
  clauses: (placeholders: never) => SelectClauses,
): (db: Db) => PreparedStatement {
  const { where, orderBy, limit, offset } = clauses(createPlaceholders(types) as never);
  return perConnection((connection, db) => {
    const rows = db.select().from(table).where(where).$dynamic();
    if (orderBy) rows.orderBy(...orderBy);
    if (limit !== undefined) rows.limit(limit);
    if (offset !== undefined) rows.offset(offset);
    return prepareStatement(connection, rows, types);
  });
}

/** Prepares a statement on a connection, once. */
export type Prepare = (db: Db) => PreparedStatement;

/**
 * Runs a statement and decodes its rows; undefined for a write that returns nothing. Awaits only promises, and callers
 * pass its promise on: each needless await costs a request that runs a hundred statements.
 */
export async function readRows(prepare: Prepare, db: Db, args: Record<string, unknown>) {
  const { statement, bindings, toRows } = prepare(db);
  const parameters = bindAll(bindings, args);
  if (!toRows) {
    const sent = statement.send(parameters);
    if (sent instanceof Promise) await sent;
    return undefined;
  }
  const tuples = statement.values(parameters);
  return toRows(tuples instanceof Promise ? await tuples : tuples);
}

/** Like `readRows`, but returns only the first row, or undefined. */
export async function readRow(prepare: Prepare, db: Db, args: Record<string, unknown>) {
  const { statement, bindings, toRows } = prepare(db);
  const tuples = statement.values(bindAll(bindings, args));
  return toRows?.(tuples instanceof Promise ? await tuples : tuples)[0];
}

/** Rejects writes outside a transaction, because the writer connection would commit them immediately. */
export function assertInTransaction(db: Db): void {
  if (!getConnection(db).inTransaction) throw new Error('A write requires a transaction');
}

/** Returns what writes need from each column, computed once per table. The database assigns identity columns. */
export function getWritableColumns(table: SQLiteTable) {
  const columns = Object.entries(getTableColumns(table) as Record<string, Column>);
  return columns
    .filter(([, column]) => !isIdentity(column))
    .map(([key, column]) => ({
      key,
      name: column.name,
      fallback: column.default ?? null,
      encode: createEncoder(column),
    }));
}

function isIdentity(column: Column): boolean {
  return is(column, SQLiteBaseInteger) && column.autoIncrement;
}

/** Prepares an insert of a number of rows, with a clause for rows in conflict. */
export function prepareInsert(table: SQLiteTable, rowCount: number, onConflict = '') {
  const columns = getWritableColumns(table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const row = `(${columns.map(() => '?').join(', ')})`;
  const rows = Array(rowCount).fill(row).join(', ');
  return perConnection(connection =>
    connection.prepare(`insert into "${getTableName(table)}" (${names}) values ${rows} ${onConflict}`),
  );
}

/** Returns the statement that sets the changed columns, and the values to bind before the id. */
export function prepareUpdateStatement<T extends SQLiteTable>(table: T, returning: string) {
  const columns = Object.fromEntries(getWritableColumns(table).map(column => [column.key, column]));
  const statements = new Map<string, (db: Db) => Statement>();
  const prepareFor = (keys: string[]) => {
    const changes = keys.map(key => `"${columns[key]?.name}" = ?`).join(', ');
    const sql = `update "${getTableName(table)}" set ${changes} where "id" = ? ${returning}`;
    return perConnection(client => client.prepare(sql));
  };
  return (db: Db, change: object) => {
    assertInTransaction(db);
    const keys = Object.keys(change).filter(key => (change as Record<string, unknown>)[key] !== undefined);
    const columnKey = keys.join();
    let prepare = statements.get(columnKey);
    if (!prepare) {
      prepare = prepareFor(keys);
      statements.set(columnKey, prepare);
    }
    const values = keys.map(key => columns[key]?.encode((change as Record<string, unknown>)[key]) ?? null);
    return { statement: prepare(db), values };
  };
}
