import { Database as Sqlite } from 'bun:sqlite';

/** Name of the database file in the data folder, and in a full backup. */
export const DATABASE_FILE = 'perkmint.sqlite';
/** Another process may hold the write lock. Reads wait only for recovery after a crash. */
export const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens a database file for writing, even to read it, because SQLite must recover the log after a crash. What SQLite deletes
 * and moves between pages is overwritten: otherwise a new file keeps second copies of some rows, which no erasure finds.
 * Close it with true: otherwise the connection stays open until its statements are garbage-collected, and then deletes
 * the log of any file that has the same name by then.
 */
export function openFile(file: string, { create = false } = {}): Sqlite {
  const db = new Sqlite(file, { readwrite: true, create });
  db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.run('PRAGMA secure_delete = ON');
  return db;
}

/** Opens a database file as `openFile` for one piece of work. */
export function withFile<T>(file: string, work: (db: Sqlite) => T): T {
  const db = openFile(file);
  try {
    return work(db);
  } finally {
    db.close(true);
  }
}
