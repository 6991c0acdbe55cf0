import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncToDisk } from '../../src/platform/runtime/files.ts';
import { type ArchiveEntry, writeArchive } from './archive.ts';
import { DATABASE_FILE } from './file.ts';
import { backUpDatabase, type OnStep } from './maintenance.ts';

/** File names in the archive and in the data folder. */
export const SECRETS = 'secrets.json';
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
