import type { Services } from '../context.ts';
import { SECOND_MS } from '../platform/clock.ts';
import { createSingleFlight } from '../platform/runtime/in-order.ts';

/** Interval for reading events of other processes, whose notifications may be missing: the CLI and other nodes. */
const POLL_INTERVAL_MS = SECOND_MS;

/**
 * Calls `read`, one call at a time, after commits of other processes and at an interval.
 * @param onLocal called after each commit of this process, with a function that requests a call of `read`
 * @returns a function that ends this
 */
export function followCommits(
  { database, log }: Pick<Services, 'database' | 'log'>,
  read: () => Promise<void>,
  onLocal: (requestRead: () => void) => void,
): () => void {
  const requestRead = createSingleFlight(() =>
    read().catch(cause => log.warn('failed to read new events', { cause })),
  );
  const stop = database.onCommit(origin => (origin === 'remote' ? requestRead() : onLocal(requestRead)));
  const timer = setInterval(requestRead, POLL_INTERVAL_MS);
  timer.unref();
  return () => {
    stop();
    clearInterval(timer);
  };
}
