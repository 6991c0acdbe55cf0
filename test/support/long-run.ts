/** Whether tests run over everything, in `bun run check:nightly` or with TEST_LONG=1, instead of over a part. */
export const isLongRun = process.env.TEST_LONG !== undefined;

/**
 * Returns every `step`-th item, so that each run takes the same part, and all items in a long run. For tests that take
 * the same operations through one more client or protocol.
 */
export function sample<T>(items: readonly T[], step: number): T[] {
  return items.filter((_, index) => isLongRun || index % step === 0);
}
