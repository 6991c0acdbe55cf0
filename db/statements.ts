import type { SQLQueryBindings, Statement } from 'bun:sqlite';
import {
  type Column,
  eq,
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
  is,
  Param,
  Placeholder,
  sql,
} from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { AppError } from '../src/errors.ts';
import type { Db } from './client.ts';
import { assertInTransaction, getEncoder, perConnection } from './prepared-statement.ts';
import { createRowDecoder } from './rows.ts';

/**
 * Prepared statements for the hot paths. Drizzle generates the SQL once; the statement then runs directly on SQLite
 * and rows are decoded with the table's columns. Drizzle's executor costs 25 µs per list of 20 rows and its unprepared
 * inserts cost 150 µs each (test/bench).
 */

type Args = Record<string, unknown>;

/** A Drizzle query with `sql.placeholder`s. */
interface Selectable {
  toSQL(): { sql: string; params: unknown[] };
}

/** Prepares a select of all columns of a table: `(db, args) => rows`. */
export function select<T extends SQLiteTable>(table: T, build: (db: Db) => Selectable) {
  const toRows = createRowDecoder(table);
  const prepare = perConnection((client, db) => {
    const { sql, params } = build(db).toSQL();
    return { statement: client.prepare(sql), bind: params.map(toBinding) };
  });
  return (db: Db, args: Args): InferSelectModel<T>[] => {
    const { statement, bind } = prepare(db);
    return toRows(statement.values(...bindArgs(bind, args)) as unknown[][]);
  };
}

/** Prepares a select like `select` and returns only its first row, or undefined. */
export function selectOne<T extends SQLiteTable>(table: T, build: (db: Db) => Selectable) {
  const selectRows = select(table, build);
  return (db: Db, args: Args): InferSelectModel<T> | undefined => selectRows(db, args)[0];
}

type Binding = (args: Args) => SQLQueryBindings;

/** Prepares a select of one row by its id: `(db, id) => row`, or undefined. */
export function findById<T extends SQLiteTable & { id: Column }>(table: T) {
  const select = selectOne(table, db =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(eq(table.id, sql.placeholder('id'))),
  );
  return (db: Db, id: string): InferSelectModel<T> | undefined => select(db, { id });
}

/** Uses a loop instead of `map`, because it runs for every statement. */
function bindArgs(bind: readonly Binding[], args: Args): SQLQueryBindings[] {
  const values: SQLQueryBindings[] = [];
  for (const value of bind) values.push(value(args));
  return values;
}

/** Returns how to bind a parameter: a named placeholder, encoded by its column if it has one, or a constant. */
function toBinding(param: unknown): Binding {
  if (is(param, Placeholder)) return args => args[param.name] as SQLQueryBindings;
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder } = param;
    const { name } = param.value;
    return args => encoder.mapToDriverValue(args[name]) as SQLQueryBindings;
  }
  return () => param as SQLQueryBindings;
}

/**
 * Prepares any statement whose rows have one column: `(db, args) => values`. An insert, update or delete requires a
 * transaction, as every write does.
 */
export function query<V>(build: (db: Db) => Selectable) {
  const prepare = perConnection((client, db) => {
    const { sql, params } = build(db).toSQL();
    return {
      statement: client.prepare(sql),
      bind: params.map(toBinding),
      isWrite: !sql.startsWith('select'),
    };
  });
  return (db: Db, args: Args): V[] => {
    const { statement, bind, isWrite } = prepare(db);
    if (isWrite) assertInTransaction(db);
    return (statement.values(...bindArgs(bind, args)) as [V][]).map(([value]) => value);
  };
}

/** Prepares an insert: `(db, row) => stored row`. Absent columns get their default, or null. */
export function insert<T extends SQLiteTable>(table: T) {
  const columns = getWritableColumns(table);
  const insertRows = insertMany(table);
  return (db: Db, row: InferInsertModel<T>): InferSelectModel<T> => {
    insertRows(db, [row]);
    // SQLite stores the values unchanged, so the row need not be read back and decoded.
    const stored: Args = {};
    for (const { key, fallback } of columns) stored[key] = (row as Args)[key] ?? fallback;
    return stored as InferSelectModel<T>;
  };
}

/** Rows per insert statement; larger statements do not make a row cheaper. */
const SMALL_BATCH_ROWS = 8;
/**
 * Rows per statement in transactions of thousands of rows. Inside a savepoint, SQLite scans the transaction's whole undo
 * list at the end of each statement, so ten times as many statements cost a hundred times as much.
 */
export const LARGE_BATCH_ROWS = 100;

/** Prepares inserts of several rows in order: `(db, rows)`. Each statement inserts 100 rows, or up to 8. */
export function insertMany<T extends SQLiteTable>(table: T) {
  const columns = getWritableColumns(table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const placeholders = `(${columns.map(() => '?').join(', ')})`;
  const prepareFor = (rowCount: number) =>
    perConnection(client =>
      client.prepare(
        `insert into "${getTableName(table)}" (${names}) values ${Array(rowCount).fill(placeholders).join(', ')}`,
      ),
    );
  const statements = Array.from({ length: SMALL_BATCH_ROWS }, (_, index) => prepareFor(index + 1));
  const largeInsert = prepareFor(LARGE_BATCH_ROWS);
  return (db: Db, rows: readonly InferInsertModel<T>[]): void => {
    assertInTransaction(db);
    for (let at = 0; at < rows.length; ) {
      const isLarge = rows.length - at >= LARGE_BATCH_ROWS;
      const batch = rows.slice(at, at + (isLarge ? LARGE_BATCH_ROWS : SMALL_BATCH_ROWS)) as Args[];
      const values: SQLQueryBindings[] = [];
      for (const row of batch) {
        for (const { key, fallback, encode } of columns) values.push(encode(row[key] ?? fallback));
      }
      (isLarge ? largeInsert : statements[batch.length - 1])?.(db).run(...values);
      at += batch.length;
    }
  };
}

/** Returns what writes need from each column, computed once per table. */
function getWritableColumns(table: SQLiteTable) {
  return Object.entries(getTableColumns(table) as Record<string, Column>).map(([key, column]) => ({
    key,
    name: column.name,
    fallback: column.default ?? null,
    encode: getEncoder(column),
  }));
}

/** Prepares updates by `id`: `(db, id, change) => stored row`, with one statement per set of changed columns. */
export function update<T extends SQLiteTable>(table: T) {
  const names = Object.values(getTableColumns(table) as Record<string, Column>)
    .map(column => `"${column.name}"`)
    .join(', ');
  const toRows = createRowDecoder(table);
  const statementFor = prepareUpdateStatement(table, `returning ${names}`);
  return (db: Db, id: string, change: Partial<InferInsertModel<T>>): InferSelectModel<T> => {
    const { statement, values } = statementFor(db, change);
    const [row] = toRows(statement.values(...values, id) as unknown[][]);
    if (!row) throw new Error(`No row ${id} in ${getTableName(table)} to update`);
    return row;
  };
}

/** Prepares updates of rows that were read in the same transaction, without reading them back: `(db, row, change) => stored row`. */
export function updateRow<T extends SQLiteTable>(table: T) {
  const statementFor = prepareUpdateStatement(table, '');
  type Row = InferSelectModel<T>;
  return (db: Db, row: Row & { id: string }, change: Partial<Row>): Row => {
    const { statement, values } = statementFor(db, change);
    const { changes } = statement.run(...values, row.id);
    if (changes === 0) throw new Error(`No row ${row.id} in ${getTableName(table)} to update`);
    return { ...row, ...change };
  };
}

/** Prepares updates of the same columns in many rows, 100 per statement: `(db, rows, changes) => stored rows`. */
export function updateMany<T extends SQLiteTable, K extends keyof InferSelectModel<T> & string>(
  table: T,
  keys: readonly K[],
) {
  type Row = InferSelectModel<T> & { id: string };
  type Change = Pick<InferSelectModel<T>, K>;
  const columns = getTableColumns(table) as Record<string, Column>;
  const names = keys.map(key => `"${columns[key]?.name}"`);
  const encoders = keys.map(key => ({ key, encode: getEncoder(columns[key] as Column) }));
  const placeholders = `(?, ${keys.map(() => '?').join(', ')})`;
  const sql = `with "change" ("id", ${names.join(', ')}) as (values ${Array(LARGE_BATCH_ROWS).fill(placeholders).join(', ')})
    update "${getTableName(table)}" set ${names.map(name => `${name} = "change".${name}`).join(', ')}
    from "change" where "${getTableName(table)}"."id" = "change"."id"`;
  const prepare = perConnection(client => client.prepare(sql));
  const updateOne = updateRow(table);
  const updateBatch = (db: Db, rows: readonly Row[], changes: readonly Change[]) => {
    assertInTransaction(db);
    const values = rows.flatMap((row, index) => [
      row.id,
      ...encoders.map(({ key, encode }) => encode(changes[index]?.[key])),
    ]);
    const changed = prepare(db).run(...values).changes;
    if (changed !== rows.length) throw new Error(`${changed} of ${rows.length} rows were there to update`);
    return rows.map((row, index): Row => ({ ...row, ...changes[index] }));
  };
  return (db: Db, rows: readonly Row[], changes: readonly Change[]): InferSelectModel<T>[] => {
    const stored: InferSelectModel<T>[] = [];
    let at = 0;
    for (; rows.length - at >= LARGE_BATCH_ROWS; at += LARGE_BATCH_ROWS)
      stored.push(
        ...updateBatch(db, rows.slice(at, at + LARGE_BATCH_ROWS), changes.slice(at, at + LARGE_BATCH_ROWS)),
      );
    for (; at < rows.length; at++)
      stored.push(updateOne(db, rows[at] as Row, changes[at] as Partial<InferSelectModel<T>>));
    return stored;
  };
}

/** Returns the statement that sets the changed columns, and the values to bind before the id. */
function prepareUpdateStatement<T extends SQLiteTable>(table: T, returning: string) {
  const columns = Object.fromEntries(getWritableColumns(table).map(column => [column.key, column]));
  const statements = new Map<string, (db: Db) => Statement>();
  const prepareFor = (keys: string[]) => {
    const changes = keys.map(key => `"${columns[key]?.name}" = ?`).join(', ');
    const sql = `update "${getTableName(table)}" set ${changes} where "id" = ? ${returning}`;
    return perConnection(client => client.prepare(sql));
  };
  return (db: Db, change: object) => {
    assertInTransaction(db);
    const keys = Object.keys(change).filter(key => (change as Args)[key] !== undefined);
    const columnKey = keys.join();
    let prepare = statements.get(columnKey);
    if (!prepare) {
      prepare = prepareFor(keys);
      statements.set(columnKey, prepare);
    }
    const values = keys.map(key => columns[key]?.encode((change as Args)[key]) ?? null);
    return { statement: prepare(db), values };
  };
}

/**
 * Prepares an update that adds positive or negative amounts to numeric columns: `(db, id, by) => stored row`. A sum
 * beyond the safe integers throws LIMIT_REACHED, and the caller's transaction rolls it back.
 */
export function increment<T extends SQLiteTable, K extends keyof InferSelectModel<T> & string>(
  table: T,
  keys: readonly K[],
) {
  const columns = getTableColumns(table) as Record<string, Column>;
  const quoted = (column: Column | undefined) => `"${column?.name}"`;
  const changes = keys.map(key => `${quoted(columns[key])} = ${quoted(columns[key])} + ?`).join(', ');
  const names = Object.values(columns).map(quoted).join(', ');
  const sql = `update "${getTableName(table)}" set ${changes} where "id" = ? returning ${names}`;
  const toRows = createRowDecoder(table);
  const prepare = perConnection(client => client.prepare(sql));
  return (db: Db, id: string, by: Partial<Record<K, number>>): InferSelectModel<T> => {
    assertInTransaction(db);
    const [row] = toRows(prepare(db).values(...keys.map(key => by[key] ?? 0), id) as unknown[][]);
    if (!row) throw new Error(`No row ${id} in ${getTableName(table)} to adjust`);
    if (keys.some(key => !Number.isSafeInteger(row[key]))) throw new AppError('LIMIT_REACHED', TOO_LARGE);
    return row;
  };
}

const TOO_LARGE = `The change would take a total beyond the limit of ${Number.MAX_SAFE_INTEGER.toLocaleString('en-US')}`;
