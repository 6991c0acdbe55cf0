import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { migrations } from '../../db/migrations/index.ts';
import { postgresMigrations } from '../../db/migrations/postgres.ts';
import { migrate as migratePostgres } from '../../db/postgres/migrate.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { hasPostgres } from '../support/postgres.ts';
import { PROGRAM } from '../support/program.ts';
import { createEmptyDatabaseUrl } from '../support/test-database.ts';
import { perkmint } from './fixture.ts';

const PAGE_BYTES = 4_096;
const NOW = '2026-06-01T12:00:00.000Z';
/** The first migration that the older version lacks, and how many it lacks. */
const FIRST = '0070_unconfirmed_phones';
const PENDING = migrations.length - migrations.findIndex(({ name }) => name === FIRST);
const NEWEST = migrations.at(-1)?.name as string;

let folder: string;
let file: string;
let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-migrating-'));
  mkdirSync(join(folder, 'data'));
  file = join(folder, 'data/perkmint.sqlite');
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await child?.exited;
  rmSync(folder, { recursive: true });
});

/** A port that is free. */
async function findPort(): Promise<string> {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const port = String(server.port);
  await server.stop(true);
  return port;
}

/** Starts a server. `until` reads one of its streams until it contains the words. */
async function serve(env: Record<string, string> = {}) {
  const port = await findPort();
  const server = Bun.spawn([...PROGRAM, 'serve', '--port', port, '--data-dir', join(folder, 'data')], {
    cwd: folder,
    env: { NODE_ENV: 'production', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  child = server;
  const readers = { stdout: server.stdout.getReader(), stderr: server.stderr.getReader() };
  const texts = { stdout: '', stderr: '' };
  const until = async (stream: 'stdout' | 'stderr', words: string) => {
    while (!texts[stream].includes(words)) {
      const { value, done } = await readers[stream].read();
      if (done) throw new Error(`${words} is missing in ${texts[stream]}`);
      texts[stream] += new TextDecoder().decode(value);
    }
    return texts[stream];
  };
  return { url: `http://127.0.0.1:${port}`, until };
}

function inDatabase<T>(work: (db: Sqlite) => T): NonNullable<T> {
  const db = new Sqlite(file);
  try {
    return work(db) as NonNullable<T>;
  } finally {
    db.close(true);
  }
}

async function expectMigrating(url: string, current: string): Promise<void> {
  for (const path of ['/api/v1/health', '/api/v1/ready', '/api/v1/campaigns', '/login', '/']) {
    const response = await fetch(url + path);
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5']);
    expect(await response.json()).toMatchObject({
      success: false,
      error: { code: 'UNAVAILABLE', message: expect.stringContaining(current) },
      data: { status: 'migrating', migration: { total: PENDING } },
    });
  }
  const head = await fetch(`${url}/login`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([503, '']);
  expect(head.headers.get('content-length')).toMatch(/^\d+$/);
  const check = await perkmint(join(folder, 'other'), ['healthcheck', '--server', url]);
  expect([check.code, check.out]).toEqual([0, expect.stringContaining(current)]);
  const ready = await perkmint(join(folder, 'other'), ['healthcheck', '--ready', '--server', url]);
  expect([ready.code, ready.err]).toEqual([7, expect.stringContaining('migrating')]);
}

test('a server responds with 503 and says how far it is while it migrates, and then serves', async () => {
  await migrate(file, migrations.slice(0, -PENDING), { now: NOW });
  const lock = new Sqlite(file);
  // The migration waits for the lock, as long as this test needs.
  lock.run('BEGIN IMMEDIATE');
  const { url, until } = await serve();
  await until('stderr', `The database needs ${PENDING} migrations`);
  await expectMigrating(url, `The database is being migrated (${PENDING} pending)`);
  lock.run('ROLLBACK');
  lock.close(true);
  await until('stdout', '"listening"');
  const log = await until('stderr', `Applied migration ${PENDING} of ${PENDING}: ${NEWEST}`);
  expect(log).toContain('Copying the database');
  expect(log).toContain(`Applying migration 1 of ${PENDING}: ${FIRST}`);
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
  expect((await fetch(`${url}/api/v1/ready`)).status).toBe(200);
  expect(readdirSync(join(folder, 'data/backups'))).toEqual([
    expect.stringMatching(/^pre-migration-.*\.sqlite$/),
  ]);
});

test('a server whose migration fails exits with its message', async () => {
  await migrate(file, migrations.slice(0, -PENDING), { now: NOW });
  inDatabase(db => db.run('alter table passes add column card_version integer'));
  const { until } = await serve();
  const log = await until(
    'stderr',
    'Migration 0071_pass_versions failed: duplicate column name: card_version',
  );
  expect(log).toContain(`Applied migration 1 of ${PENDING}: ${FIRST}`);
  expect(await child?.exited).toBe(1);
});

test.each([
  ['members', 'database disk image is malformed', 7],
  ['sqlite_autoindex_facts_1', 'Restore a backup:', 1],
])('a server that finds damage in %s before the migration exits and says so', async (name, words, code) => {
  await migrate(file, migrations.slice(0, -PENDING), { now: NOW });
  const { page } = inDatabase(db =>
    db
      .query<{ page: number }, [string]>('select rootpage as page from sqlite_schema where name = ?')
      .get(name),
  );
  const bytes = readFileSync(file);
  bytes.fill(0xab, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
  writeFileSync(file, bytes);
  const { until } = await serve();
  const log = await until('stderr', words);
  expect(log).toContain(`needs ${PENDING} migrations`);
  expect(log).toContain('is damaged');
  expect(await child?.exited).toBe(code);
});

test('perkmint db migrate prints a line for each step', async () => {
  await migrate(file, migrations.slice(0, -PENDING), { now: NOW });
  const { code, err } = await perkmint(join(folder, 'data'), ['db', 'migrate'], {
    env: { DATABASE_URL: '' },
  });
  expect(code).toBe(0);
  expect(err).toContain('Copying the database');
  expect(err).toContain(`Applied migration ${PENDING} of ${PENDING}: ${NEWEST}`);
});

test.skipIf(!hasPostgres())('a node responds with 503 while another one migrates the database', async () => {
  const database = await createEmptyDatabaseUrl();
  await migratePostgres(database.url, postgresMigrations.slice(0, -PENDING), { now: NOW });
  const sql = new SQL(database.url, { max: 1 });
  const secret = 'a key of at least thirty-two bytes for a test';
  try {
    await sql`select pg_advisory_lock(1886547566, 1)`;
    const { url, until } = await serve({
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: secret,
      JWT_SECRET: secret,
      VERIFICATION_WEBHOOK_SECRET: 'whsec_verification',
      BILLING_WEBHOOK_SECRET: 'whsec_billing',
    });
    await until('stderr', `Applying migration 1 of ${PENDING}`);
    await expectMigrating(url, `The database is being migrated (1 of ${PENDING}, ${FIRST})`);
    await sql`select pg_advisory_unlock(1886547566, 1)`;
    await until('stdout', '"listening"');
    expect(await until('stderr', `Applied migration ${PENDING} of`)).toContain('Applied migration 1 of');
    expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
  } finally {
    await sql.close();
    child?.kill('SIGKILL');
    await child?.exited;
    await database.drop();
  }
});
