import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
/** A reading covers so much time at least, so that two readers do not take each other's. */
const LEAST_WINDOW_MS = 10_000;
const NANOS = 1_000_000;

let watch: ReturnType<typeof begin> | undefined;

function begin() {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  return { delays, since: performance.now() };
}

/** From now on the event loop of this process is watched. It does not keep the process running. */
export function watchLoop(): void {
  watch ??= begin();
}

/** Milliseconds that the event loop was held up at most since the reading before; 0 while nobody watches. */
export function loopLagMs(): number {
  if (!watch) return 0;
  const { delays, since } = watch;
  const lagMs = delays.max / NANOS;
  if (performance.now() - since >= LEAST_WINDOW_MS) {
    delays.reset();
    watch.since = performance.now();
  }
  return lagMs;
}
