import type { Database as Sqlite } from 'bun:sqlite';
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite';
import type { Logger } from 'drizzle-orm/logger';

/**
 * Creates a Drizzle handle whose statements stay prepared. SQLite prepares a statement again on each run if a bound
 * value can affect a LIMIT or the choice of a partial index, which takes 10 µs of a list's 35 µs. It does not do so for
 * a value behind a unary plus, which has no other effect.
 */
export function createDrizzleHandle(client: Sqlite, logger?: Logger): BunSQLiteDatabase {
  const db = drizzle({ client, logger });
  (db as unknown as { dialect: { escapeParam(): string } }).dialect.escapeParam = () => '+?';
  return db;
}
