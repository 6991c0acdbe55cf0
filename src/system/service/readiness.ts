import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { nowIso, SECOND_MS } from '../../platform/clock.ts';
import { VERSION } from '../../platform/version.ts';
import type { Readiness } from '../model.ts';
import * as store from '../store.ts';
import type { ProcessInfo } from './health.ts';

/** A database that takes longer is not ready: a load balancer has another server, which may be faster. */
const DATABASE_TIMEOUT_MS = 2 * SECOND_MS;
const RETRY_AFTER_SECONDS = 2;

/** A query that runs for longer is replaced, because the connection that it waits for may be lost. */
const ABANDON_AFTER_MS = 10 * SECOND_MS;

/** The checks of a server's readiness, which the message of a failed one names. */
type Check = 'shutdown' | 'database' | 'migrations';

/** Checks whether this server can handle requests, for load balancers. */
export class ReadinessCheck {
  readonly #process: ProcessInfo;
  readonly #timeoutMs: number;
  /** The query that is running. All requests share it, so that they do not pile up on a database that hangs. */
  #query: { isMigrated: Promise<boolean>; startedAtMs: number } | undefined;

  constructor(process: ProcessInfo, timeoutMs = DATABASE_TIMEOUT_MS) {
    this.#process = process;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws UNAVAILABLE that names the check that failed */
  async run(ctx: Ctx): Promise<Readiness> {
    const { migration, lifecycle } = this.#process;
    if (lifecycle.isShuttingDown) throw notReady('shutdown', 'the server is shutting down');
    if (!(await this.#isMigrated(ctx))) throw notReady('migrations', `${migration} is not applied`);
    return { status: 'ready', version: VERSION, time: nowIso(ctx.clock) };
  }

  /**
   * Returns whether the database has the newest migration of this version. It may have newer ones: during an upgrade,
   * servers of the previous version keep running.
   */
  async #isMigrated(ctx: Ctx): Promise<boolean> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(notReady('database', `no response within ${this.#timeoutMs / SECOND_MS} s`)),
      this.#timeoutMs,
    );
    try {
      return await Promise.race([this.#queryOnce(ctx), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  #queryOnce({ database, clock }: Ctx): Promise<boolean> {
    const now = clock.now();
    if (this.#query && now - this.#query.startedAtMs < ABANDON_AFTER_MS) return this.#query.isMigrated;
    const run = async () => {
      try {
        await database.ping();
        return await store.hasMigration(database.reader, this.#process.migration);
      } catch (cause) {
        throw notReady('database', cause instanceof AppError ? cause.message : 'the query failed', cause);
      }
    };
    const query = { isMigrated: run(), startedAtMs: now };
    const forget = () => {
      if (this.#query === query) this.#query = undefined;
    };
    query.isMigrated.then(forget, forget);
    this.#query = query;
    return query.isMigrated;
  }
}

function notReady(check: Check, reason: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', `Not ready (${check}): ${reason}`, {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
