import { SQLiteError, type Database as Sqlite, type Statement } from 'bun:sqlite';
import { AppError } from '../../src/errors.ts';
import type { CommitOrigin, Db } from '../client.ts';
import { createDrizzleHandle } from '../drizzle-handle.ts';
import { createSqliteConnection } from './connection.ts';
import { isBusy } from './lock.ts';

export interface WriteQueueOptions {
  /** With false, each transaction has its own COMMIT. For the benchmark only. */
  grouping?: boolean;
  /** How long to wait for the write lock of another process. */
  busyLimitMs?: number;
  /** How long a batch may take before it is committed without the jobs that wait. */
  batchLimitMs?: number;
}

/** More pending transactions are rejected with UNAVAILABLE instead of waiting too long. */
const MAX_WAITING_JOBS = 1_000;
/** Transactions per COMMIT, so that the first of a batch does not wait too long. */
const MAX_BATCH_JOBS = 256;
/** How long a batch may run; reads and new requests are handled between batches. */
const MAX_BATCH_MS = 10;
const BUSY_LIMIT_MS = 5_000;
const BUSY_FIRST_DELAY_MS = 1;
const BUSY_LONGEST_DELAY_MS = 50;
/** How many of the latest commits tell how long one takes; fewer tell nothing. */
const MEASURED_COMMITS = 32;
const RETRY_WHEN_FULL_SECONDS = 1;
const RETRY_WHEN_FAILED_SECONDS = 5;
/** Errors of the disk or the machine rather than the data, which a later retry may not have. */
const STORAGE_FAILURES = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_BUSY', 'SQLITE_NOMEM', 'SQLITE_CANTOPEN'];

interface Job {
  work: (tx: Db) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  value: unknown;
  failed: boolean;
}

/** Queues write transactions, runs them one at a time and commits them in batches. */
export class WriteQueue {
  pending = 0;
  /** Totals since the start. Transactions divided by commits is the average batch size. */
  readonly stats = { commits: 0, transactions: 0 };
  /** The durations of the latest commits, in milliseconds. */
  private readonly commitTimes: number[] = [];
  private readonly tx: Db;
  private readonly statements: ReturnType<typeof controlStatements>;
  private readonly nested: ReturnType<typeof savepointStatements>[] = [];
  private readonly listeners = new Set<() => void>();
  private afterCommitCallbacks: (() => void)[] = [];
  private readonly batchLimit: number;
  private readonly busyLimitMs: number;
  private readonly batchLimitMs: number;
  private readonly queue: Job[] = [];
  private current: Job | undefined;
  private depth = 0;
  /** True during the synchronous part of a job, where a nested transaction can be detected. */
  private isInsideWork = false;
  private isActive = false;
  private isClosing = false;
  private readonly idle = Promise.withResolvers<void>();

  constructor(
    private readonly writer: Sqlite,
    options: WriteQueueOptions,
  ) {
    this.tx = createDrizzleHandle(createSqliteConnection(writer, true));
    this.statements = controlStatements(writer);
    this.batchLimit = options.grouping === false ? 1 : MAX_BATCH_JOBS;
    this.busyLimitMs = options.busyLimitMs ?? BUSY_LIMIT_MS;
    this.batchLimitMs = options.batchLimitMs ?? MAX_BATCH_MS;
  }

  /** The median duration of the latest commits, in milliseconds; undefined after few. */
  get commitMs(): number | undefined {
    if (this.commitTimes.length < MEASURED_COMMITS) return undefined;
    return this.commitTimes.toSorted((a, b) => a - b)[MEASURED_COMMITS / 2];
  }

  add<T>(work: (tx: Db) => Promise<T> | T): Promise<T> {
    if (this.isInsideWork)
      return Promise.reject(new Error("A transaction can't be started inside another transaction"));
    if (this.isClosing)
      return Promise.reject(unavailable('The server is shutting down', RETRY_WHEN_FAILED_SECONDS));
    if (this.pending >= MAX_WAITING_JOBS) {
      return Promise.reject(unavailable('Write queue is full', RETRY_WHEN_FULL_SECONDS));
    }
    return new Promise<T>((resolve, reject) => {
      this.pending++;
      this.queue.push({ work, resolve: resolve as Job['resolve'], reject, value: undefined, failed: false });
      if (this.isActive) return;
      this.isActive = true;
      setImmediate(this.flush);
    });
  }

  onCommit(listener: (origin: CommitOrigin) => void): () => void {
    const notify = () => listener('local');
    this.listeners.add(notify);
    return () => this.listeners.delete(notify);
  }

  /** Calls `callback` after the current batch, even if its transaction or the whole batch is rolled back. */
  afterCommit(callback: () => void): void {
    this.afterCommitCallbacks.push(callback);
  }

  close(): Promise<void> {
    this.isClosing = true;
    if (!this.isActive) this.idle.resolve();
    return this.idle.promise;
  }

  async savepoint<T>(work: () => Promise<T> | T): Promise<T> {
    const job = this.current;
    if (!job || !this.writer.inTransaction) throw new Error('A savepoint requires an open transaction');
    const depth = this.depth++;
    this.nested[depth] ??= savepointStatements(this.writer, `nested_${depth}`);
    const { open, release, rollback } = this.nested[depth];
    open.run();
    try {
      const value = await work();
      // The savepoint was not awaited and its transaction has ended: a release could hit another transaction's
      // savepoint.
      if (this.current !== job) throw new Error('The transaction ended before the savepoint was released');
      release.run();
      return value;
    } catch (error) {
      // Without a transaction, SQLite has already rolled back everything.
      if (this.current === job && this.writer.inTransaction) {
        rollback.run();
        release.run();
      }
      // A request whose handler runs in an open transaction ends with this error before the transaction does.
      throw describeStorageFailure(error);
    } finally {
      if (this.current === job) this.depth = depth;
    }
  }

  /** Runs one batch and never rejects. The event loop runs between batches, so that requests are handled. */
  private readonly flush = async (): Promise<void> => {
    const batch: Job[] = [];
    try {
      await this.begin();
      await this.runJobs(batch);
      this.commit();
      this.stats.commits++;
      this.stats.transactions += batch.length;
      this.settle(batch);
    } catch (error) {
      // The transaction is lost. Even a job that failed earlier may have read another job's lost row, so all jobs are
      // rejected with the same error. When BEGIN failed, the jobs are still in the queue.
      this.rejectAll(batch.length > 0 ? batch : this.queue.splice(0), error);
    }
    if (this.queue.length > 0) {
      setImmediate(this.flush);
      return;
    }
    this.isActive = false;
    if (this.isClosing) this.idle.resolve();
  };

  private commit(): void {
    const startMs = performance.now();
    this.statements.commit.run();
    this.commitTimes[this.stats.commits % MEASURED_COMMITS] = performance.now() - startMs;
  }

  private async begin(): Promise<void> {
    let delayMs = BUSY_FIRST_DELAY_MS;
    for (let waitedMs = 0; ; waitedMs += delayMs) {
      try {
        this.statements.begin.run();
        return;
      } catch (error) {
        if (!isBusy(error) || waitedMs >= this.busyLimitMs) throw error;
      }
      await Bun.sleep(delayMs);
      delayMs = Math.min(delayMs * 2, BUSY_LONGEST_DELAY_MS);
    }
  }

  /** Runs queued jobs. Throws when the shared transaction is lost; a job's own error is stored in the job. */
  private async runJobs(batch: Job[]): Promise<void> {
    const { open, release, rollback } = this.statements;
    const deadlineMs = performance.now() + this.batchLimitMs;
    while (batch.length < this.batchLimit && (batch.length === 0 || performance.now() < deadlineMs)) {
      const job = this.queue.shift();
      if (!job) break;
      batch.push(job);
      open.run();
      try {
        const value = this.start(job);
        job.value = isThenable(value) ? await value : value;
        release.run();
      } catch (error) {
        if (!this.writer.inTransaction) throw error;
        rollback.run();
        release.run();
        job.failed = true;
        job.value = error;
      } finally {
        this.current = undefined;
      }
    }
  }

  private start(job: Job): unknown {
    this.current = job;
    this.depth = 0;
    this.isInsideWork = true;
    try {
      return job.work(this.tx);
    } finally {
      this.isInsideWork = false;
    }
  }

  private settle(batch: Job[]): void {
    this.pending -= batch.length;
    this.runAfterCommitCallbacks();
    let hasChanged = false;
    for (const job of batch) {
      if (job.failed) {
        job.reject(describeStorageFailure(job.value));
      } else {
        hasChanged = true;
        job.resolve(job.value);
      }
    }
    // Each listener runs in its own microtask, so that its error does not fail this queue.
    if (hasChanged) for (const listener of this.listeners) queueMicrotask(listener);
  }

  private runAfterCommitCallbacks(): void {
    if (this.afterCommitCallbacks.length === 0) return;
    const callbacks = this.afterCommitCallbacks;
    this.afterCommitCallbacks = [];
    for (const callback of callbacks) queueMicrotask(callback);
  }

  private rejectAll(batch: Job[], cause: unknown): void {
    try {
      if (this.writer.inTransaction) this.statements.abort.run();
    } catch {
      // While the connection is broken, BEGIN fails and each batch is rejected.
    }
    this.pending -= batch.length;
    this.afterCommitCallbacks = [];
    for (const job of batch) job.reject(toStorageError(cause));
  }
}

function controlStatements(writer: Sqlite) {
  return {
    begin: writer.prepare('BEGIN IMMEDIATE'),
    commit: writer.prepare('COMMIT'),
    abort: writer.prepare('ROLLBACK'),
    ...savepointStatements(writer, 'job'),
  };
}

function savepointStatements(
  writer: Sqlite,
  name: string,
): Record<'open' | 'release' | 'rollback', Statement> {
  return {
    open: writer.prepare(`SAVEPOINT ${name}`),
    release: writer.prepare(`RELEASE ${name}`),
    rollback: writer.prepare(`ROLLBACK TO ${name}`),
  };
}

/** Detects Drizzle's builders too: they are thenables but not promises, and must run before the commit. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Turns failures of the disk or the machine into UNAVAILABLE; returns other errors unchanged. */
function describeStorageFailure(error: unknown): unknown {
  const isFailure =
    error instanceof SQLiteError && STORAGE_FAILURES.some(code => error.code?.startsWith(code));
  return isFailure ? toStorageError(error) : error;
}

function toStorageError(cause: unknown): AppError {
  return unavailable('The change could not be saved', RETRY_WHEN_FAILED_SECONDS, cause);
}

function unavailable(message: string, retryAfterSeconds: number, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds, cause });
}
