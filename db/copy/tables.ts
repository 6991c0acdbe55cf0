import type { Database as Sqlite } from 'bun:sqlite';

type ColumnType = 'text' | 'bigint' | 'double precision' | 'bytea';

/** A table as both engines have it. */
export interface Table {
  name: string;
  columns: { name: string; type: ColumnType }[];
  /** The columns of the primary key, in its order. */
  key: string[];
  /** Whether new rows get ascending numbers, also after rows were deleted. */
  isNumbered: boolean;
}

/** Some rows of a table, each as JSON: an array of the values in the order of the columns. */
export type Batch = string[];

/** One of the two databases of a copy, in a transaction. */
export interface CopySide {
  countRows(table: Table): number | Promise<number>;
  /** Reads the rows in the order of the key, in batches of bounded size. */
  readRows(table: Table): AsyncGenerator<Batch>;
  /** Returns the last number that a numbered table has used; 0 if it has used none. */
  readLastNumber(table: Table): number | Promise<number>;
}

/** The database that rows are copied to. Its triggers, indexes and foreign keys are away until `finish`. */
export interface CopyTarget extends CopySide {
  insertRows(table: Table, batch: Batch): void | Promise<void>;
  setLastNumber(table: Table, number: number): void | Promise<void>;
  /** Creates the indexes, foreign keys and triggers again. Fails if the rows violate one. */
  finish(): void | Promise<void>;
}

/** Tables that opening an installation fills. A database with rows in others is not empty. */
export const REFERENCE_TABLES = ['facts', 'reference_entries'];
/** Bytes of JSON per batch, which bounds the memory of a copy. A row is not divided. */
const BATCH_BYTES = 1024 * 1024;
/** Rows per batch, because the engines take time in proportion to them. */
const BATCH_ROWS = 2_000;

const TYPES: Record<string, ColumnType> = {
  TEXT: 'text',
  INTEGER: 'bigint',
  REAL: 'double precision',
  BLOB: 'bytea',
};

/** Lists the tables of a migrated SQLite database by name. The record of its migrations is not among them. */
export function listTables(db: Sqlite): Table[] {
  const names = db
    .query<{ name: string; sql: string }, []>(
      "select name, sql from sqlite_schema where type = 'table' " +
        "and name not glob 'sqlite_*' and name not glob '_*' order by name",
    )
    .all();
  return names.map(({ name, sql }) => {
    const columns = db
      .query<{ name: string; type: string; pk: number }, []>(`pragma table_info("${name}")`)
      .all();
    const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    if (key.length === 0) throw new Error(`The table ${name} has no primary key`);
    return {
      name,
      columns: columns.map(column => ({ name: column.name, type: toType(name, column) })),
      key: key.map(column => column.name),
      isNumbered: /\bautoincrement\b/i.test(sql),
    };
  });
}

function toType(table: string, { name, type }: { name: string; type: string }): ColumnType {
  const found = TYPES[type.toUpperCase()];
  if (!found) throw new Error(`The column ${table}.${name} has the unknown type ${type}`);
  return found;
}

/** Returns the statement that reads a table in the order of its key. Both engines compare text by its bytes. */
export function selectInOrder({ name, columns, key }: Table): string {
  return `select ${quoteAll(columns.map(column => column.name))} from "${name}" order by ${quoteAll(key)}`;
}

export function quoteAll(names: string[]): string {
  return names.map(name => `"${name}"`).join(', ');
}

/**
 * Encodes a row equally for both engines. Bytes become `\x` and hexadecimal digits, PostgreSQL's notation.
 * @throws Error for a value that one of the engines cannot store
 */
export function encodeRow(table: Table, values: unknown[]): string {
  const { columns } = table;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value === 'bigint') values[index] = Number(value);
    else if (value instanceof Uint8Array)
      values[index] = `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
    else if (typeof value === 'string' && value.includes('\0'))
      throw new Error(
        `${describeValue(table, values, index)} contains U+0000, which PostgreSQL does not store`,
      );
    if (columns[index]?.type === 'bigint' && values[index] !== null && !Number.isSafeInteger(values[index]))
      throw new Error(`${describeValue(table, values, index)} is not an integer below 2^53`);
  }
  return JSON.stringify(values);
}

/** Names a value by its table, column and key, without the value itself. */
function describeValue({ name, columns, key }: Table, values: unknown[], index: number): string {
  const keyValues = key.map(part => values[columns.findIndex(column => column.name === part)]);
  return `${name}.${columns[index]?.name} of ${keyValues.join(', ')}`;
}

/** Collects rows until a batch is full. */
export class BatchBuilder {
  private rows: string[] = [];
  private bytes = 0;

  /** @returns the batch if this row completes it */
  add(row: string): Batch | undefined {
    this.rows.push(row);
    this.bytes += row.length;
    return this.bytes >= BATCH_BYTES || this.rows.length >= BATCH_ROWS ? this.take() : undefined;
  }

  /** Returns the rows since the last batch. */
  take(): Batch {
    const { rows } = this;
    this.rows = [];
    this.bytes = 0;
    return rows;
  }
}
