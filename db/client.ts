import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import type { Clock } from '../src/platform/clock.ts';
import type { SharedState } from '../src/platform/security/shared-state.ts';
import type { ENGINES } from './enums.ts';

/**
 * A Drizzle handle of a connection for reads, or of a transaction. Both engines speak Drizzle's SQLite dialect.
 * Asynchronous by type, because PostgreSQL is: a forgotten `await` does not compile.
 */
export type Db = BaseSQLiteDatabase<'async', unknown>;

/** A value that a statement binds. Flags are 0 or 1, and times and JSON are text. */
export type Parameter = string | number | bigint | Uint8Array | null;

/** The rows of a result, each with one value per column. */
export type Tuples = unknown[][];

/**
 * A prepared statement. SQLite responds at once, so its results need not be promises: awaiting a plain value takes less
 * time.
 */
export interface Statement {
  values(parameters: Parameter[]): Tuples | Promise<Tuples>;
  /** Runs a statement and returns the number of changed rows. */
  run(parameters: Parameter[]): number | Promise<number>;
  /**
   * Runs a write of a transaction whose result is not needed. PostgreSQL does not wait for the server unless it is
   * behind: if the write fails, a later statement or the commit reports it.
   */
  send(parameters: Parameter[]): void | Promise<void>;
  /** Like `values`, with the names of the columns as properties. */
  rows(parameters: Parameter[]): Record<string, unknown>[] | Promise<Record<string, unknown>[]>;
}

/** The connection of an engine to the statement layer: one, or a pool of them for reads. */
export interface Connection {
  /** Whether the connection belongs to a transaction, even if that has ended. */
  readonly isTransactional: boolean;
  /** Whether a transaction is open on it. */
  readonly inTransaction: boolean;
  /** The clause of a select that locks its rows and skips those that others lock; empty if transactions run alone. */
  readonly skipLocked: string;
  /** Returns the time of the database's clock, in the format of stored times. */
  getTime(): string | Promise<string>;
  /** Prepares a statement in SQLite's dialect, with `?` for parameters. */
  prepare(sql: string): Statement;
}

/**
 * What a transaction changes: transactions with a common key run one after another, on all nodes. Keys are taken in
 * order, so two transactions can't wait for each other.
 */
export type LockKeys = readonly LockKey[];
export type LockKey =
  | `business:${string}`
  | `user:${string}`
  | `email:${string}`
  | `file:${string}`
  | `webhook:${string}`
  /** A caller and its Idempotency-Key. */
  | `request:${string}`
  /** Orders, trades, wallets and perks: they share sequences, and a wallet pays for the perks of all businesses. */
  | 'exchange'
  /** The audit log, in which each entry contains the hash of the previous one. */
  | 'audit';

/** Returns whether a transaction with the lock keys `outer` may do the work of `inner`. Without keys it may do any. */
export function coversLockKeys(outer: LockKeys | undefined, inner: LockKeys | undefined): boolean {
  return outer === undefined || (inner?.every(key => outer.includes(key)) ?? false);
}

export interface TransactionOptions {
  /** False if `work` must not run again after a conflict; the transaction then fails. */
  isRepeatable?: boolean;
}

interface DatabaseDescription {
  engine: (typeof ENGINES)[number];
  version: string;
  sizeBytes: number;
  /** How changes are made durable: `wal` on both engines. */
  journalMode: string;
  /** Size of SQLite's write-ahead log; null on PostgreSQL. */
  walBytes: number | null;
}

/** The process that committed a transaction: `remote` is another one, whose commits may be reported together. */
export type CommitOrigin = 'local' | 'remote';

/** The servers that share a database, as this process sees them. Every property is read from memory. */
export interface Cluster {
  /** Identifies this process; a restart changes it. */
  readonly nodeId: string;
  /** Whether other servers can use the database at the same time. */
  readonly isShared: boolean;
  /** The number of live nodes, including this one. */
  readonly nodeCount: number;
  /**
   * Whether this node runs the scheduled jobs. Two nodes may believe so for a moment after a failover of the database,
   * so a job must not do harm when it runs twice.
   */
  readonly isLeader: boolean;
  /** Counts this process as a node, lets it become the leader and reports remote commits; for servers only. */
  join(): Promise<void>;
  /** Reverts `join`, so that another node becomes the leader at once. Safe to call twice; closing the database does too. */
  leave(): Promise<void>;
  /** Calls `listener` when `isLeader` or `nodeCount` changes. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

/** Facts about an installation, read from its database without changing or migrating it. */
export interface Inspection {
  /** The hash of the reference data that was seeded last. */
  seedHash: string | undefined;
  /** Whether there is an admin or the owner of a business. */
  isSetUp: boolean;
  /** The public address that was set on the settings page. */
  publicUrl: string | undefined;
  /** JSON with the fingerprints of the secrets that the latest server started with. */
  secretFingerprints: string | undefined;
  /** ISO time of the newest event, session or migration. The clock must not be earlier. */
  newestTime: string | undefined;
  /** JSON of the times that the clock has shown. */
  clockHistory: string | undefined;
}

/** Intervals of a cluster in milliseconds. */
export interface ClusterTimes {
  /** How often a node reports that it is alive and, as the leader, renews its lease. */
  heartbeatMs: number;
  /** A node without a heartbeat for this long no longer counts, and its lease ends. */
  leaseMs: number;
  /** A heartbeat that takes longer is abandoned with its connection, which may be lost. Shorter than the lease. */
  heartbeatTimeoutMs: number;
  /** Commits within this interval are announced together. */
  announcementMs: number;
}

/** Numbers of connections of a node to a database server. */
export interface ConnectionCounts {
  read: number;
  /** How many transactions run at a time. */
  write: number;
  sharedState: number;
}

export interface Database {
  readonly cluster: Cluster;
  /** For reads outside a transaction. Sees each commit immediately; writes through it fail. */
  readonly reader: Db;
  /**
   * Runs `work` in a transaction. The promise settles after the commit. If `work` throws, its changes are rolled back
   * and the promise rejects with that error. `work` must await everything that it starts, and `tx` must not be used
   * afterwards.
   *
   * On SQLite, transactions run one at a time, and several may share a commit. On PostgreSQL, a transaction without
   * lock keys runs alone in the cluster; with them, it runs beside those with other keys. Its first statement waits for the
   * transactions of other nodes, and `work` may start earlier. A transaction that the server aborts because of a conflict
   * runs again, so `work` must change nothing but the database.
   * @throws AppError UNAVAILABLE if too many transactions wait, the database fails or is closing, or another process
   *   holds its lock too long. No change is stored then.
   */
  transaction<T>(
    work: (tx: Db) => Promise<T> | T,
    lockKeys?: LockKeys,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Runs `work` inside the transaction of `tx` and rolls back only its changes if it throws. Savepoints can be nested,
   * but two savepoints of one transaction must not run concurrently.
   */
  savepoint<T>(tx: Db, work: () => Promise<T> | T): Promise<T>;
  /**
   * Calls `listener` after each commit with a successful transaction, and soon after other nodes' commits. Remote
   * commits can be missed, so a listener that needs them all polls too. Returns a function that removes the listener.
   */
  onCommit(listener: (origin: CommitOrigin) => void): () => void;
  /**
   * Calls `callback` once the transaction of `tx` is committed, before the listeners of `onCommit`. SQLite may call it
   * although `tx` was rolled back, so it must only cause a check.
   */
  afterCommit(tx: Db, callback: () => void): void;
  /**
   * Creates state for limits that all nodes of the database share, separate from that of other names. One process keeps
   * it in memory; several nodes keep it in the database and measure time by the server's clock, which only the clock of
   * a test replaces.
   */
  createSharedState(name: string, clock: Clock): SharedState;
  /** Transactions that are queued or running. */
  readonly queueLength: number;
  /** Commits and transactions since the start; several transactions may share a commit. */
  readonly stats: Readonly<{ commits: number; transactions: number }>;
  /**
   * How long SQLite takes to store a change on the disk, in milliseconds: the median of the latest commits. Undefined after few, and
   * for PostgreSQL, whose disk is not this server's.
   */
  readonly commitMs: number | undefined;
  /** Measures a query in milliseconds. Throws if the database does not respond, or accepts no writes. */
  ping(): Promise<number>;
  describe(): Promise<DatabaseDescription>;
  /** Whether the database takes space in the data folder. */
  readonly usesDataFolder: boolean;
  /**
   * Moves committed changes from SQLite's write-ahead log into the main file, unless a transaction is open. Called after
   * large commits, because otherwise a later commit moves all of them, which takes a few hundred milliseconds.
   */
  checkpoint(): void;
  /** Rejects new transactions, finishes queued ones and closes. Safe to call twice. */
  close(): Promise<void>;
}

/** Keeps one transaction open for a whole request: an idempotent request or a dry run. */
export interface TransactionOwner {
  /** The transaction's connection, through which the request reads its own writes; undefined unless it is open. */
  readonly db: Db | undefined;
  /** Whether detached work joins the transaction too, because all of it may be rolled back. */
  readonly includesDetachedWork: boolean;
  /**
   * Runs `work` in a savepoint of the transaction, which the first call opens. The lock keys of that call must cover those of
   * all later ones.
   */
  within<T>(work: (db: Db) => Promise<T>, lockKeys?: LockKeys): Promise<T>;
}
