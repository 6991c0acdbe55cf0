import type { SQL } from 'bun';
import type { Connection, Parameter, Statement, Tuples } from '../client.ts';
import { toPostgres } from './dialect.ts';
import { isAborted, toAppError, toFinalError } from './errors.ts';

/** Type numbers of PostgreSQL (pg_type.oid). */
const BOOLEAN = 16;
const BIGINT = 20;
const NUMERIC = 1700;

const BEGIN = 'begin isolation level read committed';
const SELECT_TIME = `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The result of Bun's driver: the rows with their columns. */
type Result = Tuples & { columns: { name: string; type: number }[]; count: number; command: string };

/** A pool of the driver, or one of its connections. */
type Executor = Pick<SQL, 'unsafe'>;

/** Sent writes without an answer, beyond which the sender waits: they take memory here and on the server. */
const MAX_UNANSWERED = 16;

/** A connection of the statement layer. PostgreSQL's values become those that SQLite has. */
export class PostgresConnection implements Connection {
  readonly skipLocked = 'for update skip locked';
  inTransaction = false;
  /** Whether the open transaction runs again after a conflict. If not, its statements report the conflict. */
  isRepeatable = true;
  /** Resolves when the last sent write is answered. */
  private lastSent: Promise<void> = Promise.resolve();
  private unanswered = 0;
  /** The error of a sent write of the open transaction: to its later statements the server only says that it failed. */
  private sentFailure: unknown;

  constructor(
    private readonly executor: Executor,
    readonly isTransactional: boolean,
  ) {}

  async getTime(): Promise<string> {
    const [row] = await this.query(SELECT_TIME);
    return row?.[0] as string;
  }

  prepare(sql: string): Statement {
    const text = toPostgres(sql);
    return {
      values: parameters => this.query(text, parameters),
      run: async parameters => (await this.execute(text, parameters)).count,
      send: parameters => this.send(text, parameters),
      rows: async parameters => toObjects(await this.query(text, parameters)),
    };
  }

  /** Runs a statement in PostgreSQL's own dialect. @returns rows with the values that SQLite has */
  async query(text: string, parameters: Parameter[] = []): Promise<Result> {
    return decode(await this.execute(text, parameters));
  }

  /** Runs statements without parameters in one round trip, in one transaction. */
  async executeScript(text: string): Promise<void> {
    await this.attempt(() => this.executor.unsafe(text).simple());
  }

  /** @throws AppError UNAVAILABLE if the server or the connection fails, or for a conflict that is final */
  execute(text: string, parameters: Parameter[] = []): Promise<Result> {
    return this.attempt(() => this.executor.unsafe(text, parameters).values() as Promise<Result>);
  }

  /** Begins a transaction with the statement that takes its locks. Its first statement waits for them on the server. */
  begin(lockText: string, keys: Parameter[]): void {
    this.sentFailure = undefined;
    void this.send(BEGIN, []);
    void this.send(lockText, keys);
  }

  /** Commits the open transaction. @throws the error of a sent write */
  async commit(): Promise<void> {
    const { command } = await this.execute('commit');
    await this.lastSent;
    if (command === 'COMMIT') return;
    // An error that the work caught aborts the transaction, and COMMIT then rolls back without an error.
    throw this.toError(this.sentFailure ?? new Error('An error that the transaction caught has aborted it'));
  }

  private send(text: string, parameters: Parameter[]): void | Promise<void> {
    this.unanswered++;
    const answer = this.attempt(async () => {
      try {
        await this.executor.unsafe(text, parameters).values();
      } catch (error) {
        this.sentFailure ??= error;
        throw error;
      }
    });
    this.lastSent = answer.then(
      () => void this.unanswered--,
      () => void this.unanswered--,
    );
    return this.unanswered > MAX_UNANSWERED ? this.lastSent : undefined;
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.toError(isAborted(error) ? (this.sentFailure ?? error) : error);
    }
  }

  private toError(error: unknown): unknown {
    return (this.isRepeatable ? toAppError : toFinalError)(error, this.isTransactional);
  }
}

/** Turns numbers that the driver returns as bigint or text into numbers, and booleans into flags. */
function decode(result: Result): Result {
  result.columns?.forEach(({ type }, index) => {
    if (type !== BIGINT && type !== NUMERIC && type !== BOOLEAN) return;
    for (const row of result) if (row[index] !== null) row[index] = Number(row[index]);
  });
  return result;
}

function toObjects(result: Result): Record<string, unknown>[] {
  return result.map(row => Object.fromEntries(result.columns.map(({ name }, index) => [name, row[index]])));
}
