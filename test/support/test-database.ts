import { SQL } from 'bun';
import { hashMigration } from '../../db/migration.ts';
import { postgresMigrations } from '../../db/migrations/postgres.ts';
import { migrate } from '../../db/postgres/migrate.ts';
import { startPostgres } from './postgres.ts';

/** A migrated PostgreSQL database that one test app uses alone. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** How Perkmint's databases compare text, whatever the server's default. */
const COLLATION = "encoding 'UTF8' locale_provider libc locale 'C'";
/** Without fsync, files are copied in a third of the time that it takes to log their pages. */
const COPY = 'strategy file_copy';
const CREATED_AT = '2026-06-01T12:00:00.000Z';

let server: Promise<string> | undefined;
let template: Promise<string> | undefined;

/**
 * Creates a migrated database on the server that TEST_DATABASE names, or on a temporary server that ends with this
 * process. Copying the template takes about 10 ms, running the migrations 300 ms.
 */
export async function createTestDatabaseUrl(): Promise<TestDatabase> {
  template ??= createTemplate();
  return createDatabase(`template ${await template} ${COPY}`);
}

/** Creates a copy of a database that is not in use. */
export function copyTestDatabase(url: string): Promise<TestDatabase> {
  return createDatabase(`template ${new URL(url).pathname.slice(1)} ${COPY}`);
}

/** Creates a database without tables, for a test of migrations. */
export function createEmptyDatabaseUrl(options = COLLATION): Promise<TestDatabase> {
  return createDatabase(`template template0 ${options}`);
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const name = `perkmint_test_${crypto.randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(sql => sql.unsafe(`create database ${name} ${options}`));
  return {
    url: await findUrl(name),
    drop: () => runAsAdmin(sql => sql.unsafe(`drop database if exists ${name} with (force)`)),
  };
}

/** Returns the name of the template with this program's migrations. Processes share it and create it one at a time. */
function createTemplate(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
    .update(postgresMigrations.map(hashMigration).join())
    .digest('hex');
  const name = `perkmint_template_${hash.slice(0, 16)}`;
  return runAsAdmin(async sql => {
    await sql`select pg_advisory_lock(hashtext(${name}))`;
    const [existing] =
      await sql`select datistemplate as "isComplete" from pg_database where datname = ${name}`;
    if (existing?.isComplete) return name;
    // A process that was killed may have left one behind.
    await sql.unsafe(`drop database if exists ${name} with (force)`);
    await sql.unsafe(
      `create database ${name} template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
    );
    await migrate(await findUrl(name), postgresMigrations, { now: CREATED_AT });
    await sql.unsafe(`alter database ${name} is_template true`);
    return name;
  });
}

async function runAsAdmin<T>(work: (sql: SQL) => Promise<T>): Promise<T> {
  const sql = new SQL(await findUrl(), { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.close();
  }
}

/** Returns the URL of a database on the server. */
async function findUrl(database?: string): Promise<string> {
  server ??= process.env.TEST_DATABASE ? Promise.resolve(process.env.TEST_DATABASE) : startServer();
  const url = new URL(await server);
  if (database) url.pathname = database;
  return url.href;
}

async function startServer(): Promise<string> {
  const { url } = await startPostgres();
  return url;
}
