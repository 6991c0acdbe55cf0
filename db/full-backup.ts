import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OWNER_ONLY_DIR } from '../src/platform/runtime/files.ts';
import { type ArchiveEntry, DamagedArchiveError, isArchive, readArchive, writeArchive } from './archive.ts';
import {
  backUpDatabase,
  DamagedDatabaseError,
  type OnStep,
  type RestoreResult,
  restoreDatabase,
  syncToDisk,
  toFileTime,
} from './maintenance.ts';

/** Names inside an archive, the same as in a data folder. */
const DATABASE = 'perkmint.sqlite';
const SECRETS = 'secrets.json';
const UPLOADS = 'uploads';
/** An upload's file has its id for a name; whatever else lies there is not finished yet. */
const UPLOAD_NAME = /^upl_[0-9a-z]+$/;

/** Hears how far a backup is. */
export interface BackupProgress {
  step: OnStep;
  /** Bytes of `total` that are in the archive. */
  at(done: number, total: number): void;
}

const NO_PROGRESS: BackupProgress = { step() {}, at() {} };
/** What a restore that was killed leaves behind. */
const UNPACKED_PREFIX = '.restoring-';

/**
 * Copies everything that an installation is made of into one archive: the database, checked, then the uploads
 * (of those that a row of the copy names none can be missing but what was deleted since, because they are written
 * before their row) and the secrets.
 * Works beside a running server. The final name appears only when the archive is on disk.
 * @throws DamagedDatabaseError; Error when `outFile` exists
 */
export function createFullBackup(
  dataDir: string,
  outFile: string,
  listener: BackupProgress = NO_PROGRESS,
): FullBackup {
  if (existsSync(outFile)) throw new Error(`${outFile} exists already`);
  const stem = join(dirname(outFile), `.${basename(outFile)}.${process.pid}`);
  const [copy, partial] = [`${stem}.sqlite.partial`, `${stem}.partial`];
  try {
    for (const leftover of [copy, partial]) rmSync(leftover, { force: true });
    backUpDatabase(join(dataDir, DATABASE), copy, listener.step);
    const entries = [{ name: DATABASE, path: copy }, ...listFilesBesideDatabase(dataDir)];
    const total = entries.reduce((sum, { path }) => sum + getFileSize(path), 0);
    let done = 0;
    const files = writeArchive(partial, entries, bytes => {
      done += bytes;
      listener.at(done, total);
    });
    renameSync(partial, outFile);
    syncToDisk(dirname(outFile));
    return { file: outFile, bytes: statSync(outFile).size, files };
  } finally {
    for (const leftover of [copy, partial]) rmSync(leftover, { force: true });
  }
}

export interface FullBackup {
  file: string;
  bytes: number;
  /** How many files the archive holds. */
  files: number;
}

export interface RestoredBackup extends RestoreResult {
  /** Uploads that came back; null for a backup of the database alone. */
  uploads: number | null;
  secrets: boolean;
}

/**
 * Puts a backup, of either kind, in the place of what a data folder holds. Offline only: the caller holds the
 * folder's lock. Nothing is touched unless all of the backup is sound; what was there stays beside it as
 * `<name>.before-restore-<time>`.
 * @throws DamagedDatabaseError, DamagedArchiveError
 */
export function restoreBackup(dataDir: string, backupFile: string, now: string): RestoredBackup {
  const database = join(dataDir, DATABASE);
  if (!isArchive(backupFile))
    return { ...restoreDatabase(database, backupFile, now), uploads: null, secrets: false };
  for (const name of readdirSync(dataDir))
    if (name.startsWith(UNPACKED_PREFIX)) rmSync(join(dataDir, name), { recursive: true, force: true });
  const folder = mkdtempSync(join(dataDir, UNPACKED_PREFIX));
  try {
    const names = readArchive(backupFile, folder, isExpected);
    if (!names.includes(DATABASE)) throw new DamagedArchiveError(`${backupFile} holds no database`);
    const suffix = `.before-restore-${toFileTime(now)}`;
    const restored = restoreNamed(database, join(folder, DATABASE), backupFile, now);
    const hasSecrets = names.includes(SECRETS);
    const kept = [...restored.movedAside];
    mkdirSync(join(folder, UPLOADS), { recursive: true, mode: OWNER_ONLY_DIR });
    for (const name of hasSecrets ? [SECRETS, UPLOADS] : [UPLOADS]) {
      const place = join(dataDir, name);
      if (existsSync(place)) {
        renameSync(place, place + suffix);
        kept.push(place + suffix);
      }
      renameSync(join(folder, name), place);
    }
    syncToDisk(dataDir);
    const uploads = names.filter(name => name.startsWith(`${UPLOADS}/`)).length;
    return { rows: restored.rows, movedAside: kept, uploads, secrets: hasSecrets };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The file that a person named is the one that is damaged, not the copy that was unpacked. */
function restoreNamed(database: string, unpacked: string, named: string, now: string): RestoreResult {
  try {
    return restoreDatabase(database, unpacked, now);
  } catch (error) {
    throw error instanceof DamagedDatabaseError ? new DamagedDatabaseError(named, error.problems) : error;
  }
}

function listFilesBesideDatabase(dataDir: string): ArchiveEntry[] {
  const folder = join(dataDir, UPLOADS);
  const uploads = existsSync(folder) ? readdirSync(folder).filter(name => UPLOAD_NAME.test(name)) : [];
  const entries = uploads
    .sort()
    .map(
      (name): ArchiveEntry => ({ name: `${UPLOADS}/${name}`, path: join(folder, name), isOptional: true }),
    );
  const secrets = join(dataDir, SECRETS);
  return existsSync(secrets) ? [...entries, { name: SECRETS, path: secrets }] : entries;
}

/** 0 for a file that is gone by now. */
function getFileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function isExpected(name: string): boolean {
  const [folder, file = '', ...rest] = name.split('/');
  if (rest.length > 0) return false;
  return name === DATABASE || name === SECRETS || (folder === UPLOADS && UPLOAD_NAME.test(file));
}
