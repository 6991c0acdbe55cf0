/**
 * Whether this is a smoke run (`--smoke`), which shows that each topic still works: everything is small, runs once, and all
 * programs run in one process. Its figures mean nothing.
 */
export const isSmoke = process.argv.includes('--smoke');
/** The default size of what a smoke run fills or repeats. */
const SMALL = 20;

/** Returns a number of records, rounds or milliseconds, or the small one in a smoke run. */
export function sized(full: number, small = SMALL): number {
  return isSmoke ? small : full;
}
