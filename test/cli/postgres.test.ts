import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { openPostgres } from '../../db/postgres/open.ts';
import type { Health } from '../../src/system/model.ts';
import { hasPostgres } from '../support/postgres.ts';
import { PROGRAM } from '../support/program.ts';
import { createEmptyDatabaseUrl, type TestDatabase } from '../support/test-database.ts';
import { PASSWORD, perkmint, type RunOptions } from './fixture.ts';

const SECRETS = {
  ENCRYPTION_KEY: 'an encryption key of at least thirty-two bytes',
  JWT_SECRET: 'a signing key of at least thirty-two bytes',
  VERIFICATION_WEBHOOK_SECRET: 'whsec_verification',
  BILLING_WEBHOOK_SECRET: 'whsec_billing',
};
const INIT = ['init', '--admin-email', 'root@shop.example', '--admin-password-stdin'];

let folder: string;
let database: TestDatabase;
const running: Bun.Subprocess[] = [];

beforeEach(async () => {
  if (!hasPostgres()) return;
  folder = mkdtempSync(join(tmpdir(), 'perkmint-cli-postgres-'));
  database = await createEmptyDatabaseUrl();
});
afterEach(async () => {
  if (!hasPostgres()) return;
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
    await child.exited;
  }
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Runs a command on the database, as on a node whose data folder is empty. */
function run(line: string[], { env, ...options }: RunOptions = {}) {
  return perkmint(join(folder, 'cli'), line, {
    ...options,
    env: { ...SECRETS, DATABASE_URL: database.url, ...env },
  });
}

/** Starts a server and returns its URL when it listens. */
async function serve(name: string, env: Record<string, string> = {}): Promise<string> {
  const dataDir = join(folder, name);
  const child = Bun.spawn([...PROGRAM, 'serve', '--port', '0', '--data-dir', dataDir], {
    cwd: folder,
    env: { NODE_ENV: 'production', LOG_LEVEL: 'error', DATABASE_URL: database.url, ...SECRETS, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  running.push(child);
  const reader = child.stdout.getReader();
  let text = '';
  while (!text.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${await child.exited}: ${await new Response(child.stderr).text()}`);
    text += new TextDecoder().decode(value);
  }
  return (JSON.parse(text) as { url: string }).url;
}

describe.skipIf(!hasPostgres())('commands on PostgreSQL', () => {
  test('init creates the installation in the database, and other commands use it', async () => {
    const missing = await run(['users', 'list']);
    expect([missing.code, missing.err]).toEqual([
      4,
      expect.stringContaining('No installation found in postgres://'),
    ]);
    const created = await run(INIT, { stdin: PASSWORD });
    expect([created.code, created.err]).toEqual([0, expect.any(String)]);
    const { json } = await run(['users', 'list', '--json']);
    expect(json.items).toMatchObject([{ email: 'root@shop.example', role: 'admin' }]);
    expect((await run(['db', 'migrate'])).code).toBe(0);
    for (const file of ['perkmint.sqlite', 'secrets.json'])
      expect(existsSync(join(folder, 'cli', file))).toBe(false);
  });

  test('a command with another encryption key than the first start exits with 2', async () => {
    expect((await run(INIT, { stdin: PASSWORD })).code).toBe(0);
    const env = { ENCRYPTION_KEY: 'another encryption key of at least thirty-two bytes' };
    const { code, err } = await run(['users', 'list'], { env });
    expect([code, err]).toEqual([2, expect.stringContaining('ENCRYPTION_KEY is not the key')]);
  });

  test('a database that cannot be reached exits with 6', async () => {
    const env = { DATABASE_URL: 'postgres://perkmint:hunter22@127.0.0.1:1/perkmint' };
    const { code, out, err } = await run(['users', 'list'], { env });
    expect(code).toBe(6);
    expect(out + err).not.toContain('hunter22');
  });

  test.each(['db restore dump.sqlite --yes', 'db check --quick'])(
    "%s refers to PostgreSQL's tools, because it works on the SQLite file",
    async line => {
      const { code, err } = await run(line.split(' '));
      expect([code, err]).toEqual([2, expect.stringContaining('The database is postgres://127.0.0.1')]);
      expect(err).toContain('pgBackRest');
    },
  );

  test('db stats prints the rows and the size of each table', async () => {
    expect((await run(INIT, { stdin: PASSWORD })).code).toBe(0);
    const { code, out, err } = await run(['db', 'stats']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^users +1 +\d+$/m)]);
    expect(err).toMatch(/^\d+ bytes in total\n$/);
  });

  test('db check recomputes the stored totals', async () => {
    expect((await run(INIT, { stdin: PASSWORD })).code).toBe(0);
    const { code, json } = await run(['db', 'check', '--json']);
    expect([code, json.problems]).toEqual([0, []]);
  });
});

describe.skipIf(!hasPostgres())('two servers on one PostgreSQL database', () => {
  test('both start at once on an empty database, are ready, and accept what the other one has signed', async () => {
    const settings = { ADMIN_EMAIL: 'root@shop.example', ADMIN_PASSWORD: PASSWORD };
    const nodes = await Promise.all([serve('a', settings), serve('b', settings)]);
    for (const url of nodes) {
      expect((await fetch(`${url}/api/v1/ready`)).status).toBe(200);
    }
    const healths = (await Promise.all(
      nodes.map(async url => (await fetch(`${url}/api/v1/health`)).json()),
    )) as { data: Health }[];
    expect(healths.map(({ data }) => data.database.engine)).toEqual(['postgres', 'postgres']);
    expect(healths.map(({ data }) => data.node?.role).sort()).toEqual(['follower', 'leader']);
    const [first, second] = nodes as [string, string];
    const login = await fetch(`${first}/api/v1/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'login', email: settings.ADMIN_EMAIL, password: PASSWORD }),
    });
    const { data } = (await login.json()) as { data: { accessToken: string } };
    const headers = { authorization: `Bearer ${data.accessToken}` };
    expect((await fetch(`${second}/api/v1/auth`, { headers })).status).toBe(200);
    for (const child of running) child.kill('SIGTERM');
    expect(await Promise.all(running.map(child => child.exited))).toEqual([0, 0]);
  });
});

test.skipIf(!hasPostgres())('the ping of a standby fails, so that its server is not ready', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const sql = new SQL(database.url, { max: 1 });
  await sql.unsafe(`alter database ${name} set search_path = public, pg_catalog`);
  // Found before PostgreSQL's own function, as if the server were a standby.
  await sql.unsafe('create function public.pg_is_in_recovery() returns boolean language sql return true');
  await sql.close();
  const opened = openPostgres(database.url);
  await expect(opened.ping()).rejects.toThrow('The database is a standby');
  await opened.close();
});
