/** How often the probe looks at the clock: an error of this size is in every figure. */
const TICK_MS = 2;
const US_PER_MS = 1_000;

/**
 * Measures for how long the work of this process keeps its event loop from turning. A process that waits for its
 * turn on a busy machine does no work, so no more counts than the CPU time that was spent meanwhile; what blocks
 * without using the CPU, such as a slow disk, is not seen.
 */
export class LoopProbe {
  #lastTick = performance.now();
  #longest = 0;
  #cpu = process.cpuUsage();

  constructor() {
    setInterval(() => this.#look(), TICK_MS).unref();
  }

  /** The longest time that the loop was blocked since the last call, in milliseconds. */
  take(): number {
    this.#look();
    const { user, system } = process.cpuUsage(this.#cpu);
    const blockedMs = Math.min(this.#longest, (user + system) / US_PER_MS);
    this.#longest = 0;
    this.#cpu = process.cpuUsage();
    return blockedMs;
  }

  #look(): void {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#lastTick - TICK_MS);
    this.#lastTick = now;
  }
}
