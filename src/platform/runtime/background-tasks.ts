import { SECOND_MS } from '../clock.ts';
import type { Log } from '../log.ts';

/** How long closing waits for running tasks, less than the 10 seconds after which Docker kills a container. */
const CLOSE_TIMEOUT_MS = 5 * SECOND_MS;

/** Keeps track of work that a response does not wait for, so that a shutdown can. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>();

  constructor(private readonly log: Log) {}

  /** Tracks a task that has been started. */
  run(task: Promise<unknown>, onFailure: (cause: unknown) => void): void {
    const tracked: Promise<void> = task
      .then(() => {}, onFailure)
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  /** Resolves when no task is running, including those that others have started meanwhile. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Waits for the running tasks, but no longer than the timeout. */
  async close(timeoutMs = CLOSE_TIMEOUT_MS): Promise<void> {
    if (this.#running.size === 0) return;
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, timeoutMs);
    await Promise.race([this.settled(), timeout.promise]);
    clearTimeout(timer);
    const unfinished = this.#running.size;
    if (unfinished > 0) this.log.warn('Background tasks exceeded the shutdown timeout', { unfinished });
  }
}
