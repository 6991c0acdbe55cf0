import type { Database as Sqlite } from 'bun:sqlite';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OWNER_ONLY_DIR, OWNER_ONLY_FILE, syncToDisk } from '../../src/platform/runtime/files.ts';
import { type OnMigrationProgress, secondsSince } from '../migration.ts';
import { getBackupFolder } from './backups.ts';
import { BUSY_TIMEOUT_MS } from './file.ts';
import { backUpDatabase, countRows, toFileTime } from './maintenance.ts';

const PREFIX = 'pre-migration-';
/** Describes an upgrade that has begun. It is deleted when the upgrade ends, so that only an interrupted one leaves it. */
const RECORD = '.upgrade.json';

/** The database to copy, and its file. */
export interface CopySource {
  db: Sqlite;
  file: string;
  /** Reads the newest migration. */
  readNewest(): string;
}

interface UpgradeRecord {
  /** The name of the copy; the file exists only if the copy is complete. */
  copy: string;
  /** The result of `readFileState` when only this upgrade had changed the database since the copy. */
  state: string | null;
  /** The migration that is being committed, and the rows of each table after it. */
  next?: MigrationCommit;
}

/** The number of rows by table. */
export type RowCounts = Record<string, number>;

interface MigrationCommit {
  name: string;
  rows: RowCounts;
}

interface CopyOptions {
  now: string;
  total: number;
  onProgress?: OnMigrationProgress;
}

/**
 * Copies the database before its migrations. An upgrade that was interrupted has a copy already, which is kept if
 * nothing else has changed the database since. @returns the path of the copy; null for an empty database
 */
export function copyBeforeMigration(source: CopySource, options: CopyOptions): string | null {
  const { db, file } = source;
  moveLogIntoFile(db);
  // The lock keeps two processes that upgrade at the same time from choosing the same name.
  db.run('BEGIN IMMEDIATE');
  try {
    if (Object.keys(countRows(db)).length === 0) return null;
    const { now, total, onProgress } = options;
    const folder = createFolder(file);
    // Copies run under the lock, so no running one can own these.
    for (const name of readdirSync(folder))
      if (name.startsWith(`.${PREFIX}`)) rmSync(join(folder, name), { force: true });
    const state = readFileState(file);
    const newest = source.readNewest();
    const record = readRecord(file);
    if (record && isUnchanged(db, record, state, newest)) {
      const earlier = join(folder, record.copy);
      if (existsSync(earlier)) {
        onProgress?.({ step: 'reusing', total, file: earlier });
        writeRecord(file, { copy: record.copy, state });
        return earlier;
      }
    }
    const copy = chooseName(join(folder, `${PREFIX}${newest}-${toFileTime(now)}`));
    onProgress?.({ step: 'copying', total, file: copy, bytes: statSync(file).size });
    const startedMs = performance.now();
    writeRecord(file, { copy: basename(copy), state });
    backUpDatabase(file, copy);
    onProgress?.({ step: 'copied', total, file: copy, seconds: secondsSince(startedMs) });
    return copy;
  } finally {
    db.run('ROLLBACK');
  }
}

/**
 * Returns whether only the interrupted upgrade has changed the database. After a kill between the commit of a migration
 * and `recordUpgrade`, the file differs, and the numbers of rows must be equal.
 */
function isUnchanged(db: Sqlite, record: UpgradeRecord, state: string | null, newest: string): boolean {
  if (state === null) return false;
  const { next } = record;
  return record.state === state || (next?.name === newest && isEqualBesideRecord(next.rows, countRows(db)));
}

/** Compares the rows of all tables but that of the migrations, which gets its row after the others were counted. */
function isEqualBesideRecord(before: RowCounts, now: RowCounts): boolean {
  return Bun.deepEquals({ ...before, _migrations: 0 }, { ...now, _migrations: 0 });
}

/** Records before the commit of a migration how the database is after it. */
export function recordCommit({ file }: CopySource, copy: string, next: MigrationCommit): void {
  const state = readRecord(file)?.state ?? null;
  writeRecord(file, { copy: basename(copy), state, next });
}

/** Records after each migration but the last one which copy the next start keeps if this one is interrupted. */
export function recordUpgrade({ db, file }: CopySource, copy: string): void {
  moveLogIntoFile(db);
  db.run('BEGIN IMMEDIATE');
  try {
    writeRecord(file, { copy: basename(copy), state: readFileState(file) });
  } finally {
    db.run('ROLLBACK');
  }
}

/**
 * Replaces a database by its copy, if no user has changed it since. The copy is moved, which needs no space on a
 * full disk. May be repeated after a kill. The caller holds the lock of the data folder.
 */
export function putBackCopy(file: string, copy: string): void {
  if (existsSync(copy)) {
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    moveFile(copy, file);
    syncToDisk(dirname(file));
  }
  forgetUpgrade(file);
}

function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    // The folder of the backups may be on another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const draft = `${to}.restoring`;
    copyFileSync(from, draft);
    syncToDisk(draft);
    renameSync(draft, to);
    rmSync(from);
  }
}

/** Deletes the record of an upgrade that has ended. */
export function forgetUpgrade(file: string): void {
  rmSync(getRecordFile(file), { force: true });
}

/**
 * Identifies the content of a database with an empty log: every later change is in the log, or has changed the file.
 * Requires the write lock. @returns null if the log is not empty, because another process has written to it
 */
function readFileState(file: string): string | null {
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) return null;
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  return [ino, size, mtimeNs].join('-');
}

/**
 * Empties the log, unless another process is using it. Does not wait: while it waits for readers, SQLite holds the write lock,
 * which a reader that begins a transaction waits for.
 */
function moveLogIntoFile(db: Sqlite): void {
  db.run('PRAGMA busy_timeout = 0');
  try {
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

function createFolder(file: string): string {
  const folder = getBackupFolder(dirname(file));
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_DIR });
  return folder;
}

function chooseName(stem: string): string {
  let name = `${stem}.sqlite`;
  for (let copy = 2; existsSync(name); copy++) name = `${stem}-${copy}.sqlite`;
  return name;
}

function getRecordFile(file: string): string {
  return join(getBackupFolder(dirname(file)), RECORD);
}

function readRecord(file: string): UpgradeRecord | null {
  try {
    return JSON.parse(readFileSync(getRecordFile(file), 'utf8')) as UpgradeRecord;
  } catch {
    return null;
  }
}

/** Renamed into place, so that a kill leaves the former record or this one. */
function writeRecord(file: string, record: UpgradeRecord): void {
  const target = getRecordFile(file);
  const draft = `${target}.new`;
  writeFileSync(draft, JSON.stringify(record), { mode: OWNER_ONLY_FILE });
  renameSync(draft, target);
}
