/** Maps items like `map`, awaiting one after another: a transaction runs one statement at a time. */
export async function mapInOrder<T, R>(items: Iterable<T>, work: (item: T) => Promise<R> | R): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** Calls `work` for all items, a batch of them at the same time, such as requests that each take a round trip. */
export async function forEachInBatches<T>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += size)
    await Promise.all(items.slice(from, from + size).map(work));
}

/** Tests items like `some`, awaiting one after another until one matches. */
export async function someInOrder<T>(
  items: Iterable<T>,
  matches: (item: T) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (await matches(item)) return true;
  return false;
}

/**
 * Returns a function that starts `work`, which must not reject. While it runs, requests are remembered and start it
 * once more afterwards.
 */
export function createSingleFlight(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isRequested = false;
  const run = async () => {
    isRunning = true;
    while (isRequested) {
      isRequested = false;
      await work();
    }
    isRunning = false;
  };
  return () => {
    isRequested = true;
    if (!isRunning) void run();
  };
}
