import { Database as Sqlite } from 'bun:sqlite';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OWNER_ONLY_DIR } from '../../src/platform/runtime/files.ts';
import { backUpDatabase, countRows, toFileTime } from './maintenance.ts';

export interface Migration {
  /** The file name without `.sql`. Migrations are applied in list order. */
  name: string;
  sql: string;
  /** Changes that SQL cannot express. Runs after the statements in the same transaction. */
  run?: (db: MigrationConnection) => void;
  /** Tables that may lose rows or be dropped. */
  mayLoseRows?: string[];
}

/** The database access of a migration in code, inside its transaction. */
export interface MigrationConnection {
  all<T>(sql: string, values: (string | number)[]): T[];
  run(sql: string, values: (string | number)[]): void;
}

export interface MigrateOptions {
  /** ISO time, recorded with each migration and used in the name of the snapshot. */
  now: string;
  /** The program version, recorded with each migration so that an older program can name it in an error. */
  version?: string;
  /** Called before each statement, to test interruptions. */
  beforeStatement?: (statement: string) => void;
}

export interface MigrateResult {
  /** Names of the migrations applied by this call. */
  applied: string[];
  /** The copy made before the first change; null if the database was empty or up to date. */
  snapshot: string | null;
  /** The newest applied migration; '' if there are no migrations. */
  current: string;
}

/** The database could not be migrated. It is unchanged since before the named migration. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The database lacks migrations that this program needs. It was not changed. */
export class OlderDatabaseError extends MigrationError {
  constructor(pending: string[]) {
    super(
      `The database is from an older version: migrations up to ${pending.at(-1)} are missing. ` +
        'Stop the server if one is running, then run perkmint db migrate.',
    );
  }
}

/** The database has migrations that this program does not know. It was not changed. */
export class NewerDatabaseError extends MigrationError {
  constructor({ name, version }: AppliedMigration) {
    super(
      `The database is from a newer version${version ? `, ${version}` : ''}: it has the migration ${name}, which this ` +
        'one does not know. Use that version, or restore a backup made before the upgrade.',
    );
  }
}

export interface AppliedMigration {
  name: string;
  hash: string;
  /** The program version that applied it; null if it was applied before versions were recorded. */
  version: string | null;
}

const BREAKPOINT = '--> statement-breakpoint';
/** Another process may be writing, or migrating. */
const BUSY_TIMEOUT_MS = 10_000;
export const CREATE_RECORD_TABLE =
  'create table if not exists _migrations ' +
  '(name text primary key not null, hash text not null, applied_at text not null, version text)';

/**
 * Applies the pending migrations. The statements, checks and record of each migration are one transaction, so the next
 * call can continue after an interruption.
 * @throws MigrationError if the database is newer than this program, an applied migration was edited, or a migration
 *   fails, breaks a foreign key or loses rows that it does not declare
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
    // A table is changed by copying and dropping it. The pragma has no effect inside a transaction, so it is set here.
    db.run('PRAGMA foreign_keys = OFF');
    const applied = pending
      .filter(migration => applyMigration(db, migration, options))
      .map(migration => migration.name);
    return { applied, snapshot, current };
  } finally {
    db.close(true);
  }
}

/** Lists the migrations that `migrate` would apply. @throws MigrationError like `migrate` */
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
 * Asserts that a database has exactly this program's migrations, without changing it.
 * @throws OlderDatabaseError, NewerDatabaseError; MigrationError if an applied migration was edited
 */
export function assertMigrated(file: string, migrations: Migration[]): void {
  const pending = listPendingMigrations(file, migrations);
  if (pending.length > 0) throw new OlderDatabaseError(pending);
}

/** Reads the applied migrations, oldest first; empty for a new file. */
function readApplied(db: Sqlite): AppliedMigration[] {
  const columns = listRecordColumns(db);
  if (columns.length === 0) return [];
  const version = columns.includes('version') ? 'version' : 'null as version';
  return db
    .query<AppliedMigration, []>(`select name, hash, ${version} from _migrations order by rowid`)
    .all();
}

/** Lists the columns of the _migrations table; empty for a new file. */
function listRecordColumns(db: Sqlite): string[] {
  return db
    .query<{ name: string }, []>("select name from pragma_table_info('_migrations')")
    .all()
    .map(({ name }) => name);
}

export function findPending(applied: AppliedMigration[], migrations: Migration[]): Migration[] {
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
  if (early)
    throw new MigrationError(`Migration ${early.name} was added before a migration that is already applied`);
  return pending;
}

/** Copies the database before a migration. @returns the path of the copy; null for an empty database */
function takeSnapshot(db: Sqlite, file: string, now: string): string | null {
  // The lock keeps two processes that upgrade at the same time from choosing the same name.
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

/** Applies one migration. @returns false if another process applied it in the meantime */
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
  // Databases created before 0.2.0 lack the column.
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
      throw new MigrationError(`Migration ${migration.name} must not end the transaction`);
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

/** Returns whether a statement contains only comments, which SQLite rejects. */
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

export function hashMigration(migration: Migration): string {
  return new Bun.CryptoHasher('sha256').update(migration.sql).digest('hex');
}
