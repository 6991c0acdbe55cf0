import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterTimes, ConnectionCounts, Database } from './client.ts';
import { type Migration, OlderDatabaseError, type OnMigrationProgress } from './migration.ts';
import { migrations } from './migrations/index.ts';
import { postgresMigrations } from './migrations/postgres.ts';
import * as postgres from './postgres/migrate.ts';
import { openPostgres } from './postgres/open.ts';
import { DATABASE_FILE } from './sqlite/file.ts';
import { endUpgrade, listPendingMigrations, migrate, openMigrated } from './sqlite/migrate.ts';
import { migrateInThread } from './sqlite/migrate-thread.ts';
import { openSqlite } from './sqlite/open.ts';

/** Options for tests and benchmarks. */
export interface DatabaseOverrides {
  /** False makes each transaction commit alone. */
  grouping?: boolean;
  clusterTimes?: Partial<ClusterTimes>;
  connections?: Partial<ConnectionCounts>;
}

interface OpenOptions extends DatabaseOverrides {
  /** URL of a PostgreSQL database; empty selects SQLite. */
  url: string;
  /** The schema of a PostgreSQL database, created if it is missing; the default one without it. */
  schema?: string;
  /** Folder of the SQLite file; it must exist. */
  dataDir: string;
  /** Time of the migrations, and the version that applies them. */
  now: string;
  version: string;
  /** The id of this process among the servers that share the database. */
  nodeId: string;
  /** False rejects a database with pending migrations instead of applying them, because an older server may use it. */
  upgrade: boolean;
  /** Called with each step of the migration of an existing database. */
  onMigration?: OnMigrationProgress;
  /** Whether an existing database is migrated without blocking the event loop. */
  inBackground?: boolean;
}

interface OpenedDatabase {
  database: Database;
  /** Whether the database existed and must not be changed by opening it. */
  isUnchanged: boolean;
  /** The migrations that opening applied. */
  migrated: string[];
  /** The newest migration. */
  migration: string;
  /** The file copied before the migrations; null if there was none to copy. */
  snapshot: string | null;
}

/**
 * Migrates and opens the database of an installation.
 * @throws MigrationError for a database that cannot be migrated, or must not be with `upgrade: false`
 */
export function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  return options.url === '' ? openSqliteFile(options) : openPostgresServer(options);
}

async function openSqliteFile(options: OpenOptions): Promise<OpenedDatabase> {
  const { dataDir, now, version, upgrade, onMigration: onProgress, inBackground, grouping, nodeId } = options;
  const file = join(dataDir, DATABASE_FILE);
  const exists = existsSync(file);
  const isUnchanged = !upgrade && exists;
  const { pending, db } = exists
    ? openMigrated(file, migrations)
    : { pending: migrations.map(({ name }) => name), db: undefined };
  if (isUnchanged && pending.length > 0) throw new OlderDatabaseError(pending);
  const isUpgrade = announceUpgrade(options, pending, migrations);
  const work = { now, version, onProgress };
  const applyPending = () =>
    isUpgrade && inBackground ? migrateInThread(file, work) : migrate(file, migrations, work);
  const { applied, current, snapshot } = db ? endUpgrade(file, migrations) : await applyPending();
  // Each connection parses the whole schema, which takes milliseconds.
  const database = openSqlite(file, { grouping, nodeId, writer: db });
  return { database, isUnchanged, migrated: applied, migration: current, snapshot };
}

/** Lists the migrations that a file lacks: all, if it does not exist. @throws MigrationError like `migrate` */
function listPendingOfFile(file: string): string[] {
  if (!existsSync(file)) return migrations.map(({ name }) => name);
  return listPendingMigrations(file, migrations);
}

async function openPostgresServer(options: OpenOptions): Promise<OpenedDatabase> {
  const { url, schema, now, version, upgrade, nodeId, clusterTimes, connections } = options;
  if (schema !== undefined) await postgres.createSchema(url, schema);
  const pending = await postgres.listPendingMigrations(url, postgresMigrations, schema);
  const isUnchanged = !upgrade && pending.length < postgresMigrations.length;
  if (isUnchanged && pending.length > 0) throw new OlderDatabaseError(pending, { isShared: true });
  announceUpgrade(options, pending, postgresMigrations);
  const { applied, current, snapshot } = await postgres.migrate(url, postgresMigrations, {
    now,
    version,
    onProgress: options.onMigration,
    schema,
  });
  const database = openPostgres(url, { nodeId, clusterTimes, connections, schema });
  return { database, isUnchanged, migrated: applied, migration: current, snapshot };
}

/** Reports pending migrations of a database that has some already. @returns whether there are any */
function announceUpgrade(
  { onMigration }: OpenOptions,
  { length: total }: string[],
  all: Migration[],
): boolean {
  const isUpgrade = total > 0 && total < all.length;
  if (isUpgrade) onMigration?.({ step: 'starting', total });
  return isUpgrade;
}

export interface DatabaseState {
  /** Whether the database has no tables yet, or does not exist. */
  isNew: boolean;
  /** The migrations that opening would apply. */
  pending: string[];
}

/**
 * Reads which migrations the database of an installation lacks, without changing it.
 * @throws MigrationError if the database is newer than this program; AppError UNAVAILABLE if it cannot be reached
 */
export async function readDatabaseState({
  url,
  dataDir,
}: Pick<OpenOptions, 'url' | 'dataDir'>): Promise<DatabaseState> {
  if (url !== '') {
    const pending = await postgres.listPendingMigrations(url, postgresMigrations);
    return { isNew: pending.length === postgresMigrations.length, pending };
  }
  const file = join(dataDir, DATABASE_FILE);
  return { isNew: !existsSync(file), pending: listPendingOfFile(file) };
}
