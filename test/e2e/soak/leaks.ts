import type { Usage } from './server.ts';

const MIB = 1024 * 1024;
const MINUTES_PER_HOUR = 60;
/** Growth of memory per hour that is no leak: statements of rare requests, and what is kept of many businesses. */
const MEMORY_PER_HOUR = 4 * MIB;
/** Two readings vary this much, also in a short run. */
const MEMORY_MARGIN = 6 * MIB;
/** Open files, threads and files that may be in use at the one moment and not at the other. */
const COUNT_MARGIN = 2;
/** A checkpoint begins at 8,000 pages (32 MB), or later while readers need the log. */
const MAX_LOG_BYTES = 64 * MIB;

type Counted = 'memoryBytes' | 'heapBytes' | 'openFiles' | 'threads' | 'files';

/**
 * Compares the least use in the second quarter of a run with that in the last one. What a program needs now and then comes and
 * goes, so that only a leak raises the least.
 * @param usages in the order of their times; at least 8
 */
export function compareQuarters(usages: readonly Usage[]): Record<Counted, [early: number, late: number]> {
  const quarter = Math.floor(usages.length / 4);
  const [early, late] = [usages.slice(quarter, 2 * quarter), usages.slice(-quarter)];
  const compare = (name: Counted): [number, number] => {
    const least = (of: readonly Usage[]) => Math.min(...of.map(usage => usage[name]));
    return [least(early), least(late)];
  };
  return {
    memoryBytes: compare('memoryBytes'),
    heapBytes: compare('heapBytes'),
    openFiles: compare('openFiles'),
    threads: compare('threads'),
    files: compare('files'),
  };
}

/** Returns a sentence for each resource of which a server keeps more and more. */
export function findLeaks(usages: readonly Usage[]): string[] {
  const hours = ((usages.at(-1)?.minute ?? 0) - (usages[0]?.minute ?? 0)) / MINUTES_PER_HOUR / 2;
  const found = compareQuarters(usages);
  const memoryLimit = MEMORY_MARGIN + MEMORY_PER_HOUR * hours;
  const limits: Record<Counted, number> = {
    memoryBytes: memoryLimit,
    heapBytes: memoryLimit,
    openFiles: COUNT_MARGIN,
    threads: COUNT_MARGIN,
    files: COUNT_MARGIN,
  };
  const grown = Object.entries(found).filter(
    ([name, [early, late]]) => !(late - early <= limits[name as Counted]),
  );
  const log = Math.max(...usages.map(({ logBytes }) => logBytes));
  return [
    ...grown.map(([name, [early, late]]) => `${name} has grown from ${early} to ${late}`),
    ...(log <= MAX_LOG_BYTES ? [] : [`the log of the database had ${log} bytes`]),
  ];
}
