import {
  coversLockKeys,
  type Database,
  type Db,
  type LockKey,
  type LockKeys,
  type TransactionOwner,
} from '../../db/client.ts';

/** Holds back a request's changes until its response is known. */
export interface RequestExecution {
  /** Commits the changes or rolls them back. @returns the response to send */
  finish(response: Response): Promise<Response>;
}

/**
 * The outermost transaction of one request. The first write opens it, and it stays open until the response is known, so
 * that all changes of the request are committed or rolled back together. Handlers hash passwords and call other servers
 * before their first write, because the open transaction blocks all other writes with its lock keys.
 */
export class RequestTransaction implements TransactionOwner {
  readonly includesDetachedWork: boolean;
  readonly #database: Database;
  /** Resolves to the last write before the commit; null rolls back. */
  readonly #ending = Promise.withResolvers<((db: Db) => Promise<void>) | null>();
  #db: Db | undefined;
  #opened: Promise<Db> | undefined;
  #closed: Promise<void> | undefined;
  #lastWork: Promise<unknown> = Promise.resolve();
  #claim: Claim | undefined;
  #lockKeys: LockKeys | undefined;
  #isEnded = false;

  constructor(database: Database, { includesDetachedWork = false } = {}) {
    this.#database = database;
    this.includesDetachedWork = includesDetachedWork;
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  /** After the end this is undefined, so a context that is used later reads through the read-only connection. */
  get db(): Db | undefined {
    return this.#isEnded ? undefined : this.#db;
  }

  /** Sets a key that no other transaction may hold, and a check that runs first under it. */
  claimFirst(claim: Claim): void {
    this.#claim = claim;
  }

  /**
   * Calls run one after another, because concurrent savepoints would undo each other's changes. Detached work with any
   * lock keys may follow, so with it the transaction runs alone.
   */
  within<T>(work: (db: Db) => Promise<T> | T, lockKeys?: LockKeys): Promise<T> {
    const done = this.#lastWork.then(async () => {
      this.#assertNotEnded();
      const db = await this.#open(this.includesDetachedWork ? undefined : lockKeys);
      if (!coversLockKeys(this.#lockKeys, lockKeys))
        throw new Error(`The first write of the request has fewer lock keys than [${lockKeys ?? 'all'}]`);
      this.#assertNotEnded();
      return this.#database.savepoint(db, () => work(db));
    });
    this.#lastWork = done.catch(() => {});
    return done;
  }

  /** Commits everything after a last write by `finish`. @throws UNAVAILABLE when the write queue or the disk is full */
  async commit(finish: (db: Db) => Promise<void>): Promise<void> {
    this.#isEnded = true;
    await this.#open([]);
    this.#ending.resolve(finish);
    await this.#closed;
  }

  /** Undoes everything. Does nothing when the transaction is committed already or was never opened. */
  async rollBack(): Promise<void> {
    this.#isEnded = true;
    this.#ending.resolve(null);
    await this.#closed;
  }

  /** Without this check, work that was not awaited would run in the transaction of another request. */
  #assertNotEnded(): void {
    if (this.#isEnded) throw new Error('The request has already ended');
  }

  #open(lockKeys: LockKeys | undefined): Promise<Db> {
    this.#opened ??= new Promise<Db>((resolve, reject) => {
      this.#lockKeys = lockKeys && this.#claim ? [...lockKeys, this.#claim.key] : lockKeys;
      this.#closed = this.#database
        .transaction(
          async db => {
            await this.#claim?.check(db);
            this.#db = db;
            resolve(db);
            const finish = await this.#ending.promise;
            if (!finish) throw new RollbackSignal();
            await finish(db);
          },
          this.#lockKeys,
          // The handler has run, and its effects outside the database must not happen twice.
          { isRepeatable: false },
        )
        .catch(error => {
          reject(error);
          if (!(error instanceof RollbackSignal)) throw error;
        });
      // A failed commit is reported when the request ends; until then it must not count as unhandled.
      this.#closed.catch(() => {});
    });
    return this.#opened;
  }
}

/** The key of an idempotent request, and a check that runs first in its transaction. */
interface Claim {
  key: LockKey;
  /** If it throws, nothing is written and `within` rejects. */
  check(db: Db): Promise<void>;
}

class RollbackSignal extends Error {}
