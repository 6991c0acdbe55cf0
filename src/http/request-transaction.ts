import type { Database, Db } from '../../db/client.ts';

/** What holds a request's changes back until its answer is known. */
export interface RequestExecution {
  /** Commits or undoes the changes. @returns the answer to send */
  finish(response: Response): Promise<Response>;
}

/**
 * The outermost transaction of one request. Its first piece of work opens it and it stays open until the request is
 * answered, so that everything the request did is committed or rolled back as one. Between the two lie only
 * synchronous steps and microtasks: a handler that must hash or call out does so before it writes.
 */
export class RequestTransaction {
  readonly #database: Database;
  readonly #onOpen: (db: Db) => void;
  /** What is still to be written before the commit; null rolls back. */
  readonly #ending = Promise.withResolvers<((db: Db) => void) | null>();
  #opened: Promise<Db> | undefined;
  #closed: Promise<void> | undefined;
  #lastWork: Promise<unknown> = Promise.resolve();
  #isEnded = false;

  /** @param onOpen is given the writer: from then on the request must read through it */
  constructor(database: Database, onOpen: (db: Db) => void) {
    this.#database = database;
    this.#onOpen = onOpen;
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  /** Runs `work` in a savepoint: when it throws, its own changes are undone. Pieces of work run one after another. */
  within<T>(work: (db: Db) => Promise<T> | T): Promise<T> {
    const done = this.#lastWork.then(async () => {
      this.#assertUnanswered();
      const db = await this.#open();
      this.#assertUnanswered();
      return this.#database.savepoint(() => work(db));
    });
    this.#lastWork = done.catch(() => {});
    return done;
  }

  /** Ends the request's work: `finish` writes last, then everything is committed. @throws UNAVAILABLE as transactions do */
  async commit(finish: (db: Db) => void): Promise<void> {
    this.#isEnded = true;
    await this.#open();
    this.#ending.resolve(finish);
    await this.#closed;
  }

  /** Undoes everything. Does nothing once the transaction is committed or when none was opened. */
  async rollBack(): Promise<void> {
    this.#isEnded = true;
    this.#ending.resolve(null);
    await this.#closed;
  }

  /** Work that nobody awaited would find itself in another request's transaction. */
  #assertUnanswered(): void {
    if (this.#isEnded) throw new Error('The request was answered already');
  }

  #open(): Promise<Db> {
    this.#opened ??= new Promise<Db>((resolve, reject) => {
      this.#closed = this.#database
        .transaction(async db => {
          this.#onOpen(db);
          resolve(db);
          const finish = await this.#ending.promise;
          if (!finish) throw new RolledBack();
          finish(db);
        })
        .catch(error => {
          reject(error);
          if (!(error instanceof RolledBack)) throw error;
        });
      // A failed commit is told when the request ends; until then it must not count as unhandled.
      this.#closed.catch(() => {});
    });
    return this.#opened;
  }
}

class RolledBack extends Error {}
