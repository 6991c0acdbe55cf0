import { Database } from 'bun:sqlite';

/** Shared by the raw programs that write: the connection, group commit, IDs and events. */

export function openRaw(file: string, synchronous: 'FULL' | 'NORMAL'): Database {
  const database = new Database(file);
  database.run('PRAGMA journal_mode = WAL');
  database.run(`PRAGMA synchronous = ${synchronous}`);
  database.run('PRAGMA foreign_keys = ON');
  // As ours: what the connection is set to is no part of the comparison.
  database.run('PRAGMA temp_store = MEMORY');
  database.run('PRAGMA cache_size = -8192');
  database.run('PRAGMA wal_autocheckpoint = 8000');
  return database;
}

export function nextId(prefix: string): string {
  return `${prefix}_${Bun.randomUUIDv7('base64url')}`;
}

/** Writes an event with the next sequence number of its business, including indexes and counters. */
export function createRecord(database: Database) {
  const number = database.prepare(
    'update businesses set event_sequence = event_sequence + 1 where id = ? returning event_sequence as n',
  );
  const insert =
    database.prepare(`insert into events (id, business_id, sequence, type, family, resource_id, actor_kind,
    actor_id, request_id, data, created_at) values (?, ?, ?, ?, ?, ?, 'user', 'raw', ?, ?, ?)`);
  return (businessId: string, type: string, object: { id: string }, now: string): void => {
    const { n } = number.get(businessId) as { n: number };
    const family = type.slice(0, type.indexOf('.'));
    const data = JSON.stringify({ object });
    insert.run(nextId('evt'), businessId, n, type, family, object.id, nextId('req'), data, now);
  };
}

/** Group commit: what came in during one turn of the event loop shares a transaction. */
export function grouped<I, T>(database: Database, write: (input: I) => T) {
  let waiting: { input: I; resolve: (value: T) => void; reject: (error: unknown) => void }[] = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    try {
      database.run('BEGIN IMMEDIATE');
      const values = batch.map(({ input }) => write(input));
      database.run('COMMIT');
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as T);
    } catch (error) {
      if (database.inTransaction) database.run('ROLLBACK');
      for (const { reject } of batch) reject(error);
    }
  };
  return (input: I) =>
    new Promise<T>((resolve, reject) => {
      if (waiting.push({ input, resolve, reject }) === 1) setImmediate(flush);
    });
}
