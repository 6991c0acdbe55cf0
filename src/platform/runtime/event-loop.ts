import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
const NS_PER_SECOND = 1e9;

/** How late the event loop came to its work since it was last asked, in seconds. */
export interface EventLoopMonitor {
  readAndReset(): { p99Seconds: number; maxSeconds: number };
  stop(): void;
}

export function createEventLoopMonitor(): EventLoopMonitor {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return {
    readAndReset() {
      // Before the first sample there is no maximum yet; then it is the type's least or greatest value.
      const isEmpty = histogram.count === 0;
      const p99Seconds = isEmpty ? 0 : histogram.percentile(99) / NS_PER_SECOND;
      const maxSeconds = isEmpty ? 0 : histogram.max / NS_PER_SECOND;
      histogram.reset();
      return { p99Seconds, maxSeconds };
    },
    stop: () => void histogram.disable(),
  };
}
