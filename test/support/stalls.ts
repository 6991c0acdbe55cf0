import { expect } from 'bun:test';

/** The longest time that a request may hold the event loop; the requests of all others wait meanwhile. */
export const MAX_STALL_MS = 50;
/** Other work on the machine only ever adds to a stall, so that the shortest of several attempts is the program's own. */
const MAX_ATTEMPTS = 8;

/** Returns the longest time between two turns of the event loop while the work runs. */
export async function measureStallMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  let last = performance.now();
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
    await new Promise(resolve => setImmediate(resolve));
  } finally {
    isRunning = false;
  }
  return longest;
}

/** Fails if the work holds the event loop for longer than MAX_STALL_MS in every attempt. */
export async function expectNoStall(work: (attempt: number) => Promise<unknown>): Promise<void> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && shortest > MAX_STALL_MS; attempt++)
    shortest = Math.min(shortest, await measureStallMs(() => work(attempt)));
  expect(shortest).toBeLessThanOrEqual(MAX_STALL_MS);
}
