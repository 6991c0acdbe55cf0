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
import { AppError } from '../src/errors.ts';
import type { Db } from './client.ts';
import { createRowDecoder } from './rows.ts';

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
export function prepareSelect<T extends SQLiteTable>(table: T, build: (db: Db) => Selectable) {
  const toRows = createRowDecoder(table);
  const prepare = perConnection((client, db) => {
    const { sql, params } = build(db).toSQL();
    return { statement: client.prepare(sql), bind: params.map(binding) };
  });
  return (db: Db, args: Args): InferSelectModel<T>[] => {
    const { statement, bind } = prepare(db);
    return toRows(statement.values(...bound(bind, args)) as unknown[][]);
  };
}

/** As selector, for the one row that there is, if any. */
export function prepareSelectOne<T extends SQLiteTable>(table: T, build: (db: Db) => Selectable) {
  const select = prepareSelect(table, build);
  return (db: Db, args: Args): InferSelectModel<T> | undefined => select(db, args)[0];
}

type Binding = (args: Args) => SQLQueryBindings;

/** A loop, because this runs for every statement there is. */
function bound(bind: readonly Binding[], args: Args): SQLQueryBindings[] {
  const values: SQLQueryBindings[] = [];
  for (const value of bind) values.push(value(args));
  return values;
}

/** What a parameter of the SQL is: a named placeholder, encoded by its column where it has one, or a constant. */
function binding(param: unknown): Binding {
  if (is(param, Placeholder)) return args => args[param.name] as SQLQueryBindings;
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder } = param;
    const { name } = param.value;
    return args => encoder.mapToDriverValue(args[name]) as SQLQueryBindings;
  }
  return () => param as SQLQueryBindings;
}

/**
 * Prepares any other statement whose rows have one column: `(db, args) => its values`. With an insert, update or
 * delete it needs a transaction, as every write does.
 */
export function prepareColumnQuery<V>(build: (db: Db) => Selectable) {
  const prepare = perConnection((client, db) => {
    const { sql, params } = build(db).toSQL();
    return { statement: client.prepare(sql), bind: params.map(binding), isWrite: !sql.startsWith('select') };
  });
  return (db: Db, args: Args): V[] => {
    const { statement, bind, isWrite } = prepare(db);
    if (isWrite) assertInTransaction(db);
    return (statement.values(...bound(bind, args)) as [V][]).map(([value]) => value);
  };
}

/** `(db, row) => row as stored`: inserts, filling in the columns' defaults; an absent column is null. */
export function prepareInsert<T extends SQLiteTable>(table: T) {
  const columns = getWritableColumns(table);
  const append = prepareInsertMany(table);
  return (db: Db, row: InferInsertModel<T>): InferSelectModel<T> => {
    append(db, [row]);
    // Nothing that is stored differs from what was given, so that it is not asked back and decoded.
    const stored: Args = {};
    for (const { key, fallback } of columns) stored[key] = (row as Args)[key] ?? fallback;
    return stored as InferSelectModel<T>;
  };
}

/** So many rows go into one statement: more make it longer without making a row cheaper. */
const SMALL_BATCH_ROWS = 8;
/**
 * But for a transaction of thousands of rows. Inside a savepoint SQLite goes through the whole list of what the
 * transaction may have to undo at the end of each statement, so that ten times the statements cost a hundred times.
 */
export const LARGE_BATCH_ROWS = 100;

/** `(db, rows)`: inserts rows in their order, as inserter; one statement for up to 8 of them, or for 100. */
export function prepareInsertMany<T extends SQLiteTable>(table: T) {
  const columns = getWritableColumns(table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const marks = `(${columns.map(() => '?').join(', ')})`;
  const insertOf = (rows: number) =>
    perConnection(client =>
      client.prepare(
        `insert into "${getTableName(table)}" (${names}) values ${Array(rows).fill(marks).join(', ')}`,
      ),
    );
  const statements = Array.from({ length: SMALL_BATCH_ROWS }, (_, index) => insertOf(index + 1));
  const insertMany = insertOf(LARGE_BATCH_ROWS);
  return (db: Db, rows: readonly InferInsertModel<T>[]): void => {
    assertInTransaction(db);
    for (let at = 0; at < rows.length; ) {
      const isMany = rows.length - at >= LARGE_BATCH_ROWS;
      const part = rows.slice(at, at + (isMany ? LARGE_BATCH_ROWS : SMALL_BATCH_ROWS)) as Args[];
      const values: SQLQueryBindings[] = [];
      for (const row of part) {
        for (const { key, fallback, encode } of columns) values.push(encode(row[key] ?? fallback));
      }
      (isMany ? insertMany : statements[part.length - 1])?.(db).run(...values);
      at += part.length;
    }
  };
}

/** What a write asks of each column, asked once. */
function getWritableColumns(table: SQLiteTable) {
  return Object.entries(getTableColumns(table) as Record<string, Column>).map(([key, column]) => ({
    key,
    name: column.name,
    fallback: column.default ?? null,
    encode: getEncoder(column),
  }));
}

/** `(db, id, change) => row as stored`: updates one row by its `id`; one statement for each set of columns. */
export function prepareUpdate<T extends SQLiteTable>(table: T) {
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

/** `(db, row, change) => row as stored`: as updater, for whoever has read the row in the same transaction. */
export function prepareUpdateOfRow<T extends SQLiteTable>(table: T) {
  const statementFor = prepareUpdateStatement(table, '');
  type Row = InferSelectModel<T>;
  return (db: Db, row: Row & { id: string }, change: Partial<Row>): Row => {
    const { statement, values } = statementFor(db, change);
    const { changes } = statement.run(...values, row.id);
    if (changes === 0) throw new Error(`No row ${row.id} in ${getTableName(table)} to update`);
    return { ...row, ...change };
  };
}

/** `(db, rows, changes) => rows as stored`: as amender, for the same columns of rows; one statement for 100 of them. */
export function prepareUpdateMany<T extends SQLiteTable, K extends keyof InferSelectModel<T> & string>(
  table: T,
  keys: readonly K[],
) {
  type Row = InferSelectModel<T> & { id: string };
  type Change = Pick<InferSelectModel<T>, K>;
  const columns = getTableColumns(table) as Record<string, Column>;
  const names = keys.map(key => `"${columns[key]?.name}"`);
  const encoders = keys.map(key => ({ key, encode: getEncoder(columns[key] as Column) }));
  const marks = `(?, ${keys.map(() => '?').join(', ')})`;
  const sql = `with "change" ("id", ${names.join(', ')}) as (values ${Array(LARGE_BATCH_ROWS).fill(marks).join(', ')})
    update "${getTableName(table)}" set ${names.map(name => `${name} = "change".${name}`).join(', ')}
    from "change" where "${getTableName(table)}"."id" = "change"."id"`;
  const prepare = perConnection(client => client.prepare(sql));
  const amend = prepareUpdateOfRow(table);
  const amendMany = (db: Db, rows: readonly Row[], changes: readonly Change[]) => {
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
        ...amendMany(db, rows.slice(at, at + LARGE_BATCH_ROWS), changes.slice(at, at + LARGE_BATCH_ROWS)),
      );
    for (; at < rows.length; at++)
      stored.push(amend(db, rows[at] as Row, changes[at] as Partial<InferSelectModel<T>>));
    return stored;
  };
}

/** The statement that sets the columns of a change, and what is bound before the id. */
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
    const shape = keys.join();
    let prepare = statements.get(shape);
    if (!prepare) {
      prepare = prepareFor(keys);
      statements.set(shape, prepare);
    }
    const values = keys.map(key => columns[key]?.encode((change as Args)[key]) ?? null);
    return { statement: prepare(db), values };
  };
}

/**
 * `(db, id, by) => row as stored`: adds to numbers of one row by its `id`, negative ones to take away. A sum that a
 * double cannot count throws LIMIT_REACHED, and the caller's transaction undoes it.
 */
export function prepareIncrement<T extends SQLiteTable, K extends keyof InferSelectModel<T> & string>(
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

/** The reader refuses writes by itself; the writer would commit one outside a transaction at once and alone. */
function assertInTransaction(db: Db): void {
  if (!clientOf(db).inTransaction) throw new Error('A write needs a transaction');
}

/** Texts and numbers are SQLite's as they are. */
function getEncoder(column: Column): (value: unknown) => SQLQueryBindings {
  const isPlain = column.dataType === 'string' || column.dataType === 'number';
  return value => {
    if (value === undefined || value === null) return null;
    return (isPlain ? value : column.mapToDriverValue(value)) as SQLQueryBindings;
  };
}
