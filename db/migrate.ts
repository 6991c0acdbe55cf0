import { Database as Sqlite } from 'bun:sqlite';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OWNER_ONLY_DIR } from '../src/platform/runtime/files.ts';
import { backUpDatabase, countRows, toFileTime } from './maintenance.ts';

export interface Migration {
  /** The file's name without `.sql`; the list's order is the order of application. */
  name: string;
  sql: string;
  /** What SQL cannot do, after the statements and in their transaction. */
  run?: (db: MigrationConnection) => void;
  /** Tables whose number of rows may fall, or that may go. */
  mayLoseRows?: string[];
}

/** What a migration in code may do, inside its transaction. */
export interface MigrationConnection {
  all<T>(sql: string, values: (string | number)[]): T[];
  run(sql: string, values: (string | number)[]): void;
}

export interface MigrateOptions {
  /** ISO time: recorded with each migration, and part of the snapshot's name. */
  now: string;
  /** The program's version: recorded with each migration, for the message of an older program. */
  version?: string;
  /** For tests of interruption: called before each statement. */
  beforeStatement?: (statement: string) => void;
}

export interface MigrateResult {
  /** Names applied by this call. */
  applied: string[];
  /** The copy made before the first change of a database that held something. */
  snapshot: string | null;
  /** The newest applied migration; '' when there is none at all. */
  current: string;
}

/** The database cannot be brought to this version; it is as it was before the migration it names. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The database lacks migrations that this program needs; nothing was changed. */
export class OlderDatabaseError extends MigrationError {
  constructor(pending: string[]) {
    super(
      `The database is from an older version: migrations up to ${pending.at(-1)} are missing. ` +
        'Stop the server if one is running, then run perkmint db migrate.',
    );
  }
}

/** The database has migrations that this program does not know; nothing was changed. */
export class NewerDatabaseError extends MigrationError {
  constructor({ name, version }: AppliedMigration) {
    super(
      `The database is from a newer version${version ? `, ${version}` : ''}: it has the migration ${name}, which this ` +
        'one does not know. Use that version, or restore a backup made before the upgrade.',
    );
  }
}

interface AppliedMigration {
  name: string;
  hash: string;
  /** Of the program that applied it; null where that program did not record it yet. */
  version: string | null;
}

const BREAKPOINT = '--> statement-breakpoint';
/** Another process may be writing, or migrating. */
const BUSY_TIMEOUT_MS = 10_000;
const CREATE_RECORD_TABLE =
  'create table if not exists _migrations ' +
  '(name text primary key not null, hash text not null, applied_at text not null, version text)';

/**
 * Applies what is pending, each migration whole or not at all: its statements, the checks and its record are
 * one transaction, so a process killed anywhere in between leaves a database that the next call finishes.
 * @throws MigrationError when the database is newer than this program, an applied migration was edited, or a
 *   migration fails, breaks a foreign key or loses rows it does not declare.
 */
export function migrate(file: string, migrations: Migration[], options: MigrateOptions): MigrateResult {
  const db = new Sqlite(file, { readwrite: true, create: true });
  try {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const pending = findPending(readApplied(db), migrations);
    const current = migrations.at(-1)?.name ?? '';
    if (pending.length === 0) return { applied: [], snapshot: null, current };
    db.run('PRAGMA journal_mode = WAL');
    const snapshot = takeSnapshot(db, file, options.now);
    // Off, because a table is changed by copying and dropping it; inside a transaction this does nothing.
    db.run('PRAGMA foreign_keys = OFF');
    const applied = pending
      .filter(migration => applyMigration(db, migration, options))
      .map(migration => migration.name);
    return { applied, snapshot, current };
  } finally {
    db.close(true);
  }
}

/** The names of the migrations that `migrate` would apply. @throws MigrationError as migrate does. */
export function listPendingMigrations(file: string, migrations: Migration[]): string[] {
  const db = new Sqlite(file, { readwrite: true, create: false });
  try {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return findPending(readApplied(db), migrations).map(({ name }) => name);
  } finally {
    db.close(true);
  }
}

/**
 * Checks that a database is at this program's version, without changing it.
 * @throws OlderDatabaseError, NewerDatabaseError; MigrationError when an applied migration was edited
 */
export function assertMigrated(file: string, migrations: Migration[]): void {
  const pending = listPendingMigrations(file, migrations);
  if (pending.length > 0) throw new OlderDatabaseError(pending);
}

/** What was applied so far, oldest first; empty for a new file. */
function readApplied(db: Sqlite): AppliedMigration[] {
  const columns = listRecordColumns(db);
  if (columns.length === 0) return [];
  const version = columns.includes('version') ? 'version' : 'null as version';
  return db
    .query<AppliedMigration, []>(`select name, hash, ${version} from _migrations order by rowid`)
    .all();
}

/** The columns of the record of migrations; none in a new file. */
function listRecordColumns(db: Sqlite): string[] {
  return db
    .query<{ name: string }, []>("select name from pragma_table_info('_migrations')")
    .all()
    .map(({ name }) => name);
}

function findPending(applied: AppliedMigration[], migrations: Migration[]): Migration[] {
  const known = new Map(migrations.map(migration => [migration.name, migration]));
  if (known.size < migrations.length) throw new MigrationError('Two migrations have the same name');
  for (const each of applied) {
    const { name, hash } = each;
    const migration = known.get(name);
    if (!migration) throw new NewerDatabaseError(each);
    if (hashMigration(migration) !== hash)
      throw new MigrationError(`Migration ${name} was changed after it was applied`);
  }
  const done = new Set(applied.map(({ name }) => name));
  const pending = migrations.slice(applied.length);
  const early = migrations.slice(0, applied.length).find(({ name }) => !done.has(name));
  if (early) throw new MigrationError(`Migration ${early.name} stands before one that is applied already`);
  return pending;
}

/** Copies a database that holds something; null for a new one. */
function takeSnapshot(db: Sqlite, file: string, now: string): string | null {
  // Two processes that start an upgrade together would choose the same name: one at a time.
  db.run('BEGIN IMMEDIATE');
  try {
    if (Object.keys(countRows(db)).length === 0) return null;
    const folder = join(dirname(file), 'backups');
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_DIR });
    const last = readApplied(db).at(-1)?.name ?? 'unversioned';
    const stem = join(folder, `pre-migration-${last}-${toFileTime(now)}`);
    let snapshot = `${stem}.sqlite`;
    for (let copy = 2; existsSync(snapshot); copy++) snapshot = `${stem}-${copy}.sqlite`;
    backUpDatabase(file, snapshot);
    return snapshot;
  } finally {
    db.run('ROLLBACK');
  }
}

/** False when another process applied it in the meantime. */
function applyMigration(db: Sqlite, migration: Migration, options: MigrateOptions): boolean {
  db.run('BEGIN IMMEDIATE');
  try {
    if (readApplied(db).some(({ name }) => name === migration.name)) {
      db.run('ROLLBACK');
      return false;
    }
    const before = countRows(db);
    runStatements(db, migration, options);
    migration.run?.(createMigrationConnection(db, options));
    assertRowsKept(db, before, migration);
    assertForeignKeys(db, migration);
    recordMigration(db, migration, options);
    options.beforeStatement?.('COMMIT');
    db.run('COMMIT');
    return true;
  } catch (error) {
    if (db.inTransaction) db.run('ROLLBACK');
    if (error instanceof MigrationError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

function recordMigration(db: Sqlite, migration: Migration, { now, version }: MigrateOptions): void {
  db.run(CREATE_RECORD_TABLE);
  // Databases of before 0.2.0 lack it.
  if (!listRecordColumns(db).includes('version')) db.run('alter table _migrations add column version text');
  db.run('insert into _migrations (name, hash, applied_at, version) values (?, ?, ?, ?)', [
    migration.name,
    hashMigration(migration),
    now,
    version ?? null,
  ]);
}

function runStatements(db: Sqlite, migration: Migration, options: MigrateOptions): void {
  for (const statement of migration.sql.split(BREAKPOINT)) {
    if (isBlank(statement)) continue;
    options.beforeStatement?.(statement);
    db.run(statement);
    if (!db.inTransaction)
      throw new MigrationError(`Migration ${migration.name} ends the transaction by itself`);
  }
}

function createMigrationConnection(db: Sqlite, { beforeStatement }: MigrateOptions): MigrationConnection {
  return {
    all: <T>(sql: string, values: (string | number)[]) =>
      db.query<T, (string | number)[]>(sql).all(...values),
    run: (sql, values) => {
      beforeStatement?.(sql);
      db.query(sql).run(...values);
    },
  };
}

/** SQLite refuses to run a text that holds comments only. */
function isBlank(statement: string): boolean {
  return statement.split('\n').every(line => line.trim() === '' || line.trim().startsWith('--'));
}

function assertRowsKept(db: Sqlite, before: Record<string, number>, migration: Migration): void {
  const after = countRows(db);
  for (const [table, rows] of Object.entries(before)) {
    const left = after[table] ?? 0;
    if (left >= rows || migration.mayLoseRows?.includes(table)) continue;
    throw new MigrationError(
      `Migration ${migration.name} would leave ${left} of ${rows} rows in ${table} without declaring it`,
    );
  }
}

function assertForeignKeys(db: Sqlite, migration: Migration): void {
  const broken = db.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all();
  const first = broken[0];
  if (!first) return;
  throw new MigrationError(
    `Migration ${migration.name} would leave ${broken.length} broken references, ` +
      `the first from ${first.table} to ${first.parent}`,
  );
}

function hashMigration(migration: Migration): string {
  return new Bun.CryptoHasher('sha256').update(migration.sql).digest('hex');
}
