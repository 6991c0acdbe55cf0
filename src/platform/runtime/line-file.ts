import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { OWNER_ONLY_FILE } from './files.ts';

/** Appends lines to a file that only its owner can read, durably. @throws Error if the disk is full */
export function appendLines(file: string, lines: readonly string[]): void {
  const descriptor = openSync(file, 'a', OWNER_ONLY_FILE);
  try {
    writeSync(descriptor, lines.map(line => `${line}\n`).join(''));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the complete lines of a file; none if it does not exist. */
export function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}
