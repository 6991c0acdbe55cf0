import type { Database as Sqlite } from 'bun:sqlite';
import {
  type AppliedMigration,
  CREATE_RECORD_TABLE,
  findPending,
  hashMigration,
  type MigrateOptions,
  type MigrateResult,
  type Migration,
  type MigrationConnection,
  MigrationError,
  OlderDatabaseError,
  reportMigration,
} from '../migration.ts';
import { BUSY_TIMEOUT_MS, openFile, withFile } from './file.ts';
import { isBusy } from './lock.ts';
import { countRows } from './maintenance.ts';
import {
  type CopySource,
  copyBeforeMigration,
  forgetUpgrade,
  type RowCounts,
  recordCommit,
  recordUpgrade,
} from './pre-migration-copy.ts';

const BREAKPOINT = '--> statement-breakpoint';
const BUSY_PAUSE_MS = 10;

/**
 * Applies the pending migrations. The statements, checks and record of each migration are one transaction, so the next
 * call can continue after an interruption.
 * @throws MigrationError if the database is newer than this program, an applied migration was edited, or a migration
 *   fails, breaks a foreign key or loses rows that it does not declare
 */
export async function migrate(
  file: string,
  migrations: Migration[],
  options: MigrateOptions,
): Promise<MigrateResult> {
  const db = openFile(file, { create: true });
  try {
    const done = readApplied(db);
    const pending = findPending(done, migrations);
    if (pending.length === 0) return endUpgrade(file, migrations);
    // The migrations of a new database take less than a second.
    const { onProgress, ...rest } = options;
    const reporting = { ...rest, onProgress: done.length > 0 ? onProgress : undefined };
    const total = pending.length;
    await enableWriteAheadLog(db);
    const source: CopySource = { db, file, readNewest: () => readNewestName(db) };
    const snapshot = copyBeforeMigration(source, { ...reporting, total });
    // A table is changed by copying and dropping it. The pragma has no effect inside a transaction, so it is set here.
    db.run('PRAGMA foreign_keys = OFF');
    const applied: string[] = [];
    for (const [index, migration] of pending.entries()) {
      const { name } = migration;
      const copy = index + 1 < total ? snapshot : null;
      const beforeCommit = (rows: RowCounts) => copy && recordCommit(source, copy, { name, rows });
      const apply = () => applyMigration(db, migration, { ...reporting, beforeCommit });
      if (await reportMigration(reporting, { name, position: index + 1, total }, apply)) applied.push(name);
      if (copy) recordUpgrade(source, copy);
    }
    return { ...endUpgrade(file, migrations), applied, snapshot };
  } finally {
    db.close(true);
  }
}

/**
 * Copies a database before another version of this program opens it. Its migrations keep this copy instead of making
 * another one if nothing has changed the database since. @returns the path of the copy; null for an empty database
 */
export async function copyBeforeUpdate(file: string, now: string): Promise<string | null> {
  const db = openFile(file);
  try {
    await enableWriteAheadLog(db);
    return copyBeforeMigration({ db, file, readNewest: () => readNewestName(db) }, { now, total: 0 });
  } finally {
    db.close(true);
  }
}

function readNewestName(db: Sqlite): string {
  return readApplied(db).at(-1)?.name ?? 'unversioned';
}

/** Deletes the record of an interrupted upgrade of a file that has all migrations. @returns the result of `migrate` */
export function endUpgrade(file: string, migrations: Migration[]): MigrateResult {
  forgetUpgrade(file);
  return { applied: [], snapshot: null, current: migrations.at(-1)?.name ?? '' };
}

/**
 * Switches a database to write-ahead logging. SQLite's own timeout does not apply to processes that switch a new database
 * at the same time: one gets an error immediately, because they would wait for each other.
 */
async function enableWriteAheadLog(db: Sqlite): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += BUSY_PAUSE_MS) {
    try {
      db.run('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || waitedMs >= BUSY_TIMEOUT_MS) throw error;
      await Bun.sleep(BUSY_PAUSE_MS);
    }
  }
}

/** Lists the migrations that `migrate` would apply. @throws MigrationError like `migrate` */
export function listPendingMigrations(file: string, migrations: Migration[]): string[] {
  return withFile(file, db => listPendingIn(db, migrations));
}

function listPendingIn(db: Sqlite, migrations: Migration[]): string[] {
  return findPending(readApplied(db), migrations).map(({ name }) => name);
}

/**
 * Lists the migrations that `migrate` would apply, and keeps the connection open if there are none.
 * @throws MigrationError like `migrate`
 */
export function openMigrated(file: string, migrations: Migration[]): { pending: string[]; db?: Sqlite } {
  const db = openFile(file);
  let pending: string[] | undefined;
  try {
    pending = listPendingIn(db, migrations);
  } finally {
    if (pending?.length !== 0) db.close(true);
  }
  return pending.length === 0 ? { pending, db } : { pending };
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

/** Applies one migration. @returns false if another process applied it in the meantime */
async function applyMigration(
  db: Sqlite,
  migration: Migration,
  options: MigrateOptions & { beforeCommit(rows: RowCounts): void },
): Promise<boolean> {
  db.run('BEGIN IMMEDIATE');
  try {
    if (readApplied(db).some(({ name }) => name === migration.name)) {
      db.run('ROLLBACK');
      return false;
    }
    const before = countRows(db);
    runStatements(db, migration, options);
    await migration.run?.(createMigrationConnection(db, options));
    const after = countRows(db);
    assertRowsKept(before, after, migration);
    assertForeignKeys(db, migration);
    recordMigration(db, migration, options);
    options.beforeCommit(after);
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
    all: async <T>(sql: string, values: (string | number)[]) =>
      db.query<T, (string | number)[]>(sql).all(...values),
    run: async (sql, values) => {
      beforeStatement?.(sql);
      db.query(sql).run(...values);
    },
  };
}

/** Returns whether a statement contains only comments, which SQLite rejects. */
function isBlank(statement: string): boolean {
  return statement.split('\n').every(line => line.trim() === '' || line.trim().startsWith('--'));
}

function assertRowsKept(before: RowCounts, after: RowCounts, migration: Migration): void {
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
