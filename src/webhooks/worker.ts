import type { Ctx } from '../context.ts';
import { iso, SECOND_MS } from '../platform/clock.ts';
import * as deliveries from './deliveries-store.ts';
import { attemptDelivery } from './service/attempt.ts';

export const MAX_IN_FLIGHT = 32;
export const MAX_IN_FLIGHT_PER_ENDPOINT = 4;
/** Above this many deliveries in flight, each endpoint is limited to one, which keeps slots free for the others. */
const BUSY_THRESHOLD = 16;
/** Slots shared by all endpoints whose last attempt was slow or failed. */
const MAX_SLOW = 16;
/** Interval for polling for deliveries created by another process (the CLI). */
const POLL_INTERVAL_MS = 5 * SECOND_MS;
/** The longest delay that a timer supports. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface EndpointQueue {
  inFlight: Set<string>;
  /** The last attempt failed or was slow: limited to one delivery at a time until one succeeds. */
  isSlow: boolean;
}

/**
 * Delivers events to endpoints. The database is the queue: due deliveries are read from it, and those in flight are
 * tracked only in memory, so after a crash they are still pending. Each endpoint has its own queue, and a slow one
 * uses a single slot, so endpoints do not block each other.
 */
export class DeliveryWorker {
  readonly #ctx: () => Ctx;
  readonly #queues = new Map<string, EndpointQueue>();
  /** Endpoints that may have due deliveries, in scheduling order. */
  readonly #ready = new Set<string>();
  #inFlight = 0;
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
  }

  /** Starts delivering: triggered by commits, due retries and periodic polling. */
  start(): void {
    this.#isRunning = true;
    this.#unsubscribe = this.#ctx().database.onCommit(() => this.#wake());
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
    return this.#inFlight === 0 && !this.#isFilling;
  }

  #resolveIfIdle(): void {
    if (!this.#isIdle()) return;
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }

  /** Checks only the endpoints affected by a commit. */
  #wake(): void {
    for (const id of this.#ctx().outbox.take()) this.#ready.add(id);
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

  /** Assigns free slots round-robin, one per endpoint. */
  async #fill(): Promise<void> {
    if (!this.#isActive()) return;
    if (this.#isPollRequested) {
      this.#isPollRequested = false;
      for (const id of await deliveries.listEndpointsWithPending(this.#ctx().db)) this.#ready.add(id);
    }
    let hasMoved = true;
    while (hasMoved && this.#inFlight < MAX_IN_FLIGHT) {
      hasMoved = false;
      for (const id of [...this.#ready]) {
        if (this.#inFlight >= MAX_IN_FLIGHT || !this.#isActive()) return;
        const queue = this.#queueOf(id);
        if (queue.inFlight.size >= this.#maxConcurrency(queue)) continue;
        if (await this.#startNext(id, queue)) hasMoved = true;
      }
    }
  }

  #isActive(): boolean {
    return this.#isRunning && !this.#isPaused;
  }

  #queueOf(id: string): EndpointQueue {
    let queue = this.#queues.get(id);
    if (!queue) {
      queue = { inFlight: new Set(), isSlow: false };
      this.#queues.set(id, queue);
    }
    return queue;
  }

  #maxConcurrency({ isSlow }: EndpointQueue): number {
    if (!isSlow) return this.#inFlight < BUSY_THRESHOLD ? MAX_IN_FLIGHT_PER_ENDPOINT : 1;
    const slow = [...this.#queues.values()].filter(queue => queue.isSlow && queue.inFlight.size > 0).length;
    return slow < MAX_SLOW ? 1 : 0;
  }

  /** Starts an endpoint's next delivery; without one the endpoint leaves the rotation until it has work again. */
  async #startNext(id: string, queue: EndpointQueue): Promise<boolean> {
    const ctx = this.#ctx();
    const now = iso(ctx.clock.now());
    // Removed before the lookup, because a commit during the lookup must be able to add the endpoint again.
    this.#ready.delete(id);
    // Copied, because a delivery that ends during the lookup may still be found as due.
    const inFlight = new Set(queue.inFlight);
    const found = await deliveries.listDue(ctx.db, id, now, inFlight.size + 1);
    const next = found.find(delivery => !inFlight.has(delivery.id));
    if (next) {
      // Moves the endpoint to the end of the rotation.
      this.#ready.delete(id);
      this.#ready.add(id);
      if (!this.#isActive()) return false;
      void this.#deliver(id, queue, next.id);
      return true;
    }
    this.#wakeFor(await deliveries.findUpcoming(ctx.db, id, now));
    if (queue.inFlight.size === 0 && !queue.isSlow) this.#queues.delete(id);
    return false;
  }

  async #deliver(id: string, queue: EndpointQueue, deliveryId: string): Promise<void> {
    const ctx = this.#ctx();
    queue.inFlight.add(deliveryId);
    this.#inFlight += 1;
    try {
      queue.isSlow = (await attemptDelivery(ctx, deliveryId, this.#stop.signal)) === 'slow';
    } catch (cause) {
      // The result could not be stored; continuing would repeat the same delivery.
      this.#isPaused = true;
      ctx.log.error('failed to save a delivery attempt', { deliveryId, cause });
    }
    queue.inFlight.delete(deliveryId);
    this.#inFlight -= 1;
    this.#ready.add(id);
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
