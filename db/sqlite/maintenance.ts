import { SQLiteError, type Database as Sqlite } from 'bun:sqlite';
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OWNER_ONLY_FILE, syncToDisk } from '../../src/platform/runtime/files.ts';
import { withFile } from './file.ts';

/** The file is not an undamaged Perkmint database. The message lists the problems. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';

  constructor(
    readonly file: string,
    readonly problems: string[],
  ) {
    super(`${file} is damaged: ${problems.join('; ')}`);
  }
}

export interface TableStats {
  name: string;
  rows: number;
  /** Size of the table and its indexes; null if SQLite was built without dbstat. */
  bytes: number | null;
}

interface DatabaseStats {
  tables: TableStats[];
  pageCount: number;
  freePages: number;
  pageSize: number;
  sizeBytes: number;
  walBytes: number;
}

/** A damaged file can have thousands of problems, so the report is limited. */
const MAX_PROBLEMS = 20;
const DAMAGE_CODES = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR_READ', 'SQLITE_IOERR_SHORT_READ'];

/** Called with a description of each step. */
export type OnStep = (words: string) => void;

/** Formats an ISO time for use in a file name. */
export function toFileTime(now: string): string {
  return now.replace(/[:.]/g, '-');
}

/**
 * Copies a database, which may be in use, to a checked file. The file gets its final name after it was checked and
 * synced to disk. The copy is synchronous, so a server runs it in another process.
 * @throws DamagedDatabaseError if the source or the copy is damaged; Error if `outFile` exists
 */
export function backUpDatabase(
  file: string,
  outFile: string,
  onStep: OnStep = () => {},
): { file: string; bytes: number } {
  if (existsSync(outFile)) throw new Error(`${outFile} already exists`);
  // The process ID prevents conflicts between processes. A file left by a killed process is overwritten.
  const partial = join(dirname(outFile), `.${basename(outFile)}.${process.pid}.partial`);
  rmSync(partial, { force: true });
  try {
    onStep('copying the database');
    // SQLite keeps the permissions of an existing empty file.
    closeSync(openSync(partial, 'wx', OWNER_ONLY_FILE));
    throwAsDamage(file, () => withFile(file, db => db.run('VACUUM INTO ?', [partial])));
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

/** Checks integrity and foreign keys. Reads the whole file. @returns problems as sentences; empty if there are none */
export function checkDatabase(file: string): string[] {
  const problems = findIntegrityProblems(file);
  return problems.length > 0 ? problems : findForeignKeyProblems(file);
}

/** Checks integrity without indexes and foreign keys, which is several times faster than `checkDatabase`. */
export function quickCheckDatabase(file: string): string[] {
  return runCheckPragma(file, 'quick_check');
}

/** Reads the sizes of the database and its tables. Reads the whole file. */
export function readStats(file: string): DatabaseStats {
  return withFile(file, db => {
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

/** Counts the rows of each table, without SQLite's internal and shadow tables. */
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

function findIntegrityProblems(file: string): string[] {
  return runCheckPragma(file, 'integrity_check');
}

function runCheckPragma(file: string, name: 'integrity_check' | 'quick_check'): string[] {
  try {
    const rows = withFile(file, db => db.prepare(`PRAGMA ${name}(${MAX_PROBLEMS})`).values());
    return rows.map(row => String(row[0])).filter(text => text !== 'ok');
  } catch (error) {
    if (isSqliteError(error, [...DAMAGE_CODES, 'SQLITE_CANTOPEN'])) return [error.message];
    throw error;
  }
}

function findForeignKeyProblems(file: string): string[] {
  const broken = withFile(file, db =>
    db.query<{ table: string; rowid: number; parent: string }, []>('PRAGMA foreign_key_check').all(),
  );
  return broken
    .slice(0, MAX_PROBLEMS)
    .map(({ table, rowid, parent }) => `row ${rowid} of ${table} references a missing row of ${parent}`);
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

/** Runs work that reads a database. Turns errors about damage into DamagedDatabaseError, not a full disk or a lock. */
export function throwAsDamage<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isSqliteError(error, DAMAGE_CODES) ? new DamagedDatabaseError(file, [error.message]) : error;
  }
}

function isSqliteError(error: unknown, codes: string[]): error is SQLiteError {
  return error instanceof SQLiteError && codes.some(code => error.code?.startsWith(code));
}
