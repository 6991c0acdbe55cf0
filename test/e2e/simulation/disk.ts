import { Database } from 'bun:sqlite';
import { dirname } from 'node:path';

const NO_LIMIT = 2 ** 32 - 2;

/** Called before and after each COMMIT of a database file. Throws if the process must not go on. */
export interface CommitHooks {
  beforeCommit(): void;
  afterCommit(): void;
}

interface DataFolder extends CommitHooks {
  writer?: Database;
}

/** The disk under the database files of this process. It can be full. */
export class SimulatedDisk {
  readonly #folders = new Map<string, DataFolder>();
  #isFull = false;

  constructor() {
    const folders = this.#folders;
    const { prepare } = Database.prototype;
    Database.prototype.prepare = function (this: Database, sql: string, ...more: never[]) {
      const statement = prepare.call(this, sql, ...more);
      const folder = sql === 'COMMIT' ? folders.get(dirname(this.filename)) : undefined;
      if (!folder) return statement;
      folder.writer = this;
      const run = statement.run.bind(statement);
      statement.run = () => {
        folder.beforeCommit();
        const result = run();
        folder.afterCommit();
        return result;
      };
      return statement;
    } as typeof prepare;
  }

  watch(folder: string, hooks: CommitHooks): void {
    this.#folders.set(folder, { ...hooks });
  }

  forget(folder: string): void {
    this.#folders.delete(folder);
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** From now on, a database file cannot grow, or can again. SQLite itself reports that it is full. */
  setFull(isFull: boolean): void {
    this.#isFull = isFull;
    for (const { writer } of this.#folders.values()) {
      const pages = isFull ? writer?.query<{ page_count: number }, []>('PRAGMA page_count').get() : undefined;
      writer?.run(`PRAGMA max_page_count = ${pages?.page_count ?? NO_LIMIT}`);
    }
  }
}
