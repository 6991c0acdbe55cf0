import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OWNER_ONLY_DIR, OWNER_ONLY_FILE, syncToDisk } from '../../src/platform/runtime/files.ts';
import { removeLeftovers } from '../../src/platform/runtime/leftovers.ts';
import { migrations } from '../migrations/index.ts';
import { postgresMigrations } from '../migrations/postgres.ts';
import * as postgres from '../postgres/migrate.ts';
import { withFile } from '../sqlite/file.ts';
import { checkDatabase, countRows, DamagedDatabaseError } from '../sqlite/maintenance.ts';
import { assertMigrated, migrate } from '../sqlite/migrate.ts';
import { copyTables } from './copy-tables.ts';
import { PostgresSide, PostgresTarget } from './postgres-side.ts';
import { type CopiedTable, type CopyOptions, CopyRefusedError } from './report.ts';
import { SqliteSource, SqliteTarget } from './sqlite-side.ts';
import { listTables, REFERENCE_TABLES } from './tables.ts';

/**
 * Copies a SQLite database of this version to an empty PostgreSQL database, whose schema is created if needed. All rows
 * are compared before one transaction makes them visible. No server may use either database: the caller holds the lock
 * of the data folder.
 * @param options.beforeCommit stores what belongs to the rows, after all are copied and equal
 * @throws MigrationError, CopyRefusedError, CopyFailedError, UnequalCopyError. The target then has no rows
 */
export async function copyToPostgres(
  file: string,
  url: string,
  { now, version, onProgress, beforeCommit = () => {} }: CopyOptions & { beforeCommit?: () => void },
): Promise<CopiedTable[]> {
  assertMigrated(file, migrations);
  const pending = await postgres.listPendingMigrations(url, postgresMigrations);
  // Migrating it could break servers of that version, and it may have data.
  if (pending.length > 0 && pending.length < postgresMigrations.length)
    throw new CopyRefusedError('The PostgreSQL database is not empty: it is of an older version');
  await postgres.migrate(url, postgresMigrations, { now, version });
  const source = new SqliteSource(file);
  try {
    const tables = listTables(source.connection);
    const target = await PostgresTarget.open(url, tables);
    try {
      const copied = await copyTables(source, target, tables, onProgress);
      beforeCommit();
      await target.commit();
      return copied;
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

interface CopyToSqliteOptions extends CopyOptions {
  /** Whether to require that no server uses the PostgreSQL database. Otherwise the copy is of one moment. */
  isOffline: boolean;
  /** Checks the copy, in a folder of its own, before it gets its name. It is discarded if the check fails. */
  check?: (file: string) => Promise<void>;
}

/**
 * Copies a PostgreSQL database of this version to a new SQLite file, which gets its name after all rows were compared
 * and the file was checked and synced to disk. An existing file is replaced if it has no data.
 * @throws MigrationError, CopyRefusedError, CopyFailedError, UnequalCopyError, DamagedDatabaseError
 */
export async function copyToSqlite(
  url: string,
  file: string,
  { now, version, onProgress, isOffline, check }: CopyToSqliteOptions,
): Promise<CopiedTable[]> {
  if (existsSync(file)) assertEmptyFile(file);
  await postgres.assertMigrated(url, postgresMigrations);
  removeLeftovers(dirname(file), `.${basename(file)}.`);
  // The process ID prevents conflicts between processes.
  const folder = join(dirname(file), `.${basename(file)}.${process.pid}.partial`);
  mkdirSync(folder, { mode: OWNER_ONLY_DIR });
  try {
    const partial = join(folder, 'perkmint.sqlite');
    // SQLite keeps the permissions of an existing empty file.
    closeSync(openSync(partial, 'wx', OWNER_ONLY_FILE));
    await migrate(partial, migrations, { now, version });
    const source = await PostgresSide.openSource(url, { isOffline });
    try {
      const copied = await fillFile(source, partial, onProgress);
      const problems = checkDatabase(partial);
      if (problems.length > 0) throw new DamagedDatabaseError(partial, problems);
      await check?.(partial);
      publish(partial, file);
      return copied;
    } finally {
      await source.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fillFile(
  source: PostgresSide,
  file: string,
  onProgress: CopyOptions['onProgress'],
): Promise<CopiedTable[]> {
  const target = new SqliteTarget(file);
  try {
    const tables = listTables(target.connection);
    target.clear(tables);
    const copied = await copyTables(source, target, tables, onProgress);
    target.commit();
    return copied;
  } finally {
    target.close();
  }
}

/** @throws CopyRefusedError unless the file is a database without data */
export function assertEmptyFile(file: string): void {
  const filled = Object.entries(withFile(file, countRows)).find(
    ([name, rows]) => rows > 0 && !name.startsWith('_') && !REFERENCE_TABLES.includes(name),
  );
  if (filled) throw new CopyRefusedError(`${file} is not empty: ${filled[0]} has rows. Name another folder`);
}

/** Gives a complete database its name, in one step. */
export function publish(partial: string, file: string): void {
  syncToDisk(partial);
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  renameSync(partial, file);
  syncToDisk(dirname(file));
}
