import type { Db } from '../../db/client.ts';
import type { Ctx } from '../context.ts';
import { nowIso, SECOND_MS } from '../platform/clock.ts';
import { randomToken } from '../platform/crypto.ts';
import { queue as urgent } from '../urgent-mails/service.ts';
import * as outbox from './outbox-store.ts';
import { followAll, followBusiness } from './service/follow.ts';
import { sendClaimed } from './service/send.ts';

/** Mails sent at the same time. Mail servers accept few connections from one client. */
const CONCURRENCY = 4;
/** Mails claimed at once: few, so that all are sent before the claim ends. */
const BATCH = 8;
/** How often new events and due mails are looked for. */
const POLL_INTERVAL_MS = SECOND_MS;
/** Polls between two searches for the events of other processes, or of a run that crashed. */
const POLLS_PER_SEARCH = 60;
/** How long a shutdown waits for mails in flight; the next run sends the others again. */
const STOP_TIMEOUT_MS = 5 * SECOND_MS;

/** A queue of mails that wait for a worker. */
type Queue = typeof urgent;
const { hasDue, claimDue } = outbox;
const OUTBOX: Queue = { hasDue, claimDue, releaseClaims: outbox.releaseClaims, send: sendClaimed };

async function releaseClaims(db: Db, worker?: string): Promise<void> {
  await urgent.releaseClaims(db, worker);
  await OUTBOX.releaseClaims(db, worker);
}

/**
 * Turns events into mails and sends them. The database is the queue: each worker claims due mails for a limited time, so
 * that no two nodes send the same one, and after a crash they are sent again with the same Message-ID.
 */
export class MailWorker {
  readonly #ctx: () => Ctx;
  readonly #id: string;
  /** Businesses with events that were not turned into mails. */
  readonly #changed = new Set<string>();
  #isRunning = false;
  #isPaused = false;
  #polls = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #following: Promise<void> | undefined;
  #sending: Promise<void> | undefined;

  constructor(ctx: () => Ctx) {
    this.#ctx = ctx;
    this.#id = randomToken(ctx().random);
  }

  /** Starts following events and sending, once per second. */
  async start(): Promise<void> {
    const { database, log, eventNotifier } = this.#ctx();
    eventNotifier.subscribe(businessId => this.#changed.add(businessId));
    // Where no other server can be running, all claims are those of one that crashed.
    if (!database.cluster.isShared)
      await database
        .transaction(db => releaseClaims(db))
        .catch(cause => log.warn('failed to release the mails of the last run', { cause }));
    this.#isRunning = true;
    this.#timer = setInterval(() => this.#poll(), POLL_INTERVAL_MS);
    this.#timer.unref();
    this.#poll();
  }

  /** Waits for mails in flight, but not long, and starts no new ones. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#isRunning) return;
    this.#isRunning = false;
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, STOP_TIMEOUT_MS);
    await Promise.race([Promise.all([this.#following, this.#sending]), timeout.promise]);
    clearTimeout(timer);
    const { database, log } = this.#ctx();
    await database
      .transaction(db => releaseClaims(db, this.#id))
      .catch(cause => log.warn('failed to release mails', { cause }));
  }

  /** Turns all new events into mails, sends those that are due and waits for it; for tests and commands. */
  async drain(): Promise<void> {
    this.#isRunning = true;
    this.#isPaused = false;
    await followAll(this.#ctx());
    await this.#send();
    this.#isRunning = false;
  }

  #poll(): void {
    this.#isPaused = false;
    const isSearch = this.#polls++ % POLLS_PER_SEARCH === 0;
    this.#following ??= this.#follow(isSearch).finally(() => {
      this.#following = undefined;
    });
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
  }

  async #follow(isSearch: boolean): Promise<void> {
    const ctx = this.#ctx();
    try {
      if (isSearch) await followAll(ctx);
      for (const businessId of this.#changed) {
        if (!this.#isRunning) return;
        this.#changed.delete(businessId);
        await followBusiness(ctx, businessId);
      }
    } catch (cause) {
      // The next search finds the events that are left.
      ctx.log.warn('failed to turn events into mails', { cause });
    }
  }

  /** Sends until nothing is due. */
  async #send(): Promise<void> {
    const ctx = this.#ctx();
    try {
      // After each batch, mails that people wait for are first again.
      while (
        this.#isActive() &&
        ((await this.#sendBatch(ctx, urgent)) || (await this.#sendBatch(ctx, OUTBOX)))
      );
    } catch (cause) {
      ctx.log.warn('failed to read due mails', { cause });
    }
  }

  /** Sends the mails of a queue that are due, up to the size of a batch. @returns false if there was none */
  async #sendBatch(ctx: Ctx, queue: Queue): Promise<boolean> {
    const now = nowIso(ctx.clock);
    // Reads first, because mostly nothing is due, and a claim is a transaction.
    if (!(await queue.hasDue(ctx.db, now))) return false;
    const claim = { now, worker: this.#id, limit: BATCH };
    const claimed = await ctx.database.transaction(db => queue.claimDue(db, claim), []);
    if (claimed.length === 0) return false;
    await Promise.all(Array.from({ length: CONCURRENCY }, () => this.#sendEach(ctx, queue, claimed)));
    return true;
  }

  async #sendEach(ctx: Ctx, { send }: Queue, claimed: string[]): Promise<void> {
    for (let id = claimed.shift(); id !== undefined && this.#isActive(); id = claimed.shift()) {
      try {
        await send(ctx, id, this.#id);
      } catch (cause) {
        // The result could not be stored; continuing would send the same mail again.
        this.#isPaused = true;
        ctx.log.error('failed to save the result of a mail', { mail: id, cause });
      }
    }
  }

  #isActive(): boolean {
    return this.#isRunning && !this.#isPaused;
  }
}
