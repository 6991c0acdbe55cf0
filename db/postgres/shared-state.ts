import { createHash, randomUUID } from 'node:crypto';
import type { SQL } from 'bun';
import { AppError } from '../../src/errors.ts';
import { type Clock, MINUTE_MS, systemClock } from '../../src/platform/clock.ts';
import type { CounterWindow, SharedState, Update } from '../../src/platform/security/shared-state.ts';
import type { Parameter, Tuples } from '../client.ts';
import { PostgresConnection } from './connection.ts';
import { unavailable } from './errors.ts';

/** Two numbers, so that the lock is none of a transaction's, which are one number. */
const TABLE_LOCK = '1886547566, 3';
/** How often one value is changed again after other nodes were faster; a busy node can be faster many times in a row. */
const MAX_ATTEMPTS = 100;
const PURGE_INTERVAL_MS = MINUTE_MS;
/** Rows that one statement deletes, so that it never takes long. */
const PURGE_ROWS = 1_000;

/**
 * The tables hold nothing that must survive a crash or reach a standby: they are unlogged, no part of the schema that
 * both engines share, and created when they are first needed. Keys are hashes, which are short and hide addresses.
 */
const CREATE_TABLES = `
select pg_advisory_xact_lock(${TABLE_LOCK});
create unlogged table if not exists _counters (
  key text primary key, count bigint not null, starts_at bigint not null, ends_at bigint not null
) with (fillfactor = 80);
create index if not exists _counters_by_end on _counters (ends_at);
create unlogged table if not exists _shared_values (
  key text primary key, value text not null, version text not null, expires_at bigint not null
) with (fillfactor = 80);
create index if not exists _shared_values_by_expiry on _shared_values (expires_at)`;

/** Milliseconds since the Unix epoch by the server's clock, which a parameter replaces in tests. */
const now = (parameter: number) =>
  `coalesce($${parameter}::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint)`;

/** How far before the start of its window a count may be: it reads the clock before it waits for the row of another one. */
const MAX_WAIT_MS = 10_000;
const IS_CURRENT = `known.ends_at > excluded.starts_at and known.starts_at <= excluded.starts_at + ${MAX_WAIT_MS}`;

/** Counts key $1 in its window of $2 milliseconds. A window from the future is expired: the clock was set back. */
const COUNT = `
with clock as (select ${now(3)} as now)
insert into _counters as known (key, count, starts_at, ends_at)
select $1, 1, now, now + $2::bigint from clock
on conflict (key) do update set
  count = case when ${IS_CURRENT} then known.count + 1 else 1 end,
  starts_at = case when ${IS_CURRENT} then known.starts_at else excluded.starts_at end,
  ends_at = case when ${IS_CURRENT} then known.ends_at else excluded.ends_at end
returning count, starts_at, ends_at, (select now from clock)`;

const READ = `select value, version, now from (select ${now(2)} as now) clock left join _shared_values on key = $1`;
const INSERT = `
insert into _shared_values (key, version, value, expires_at) values ($1, $2, $3, $4)
on conflict (key) do nothing returning key`;
const UPDATE = `
update _shared_values set version = $2, value = $3, expires_at = $4 where key = $1 and version = $5 returning key`;
const DELETE = 'delete from _shared_values where key = $1 and version = $2 returning key';

const purge = (table: string, column: string) => `
delete from ${table} where key in (
  select key from ${table} where ${column} < ${now(1)} limit ${PURGE_ROWS} for update skip locked
) returning key`;
const PURGES = [purge('_counters', 'ends_at'), purge('_shared_values', 'expires_at')];

/** The tables of all shared state, which the nodes reach through few connections of their own. */
export class SharedTables {
  readonly #pool: () => SQL;
  #sql: SQL | undefined;
  #created: Promise<PostgresConnection> | undefined;
  #nextPurgeAtMs = 0;

  /** @param pool opens the connections when they are first needed */
  constructor(pool: () => SQL) {
    this.#pool = pool;
  }

  /** @throws AppError UNAVAILABLE for every failure, because a request without its limits must be rejected */
  async query(text: string, parameters: Parameter[]): Promise<Tuples> {
    this.#created ??= this.#create();
    try {
      return await (await this.#created).query(text, parameters);
    } catch (error) {
      // The next query creates the tables again if they are missing, such as after a restore.
      this.#created = undefined;
      throw error instanceof AppError ? error : unavailable("The limits can't be checked", error);
    }
  }

  /** Deletes what has expired, once a minute and in the background: one slice, or several if many rows have expired. */
  purge(clockMs: number | null): void {
    const startedAtMs = performance.now();
    if (startedAtMs < this.#nextPurgeAtMs) return;
    this.#nextPurgeAtMs = startedAtMs + PURGE_INTERVAL_MS;
    // A failure leaves the rows to the next purge.
    this.#purgeAll(clockMs).catch(() => {});
  }

  async close(): Promise<void> {
    await this.#sql?.close({ timeout: 0 });
  }

  async #create(): Promise<PostgresConnection> {
    this.#sql ??= this.#pool();
    const connection = new PostgresConnection(this.#sql, false);
    await connection.executeScript(CREATE_TABLES);
    return connection;
  }

  async #purgeAll(clockMs: number | null): Promise<void> {
    for (const text of PURGES) {
      while ((await this.query(text, [clockMs])).length === PURGE_ROWS);
    }
  }
}

/** State of one name in the tables. */
export class PostgresSharedState implements SharedState {
  readonly #tables: SharedTables;
  readonly #name: string;
  readonly #clock: Clock;
  /** The newest update of each key on this node, so that its own updates don't compete. */
  readonly #updates = new Map<string, Promise<unknown>>();

  constructor(tables: SharedTables, name: string, clock: Clock) {
    this.#tables = tables;
    this.#name = name;
    this.#clock = clock;
  }

  /** One round trip. */
  async count(key: string, durationMs: number): Promise<CounterWindow> {
    const clockMs = this.#testTime();
    const rows = await this.#tables.query(COUNT, [this.#hash(key), durationMs, clockMs]);
    this.#tables.purge(clockMs);
    const [count, startsAtMs, endsAtMs, nowMs] = rows[0] as [number, number, number, number];
    // Converted to the time of this node, which the rate limit headers are in.
    const differenceMs = this.#clock.now() - nowMs;
    return { count, start: startsAtMs + differenceMs, nextReset: new Date(endsAtMs + differenceMs) };
  }

  update<T, R>(key: string, change: (value: T | undefined, nowMs: number) => Update<T, R>): Promise<R> {
    const before = this.#updates.get(key) ?? Promise.resolve();
    const done = before.then(() => this.#update(this.#hash(key), change));
    const settled = done
      .catch(() => {})
      .then(() => {
        if (this.#updates.get(key) === settled) this.#updates.delete(key);
      });
    this.#updates.set(key, settled);
    return done;
  }

  /** Two round trips, and two more each time that another node was faster. */
  async #update<T, R>(
    key: string,
    change: (value: T | undefined, nowMs: number) => Update<T, R>,
  ): Promise<R> {
    const clockMs = this.#testTime();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const rows = await this.#tables.query(READ, [key, clockMs]);
      const [text, version, nowMs] = rows[0] as [string | null, string | null, number];
      const update = change(text === null ? undefined : (JSON.parse(text) as T), nowMs);
      if (await this.#write(key, version, update)) {
        this.#tables.purge(clockMs);
        return update.result;
      }
    }
    throw unavailable('The change conflicts with others');
  }

  /** @returns whether the value was still that of the version */
  async #write(
    key: string,
    version: string | null,
    { value, expiresAtMs = 0 }: Update<unknown, unknown>,
  ): Promise<boolean> {
    if (value === undefined) return true;
    if (value === null) {
      return version === null || (await this.#tables.query(DELETE, [key, version])).length > 0;
    }
    const row = [key, randomUUID(), JSON.stringify(value), expiresAtMs];
    const written =
      version === null ? this.#tables.query(INSERT, row) : this.#tables.query(UPDATE, [...row, version]);
    return (await written).length > 0;
  }

  #hash(key: string): string {
    return createHash('sha256').update(`${this.#name} ${key}`).digest('base64url');
  }

  /** The time of a test's clock; null selects the server's. */
  #testTime(): number | null {
    return this.#clock === systemClock ? null : this.#clock.now();
  }
}
