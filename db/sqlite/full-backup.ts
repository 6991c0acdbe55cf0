import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OWNER_ONLY_DIR, syncToDisk } from '../../src/platform/runtime/files.ts';
import { type ArchiveEntry, DamagedArchiveError, isArchive, readArchive, writeArchive } from './archive.ts';
import { DATABASE_FILE } from './file.ts';
import {
  backUpDatabase,
  DamagedDatabaseError,
  type OnStep,
  type RestoreResult,
  restoreDatabase,
  toFileTime,
} from './maintenance.ts';

/** File names in the archive and in the data folder. */
const SECRETS = 'secrets.json';
export const UPLOADS = 'uploads';
/** The file in the data folder, and beside backups, that outlives the database: a line per erasure, with ID and time. */
export const ERASURE_LOG = 'erasures.log';
/** The file name of an upload is its ID. Other files in the folder are incomplete uploads. */
const UPLOAD_NAME = /^upl_[0-9a-z]+$/;

/** Callbacks for the progress of a backup. */
interface BackupProgress {
  step: OnStep;
  /** Called with the bytes written so far, of `total`. */
  at(done: number, total: number): void;
}

const NO_PROGRESS: BackupProgress = { step() {}, at() {} };
/** The prefix of temporary folders, which an interrupted restore leaves behind. */
const UNPACKED_PREFIX = '.restoring-';

/**
 * Writes a full backup to one archive: a checked copy of the database, the uploads and the secrets. The database is
 * copied first: an upload is written before its row, so only uploads deleted in the meantime can be missing.
 * The server may be running. The file gets its final name after it was synced to disk.
 * @throws DamagedDatabaseError; Error if `outFile` exists
 */
export function createFullBackup(
  dataDir: string,
  outFile: string,
  listener: BackupProgress = NO_PROGRESS,
): FullBackup {
  if (existsSync(outFile)) throw new Error(`${outFile} already exists`);
  const stem = join(dirname(outFile), `.${basename(outFile)}.${process.pid}`);
  const [copy, partial] = [`${stem}.sqlite.partial`, `${stem}.partial`];
  try {
    for (const leftover of [copy, partial]) rmSync(leftover, { force: true });
    backUpDatabase(join(dataDir, DATABASE_FILE), copy, listener.step);
    const entries = [{ name: DATABASE_FILE, path: copy }, ...listUploads(dataDir), ...listSecrets(dataDir)];
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

interface FullBackup {
  file: string;
  bytes: number;
  /** Number of files in the archive. */
  files: number;
}

interface RestoredBackup extends RestoreResult {
  /** Number of restored uploads; null for a database backup. */
  uploads: number | null;
  secrets: boolean;
}

/**
 * Replaces the contents of a data folder with a database backup or a full backup. The server must be stopped: the
 * caller holds the folder's lock. Changes nothing unless the whole backup is undamaged. Former files are renamed to
 * `<name>.before-restore-<time>`.
 * @throws DamagedDatabaseError, DamagedArchiveError
 */
export function restoreBackup(dataDir: string, backupFile: string, now: string): RestoredBackup {
  const database = join(dataDir, DATABASE_FILE);
  if (!isArchive(backupFile))
    return { ...restoreDatabase(database, backupFile, now), uploads: null, secrets: false };
  const folder = createRestoreFolder(dataDir);
  try {
    const names = readArchive(backupFile, folder, isExpected);
    if (!names.includes(DATABASE_FILE)) throw new DamagedArchiveError(`${backupFile} contains no database`);
    const suffix = `.before-restore-${toFileTime(now)}`;
    const restored = restoreNamed(database, join(folder, DATABASE_FILE), backupFile, now);
    const hasSecrets = names.includes(SECRETS);
    const kept = [...restored.keptAside];
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
    return { rows: restored.rows, keptAside: kept, uploads, secrets: hasSecrets };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a temporary folder on the disk of the data folder, for the time before a backup replaces its contents. */
export function createRestoreFolder(dataDir: string): string {
  removeRestoreFolders(dataDir);
  return mkdtempSync(join(dataDir, UNPACKED_PREFIX));
}

function removeRestoreFolders(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(UNPACKED_PREFIX)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Restores an unpacked database. Errors name the user's backup file, not the unpacked copy. */
function restoreNamed(database: string, unpacked: string, named: string, now: string): RestoreResult {
  try {
    return restoreDatabase(database, unpacked, now);
  } catch (error) {
    throw error instanceof DamagedDatabaseError ? new DamagedDatabaseError(named, error.problems) : error;
  }
}

/** Lists the uploads in a data folder. */
export function listUploads(dataDir: string): ArchiveEntry[] {
  const folder = join(dataDir, UPLOADS);
  const names = existsSync(folder) ? readdirSync(folder).filter(name => UPLOAD_NAME.test(name)) : [];
  return names
    .sort()
    .map(
      (name): ArchiveEntry => ({ name: `${UPLOADS}/${name}`, path: join(folder, name), isOptional: true }),
    );
}

/** Lists the file of the secrets, if they are not in the settings. */
export function listSecrets(dataDir: string): ArchiveEntry[] {
  const path = join(dataDir, SECRETS);
  return existsSync(path) ? [{ name: SECRETS, path }] : [];
}

/** Returns a file size in bytes, 0 if the file no longer exists. */
function getFileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns whether a file of this name belongs to a full backup. */
export function isExpected(name: string): boolean {
  const [folder, file = '', ...rest] = name.split('/');
  if (rest.length > 0) return false;
  return name === DATABASE_FILE || name === SECRETS || (folder === UPLOADS && UPLOAD_NAME.test(file));
}
