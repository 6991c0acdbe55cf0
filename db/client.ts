import { Database as Sqlite } from 'bun:sqlite';
import { createDrizzleHandle } from './drizzle-handle.ts';
import { type DatabaseOptions, type Db, WriteQueue } from './write-queue.ts';

export type { DatabaseOptions, Db };

export interface Database {
  readonly file: string;
  /** The read-only connection. Sees every commit at once; a write through it fails. */
  readonly reader: Db;
  /**
   * Runs `work` alone on the writer; the promise settles after the commit it shares with its neighbours.
   * When `work` throws, its own changes are undone and the promise rejects with that error.
   * Everything `work` starts must be awaited by it, and `tx` must not be used afterwards.
   * @throws AppError UNAVAILABLE when too many wait, the disk refuses, another process holds the write lock
   *   too long, or the database is closing: nothing of the work is stored then.
   */
  transaction<T>(work: (tx: Db) => Promise<T> | T): Promise<T>;
  /**
   * Inside a running transaction: undoes the changes of `work` alone when it throws, and rethrows.
   * Savepoints nest; two of one transaction must not run side by side.
   */
  savepoint<T>(work: () => Promise<T> | T): Promise<T>;
  /** Calls `listener` after each commit that held a successful transaction; answers the way to stop it. */
  onCommit(listener: () => void): () => void;
  /** Transactions accepted and not answered yet. */
  readonly queueLength: number;
  /** What was committed since the start: several transactions share a commit. */
  readonly stats: Readonly<{ commits: number; transactions: number }>;
  /** Milliseconds that `select 1` takes on the reader; throws when the database does not answer. */
  ping(): number;
  sizeBytes(): number;
  journalMode(): string;
  /** Moves the write-ahead log into the main file. Does nothing while a transaction is open. */
  checkpoint(): void;
  /** Refuses new transactions, finishes the waiting ones, folds the log away, closes. Safe to call twice. */
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

/** SQLite's own wait blocks the process, so it is short; longer waits are ours and asynchronous. */
const WRITER_BUSY_TIMEOUT_MS = 2;
const READER_BUSY_TIMEOUT_MS = 1_000;
const WRITER_CACHE_KIB = 8_192;
const READER_CACHE_KIB = 16_384;
/**
 * So many pages of log are written before they are moved into the main file: a busy page is moved once for many
 * commits. SQLite's own 1,000 have every third commit of a burst wait for two more syncs.
 */
const CHECKPOINT_PAGES = 8_000;
/** After a burst the log file is cut back to this. */
const MAX_WAL_BYTES = 64 * 1024 * 1024;
const SYNCHRONOUS_FULL = 2;

/** Opens the file (created when absent; its folder must exist) with one writer and one read-only reader. */
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
    // True: really close. Else the connection lives on, files open, until its last statement is collected.
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
  // A pragma that SQLite cannot follow is silently ignored; what an answered write relies on is asked back.
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
  if (actual !== expected) throw new Error(`SQLite refuses ${name} = ${expected}: it stays ${actual}`);
}

function pragma(connection: Sqlite, name: string): unknown {
  return connection.prepare(`PRAGMA ${name}`).values()[0]?.[0];
}
