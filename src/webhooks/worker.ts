import type { Ctx } from '../context.ts';
import { nowIso, SECOND_MS } from '../platform/clock.ts';
import { randomToken } from '../platform/crypto.ts';
import * as deliveries from './deliveries-store.ts';
import { type EndpointQueue, Schedule, type Slot } from './schedule.ts';
import { attemptDelivery } from './service/attempt.ts';

/** Interval for polling for deliveries created by other processes, or left behind by one that crashed. */
const POLL_INTERVAL_MS = SECOND_MS;
/** The longest delay that a timer supports. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Delivers events to endpoints. The database is the queue: each worker claims due deliveries for a limited time, so
 * that no two nodes attempt the same one, and after a crash they are still pending. The schedule keeps endpoints and
 * businesses from blocking each other. The slots of an endpoint are those of all nodes; which endpoints are slow, each
 * node finds out for itself.
 */
export class DeliveryWorker {
  readonly #ctx: () => Ctx;
  readonly #id: string;
  readonly #schedule = new Schedule();
  #hasClaimed = false;
  #isPaused = false;
  #stop = new AbortController();
  #wakeAtMs = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pollTimer: ReturnType<typeof setInterval> | undefined;
  #unsubscribe = () => {};
  #isRunning = false;
  #isFilling = false;
  #isFillRequested = false;
  #isPollRequested = false;
  readonly #idle = new Set<() => void>();

  constructor(ctx: () => Ctx) {
    this.#ctx = ctx;
    this.#id = randomToken(ctx().random);
  }

  /** Starts delivering: triggered by commits, due retries and periodic polling. */
  async start(): Promise<void> {
    const { database, log } = this.#ctx();
    this.#isRunning = true;
    // Where no other server can be running, all claims are those of one that crashed.
    if (!database.cluster.isShared)
      await database
        .transaction(db => deliveries.releaseClaims(db))
        .catch(cause => log.warn('failed to release the deliveries of the last run', { cause }));
    if (!this.#isRunning) return;
    this.#unsubscribe = database.onCommit(() => this.#wake());
    this.#pollTimer = setInterval(() => this.#poll(), POLL_INTERVAL_MS);
    this.#pollTimer.unref();
    this.#poll();
  }

  /** Aborts deliveries in flight, which stay pending, and starts no new ones. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#unsubscribe();
    clearInterval(this.#pollTimer);
    clearTimeout(this.#timer);
    this.#stop.abort();
    await this.#settled();
    await this.#releaseClaims();
  }

  /** Lets another worker, or the next run, continue at once instead of after the claims' time. */
  async #releaseClaims(): Promise<void> {
    if (!this.#hasClaimed) return;
    this.#hasClaimed = false;
    const { database, log } = this.#ctx();
    await database
      .transaction(db => deliveries.releaseClaims(db, this.#id))
      .catch(cause => log.warn('failed to release deliveries', { cause }));
  }

  /** Delivers everything currently due and waits for it; for tests and commands. */
  async drain(): Promise<void> {
    this.#isRunning = true;
    this.#stop = new AbortController();
    this.#poll();
    await this.#settled();
    this.#isRunning = false;
    clearTimeout(this.#timer);
    this.#wakeAtMs = Number.POSITIVE_INFINITY;
  }

  #settled(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise(resolve => this.#idle.add(resolve));
  }

  #isIdle(): boolean {
    return this.#schedule.inFlight === 0 && !this.#isFilling;
  }

  #resolveIfIdle(): void {
    if (!this.#isIdle()) return;
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }

  /** Checks only the endpoints affected by a commit. */
  #wake(): void {
    for (const endpoint of this.#ctx().outbox.take()) this.#schedule.add(endpoint);
    this.#requestFill();
  }

  #poll(): void {
    this.#isPaused = false;
    this.#isPollRequested = true;
    this.#wake();
  }

  /** Fills one at a time, so that two never select the same delivery; requests during a fill cause one more. */
  #requestFill(): void {
    this.#isFillRequested = true;
    if (!this.#isFilling) void this.#fillWhileRequested();
  }

  async #fillWhileRequested(): Promise<void> {
    this.#isFilling = true;
    while (this.#isFillRequested) {
      this.#isFillRequested = false;
      try {
        await this.#fill();
      } catch (cause) {
        this.#ctx().log.warn('failed to read due deliveries', { cause });
      }
    }
    this.#isFilling = false;
    this.#resolveIfIdle();
  }

  /** Starts deliveries until no slot is free or nothing is due. The claims of a turn share a commit. */
  async #fill(): Promise<void> {
    if (!this.#isActive()) return;
    if (this.#isPollRequested) {
      this.#isPollRequested = false;
      const { db, clock } = this.#ctx();
      for (const endpoint of await deliveries.listEndpointsWithDue(db, nowIso(clock)))
        this.#schedule.add(endpoint);
    }
    let hasMoved = true;
    while (hasMoved && this.#isActive()) {
      const turn = [...this.#schedule.takeTurn()].map(slot => this.#startReserved(slot));
      const outcomes = await Promise.allSettled(turn);
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      hasMoved = outcomes.some(outcome => outcome.status === 'fulfilled' && outcome.value);
    }
  }

  async #startReserved(slot: Slot): Promise<boolean> {
    try {
      return await this.#startNext(slot);
    } finally {
      this.#schedule.release(slot.queue);
    }
  }

  #isActive(): boolean {
    return this.#isRunning && !this.#isPaused;
  }

  /** Starts an endpoint's next delivery; without one the endpoint leaves the rotation until it has work again. */
  async #startNext({ queue, maxConcurrency }: Slot): Promise<boolean> {
    const { id } = queue;
    const ctx = this.#ctx();
    const now = nowIso(ctx.clock);
    // Removed before the lookup, because a commit during the lookup must be able to add the endpoint again.
    this.#schedule.remove(queue);
    // Copied, because a delivery that ends during the lookup may still be found as due.
    const inFlight = new Set(queue.inFlight);
    const found = await deliveries.listDue(ctx.db, { webhookId: id, now, limit: inFlight.size + 1 });
    // Reads first, because most lookups find nothing, and a claim is a transaction.
    const isDue = found.some(delivery => !inFlight.has(delivery.id));
    const claimed = isDue ? await this.#claim({ webhookId: id, now, maxConcurrency }) : undefined;
    if (claimed !== undefined && !queue.inFlight.has(claimed)) {
      this.#schedule.add(queue);
      this.#schedule.pass(queue);
      if (!this.#isActive()) return false;
      void this.#deliver(queue, claimed);
      return true;
    }
    this.#wakeFor(await deliveries.findUpcoming(ctx.db, id, now));
    return false;
  }

  #claim(due: { webhookId: string; now: string; maxConcurrency: number }): Promise<string | undefined> {
    this.#hasClaimed = true;
    const claim = { ...due, worker: this.#id };
    const { database } = this.#ctx();
    return database.transaction(db => deliveries.claimDue(db, claim), [`webhook:${due.webhookId}`]);
  }

  async #deliver(queue: EndpointQueue, deliveryId: string): Promise<void> {
    const ctx = this.#ctx();
    this.#schedule.start(queue, deliveryId);
    try {
      queue.pace = await attemptDelivery(ctx, deliveryId, this.#id, this.#stop.signal);
    } catch (cause) {
      // The result could not be stored; continuing would repeat the same delivery.
      this.#isPaused = true;
      ctx.log.error('failed to save a delivery attempt', { deliveryId, cause });
    }
    this.#schedule.finish(queue, deliveryId);
    this.#schedule.add(queue);
    this.#requestFill();
    this.#resolveIfIdle();
  }

  /** Sets the timer for the next retry, unless an earlier one is set. */
  #wakeFor(time: string | undefined): void {
    const at = time === undefined ? Number.POSITIVE_INFINITY : Date.parse(time);
    if (at >= this.#wakeAtMs) return;
    this.#wakeAtMs = at;
    clearTimeout(this.#timer);
    const delayMs = Math.min(Math.max(at - this.#ctx().clock.now(), 0), MAX_TIMER_MS);
    this.#timer = setTimeout(() => {
      this.#wakeAtMs = Number.POSITIVE_INFINITY;
      this.#poll();
    }, delayMs);
    this.#timer.unref();
  }
}
