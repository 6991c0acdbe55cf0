import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toFileTime } from './maintenance.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PREFIX = 'backup-';
/** The endings of the two kinds of backup: the database alone, and everything in one archive. */
const SUFFIXES = { database: '.sqlite', full: '.tar' } as const;
type BackupKind = keyof typeof SUFFIXES;

export interface Backup {
  file: string;
  /** Milliseconds since the epoch. */
  modifiedMs: number;
}

export function getBackupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** The backups and pre-migration snapshots of a data directory, newest first. */
export function listBackups(dataDir: string): Backup[] {
  const folder = getBackupFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(name => !name.startsWith('.') && Object.values(SUFFIXES).some(suffix => name.endsWith(suffix)))
    .map(name => join(folder, name))
    .map(file => ({ file, modifiedMs: statSync(file).mtimeMs }))
    .sort((a, b) => b.modifiedMs - a.modifiedMs);
}

/** The name of a regular backup: what `pruneBackups` counts, and in the order of time. */
export function createBackupName(now: string, kind: BackupKind = 'database'): string {
  return `${PREFIX}${toFileTime(now)}${SUFFIXES[kind]}`;
}

/** Keeps the newest `keep` regular backups of a kind (snapshots and others stay) and answers the removed names. */
export function pruneBackups(folder: string, keep: number, kind: BackupKind = 'database'): string[] {
  if (!(Number.isInteger(keep) && keep >= 1)) throw new RangeError('At least one backup must be kept');
  const backups = readdirSync(folder)
    .filter(name => name.startsWith(PREFIX) && name.endsWith(SUFFIXES[kind]))
    .sort();
  const removed = backups.slice(0, Math.max(0, backups.length - keep));
  for (const name of removed) rmSync(join(folder, name));
  return removed;
}

/** Removes what killed backups left behind: a day old, so that none that still runs is touched. */
export function deleteAbandonedFiles(folder: string, nowMs: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith('.partial') && statSync(file).mtimeMs < nowMs - DAY_MS) rmSync(file, { force: true });
  }
}
