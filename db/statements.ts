import {
  type Column,
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
  type Placeholder,
} from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { AppError } from '../src/errors.ts';
import type { Db, Parameter } from './client.ts';
import {
  type Arguments,
  type ColumnParameters,
  createEncoder,
  createPlaceholders,
  type NumericKey,
  type ParameterTypes,
  type Placeholders,
} from './parameters.ts';
import {
  assertInTransaction,
  getWritableColumns,
  type PreparedStatement,
  perConnection,
  prepareInsert,
  prepareSelect,
  prepareStatement,
  prepareUpdateStatement,
  type Query,
  type RowOf,
  type RowsOf,
  readRow,
  readRows,
  type SelectClauses,
} from './prepared-statement.ts';
import { createTableDecoder } from './rows.ts';

export { deleteBy, findBy, insertIfNew, listBy, save } from './key-statements.ts';

/**
 * Prepared statements for hot paths, with typed parameters and rows. Import this module as a namespace:
 *
 *     const due = statements.select(campaigns, { now: campaigns.endsAt, limit: Number }, p => ({
 *       where: lte(campaigns.endsAt, p.now),
 *       limit: p.limit,
 *     }));
 *     await due(db, { now, limit: 100 });
 *
 * Drizzle generates the SQL once; the statement then runs directly on SQLite and rows are decoded with the table's
 * columns. Drizzle's executor costs 25 µs per list of 20 rows and its unprepared inserts cost 150 µs each (test/bench).
 */

type Values = Record<string, unknown>;
const NO_ARGUMENTS: Values = {};

/** Prepares a select of whole rows: `(db, args) => rows`. */
export function select<T extends SQLiteTable, P extends ParameterTypes>(
  table: T,
  parameters: P,
  clauses: (placeholders: Placeholders<P>) => SelectClauses,
): (db: Db, args: Arguments<P>) => Promise<InferSelectModel<T>[]> {
  const prepare = prepareSelect(table, parameters, clauses as never);
  return (db, args) => readRows(prepare, db, args) as Promise<InferSelectModel<T>[]>;
}

/**
 * Prepares any other Drizzle query: `(db, args) => rows`. A write requires a transaction, and only one with `returning`
 * has rows.
 */
export function query<Q extends Query>(build: (db: Db) => Q): (db: Db) => Promise<RowsOf<Q>>;
export function query<P extends ParameterTypes, Q extends Query>(
  parameters: P,
  build: (db: Db, placeholders: Placeholders<P>) => Q,
): (db: Db, args: Arguments<P>) => Promise<RowsOf<Q>>;
export function query(parameters: ParameterTypes | BuildQuery, build?: BuildQuery): unknown {
  const prepare = prepareQuery(parameters, build);
  return (db: Db, args: Values = NO_ARGUMENTS) => readRows(prepare, db, args);
}

function prepareQuery(parameters: ParameterTypes | BuildQuery, build?: BuildQuery) {
  const types = typeof parameters === 'function' ? {} : parameters;
  const buildQuery = typeof parameters === 'function' ? parameters : build!;
  const placeholders = createPlaceholders(types);
  const prepare = perConnection((connection, db) =>
    prepareStatement(connection, buildQuery(db, placeholders), types),
  );
  return (db: Db): PreparedStatement => {
    const prepared = prepare(db);
    if (prepared.isWrite) assertInTransaction(db);
    return prepared;
  };
}

/**
 * Declares one parameter per column of a table, for inserts of whole rows that `insert` cannot express:
 * `query(allColumns(table), (db, row) => db.insert(table).values(row).onConflictDoNothing())`.
 */
export function allColumns<T extends SQLiteTable>(table: T): ColumnParameters<T['_']['columns']> {
  const columns = Object.entries(getTableColumns(table) as Record<string, Column>);
  const parameters = columns.map(([key, column]) => [key, column.notNull ? column : { nullable: column }]);
  return Object.fromEntries(parameters) as ColumnParameters<T['_']['columns']>;
}

type BuildQuery = (db: Db, placeholders: Record<string, Placeholder>) => Query;

/** Prepares a query like `query` and returns only its first row, or undefined. */
export function queryOne<Q extends Query>(build: (db: Db) => Q): (db: Db) => Promise<RowOf<Q>>;
export function queryOne<P extends ParameterTypes, Q extends Query>(
  parameters: P,
  build: (db: Db, placeholders: Placeholders<P>) => Q,
): (db: Db, args: Arguments<P>) => Promise<RowOf<Q>>;
export function queryOne(parameters: ParameterTypes | BuildQuery, build?: BuildQuery): unknown {
  const prepare = prepareQuery(parameters, build);
  return (db: Db, args: Values = NO_ARGUMENTS) => readRow(prepare, db, args);
}

/** Prepares a query like `query` and returns only its first value as a number, or 0 without rows or for null. */
export function queryNumber(build: (db: Db) => Query): (db: Db) => Promise<number>;
export function queryNumber<P extends ParameterTypes>(
  parameters: P,
  build: (db: Db, placeholders: Placeholders<P>) => Query,
): (db: Db, args: Arguments<P>) => Promise<number>;
export function queryNumber(parameters: ParameterTypes | BuildQuery, build?: BuildQuery): unknown {
  const prepare = prepareQuery(parameters, build);
  return async (db: Db, args: Values = NO_ARGUMENTS) =>
    Number(Object.values((await readRow(prepare, db, args)) ?? {})[0] ?? 0);
}

/** Prepares an insert: `(db, row) => stored row`. Absent columns get their default, or null. */
export function insert<T extends SQLiteTable>(table: T) {
  const columns = getWritableColumns(table);
  const prepare = prepareInsert(table, 1);
  return async (db: Db, row: InferInsertModel<T>): Promise<InferSelectModel<T>> => {
    assertInTransaction(db);
    // The database stores the values unchanged, so the row need not be read back and decoded.
    const stored: Values = {};
    const parameters: Parameter[] = [];
    for (const { key, fallback, encode } of columns) {
      stored[key] = (row as Values)[key] ?? fallback;
      parameters.push(encode(stored[key]));
    }
    const sent = prepare(db).send(parameters);
    if (sent instanceof Promise) await sent;
    return stored as InferSelectModel<T>;
  };
}

/** Rows per insert statement; larger statements do not make a row cheaper. */
const SMALL_BATCH_ROWS = 8;
/**
 * Rows per statement in transactions of thousands of rows. Inside a savepoint, SQLite scans the transaction's whole
 * undo list at the end of each statement, so ten times as many statements cost a hundred times as much.
 */
export const LARGE_BATCH_ROWS = 100;

/** Prepares inserts of several rows in order: `(db, rows)`. Each statement inserts 100 rows, or up to 8. */
export function insertMany<T extends SQLiteTable>(table: T) {
  const columns = getWritableColumns(table);
  const statements: Record<number, ReturnType<typeof prepareInsert>> = {};
  return async (db: Db, rows: readonly InferInsertModel<T>[]): Promise<void> => {
    assertInTransaction(db);
    for (let at = 0; at < rows.length; ) {
      const isLarge = rows.length - at >= LARGE_BATCH_ROWS;
      const batch = rows.slice(at, at + (isLarge ? LARGE_BATCH_ROWS : SMALL_BATCH_ROWS)) as Values[];
      const values: Parameter[] = [];
      for (const row of batch) {
        for (const { key, fallback, encode } of columns) values.push(encode(row[key] ?? fallback));
      }
      statements[batch.length] ??= prepareInsert(table, batch.length);
      const sent = statements[batch.length]?.(db).send(values);
      if (sent instanceof Promise) await sent;
      at += batch.length;
    }
  };
}

/** Prepares updates by `id`: `(db, id, change) => stored row`, with one statement per set of changed columns. */
export function update<T extends SQLiteTable>(table: T) {
  const names = Object.values(getTableColumns(table) as Record<string, Column>)
    .map(column => `"${column.name}"`)
    .join(', ');
  const toRows = createTableDecoder(table);
  const statementFor = prepareUpdateStatement(table, `returning ${names}`);
  return async (db: Db, id: string, change: Partial<InferInsertModel<T>>): Promise<InferSelectModel<T>> => {
    const { statement, values } = statementFor(db, change);
    values.push(id);
    const tuples = statement.values(values);
    const [row] = toRows(tuples instanceof Promise ? await tuples : tuples);
    if (!row) throw new Error(`Row ${id} not found in ${getTableName(table)}`);
    return row;
  };
}

/**
 * Prepares updates of rows that were read in the same transaction, without reading them back: `(db, row, change) =>
 * stored row`.
 */
export function updateRow<T extends SQLiteTable>(table: T) {
  const statementFor = prepareUpdateStatement(table, '');
  type Row = InferSelectModel<T>;
  return async (db: Db, row: Row & { id: string }, change: Partial<Row>): Promise<Row> => {
    const { statement, values } = statementFor(db, change);
    values.push(row.id);
    const changes = await statement.run(values);
    if (changes === 0) throw new Error(`Row ${row.id} not found in ${getTableName(table)}`);
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
  const encoders = keys.map(key => ({ key, encode: createEncoder(columns[key] as Column) }));
  const placeholders = `(?, ${keys.map(() => '?').join(', ')})`;
  // PostgreSQL takes the types of the columns from the first row.
  const typed = `(cast(? as text), ${keys.map(key => `cast(? as ${getCastType(columns[key] as Column)})`).join(', ')})`;
  const rows = [typed, ...Array(LARGE_BATCH_ROWS - 1).fill(placeholders)].join(', ');
  const sql = `with "change" ("id", ${names.join(', ')}) as (values ${rows})
    update "${getTableName(table)}" set ${names.map(name => `${name} = "change".${name}`).join(', ')}
    from "change" where "${getTableName(table)}"."id" = "change"."id"`;
  const prepare = perConnection(connection => connection.prepare(sql));
  const updateOne = updateRow(table);
  const updateBatch = async (db: Db, rows: readonly Row[], changes: readonly Change[]) => {
    assertInTransaction(db);
    const values = rows.flatMap((row, index) => [
      row.id,
      ...encoders.map(({ key, encode }) => encode(changes[index]?.[key])),
    ]);
    const changed = await prepare(db).run(values);
    if (changed !== rows.length)
      throw new Error(`${changed} of ${rows.length} rows found in ${getTableName(table)}`);
    return rows.map((row, index): Row => ({ ...row, ...changes[index] }));
  };
  return async (db: Db, rows: readonly Row[], changes: readonly Change[]): Promise<InferSelectModel<T>[]> => {
    const stored: InferSelectModel<T>[] = [];
    let at = 0;
    for (; rows.length - at >= LARGE_BATCH_ROWS; at += LARGE_BATCH_ROWS) {
      const end = at + LARGE_BATCH_ROWS;
      stored.push(...(await updateBatch(db, rows.slice(at, end), changes.slice(at, end))));
    }
    for (; at < rows.length; at++)
      stored.push(await updateOne(db, rows[at] as Row, changes[at] as Partial<InferSelectModel<T>>));
    return stored;
  };
}

/** Returns the type of a column by a name that all engines know, for columns up to 64 bits. */
function getCastType(column: Column): string {
  const type = column.getSQLType();
  return type === 'integer' ? 'bigint' : type === 'real' ? 'double precision' : 'text';
}

/**
 * Prepares an update that adds positive or negative amounts to numeric columns: `(db, id, by) => stored row`. A sum
 * beyond the safe integers throws LIMIT_REACHED, and the caller's transaction rolls it back.
 */
export function increment<T extends SQLiteTable, K extends NumericKey<T>>(table: T, keys: readonly K[]) {
  const columns = getTableColumns(table) as Record<string, Column>;
  const quoted = (column: Column | undefined) => `"${column?.name}"`;
  const changes = keys.map(key => `${quoted(columns[key])} = ${quoted(columns[key])} + ?`).join(', ');
  const names = Object.values(columns).map(quoted).join(', ');
  const sql = `update "${getTableName(table)}" set ${changes} where "id" = ? returning ${names}`;
  const toRows = createTableDecoder(table);
  const prepare = perConnection(connection => connection.prepare(sql));
  return async (db: Db, id: string, by: Partial<Record<K, number>>): Promise<InferSelectModel<T>> => {
    assertInTransaction(db);
    const tuples = prepare(db).values([...keys.map(key => by[key] ?? 0), id]);
    const [row] = toRows(tuples instanceof Promise ? await tuples : tuples);
    if (!row) throw new Error(`Row ${id} not found in ${getTableName(table)}`);
    if (keys.some(key => !Number.isSafeInteger(row[key])))
      throw new AppError(
        'LIMIT_REACHED',
        `Totals can't exceed ${Number.MAX_SAFE_INTEGER.toLocaleString('en-US')}`,
      );
    return row;
  };
}
