import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Connection, Parameter } from '../../db/client.ts';
import { PostgresConnection } from '../../db/postgres/connection.ts';
import { createPool } from '../../db/postgres/open.ts';
import { createSqliteConnection } from '../../db/sqlite/connection.ts';
import { isOnPostgres, NODE_SECRETS } from '../support/postgres-app.ts';
import { createEmptyDatabaseUrl } from '../support/test-database.ts';

// biome-ignore lint/suspicious/noExplicitAny: each caller reads the columns that it selects
export type Row = any;

/** The rows that servers have stored, on either engine. */
export interface StoredRows {
  engine: 'sqlite' | 'postgres';
  read(sql: string, ...parameters: Parameter[]): Promise<Row[]>;
  /** Returns the only value of the only row. */
  readNumber(sql: string): Promise<number>;
  close(): Promise<void>;
}

/** The settings that select the database of a server. */
export interface Storage {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

/** Returns the settings of an installation without data: on PostgreSQL if TEST_DATABASE is set. */
export async function createStorage(dataDir: string): Promise<Storage> {
  if (!isOnPostgres) return { DATA_DIR: dataDir };
  const { url } = await createEmptyDatabaseUrl();
  return { DATA_DIR: dataDir, DATABASE_URL: url, ...NODE_SECRETS };
}

export function openRows({ DATA_DIR, DATABASE_URL }: Storage): StoredRows {
  const { connection, close } = DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(DATA_DIR);
  const read = async (sql: string, ...parameters: Parameter[]) =>
    await connection.prepare(sql).rows(parameters);
  return {
    engine: DATABASE_URL ? 'postgres' : 'sqlite',
    read,
    readNumber: async sql => Number(Object.values((await read(sql))[0] as object)[0]),
    close,
  };
}

function openSqlite(dataDir: string): { connection: Connection; close: () => Promise<void> } {
  const database = new Database(join(dataDir, 'perkmint.sqlite'), { readonly: true });
  return { connection: createSqliteConnection(database, false), close: async () => database.close() };
}

function openPostgres(url: string): { connection: Connection; close: () => Promise<void> } {
  const pool = createPool(url, 1, { statement_timeout: 0 });
  return { connection: new PostgresConnection(pool, false), close: () => pool.close() };
}
