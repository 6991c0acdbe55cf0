import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '../../db/postgres/open.ts';
import { hasPostgres } from '../support/postgres.ts';
import { NODE_SECRETS } from '../support/postgres-app.ts';
import { createTestDatabaseUrl, type TestDatabase } from '../support/test-database.ts';
import { inPostgres } from './copy-fixture.ts';
import { PASSWORD, perkmint } from './fixture.ts';

const INIT = [
  'init',
  '--admin-email',
  'root@shop.example',
  '--admin-password-stdin',
  '--business',
  'Blue Cup',
];

let folder: string;
let database: TestDatabase;
let dump: string;

beforeEach(async () => {
  if (!hasPostgres()) return;
  folder = mkdtempSync(join(tmpdir(), 'perkmint-dump-'));
  dump = join(folder, 'dump.sqlite');
  database = await createTestDatabaseUrl();
  expect((await run(INIT)).code).toBe(0);
});
afterEach(async () => {
  if (!hasPostgres()) return;
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Runs a command on the PostgreSQL database. */
function run(line: string[]) {
  const env = { ...NODE_SECRETS, DATABASE_URL: database.url };
  return perkmint(join(folder, 'node'), line, { stdin: PASSWORD, env });
}

/** Runs a command on a data folder with SQLite. */
function runOnSqlite(line: string[]) {
  return perkmint(join(folder, 'restored'), line, { env: NODE_SECRETS });
}

describe.skipIf(!hasPostgres())('db backup on PostgreSQL', () => {
  test('writes a file beside running servers, which can be verified, restored and copied to a new database', async () => {
    const server = createPool(database.url, 1);
    const connection = await server.reserve();
    await connection.unsafe('begin');
    await connection.unsafe("update businesses set name = 'Uncommitted'");
    const { code, out, err } = await run(['db', 'backup', '--out', dump]);
    await connection.unsafe('rollback');
    await connection.release();
    await server.close();
    expect([code, out]).toEqual([0, `${dump}\n`]);
    expect(err).toContain('pgBackRest');
    expect(readdirSync(folder).sort()).toEqual(['dump.sqlite', 'node']);

    expect((await run(['db', 'drill', dump])).err).toContain('passes all checks');
    expect((await runOnSqlite(['db', 'restore', dump, '--yes'])).code).toBe(0);
    expect((await runOnSqlite(['businesses', 'list'])).out).toContain('Blue Cup');
    const fresh = await createTestDatabaseUrl();
    const copied = await runOnSqlite(['db', 'copy', '--to', fresh.url]);
    await fresh.drop();
    expect(copied.err).toContain('All rows are equal');
    expect(copied.code).toBe(0);
  });

  test('never overwrites a file, names the dated file, and does not support --full', async () => {
    const dated = await run(['db', 'backup', '--prune']);
    expect(dated.out).toMatch(/node\/backups\/backup-[\dTZ-]+\.sqlite\n$/);
    expect((await run(['db', 'backup', '--out', dated.out.trim()])).code).toBe(5);
    const full = await run(['db', 'backup', '--full']);
    expect([full.code, full.err]).toEqual([2, expect.stringContaining('--full is not supported')]);
  });

  test('an older database names perkmint db migrate and does not ask to stop servers', async () => {
    await inPostgres(
      database.url,
      sql => sql`delete from _migrations where name = (select max(name) from _migrations)`,
    );
    for (const line of [['db', 'backup'], ['audit'], ['db', 'check']]) {
      const { code, err } = await run(line);
      expect(code).toBe(5);
      expect(err).toContain('Run perkmint db migrate, or start a server of this version');
      expect(err).not.toContain('Stop the server');
    }
  });

  test('audit verify checks the hash chain', async () => {
    expect((await run(['audit', 'verify'])).out).toContain('The audit log is intact (entries: ');
    await inPostgres(database.url, sql => sql`alter table admin_actions disable trigger user`);
    await inPostgres(database.url, sql => sql`update admin_actions set actor_id = 'another'`);
    const { code, err } = await run(['audit', 'verify']);
    expect([code, err]).toEqual([7, expect.stringContaining('tampered')]);
  });
});
