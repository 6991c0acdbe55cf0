import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Leaves a mark in the data directory while a server runs; still there at the next start, it tells that the
 * server did not end by itself. On disk before the first write to the database, so that a power cut shows too.
 */
export function setCrashMarker(dataDir: string): { wasUnclean: boolean; clear(): void } {
  const file = join(dataDir, 'running');
  const wasUnclean = existsSync(file);
  if (!wasUnclean) {
    writeThrough(file, `${process.pid}\n`);
    syncFolder(dataDir);
  }
  return { wasUnclean, clear: () => rmSync(file, { force: true }) };
}

function writeThrough(file: string, text: string): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
