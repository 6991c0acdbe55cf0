import { Database, type Statement } from 'bun:sqlite';

const METHODS = ['get', 'all', 'values', 'raw', 'run', 'iterate'] as const;

/** Records which SQL statements run in this process, by number. */
export class StatementLog {
  readonly #numbers = new Map<string, number>();
  #untold: [number, string][] = [];
  #ran = new Set<number>();

  /** Starts recording on all connections that are opened in this process. */
  constructor() {
    const log = this;
    const { prepare, run } = Database.prototype;
    Database.prototype.prepare = function (this: Database, ...args: unknown[]) {
      const statement = prepare.apply(this, args as never) as unknown as Record<string, unknown>;
      for (const name of METHODS) {
        const method = statement[name] as (...values: unknown[]) => unknown;
        statement[name] = (...values: unknown[]) => {
          log.#note(args[0] as string);
          return method.apply(statement, values);
        };
      }
      return statement as unknown as Statement;
    } as typeof prepare;
    Database.prototype.run = function (this: Database, ...args: unknown[]) {
      log.#note(args[0] as string);
      return run.apply(this, args as never);
    } as typeof run;
  }

  /** Clears the log, because earlier statements may use tables that no longer exist. */
  clear(): void {
    this.#numbers.clear();
    this.#untold = [];
    this.#ran = new Set();
  }

  /** Returns the statements since the last call. */
  takeRan(): number[] {
    const ran = [...this.#ran];
    this.#ran = new Set();
    return ran;
  }

  /** Returns the texts of statements that were not reported yet. */
  takeTexts(): [number, string][] {
    const texts = this.#untold;
    this.#untold = [];
    return texts;
  }

  #note(sql: string): void {
    let number = this.#numbers.get(sql);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(sql, number);
      this.#untold.push([number, sql]);
    }
    this.#ran.add(number);
  }
}
