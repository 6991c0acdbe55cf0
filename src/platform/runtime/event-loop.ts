import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
const NS_PER_SECOND = 1e9;

/** Measures the event loop delay since the last reading, in seconds. */
export interface EventLoopMonitor {
  readAndReset(): { p99Seconds: number; maxSeconds: number };
  stop(): void;
}

export function createEventLoopMonitor(): EventLoopMonitor {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return {
    readAndReset() {
      // An empty histogram reports the type's minimum or maximum value.
      const isEmpty = histogram.count === 0;
      const p99Seconds = isEmpty ? 0 : histogram.percentile(99) / NS_PER_SECOND;
      const maxSeconds = isEmpty ? 0 : histogram.max / NS_PER_SECOND;
      histogram.reset();
      return { p99Seconds, maxSeconds };
    },
    stop: () => void histogram.disable(),
  };
}

/**
 * Lets the event loop handle other work during a long computation. Does not delay. Inside a transaction, readers see
 * the state before it and other writers wait.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
