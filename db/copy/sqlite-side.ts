import type { SQLQueryBindings, Database as Sqlite } from 'bun:sqlite';
import { openFile } from '../sqlite/file.ts';
import {
  type Batch,
  BatchBuilder,
  type CopySide,
  type CopyTarget,
  encodeRow,
  quoteAll,
  selectInOrder,
  type Table,
} from './tables.ts';

/** A SQLite database of this version whose rows are copied. No other process can write to it until `close`. */
export class SqliteSource implements CopySide {
  protected readonly db: Sqlite;

  constructor(file: string) {
    this.db = openFile(file);
    this.db.run('BEGIN IMMEDIATE');
  }

  get connection(): Sqlite {
    return this.db;
  }

  countRows({ name }: Table): number {
    return this.db.query<{ rows: number }, []>(`select count(*) as rows from "${name}"`).get()?.rows ?? 0;
  }

  async *readRows(table: Table): AsyncGenerator<Batch> {
    const batches = new BatchBuilder();
    const statement = this.db.prepare<Record<string, unknown>, []>(selectInOrder(table));
    for (const row of statement.iterate()) {
      const batch = batches.add(encodeRow(table, Object.values(row)));
      if (batch) yield batch;
    }
    yield batches.take();
  }

  readLastNumber({ name }: Table): number {
    const select = this.db.query<{ seq: number }, [string]>('select seq from sqlite_sequence where name = ?');
    return select.get(name)?.seq ?? 0;
  }

  close(): void {
    if (this.db.inTransaction) this.db.run('ROLLBACK');
    this.db.close(true);
  }
}

/** A new SQLite file with this version's tables. It is not durable until it is synced to disk. */
export class SqliteTarget extends SqliteSource implements CopyTarget {
  private readonly objects: string[];

  constructor(file: string) {
    super(file);
    const { db } = this;
    db.run('ROLLBACK');
    // A file that was not completed is deleted, so that nothing needs to be undone.
    db.run('PRAGMA journal_mode = OFF');
    db.run('PRAGMA synchronous = OFF');
    db.run('PRAGMA foreign_keys = OFF');
    db.run('BEGIN');
    const found = db
      .query<{ type: string; name: string; sql: string }, []>(
        "select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null",
      )
      .all();
    for (const { type, name } of found) db.run(`drop ${type} "${name}"`);
    this.objects = found.map(({ sql }) => sql);
  }

  /** Deletes the rows that migrations have inserted. */
  clear(tables: Table[]): void {
    for (const { name } of tables) this.db.run(`delete from "${name}"`);
  }

  insertRows(table: Table, batch: Batch): void {
    const { name, columns } = table;
    const statement = this.db.query(
      `insert into "${name}" (${quoteAll(columns.map(column => column.name))}) values (${columns.map(() => '?').join(', ')})`,
    );
    const binary = columns.flatMap(({ type }, index) => (type === 'bytea' ? [index] : []));
    for (const row of batch) {
      const values = JSON.parse(row) as SQLQueryBindings[];
      for (const index of binary) {
        const value = values[index];
        if (typeof value === 'string') values[index] = Buffer.from(value.slice(2), 'hex');
      }
      statement.run(...values);
    }
  }

  setLastNumber({ name }: Table, number: number): void {
    this.db.query('delete from sqlite_sequence where name = ?').run(name);
    if (number > 0) this.db.query('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, number);
  }

  finish(): void {
    for (const sql of this.objects) this.db.run(sql);
  }

  commit(): void {
    this.db.run('COMMIT');
  }
}
