import { Database as Sqlite } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { MemoryState } from '../../src/platform/security/shared-state.ts';
import type { Cluster, Database } from '../client.ts';
import { createDrizzleHandle } from '../drizzle-handle.ts';
import { createSqliteConnection } from './connection.ts';
import { openFile } from './file.ts';
import { WriteQueue, type WriteQueueOptions } from './write-queue.ts';

/** SQLite's own wait blocks the process, so it is short. The write queue waits asynchronously for longer. */
const WRITER_BUSY_TIMEOUT_MS = 2;
const READER_BUSY_TIMEOUT_MS = 1_000;
const WRITER_CACHE_KIB = 8_192;
const READER_CACHE_KIB = 16_384;
/**
 * The part of the file that reads see as memory, at most what SQLite maps. Beyond its cache, a reader would copy every page
 * from the system's cache: searching among a million members takes half the time without that (bench members).
 */
const READER_MAP_BYTES = 2 ** 31 - 1;
/**
 * Pages in the write-ahead log before a checkpoint moves them into the main file. A large value moves a frequently
 * changed page once for many commits. With SQLite's default of 1,000, every third commit of a burst waits for two more
 * syncs.
 */
const CHECKPOINT_PAGES = 8_000;
/** The log file is truncated to this size after a burst. */
const MAX_WAL_BYTES = 64 * 1024 * 1024;
const SYNCHRONOUS_FULL = 2;

interface SqliteOptions extends WriteQueueOptions {
  /** The id of this process as a node. */
  nodeId?: string;
  /** An open connection to the file, which becomes the writer. */
  writer?: Sqlite;
}

/**
 * Opens a database file with one writer and one read-only reader. Creates the file if it is missing, not its folder.
 */
export function openSqlite(
  file: string,
  { nodeId = 'embedded', writer = openFile(file, { create: true }), ...options }: SqliteOptions = {},
): Database {
  prepareWriter(writer);
  const reader = openReader(file);
  const queue = new WriteQueue(writer, options);
  const one = reader.prepare('select 1');
  const size = reader.prepare<{ bytes: number }, []>(
    'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
  );
  const version = reader.prepare<{ version: string }, []>('select sqlite_version() as version');
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
    cluster: createSingleNode(nodeId),
    reader: createDrizzleHandle(createSqliteConnection(reader, false)),
    transaction: work => queue.add(work),
    savepoint: (_tx, work) => queue.savepoint(work),
    onCommit: listener => queue.onCommit(listener),
    afterCommit: (_tx, callback) => queue.afterCommit(callback),
    createSharedState: (_name, clock) => new MemoryState(clock),
    get queueLength() {
      return queue.pending;
    },
    stats: queue.stats,
    get commitMs() {
      return queue.commitMs;
    },
    ping: async () => {
      const start = performance.now();
      one.get();
      return performance.now() - start;
    },
    describe: async () => ({
      engine: 'sqlite',
      version: version.get()!.version,
      sizeBytes: size.get()!.bytes,
      journalMode: pragma(reader, 'journal_mode') as string,
      walBytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    }),
    usesDataFolder: true,
    checkpoint: () => {
      try {
        checkpoint();
      } catch {
        // The changes are durable in the log, and a later checkpoint moves them.
      }
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** The only server that can open the file, see lock.ts. */
function createSingleNode(nodeId: string): Cluster {
  return {
    nodeId,
    isShared: false,
    nodeCount: 1,
    isLeader: true,
    join: async () => {},
    leave: async () => {},
    onChange: () => () => {},
  };
}

function prepareWriter(writer: Sqlite): void {
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
  expectPragma(writer, 'secure_delete', 1);
}

function openReader(file: string): Sqlite {
  const reader = new Sqlite(file, { readonly: true });
  reader.run(`PRAGMA busy_timeout = ${READER_BUSY_TIMEOUT_MS}`);
  reader.run('PRAGMA query_only = ON');
  reader.run('PRAGMA temp_store = MEMORY');
  reader.run(`PRAGMA cache_size = -${READER_CACHE_KIB}`);
  reader.run(`PRAGMA mmap_size = ${READER_MAP_BYTES}`);
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
