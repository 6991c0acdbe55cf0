import { createHash } from 'node:crypto';
import type { SQL } from 'bun';
import type { CommitOrigin, Db, LockKeys, TransactionOptions } from '../client.ts';
import { createDrizzleHandle, getConnection } from '../drizzle-handle.ts';
import { PostgresConnection } from './connection.ts';
import { isConflict, toAppError, unavailable } from './errors.ts';
import { LockQueue } from './lock-queue.ts';

/** More pending transactions are rejected with UNAVAILABLE instead of waiting too long. */
const MAX_PENDING = 1_000;
/** How often a transaction runs that conflicts with others. */
const MAX_ATTEMPTS = 6;
const FIRST_RETRY_DELAY_MS = 5;
/** The lock that a transaction without lock keys holds alone, and all others share. Keys have other numbers. */
const ALL = 0n;

/** A connection for transactions, with its handle: statements are prepared per handle. */
interface Lane {
  reserved: Awaited<ReturnType<SQL['reserve']>>;
  connection: PostgresConnection;
  db: Db;
  /** Open savepoints. */
  depth: number;
  /** Called after the commit of its transaction. */
  callbacks: (() => void)[];
  /** Number of its transactions so far, which tells a savepoint whether its own has ended. */
  transactions: number;
}

/**
 * Runs transactions at READ COMMITTED under advisory locks, which are held to the end of the transaction. Without
 * lock keys a transaction runs alone in the cluster, as on SQLite; with them, beside those with other keys. SERIALIZABLE
 * would abort most attempts on a busy record, even without a real conflict.
 */
export class Transactions {
  pending = 0;
  readonly stats = { commits: 0, transactions: 0, retries: 0 };
  private readonly queue = new LockQueue();
  private readonly lanes = new Map<PostgresConnection, Lane>();
  private readonly idle: Lane[] = [];
  private readonly waiting: ((lane: Lane | Promise<Lane>) => void)[] = [];
  private readonly listeners = new Set<(origin: CommitOrigin) => void>();
  private readonly drained = Promise.withResolvers<void>();
  private isClosing = false;

  private opened = 0;

  /** @param limit how many transactions run at a time; the pool must have as many connections */
  constructor(
    private readonly pool: SQL,
    private readonly limit: number,
  ) {}

  async run<T>(
    work: (tx: Db) => Promise<T> | T,
    lockKeys?: LockKeys,
    { isRepeatable = true }: TransactionOptions = {},
  ): Promise<T> {
    if (this.isClosing) throw unavailable('The server is shutting down');
    if (this.pending >= MAX_PENDING) throw unavailable('Too many transactions are waiting');
    this.pending++;
    const leave = await this.queue.enter(lockKeys);
    try {
      const attempt = () => this.attempt(work, lockKeys, isRepeatable);
      return await this.repeat(attempt, isRepeatable ? MAX_ATTEMPTS : 1);
    } finally {
      leave();
      this.pending--;
      if (this.isClosing && this.pending === 0) this.drained.resolve();
    }
  }

  async savepoint<T>(tx: Db, work: () => Promise<T> | T): Promise<T> {
    const connection = getConnection(tx) as PostgresConnection;
    const lane = this.lanes.get(connection);
    if (!lane || !connection.inTransaction) throw new Error('A savepoint requires an open transaction');
    const { transactions } = lane;
    const isOpen = () => connection.inTransaction && lane.transactions === transactions;
    const name = `nested_${lane.depth++}`;
    await connection.execute(`savepoint ${name}`);
    try {
      const value = await work();
      if (!isOpen()) throw new Error('The transaction ended before the savepoint was released');
      await connection.execute(`release savepoint ${name}`);
      return value;
    } catch (error) {
      if (isOpen()) {
        await connection.execute(`rollback to savepoint ${name}`);
        await connection.execute(`release savepoint ${name}`);
      }
      throw error;
    } finally {
      if (isOpen()) lane.depth--;
    }
  }

  onCommit(listener: (origin: CommitOrigin) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  afterCommit(tx: Db, callback: () => void): void {
    this.lanes.get(getConnection(tx) as PostgresConnection)?.callbacks.push(callback);
  }

  /** Calls each listener in its own microtask, so that its error doesn't fail the transaction. */
  notifyListeners(origin: CommitOrigin): void {
    for (const listener of this.listeners) queueMicrotask(() => listener(origin));
  }

  /** Rejects new transactions and waits for the pending ones. */
  async close(): Promise<void> {
    this.isClosing = true;
    if (this.pending > 0) await this.drained.promise;
    await Promise.all(this.idle.splice(0).map(({ reserved }) => reserved.release()));
  }

  private async repeat<T>(attempt: () => Promise<T>, attempts: number): Promise<T> {
    for (let left = attempts - 1; ; left--) {
      try {
        return await attempt();
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (left <= 0) throw unavailable('The change conflicts with others', error);
        this.stats.retries++;
        await Bun.sleep(FIRST_RETRY_DELAY_MS * 2 ** (attempts - 1 - left) * Math.random());
      }
    }
  }

  private async attempt<T>(
    work: (tx: Db) => Promise<T> | T,
    lockKeys: LockKeys | undefined,
    isRepeatable: boolean,
  ): Promise<T> {
    const lane = await this.take();
    const { connection, db } = lane;
    connection.isRepeatable = isRepeatable;
    try {
      begin(connection, lockKeys);
      lane.depth = 0;
      lane.callbacks = [];
      lane.transactions++;
      connection.inTransaction = true;
      const value = await work(db);
      connection.inTransaction = false;
      await connection.commit();
      this.stats.commits++;
      this.stats.transactions++;
      for (const callback of lane.callbacks) queueMicrotask(callback);
      this.give(lane);
      this.notifyListeners('local');
      return value;
    } catch (error) {
      connection.inTransaction = false;
      await this.rollBack(lane);
      throw error;
    }
  }

  private async rollBack(lane: Lane): Promise<void> {
    try {
      await lane.connection.execute('rollback');
      this.give(lane);
    } catch {
      // The connection is lost, and with it the transaction. The next one opens another connection.
      this.lanes.delete(lane.connection);
      await lane.reserved.release();
      this.replace();
    }
  }

  private take(): Promise<Lane> | Lane {
    const lane = this.idle.pop();
    if (lane) return lane;
    if (this.opened >= this.limit) return new Promise(resolve => this.waiting.push(resolve));
    this.opened++;
    return this.open();
  }

  /** Lets the next transaction open a connection in place of one that is lost, or could not be opened. */
  private replace(): void {
    const next = this.waiting.shift();
    if (next) next(this.open());
    else this.opened--;
  }

  private give(lane: Lane): void {
    const next = this.waiting.shift();
    if (next) next(lane);
    else this.idle.push(lane);
  }

  private async open(): Promise<Lane> {
    try {
      const reserved = await this.pool.reserve();
      const connection = new PostgresConnection(reserved, true);
      const lane = {
        reserved,
        connection,
        db: createDrizzleHandle(connection),
        depth: 0,
        callbacks: [],
        transactions: 0,
      };
      this.lanes.set(connection, lane);
      return lane;
    } catch (error) {
      this.replace();
      throw toAppError(error);
    }
  }
}

/** Begins a transaction under its locks, which are taken in the order of their numbers. */
function begin(connection: PostgresConnection, lockKeys: LockKeys | undefined): void {
  const locks = lockKeys?.map(toLockNumber).sort((a, b) => (a < b ? -1 : 1)) ?? [];
  const texts = lockKeys ? ['pg_advisory_xact_lock_shared($1)'] : ['pg_advisory_xact_lock($1)'];
  for (let index = 0; index < locks.length; index++) texts.push(`pg_advisory_xact_lock($${index + 2})`);
  connection.begin(`select ${texts.join(', ')}`, [ALL, ...locks]);
}

/** Returns the number of the advisory lock of a key. Keys that share one only wait for each other. */
function toLockNumber(key: string): bigint {
  return createHash('sha256').update(key).digest().readBigInt64BE();
}
