import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Backup {
  file: string;
  /** Milliseconds since the epoch. */
  modifiedMs: number;
}

export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** The backups and pre-migration snapshots of a data directory, newest first. */
export function listBackups(dataDir: string): Backup[] {
  const folder = backupFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(name => name.endsWith('.sqlite'))
    .map(name => join(folder, name))
    .map(file => ({ file, modifiedMs: statSync(file).mtimeMs }))
    .sort((a, b) => b.modifiedMs - a.modifiedMs);
}

/** Removes what killed backups left behind: a day old, so that none that still runs is touched. */
export function removeLeftovers(folder: string, nowMs: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith('.partial') && statSync(file).mtimeMs < nowMs - DAY_MS) rmSync(file, { force: true });
  }
}
