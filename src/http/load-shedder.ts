/** An event loop turn that handles requests for longer than this keeps the last one waiting too long. */
const LONG_TURN_MS = 250;
/** A single turn of this length, or consecutive long turns, are sustained overload instead of a burst. */
const MAX_WAIT_MS = 1_000;
/** During overload, each turn handles requests for this long and sheds the rest. */
const TURN_BUDGET_MS = 100;

/** Fewer requests than this per turn never count as overload, however long they take. */
const MIN_REQUESTS = 100;

interface Loop {
  now(): number;
  /** Runs `work` after all requests that have already arrived. */
  afterTurn(work: () => void): void;
}

const LOOP: Loop = { now: () => performance.now(), afterTurn: work => void setImmediate(work) };

/**
 * Detects overload. The time that a request waited in its socket is unknown, but all waiting requests are handed over
 * in one event loop turn, so the turn's length is how long the last one waited. While turns stay long, requests beyond
 * a time budget are rejected immediately, which is cheap, instead of every request being served late.
 */
export class LoadShedder {
  readonly #loop: Loop;
  #turnStartedAt = Number.NaN;
  #requestCount = 0;
  #turnEndedAt = Number.NEGATIVE_INFINITY;
  #longSince = Number.NaN;
  #isOverloaded = false;
  #hasShed = false;

  constructor(loop: Loop = LOOP) {
    this.#loop = loop;
  }

  /** Returns whether to reject a request that starts at `now`. Must be called once per request. */
  shouldShed(now: number): boolean {
    if (Number.isNaN(this.#turnStartedAt)) this.#begin(now);
    this.#requestCount++;
    const elapsed = now - this.#turnStartedAt;
    // Requests that arrive during a turn join it, so under heavy load the turn does not end.
    if (elapsed >= MAX_WAIT_MS && this.#hasEnoughRequests) this.#isOverloaded = true;
    if (!this.#isOverloaded || elapsed < TURN_BUDGET_MS) return false;
    this.#hasShed = true;
    return true;
  }

  get #hasEnoughRequests(): boolean {
    return this.#requestCount >= MIN_REQUESTS;
  }

  #begin(now: number): void {
    this.#turnStartedAt = now;
    this.#requestCount = 0;
    if (now - this.#turnEndedAt > LONG_TURN_MS) this.#longSince = Number.NaN;
    this.#loop.afterTurn(() => this.#end());
  }

  #end(): void {
    const now = this.#loop.now();
    const isLong = now - this.#turnStartedAt >= LONG_TURN_MS && this.#hasEnoughRequests;
    if (this.#isOverloaded) this.#isOverloaded = this.#hasShed;
    else if (!isLong) this.#longSince = Number.NaN;
    else if (Number.isNaN(this.#longSince)) this.#longSince = this.#turnStartedAt;
    else this.#isOverloaded = now - this.#longSince >= MAX_WAIT_MS;
    this.#hasShed = false;
    this.#turnStartedAt = Number.NaN;
    this.#turnEndedAt = now;
  }
}
