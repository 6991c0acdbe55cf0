import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { hasPostgres } from '../support/postgres.ts';
import { NODE_SECRETS } from '../support/postgres-app.ts';
import {
  createEmptyDatabaseUrl,
  createTestDatabaseUrl,
  type TestDatabase,
} from '../support/test-database.ts';
import { readTarget } from './copy-fixture.ts';
import { perkmint } from './fixture.ts';

const FILE = 'perkmint.sqlite';
/** Shares of the work after which the process is killed: while it copies, and before it commits. */
const COPYING = 0.1;
const COMPARED = 1;
/** After all rows were compared and before the file gets its name. */
const CHECKED = 2;

describe.skipIf(!hasPostgres())('a copy whose process is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-killed-'));
  const source = join(folder, 'source');
  const run = (dataDir: string, line: string[], env: Record<string, string> = {}) =>
    perkmint(dataDir, line, { env: { ...NODE_SECRETS, ...env } });
  const checkDatabase = async (dataDir: string, env: Record<string, string> = {}) =>
    (await run(dataDir, ['db', 'check'], env)).code;

  async function killCopy(direction: 'to' | 'from', url: string, dataDir: string, share: number) {
    const script = join(import.meta.dir, 'killed-copy.ts');
    const child = Bun.spawn([process.execPath, script, direction, url, dataDir, String(share)], {
      stdout: 'ignore',
      stderr: 'inherit',
    });
    await child.exited;
    expect(child.signalCode).toBe('SIGKILL');
  }

  beforeAll(async () => {
    expect((await run(source, ['seed', '--demo'])).code).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([COPYING, COMPARED])(
    'leaves no rows in PostgreSQL after the share %p of its work, and the next run completes',
    async share => {
      const empty = await createTestDatabaseUrl();
      const before = await readTarget(empty.url);
      await empty.drop();
      const database = await createEmptyDatabaseUrl();
      const dataDir = join(folder, `to-${share}`);
      cpSync(source, dataDir, { recursive: true });
      await killCopy('to', database.url, dataDir, share);
      expect(await readTarget(database.url)).toEqual(before);

      const { code, err } = await run(dataDir, ['db', 'copy', '--to', database.url]);
      expect(err).toContain('All rows are equal');
      expect(code).toBe(0);
      expect(await checkDatabase(dataDir, { DATABASE_URL: database.url })).toBe(0);
      const target = await readTarget(database.url);
      expect([target.definitions, target.disabled]).toEqual([before.definitions, 0]);
      await database.drop();
    },
  );

  test('blocks the next run until the server ends its connection, and at most for 2 seconds', async () => {
    const database = await createTestDatabaseUrl();
    const copy = () => run(source, ['db', 'copy', '--to', database.url]);
    const connection = new SQL(database.url, { max: 1 });
    await connection`select pg_advisory_lock(0)`;
    const { code, err } = await copy();
    expect(err).toContain('Another copy uses the PostgreSQL database. Wait until it ends');
    expect(code).toBe(5);

    const next = copy();
    const findCopies = () => connection`select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'perkmint db copy'`;
    while ((await findCopies()).length === 0);
    await connection.close();
    expect((await next).code).toBe(0);
    await database.drop();
  });

  describe('on the way back', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createEmptyDatabaseUrl();
      expect((await run(source, ['db', 'copy', '--to', database.url])).code).toBe(0);
    });
    afterAll(() => database.drop());

    test.each([COPYING, CHECKED])(
      'leaves no database after the share %p of its work, and the next run completes and deletes the leftovers',
      async share => {
        const dataDir = join(folder, `from-${share}`);
        await killCopy('from', database.url, dataDir, share);
        expect(existsSync(join(dataDir, FILE))).toBe(false);

        const { code, err } = await run(dataDir, ['db', 'copy', '--from', database.url]);
        expect(err).toContain('All rows are equal');
        expect(code).toBe(0);
        expect(await checkDatabase(dataDir)).toBe(0);
        expect(readdirSync(dataDir).filter(name => name.includes('partial'))).toEqual([]);
      },
    );

    test('leaves the unfinished file of a process that still runs alone', async () => {
      const dataDir = join(folder, 'running');
      const leftover = `.${FILE}.${process.ppid}.partial`;
      mkdirSync(join(dataDir, leftover), { recursive: true });
      expect((await run(dataDir, ['db', 'copy', '--from', database.url])).code).toBe(0);
      expect(readdirSync(dataDir)).toContain(leftover);
    });
  });
});
