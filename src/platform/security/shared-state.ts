import type { Clock } from '../clock.ts';

/** A fixed window of a counter, in the time of this node's clock. */
export interface CounterWindow {
  count: number;
  nextReset: Date;
  start: number;
}

/** The effect of an update: without `value`, the stored value stays; null deletes it. */
export interface Update<T, R> {
  result: R;
  value?: T | null;
  /** When the value has no meaning anymore and may be deleted. */
  expiresAtMs?: number;
}

/**
 * Counters and small values that limits need, common to all nodes of an installation. They are not durable: a restart
 * of the process, or a crash of the database server, may clear them.
 */
export interface SharedState {
  /**
   * Counts one use of a key. Its window begins with the first use.
   * @throws AppError UNAVAILABLE if the state can't be reached
   */
  count(key: string, durationMs: number): CounterWindow | Promise<CounterWindow>;
  /**
   * Changes the value of a key, which is plain JSON. Updates of one key happen one after another on all nodes; `change`
   * runs again if another node was faster, and must not modify the value in place.
   * @throws AppError UNAVAILABLE if the state can't be reached
   */
  update<T, R>(key: string, change: (value: T | undefined, nowMs: number) => Update<T, R>): Promise<R>;
}

/** Limits the windows to about 20 MiB of memory; beyond it the oldest window is evicted. */
const MAX_WINDOWS = 100_000;
/** Limits memory; beyond it, the value that was changed longest ago is evicted. */
const MAX_VALUES = 50_000;

/** The state of an installation with one process. */
export class MemoryState implements SharedState {
  readonly #windows: BoundedWindows;
  readonly #values = new Map<string, unknown>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#windows = new BoundedWindows(clock, MAX_WINDOWS);
  }

  count(key: string, durationMs: number): CounterWindow {
    return { ...this.#windows.increment(key, durationMs) };
  }

  async update<T, R>(key: string, change: (value: T | undefined, nowMs: number) => Update<T, R>): Promise<R> {
    const { result, value } = change(this.#values.get(key) as T | undefined, this.#clock.now());
    if (value === undefined) return result;
    // A changed value goes to the end of the map, whose insertion order is the age.
    this.#values.delete(key);
    if (value === null) return result;
    if (this.#values.size >= MAX_VALUES) this.#values.delete(this.#values.keys().next().value as string);
    this.#values.set(key, value);
    return result;
  }
}

/** The windows of all clients, oldest first, so that the oldest is evicted at the limit. */
export class BoundedWindows {
  readonly #windows = new Map<string, CounterWindow>();
  #oldestFirst = this.#windows.keys();
  readonly #clock: Clock;
  readonly #max: number;

  constructor(clock: Clock, max: number) {
    this.#clock = clock;
    this.#max = max;
  }

  increment(key: string, durationMs: number): CounterWindow {
    const now = this.#clock.now();
    const known = this.#windows.get(key);
    // If the clock was set back, a window from the future is treated as expired.
    if (known && known.start <= now && known.nextReset.getTime() > now) {
      known.count++;
      return known;
    }
    // A new window goes to the end of the map, whose insertion order is the age.
    if (known) this.#windows.delete(key);
    else if (this.#windows.size >= this.#max) this.#evictOldest();
    const window = { count: 1, nextReset: new Date(now + durationMs), start: now };
    this.#windows.set(key, window);
    return window;
  }

  /** Reuses one iterator across evictions, because a new one would skip over all deleted entries again. */
  #evictOldest(): void {
    let next = this.#oldestFirst.next();
    if (next.done) {
      this.#oldestFirst = this.#windows.keys();
      next = this.#oldestFirst.next();
    }
    this.#windows.delete(next.value as string);
  }

  /** Returns the count of a key without counting. */
  peek(key: string): number {
    return this.#windows.get(key)?.count ?? 0;
  }

  get size(): number {
    return this.#windows.size;
  }
}
