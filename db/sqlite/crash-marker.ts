import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a marker file in the data directory that is removed on a clean shutdown. A marker found at start means that
 * the previous server crashed. It is synced to disk before the first database write, so that a power failure is
 * detected.
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
