import { Database as Sqlite } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { openSqlite } from '../../db/sqlite/open.ts';
import { AppError } from '../../src/errors.ts';

export const notes = sqliteTable('notes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  body: text('body').notNull().unique(),
});

/** Creates the work of a transaction that inserts one row. */
export const insertNote = (body: string) => async (tx: Db) =>
  void (await tx.run(sql`insert into notes (body) values (${body})`));

/** Creates a database with one table, and a second connection that sees only committed rows. */
export function createNotesDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-client-'));
  const file = join(folder, 'test.sqlite');
  const db = openSqlite(file);
  const outside = new Sqlite(file);
  outside.run('create table notes (id integer primary key autoincrement, body text not null unique)');
  const all = outside.query<{ body: string }, []>('select body from notes order by id');
  return {
    file,
    db,
    outside,
    bodies: () => all.all().map(row => row.body),
    close: async () => {
      outside.close(true);
      await db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the AppError that a promise rejects with. Any other result fails the test. */
export async function getAppError(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => new Error('The promise did not reject'),
    reason => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

/** Waits for one turn of the event loop. */
export const waitForEventLoop = () => new Promise<void>(resolve => setImmediate(resolve));
