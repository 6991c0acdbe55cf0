import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import {
  OWNER_ONLY_DIR,
  replaceFile,
  restrictToOwner,
  syncToDisk,
} from '../../src/platform/runtime/files.ts';
import { DamagedArchiveError, isArchive, readArchive } from './archive.ts';
import { DATABASE_FILE, withFile } from './file.ts';
import { isExpected, SECRETS, UPLOADS } from './full-backup.ts';
import { checkDatabase, countRows, DamagedDatabaseError, throwAsDamage, toFileTime } from './maintenance.ts';

/** The prefixes of temporary folders in a data folder: verified files of a backup, and one from a destination. */
const UNPACKED_PREFIX = '.restoring-';
export const FETCHED_PREFIX = '.fetching-';
/** The file in the data folder that describes a restore from its first to its last rename. */
const RECORD = 'restore.json';

interface RestoredBackup {
  /** Number of restored rows by table. */
  rows: Record<string, number>;
  /** New paths of the former files; empty if there were none. */
  keptAside: string[];
  /** Number of restored uploads; null for a database backup. */
  uploads: number | null;
  secrets: boolean;
}

/** A restore whose files are verified and synced, so that any number of kills only delays it. */
interface RestoreRecord {
  /** The name of the folder with the files. */
  folder: string;
  /** Their names, in the folder and in the data folder. */
  names: string[];
  /** The ending that the names of the former files get. */
  suffix: string;
}

/**
 * Replaces the contents of a data folder with a database backup or a full backup. The server must be stopped: the
 * caller holds the folder's lock. Changes nothing unless the whole backup is undamaged. Former files are renamed to
 * `<name>.before-restore-<time>`. If the process is killed, `finishRestore` does the rest, or there is nothing to do.
 * @throws DamagedDatabaseError, DamagedArchiveError
 */
export function restoreBackup(dataDir: string, backupFile: string, now: string): RestoredBackup {
  const folder = createRestoreFolder(dataDir);
  const record: RestoreRecord = {
    folder: basename(folder),
    names: [DATABASE_FILE],
    suffix: `.before-restore-${toFileTime(now)}`,
  };
  let found: Omit<RestoredBackup, 'keptAside'>;
  try {
    const unpacked = unpack(backupFile, folder);
    if (unpacked) record.names.push(...(unpacked.secrets ? [SECRETS] : []), UPLOADS);
    found = {
      rows: verify(join(folder, DATABASE_FILE), backupFile),
      uploads: unpacked?.uploads ?? null,
      secrets: unpacked?.secrets ?? false,
    };
    for (const name of record.names) assertReplaceable(dataDir, name, record.suffix);
    syncToDisk(folder);
    replaceFile(join(dataDir, RECORD), `${JSON.stringify(record, null, 2)}\n`);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return { ...found, keptAside: finishRestore(dataDir) ?? [] };
}

/** Returns whether a restore was interrupted after its files were verified. */
export function hasUnfinishedRestore(dataDir: string): boolean {
  return existsSync(join(dataDir, RECORD));
}

/**
 * Finishes an interrupted restore. The caller holds the folder's lock.
 * @returns the new paths of the former files; undefined if there is nothing to finish
 */
export function finishRestore(dataDir: string): string[] | undefined {
  if (!hasUnfinishedRestore(dataDir)) return undefined;
  const { folder, names, suffix } = JSON.parse(readFileSync(join(dataDir, RECORD), 'utf8')) as RestoreRecord;
  for (const name of names) {
    const [incoming, place] = [join(dataDir, folder, name), join(dataDir, name)];
    if (existsSync(incoming)) replace(place, incoming, place + suffix);
  }
  syncToDisk(dataDir);
  rmSync(join(dataDir, RECORD));
  removeTemporary(dataDir, UNPACKED_PREFIX);
  const asides = names.map(name => join(dataDir, name) + suffix);
  return asides.flatMap(aside => [aside, `${aside}-wal`]).filter(path => existsSync(path));
}

/** Creates a temporary folder on the disk of the data folder, for the time before a backup replaces its contents. */
export function createRestoreFolder(dataDir: string): string {
  removeTemporary(dataDir, UNPACKED_PREFIX);
  return mkdtempSync(join(dataDir, UNPACKED_PREFIX));
}

/** Removes what interrupted restores and imports have left, which may be personal data. The caller holds the folder's lock. */
export function removeRestoreLeftovers(dataDir: string): void {
  for (const prefix of [UNPACKED_PREFIX, FETCHED_PREFIX]) removeTemporary(dataDir, prefix);
}

/** Removes the temporary folders of a prefix. */
export function removeTemporary(dataDir: string, prefix: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(prefix)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Unpacks a backup into a folder. @returns what a full backup has besides the database; undefined for a database backup */
function unpack(backupFile: string, folder: string): { uploads: number; secrets: boolean } | undefined {
  const database = join(folder, DATABASE_FILE);
  if (!isArchive(backupFile)) {
    copyPrivately(backupFile, database);
    // The newest rows of a plain copy of a database in use are only in its log.
    if (existsSync(`${backupFile}-wal`)) copyPrivately(`${backupFile}-wal`, `${database}-wal`);
    return undefined;
  }
  const names = readArchive(backupFile, folder, isExpected);
  if (!names.includes(DATABASE_FILE)) throw new DamagedArchiveError(`${backupFile} contains no database`);
  const uploads = join(folder, UPLOADS);
  mkdirSync(uploads, { recursive: true, mode: OWNER_ONLY_DIR });
  syncToDisk(uploads);
  return {
    uploads: names.filter(name => name.startsWith(`${UPLOADS}/`)).length,
    secrets: names.includes(SECRETS),
  };
}

/** Checks an unpacked database and counts its rows. Errors name the user's backup file, which is never opened. */
function verify(database: string, backupFile: string): Record<string, number> {
  const rows = throwAsDamage(backupFile, () =>
    withFile(database, db => {
      db.run('PRAGMA journal_mode = DELETE');
      const counts = countRows(db);
      if (counts._migrations === undefined)
        throw new DamagedDatabaseError(backupFile, ['the _migrations table is missing']);
      return counts;
    }),
  );
  const problems = checkDatabase(database);
  if (problems.length > 0) throw new DamagedDatabaseError(backupFile, problems);
  syncToDisk(database);
  return rows;
}

/** Copies a file and restricts it to the owner, because a copy keeps the permissions of its source. */
function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to);
  restrictToOwner(to);
}

/** Asserts that a file or folder can be renamed, because a restore that has begun cannot go back. */
function assertReplaceable(dataDir: string, name: string, suffix: string): void {
  const place = join(dataDir, name);
  if (existsSync(place + suffix)) throw new Error(`${place + suffix} already exists`);
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found && found.dev !== lstatSync(dataDir).dev)
    throw new Error(`${place} is a file system of its own, which cannot be replaced; unmount it first`);
}

/** Puts a file or folder in place of the former one, which is kept. May be repeated after a kill at any step. */
function replace(place: string, incoming: string, aside: string): void {
  // The log, if it is a database.
  if (existsSync(`${place}-wal`)) renameSync(`${place}-wal`, `${aside}-wal`);
  if (existsSync(place)) keep(place, aside);
  for (const suffix of ['-shm', '-journal']) rmSync(place + suffix, { force: true });
  renameSync(incoming, place);
}

function keep(place: string, aside: string): void {
  try {
    // A hard link keeps the file in place until it is replaced. Without one, an older version would start with an empty
    // database. A link to a folder cannot be replaced by a folder.
    if (lstatSync(place).isFile()) {
      linkSync(place, aside);
      return;
    }
  } catch {
    // Some file systems have no links.
  }
  renameSync(place, aside);
}
