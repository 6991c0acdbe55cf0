/** A turn of the event loop that answers requests for so long keeps the last of them waiting too long. */
const LONG_TURN_MS = 250;
/** One turn of so long, or long ones after one another, are no burst any more. */
const MAX_WAIT_MS = 1_000;
/** From then on a turn answers for so long and refuses the rest. */
const TURN_BUDGET_MS = 100;

/** Fewer requests than this are no crowd, however long they take. */
const MIN_REQUESTS = 100;

interface Loop {
  now(): number;
  /** Runs the work when all requests that have arrived by now had their turn. */
  afterTurn(work: () => void): void;
}

const LOOP: Loop = { now: () => performance.now(), afterTurn: work => void setImmediate(work) };

/**
 * Tells when there is more to do than can be done. A request cannot say how long it has waited in its socket, but
 * all that wait are handed over in one turn of the event loop: its length is what the last of them waited. Where
 * turns stay long, answering everybody late helps nobody: what is beyond a budget is refused at once, which is cheap.
 */
export class LoadShedder {
  readonly #loop: Loop;
  #turnStartedAt = Number.NaN;
  #begun = 0;
  #turnEndedAt = Number.NEGATIVE_INFINITY;
  #longSince = Number.NaN;
  #isOver = false;
  #hasRefused = false;

  constructor(loop: Loop = LOOP) {
    this.#loop = loop;
  }

  /** Whether a request that is begun at `now` must be refused. To be asked for each one. */
  shouldShed(now: number): boolean {
    if (Number.isNaN(this.#turnStartedAt)) this.#begin(now);
    this.#begun++;
    const elapsed = now - this.#turnStartedAt;
    // One turn takes in whatever arrives meanwhile, and under enough of it does not end.
    if (elapsed >= MAX_WAIT_MS && this.#isCrowd) this.#isOver = true;
    if (!this.#isOver || elapsed < TURN_BUDGET_MS) return false;
    this.#hasRefused = true;
    return true;
  }

  get #isCrowd(): boolean {
    return this.#begun >= MIN_REQUESTS;
  }

  #begin(now: number): void {
    this.#turnStartedAt = now;
    this.#begun = 0;
    if (now - this.#turnEndedAt > LONG_TURN_MS) this.#longSince = Number.NaN;
    this.#loop.afterTurn(() => this.#end());
  }

  #end(): void {
    const now = this.#loop.now();
    const isLong = now - this.#turnStartedAt >= LONG_TURN_MS && this.#isCrowd;
    if (this.#isOver) this.#isOver = this.#hasRefused;
    else if (!isLong) this.#longSince = Number.NaN;
    else if (Number.isNaN(this.#longSince)) this.#longSince = this.#turnStartedAt;
    else this.#isOver = now - this.#longSince >= MAX_WAIT_MS;
    this.#hasRefused = false;
    this.#turnStartedAt = Number.NaN;
    this.#turnEndedAt = now;
  }
}
