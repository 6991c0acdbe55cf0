import { SQLiteError, Database as Sqlite } from 'bun:sqlite';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OWNER_ONLY_FILE, restrictToOwner } from '../src/platform/runtime/files.ts';

/** The file is not a sound database of ours; the message lists what is wrong. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';

  constructor(
    readonly file: string,
    readonly problems: string[],
  ) {
    super(`${file} is damaged: ${problems.join('; ')}`);
  }
}

export interface RestoreResult {
  /** Rows of each table as restored. */
  rows: Record<string, number>;
  /** Where the former files are now; empty when there were none. */
  movedAside: string[];
}

export interface TableStats {
  name: string;
  rows: number;
  /** Pages of the table and its indexes; null where SQLite was built without dbstat. */
  bytes: number | null;
}

export interface DatabaseStats {
  tables: TableStats[];
  pageCount: number;
  freePages: number;
  pageSize: number;
  sizeBytes: number;
  walBytes: number;
}

/** Another process may hold the write lock; reading waits only for recovery after a crash. */
const BUSY_TIMEOUT_MS = 10_000;
/** A damaged file can have thousands of problems; these many tell enough. */
const MAX_PROBLEMS = 20;
const DAMAGE_CODES = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR_READ', 'SQLITE_IOERR_SHORT_READ'];

/** Hears what is being done next. */
export type OnStep = (words: string) => void;

/** An ISO time as a part of a file name. */
export function toFileTime(now: string): string {
  return now.replace(/[:.]/g, '-');
}

/**
 * Copies a database, also one in use, into one sound file. The final name appears only when the copy is
 * checked and on disk. Synchronous: a large copy holds up the process, a server gives it to another one.
 * @throws DamagedDatabaseError when the source or the copy is damaged; Error when `outFile` exists.
 */
export function backUpDatabase(
  file: string,
  outFile: string,
  onStep: OnStep = () => {},
): { file: string; bytes: number } {
  if (existsSync(outFile)) throw new Error(`${outFile} exists already`);
  // The process number keeps two processes apart; a leftover of a killed one is overwritten.
  const partial = join(dirname(outFile), `.${basename(outFile)}.${process.pid}.partial`);
  rmSync(partial, { force: true });
  try {
    onStep('copying the database');
    // SQLite takes an empty file as it is, with its rights.
    closeSync(openSync(partial, 'wx', OWNER_ONLY_FILE));
    throwAsDamage(file, () => withDatabase(file, db => db.run('VACUUM INTO ?', [partial])));
    onStep('checking the copy');
    const problems = findIntegrityProblems(partial);
    if (problems.length > 0) throw new DamagedDatabaseError(file, problems);
    syncToDisk(partial);
    renameSync(partial, outFile);
    syncToDisk(dirname(outFile));
  } finally {
    rmSync(partial, { force: true });
  }
  return { file: outFile, bytes: statSync(outFile).size };
}

/**
 * Puts a backup in the place of the database. Offline only: the caller holds the data directory's lock.
 * Nothing is touched unless the backup is sound; the former files stay as `<name>.before-restore-<time>`.
 * @throws DamagedDatabaseError when the backup is.
 */
export function restoreDatabase(file: string, backupFile: string, now: string): RestoreResult {
  const incoming = `${file}.restoring`;
  try {
    const rows = prepareIncoming(backupFile, incoming);
    const keptAside = existsSync(file) ? moveAside(file, `${file}.before-restore-${toFileTime(now)}`) : [];
    removeSideFiles(file);
    renameSync(incoming, file);
    syncToDisk(dirname(file));
    return { rows, movedAside: keptAside };
  } finally {
    rmSync(incoming, { force: true });
    removeSideFiles(incoming);
  }
}

/** Everything that is wrong with a database, in words; empty when it is sound. Reads the whole file. */
export function checkDatabase(file: string): string[] {
  const problems = findIntegrityProblems(file);
  return problems.length > 0 ? problems : findForeignKeyProblems(file);
}

/** As `check`, without comparing indexes to their tables and without foreign keys: several times faster. */
export function quickCheckDatabase(file: string): string[] {
  return runCheckPragma(file, 'quick_check');
}

/** Sizes, for people. Reads the whole file. */
export function readStats(file: string): DatabaseStats {
  return withDatabase(file, db => {
    const number = (name: string) => Number(db.prepare(`PRAGMA ${name}`).values()[0]?.[0]);
    const bytes = readTableBytes(db);
    const tables = Object.entries(countRows(db)).map(([name, rows]) => ({
      name,
      rows,
      bytes: bytes ? (bytes.get(name) ?? 0) : null,
    }));
    const [pageCount, pageSize] = [number('page_count'), number('page_size')];
    return {
      tables,
      pageCount,
      freePages: number('freelist_count'),
      pageSize,
      sizeBytes: pageCount * pageSize,
      walBytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    };
  });
}

/** The number of rows of each table of ours: SQLite's own and shadow tables are left out. */
export function countRows(db: Sqlite): Record<string, number> {
  const tables = db
    .query<{ name: string }, []>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' " +
        "and name not glob 'sqlite_*' order by name",
    )
    .all();
  const count = ({ name }: { name: string }) => {
    const quoted = name.replaceAll('"', '""');
    return [
      name,
      db.prepare<{ rows: number }, []>(`select count(*) as rows from "${quoted}"`).get()!.rows,
    ] as const;
  };
  return Object.fromEntries(tables.map(count));
}

/** Copies the backup beside the database, checks the copy (never the user's file) and counts its rows. */
function prepareIncoming(backupFile: string, incoming: string): Record<string, number> {
  removeSideFiles(incoming);
  copyPrivately(backupFile, incoming);
  // A plain copy of a database in use has a log beside it, and its newest rows are only there.
  if (existsSync(`${backupFile}-wal`)) copyPrivately(`${backupFile}-wal`, `${incoming}-wal`);
  const rows = throwAsDamage(backupFile, () =>
    withDatabase(incoming, db => {
      db.run('PRAGMA journal_mode = DELETE');
      const counts = countRows(db);
      if (counts._migrations === undefined)
        throw new DamagedDatabaseError(backupFile, ['it has no _migrations table']);
      return counts;
    }),
  );
  const problems = checkDatabase(incoming);
  if (problems.length > 0) throw new DamagedDatabaseError(backupFile, problems);
  syncToDisk(incoming);
  return rows;
}

/** A copy gets the rights of what it is copied from: those of a backup may be anything. */
function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to);
  restrictToOwner(to);
}

function moveAside(file: string, aside: string): string[] {
  if (existsSync(aside)) throw new Error(`${aside} exists already`);
  try {
    // With the log folded in, a crash between the renames below loses nothing.
    withDatabase(file, db => db.run('PRAGMA wal_checkpoint(TRUNCATE)'));
  } catch {
    // Damaged: likely the reason for the restore. The pair is kept as it is.
  }
  const kept: string[] = [];
  if (existsSync(`${file}-wal`)) {
    renameSync(`${file}-wal`, `${aside}-wal`);
    kept.push(`${aside}-wal`);
  }
  try {
    // A second name, so that at no moment there is no database: the server would start with an empty one.
    linkSync(file, aside);
  } catch {
    renameSync(file, aside);
  }
  return [aside, ...kept];
}

function removeSideFiles(file: string): void {
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

function findIntegrityProblems(file: string): string[] {
  return runCheckPragma(file, 'integrity_check');
}

function runCheckPragma(file: string, name: 'integrity_check' | 'quick_check'): string[] {
  try {
    const rows = withDatabase(file, db => db.prepare(`PRAGMA ${name}(${MAX_PROBLEMS})`).values());
    return rows.map(row => String(row[0])).filter(text => text !== 'ok');
  } catch (error) {
    if (isSqliteError(error, [...DAMAGE_CODES, 'SQLITE_CANTOPEN'])) return [error.message];
    throw error;
  }
}

function findForeignKeyProblems(file: string): string[] {
  const broken = withDatabase(file, db =>
    db.query<{ table: string; rowid: number; parent: string }, []>('PRAGMA foreign_key_check').all(),
  );
  return broken
    .slice(0, MAX_PROBLEMS)
    .map(
      ({ table, rowid, parent }) => `row ${rowid} of ${table} refers to a row of ${parent} that is not there`,
    );
}

function readTableBytes(db: Sqlite): Map<string, number> | null {
  try {
    const rows = db
      .query<{ name: string; bytes: number }, []>(
        'select s.tbl_name as name, sum(d.pgsize) as bytes ' +
          'from dbstat d join sqlite_schema s on s.name = d.name where d.aggregate = 1 group by s.tbl_name',
      )
      .all();
    return new Map(rows.map(({ name, bytes }) => [name, bytes]));
  } catch {
    return null;
  }
}

/**
 * Opens for writing although most uses only read: after a crash SQLite has to fold the log in first.
 * Closed with true, or the connection would live on until its statements are collected, and then remove the
 * log of whatever has the file's name by that time.
 */
function withDatabase<T>(file: string, work: (db: Sqlite) => T): T {
  const db = new Sqlite(file, { readwrite: true, create: false });
  try {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return work(db);
  } finally {
    db.close(true);
  }
}

/** SQLite meets damage wherever it reads. A full disk or a lock is none. */
function throwAsDamage<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isSqliteError(error, DAMAGE_CODES) ? new DamagedDatabaseError(file, [error.message]) : error;
  }
}

function isSqliteError(error: unknown, codes: string[]): error is SQLiteError {
  return error instanceof SQLiteError && codes.some(code => error.code?.startsWith(code));
}

/** A file's bytes, or a folder's names, are on disk when this returns. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
