import { expect } from 'bun:test';

const MAX_GROWTH = 3;
/** Times below this are too short to compare; a quadratic step would take many seconds. */
const NOISE_MS = 20;
const MAX_ATTEMPTS = 20;
const US_PER_MS = 1_000;

/** Returns the processor time of this thread, which does not grow while other processes run. */
function timeOf(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / US_PER_MS;
}

/**
 * Fails if work on one long input takes more than three times as long as the same amount of work on short ones; a
 * quadratic step would take as many times as long as there are short ones. Compares the least times of several runs, one
 * beside the other.
 */
export function expectNoLonger(long: () => void, short: () => void): void {
  const least = { long: Number.POSITIVE_INFINITY, short: Number.POSITIVE_INFINITY };
  const isLonger = () => least.long > MAX_GROWTH * least.short + NOISE_MS;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && (attempt === 0 || isLonger()); attempt++) {
    least.short = Math.min(least.short, timeOf(short));
    least.long = Math.min(least.long, timeOf(long));
  }
  expect(isLonger() ? least : undefined).toBeUndefined();
}
