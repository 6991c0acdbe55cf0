import type { SQL } from 'bun';
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
import { toAppError } from './errors.ts';
import { inSchema } from './open.ts';

/** The first version with `create database … locale` and the behavior that the tests cover. */
const MIN_VERSION = 15;
/** Two numbers, so that the lock is none of a transaction's, which are one number. */
const MIGRATION_LOCK = '1886547566, 1';
/** A change of a table waits for the transactions of other nodes, and every later transaction waits for it. */
const TABLE_LOCK_TIMEOUT_MS = 10_000;

/**
 * Applies the pending migrations under a lock, so that of two nodes that start together one migrates and the other
 * waits. The statements and the record of each migration are one transaction.
 * @throws MigrationError if the database is newer than this program, an applied migration was edited, a migration
 *   fails, or the database doesn't compare text by its bytes
 */
export function migrate(
  url: string,
  migrations: Migration[],
  options: Pick<MigrateOptions, 'now' | 'version' | 'onProgress'> & { schema?: string },
): Promise<MigrateResult> {
  return withConnection(url, options.schema, async sql => {
    await assertSupported(sql);
    const applied: string[] = [];
    const done = await readApplied(sql);
    const pending = findPending(done, migrations);
    const reporting = done.length > 0 ? options : {};
    for (const [index, migration] of pending.entries()) {
      const { name } = migration;
      const apply = () => applyMigration(sql, migration, options);
      const position = { name, position: index + 1, total: pending.length };
      if (await reportMigration(reporting, position, apply)) applied.push(name);
    }
    return { applied, snapshot: null, current: migrations.at(-1)?.name ?? '' };
  });
}

/** Lists the migrations that `migrate` would apply. @throws MigrationError like `migrate` */
export function listPendingMigrations(
  url: string,
  migrations: Migration[],
  schema?: string,
): Promise<string[]> {
  return withConnection(url, schema, async sql => {
    await assertSupported(sql);
    return findPending(await readApplied(sql), migrations).map(({ name }) => name);
  });
}

/**
 * Asserts that a database has exactly this program's migrations, without changing it.
 * @throws OlderDatabaseError, NewerDatabaseError; MigrationError if an applied migration was edited
 */
export async function assertMigrated(url: string, migrations: Migration[]): Promise<void> {
  const pending = await listPendingMigrations(url, migrations);
  if (pending.length > 0) throw new OlderDatabaseError(pending, { isShared: true });
}

/** Creates a schema for separate tables, unless it exists. Its name must be an identifier. */
export function createSchema(url: string, schema: string): Promise<void> {
  return withConnection(url, undefined, async sql => {
    await sql.unsafe(`create schema if not exists ${schema}`);
  });
}

/** Deletes a schema with all its tables. Its name must be an identifier. */
export function dropSchema(url: string, schema: string): Promise<void> {
  return withConnection(url, undefined, async sql => {
    await sql.unsafe(`drop schema if exists ${schema} cascade`);
  });
}

async function withConnection<T>(
  url: string,
  schema: string | undefined,
  work: (sql: SQL) => Promise<T>,
): Promise<T> {
  const sql = new Bun.SQL(url, { max: 1, bigint: true, connection: inSchema(schema) });
  try {
    return await work(sql);
  } catch (error) {
    throw toAppError(error);
  } finally {
    await sql.close();
  }
}

interface Server {
  version: number;
  database: string;
  encoding: string;
  locale: string;
}

/** Asserts that the database orders and compares text as SQLite does, by its bytes in UTF-8. */
async function assertSupported(sql: SQL): Promise<void> {
  // The columns of the locale differ between versions.
  const [server]: [Server] = await sql`
    select current_setting('server_version_num')::int / 10000 as version, datname as database,
      pg_encoding_to_char(encoding) as encoding,
      case when to_jsonb(d) ->> 'datlocprovider' = 'c' then datcollate
        else coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datcollate) end as locale
    from pg_database d where datname = current_database()`;
  const { version, database, encoding, locale } = server;
  if (version < MIN_VERSION)
    throw new MigrationError(
      `PostgreSQL ${version} is too old: version ${MIN_VERSION} or later is required.`,
    );
  if (encoding === 'UTF8' && (locale === 'C' || locale === 'POSIX')) return;
  throw new MigrationError(
    `The database ${database} has the encoding ${encoding} and the locale ${locale}, but UTF8 and C are required. ` +
      `Create it with: create database ${database} template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
  );
}

/** Reads the applied migrations, oldest first; empty for a new database. */
async function readApplied(sql: SQL): Promise<AppliedMigration[]> {
  // A connection may still resolve the name from its cache after another node has created the table.
  const [{ exists }] = await sql`select exists (
    select 1 from pg_tables where schemaname = any (current_schemas(false)) and tablename = '_migrations') as exists`;
  return exists ? await sql`select name, hash, version from _migrations order by name` : [];
}

/** Applies one migration. @returns false if another node applied it in the meantime */
async function applyMigration(
  sql: SQL,
  migration: Migration,
  { now, version }: Pick<MigrateOptions, 'now' | 'version'>,
): Promise<boolean> {
  const { name } = migration;
  try {
    return await sql.begin(async tx => {
      // Another node's migration, or the rewrite of a table, may take longer than the server's timeout.
      await tx.unsafe('set local statement_timeout = 0');
      await tx.unsafe(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      if ((await readApplied(tx)).some(other => other.name === name)) return false;
      await tx.unsafe(`set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
      const started = await readTransactionId(tx);
      await tx.unsafe(migration.toSql?.() ?? migration.sql).simple();
      if ((await readTransactionId(tx)) !== started)
        throw new MigrationError(`Migration ${name} must not end the transaction`);
      await migration.run?.(createMigrationConnection(tx));
      await tx.unsafe(CREATE_RECORD_TABLE).simple();
      await tx`insert into _migrations (name, hash, applied_at, version)
        values (${name}, ${hashMigration(migration)}, ${now}, ${version ?? null})`;
      return true;
    });
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${name} failed: ${reason}`, { cause: error });
  }
}

async function readTransactionId(tx: SQL): Promise<string> {
  const [{ id }] = await tx`select pg_current_xact_id()::text as id`;
  return id;
}

/** Runs the statements of a migration in code, which have SQLite's placeholders. */
function createMigrationConnection(tx: SQL): MigrationConnection {
  const execute = (sql: string, values: (string | number)[]) => {
    let position = 0;
    return tx.unsafe(
      sql.replaceAll('?', () => `$${++position}`),
      values,
    );
  };
  return {
    all: async <T>(sql: string, values: (string | number)[]) => {
      const rows: Record<string, unknown>[] = await execute(sql, values);
      return rows.map(row =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
        ),
      ) as T[];
    },
    run: async (sql, values) => {
      await execute(sql, values);
    },
  };
}
