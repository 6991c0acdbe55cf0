import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toFileTime } from './maintenance.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PREFIX = 'backup-';
/** File extensions of a database backup, and of a full backup as one archive. */
const SUFFIXES = { database: '.sqlite', full: '.tar' } as const;
type BackupKind = keyof typeof SUFFIXES;

interface Backup {
  file: string;
  /** Milliseconds since the epoch. */
  modifiedMs: number;
}

export function getBackupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** Lists the backups and pre-migration snapshots of a data directory, newest first. */
export function listBackups(dataDir: string): Backup[] {
  const folder = getBackupFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(name => !name.startsWith('.') && Object.values(SUFFIXES).some(suffix => name.endsWith(suffix)))
    .map(name => join(folder, name))
    .map(file => ({ file, modifiedMs: statSync(file).mtimeMs }))
    .sort((a, b) => b.modifiedMs - a.modifiedMs);
}

/** Returns the name of a regular backup. Names sort by time; `pruneBackups` deletes only files with such names. */
export function createBackupName(now: string, kind: BackupKind = 'database'): string {
  return `${PREFIX}${toFileTime(now)}${SUFFIXES[kind]}`;
}

/** Deletes all but the newest `keep` regular backups of a kind, no snapshots. @returns the deleted names */
export function pruneBackups(folder: string, keep: number, kind: BackupKind = 'database'): string[] {
  if (!(Number.isInteger(keep) && keep >= 1)) throw new RangeError('keep must be at least 1');
  const backups = readdirSync(folder)
    .filter(name => name.startsWith(PREFIX) && name.endsWith(SUFFIXES[kind]))
    .sort();
  const removed = backups.slice(0, Math.max(0, backups.length - keep));
  for (const name of removed) rmSync(join(folder, name));
  return removed;
}

/** Deletes partial files of interrupted backups after a day, when no running backup can own them. */
export function deleteAbandonedFiles(folder: string, nowMs: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith('.partial') && statSync(file).mtimeMs < nowMs - DAY_MS)
      rmSync(file, { recursive: true, force: true });
  }
}
