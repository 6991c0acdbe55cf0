import { Database as Sqlite } from 'bun:sqlite';
import { createDrizzleHandle, type Db } from './sqlite/drizzle-handle.ts';
import { type DatabaseOptions, WriteQueue } from './sqlite/write-queue.ts';

export type { DatabaseOptions, Db };

export interface Database {
  readonly file: string;
  /** The read-only connection. Sees each commit immediately; writes through it fail. */
  readonly reader: Db;
  /**
   * Runs `work` on the writer, one transaction at a time. The promise settles after the commit, which several
   * transactions may share. If `work` throws, its changes are rolled back and the promise rejects with that error.
   * `work` must await everything that it starts, and `tx` must not be used afterwards.
   * @throws AppError UNAVAILABLE if the queue is full, the disk fails, another process holds the write lock too long,
   * or
   *   the database is closing. No change is stored then.
   */
  transaction<T>(work: (tx: Db) => Promise<T> | T): Promise<T>;
  /**
   * Runs `work` inside the current transaction and rolls back only its changes if it throws. Savepoints can be nested,
   * but two savepoints of one transaction must not run concurrently.
   */
  savepoint<T>(work: () => Promise<T> | T): Promise<T>;
  /** Calls `listener` after each commit with a successful transaction. Returns a function that removes the listener. */
  onCommit(listener: () => void): () => void;
  /** Transactions that are queued or running. */
  readonly queueLength: number;
  /** Commits and transactions since the start; several transactions may share a commit. */
  readonly stats: Readonly<{ commits: number; transactions: number }>;
  /** Measures `select 1` on the reader in milliseconds. Throws if the database does not respond. */
  ping(): number;
  sizeBytes(): number;
  journalMode(): string;
  /** Moves the write-ahead log into the main file, unless a transaction is open. */
  checkpoint(): void;
  /** Rejects new transactions, finishes queued ones, checkpoints and closes. Safe to call twice. */
  close(): Promise<void>;
}

/** Keeps one transaction open for a whole request: an idempotent request or a dry run. */
export interface TransactionOwner {
  /** The transaction's connection, through which the request reads its own writes; undefined unless it is open. */
  readonly db: Db | undefined;
  /** Whether detached work joins the transaction too, because all of it is going to be rolled back. */
  readonly includesDetachedWork: boolean;
  /** Runs `work` in a savepoint of the transaction, which the first call opens. */
  within<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** SQLite's own wait blocks the process, so it is short. The write queue waits asynchronously for longer. */
const WRITER_BUSY_TIMEOUT_MS = 2;
const READER_BUSY_TIMEOUT_MS = 1_000;
const WRITER_CACHE_KIB = 8_192;
const READER_CACHE_KIB = 16_384;
/**
 * Pages in the write-ahead log before a checkpoint moves them into the main file. A large value moves a frequently
 * changed page once for many commits. With SQLite's default of 1,000, every third commit of a burst waits for two more
 * syncs.
 */
const CHECKPOINT_PAGES = 8_000;
/** The log file is truncated to this size after a burst. */
const MAX_WAL_BYTES = 64 * 1024 * 1024;
const SYNCHRONOUS_FULL = 2;

/**
 * Opens a database file with one writer and one read-only reader. Creates the file if it is missing, not its folder.
 */
export function openDatabase(file: string, options: DatabaseOptions = {}): Database {
  const writer = openWriter(file);
  const reader = openReader(file);
  const queue = new WriteQueue(writer, options);
  const one = reader.prepare('select 1');
  const size = reader.prepare<{ bytes: number }, []>(
    'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
  );
  const checkpoint = () => {
    if (!writer.inTransaction) writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
  };
  let closed: Promise<void> | undefined;
  const close = async () => {
    await queue.close();
    // Without true, the connection stays open until its last statement is garbage-collected.
    reader.close(true);
    checkpoint();
    writer.close(true);
  };
  return {
    file,
    reader: createDrizzleHandle(reader),
    transaction: work => queue.add(work),
    savepoint: work => queue.savepoint(work),
    onCommit: listener => queue.onCommit(listener),
    get queueLength() {
      return queue.pending;
    },
    stats: queue.stats,
    ping: () => {
      const start = performance.now();
      one.get();
      return performance.now() - start;
    },
    sizeBytes: () => size.get()!.bytes,
    journalMode: () => pragma(reader, 'journal_mode') as string,
    checkpoint,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

function openWriter(file: string): Sqlite {
  const writer = new Sqlite(file, { readwrite: true, create: true });
  writer.run(`PRAGMA busy_timeout = ${READER_BUSY_TIMEOUT_MS}`);
  writer.run('PRAGMA journal_mode = WAL');
  writer.run(`PRAGMA synchronous = ${SYNCHRONOUS_FULL}`);
  writer.run('PRAGMA foreign_keys = ON');
  writer.run('PRAGMA temp_store = MEMORY');
  writer.run(`PRAGMA cache_size = -${WRITER_CACHE_KIB}`);
  writer.run(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  writer.run(`PRAGMA journal_size_limit = ${MAX_WAL_BYTES}`);
  writer.run(`PRAGMA busy_timeout = ${WRITER_BUSY_TIMEOUT_MS}`);
  // SQLite silently ignores a pragma that it can't apply, so the ones that durability depends on are read back.
  expectPragma(writer, 'journal_mode', 'wal');
  expectPragma(writer, 'synchronous', SYNCHRONOUS_FULL);
  expectPragma(writer, 'foreign_keys', 1);
  return writer;
}

function openReader(file: string): Sqlite {
  const reader = new Sqlite(file, { readonly: true });
  reader.run(`PRAGMA busy_timeout = ${READER_BUSY_TIMEOUT_MS}`);
  reader.run('PRAGMA query_only = ON');
  reader.run('PRAGMA temp_store = MEMORY');
  reader.run(`PRAGMA cache_size = -${READER_CACHE_KIB}`);
  return reader;
}

function expectPragma(connection: Sqlite, name: string, expected: string | number): void {
  const actual = pragma(connection, name);
  if (actual !== expected)
    throw new Error(`SQLite did not apply ${name} = ${expected}; the value is ${actual}`);
}

function pragma(connection: Sqlite, name: string): unknown {
  return connection.prepare(`PRAGMA ${name}`).values()[0]?.[0];
}
