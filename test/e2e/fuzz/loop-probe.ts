/** The probe's interval, which is also its measurement error. */
const TICK_MS = 2;
const US_PER_MS = 1_000;

/**
 * Measures how long this process blocks its event loop. Waiting for the CPU on a busy machine doesn't count, so each
 * measurement is limited to the CPU time used meanwhile. Blocking without CPU use, such as a slow disk, is not detected.
 */
export class LoopProbe {
  #lastTick = performance.now();
  #longest = 0;
  #cpu = process.cpuUsage();

  constructor() {
    setInterval(() => this.#look(), TICK_MS).unref();
  }

  /** Returns the longest time that the loop was blocked since the last call, in milliseconds. */
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
