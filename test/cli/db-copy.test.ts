import { Database as Sqlite } from 'bun:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CopiedTable } from '../../db/copy/report.ts';
import { migrations } from '../../db/migrations/index.ts';
import { createPool } from '../../db/postgres/open.ts';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { hasPostgres } from '../support/postgres.ts';
import { NODE_SECRETS } from '../support/postgres-app.ts';
import {
  createEmptyDatabaseUrl,
  createTestDatabaseUrl,
  type TestDatabase,
} from '../support/test-database.ts';
import { inPostgres, readTarget } from './copy-fixture.ts';
import { perkmint } from './fixture.ts';

const NOW = '2026-06-01T12:00:00.000Z';
const FILE = 'perkmint.sqlite';
/** Bytes that no text can hold. */
const BYTES = Uint8Array.from({ length: 1_000 }, (_, index) => index % 256);
const NAME = 'Blue "Cup" \\ 青い 😀';

const template = mkdtempSync(join(tmpdir(), 'perkmint-demo-'));
let folder: string;
let dataDir: string;
let database: TestDatabase;

beforeAll(async () => {
  if (!hasPostgres()) return;
  expect((await perkmint(template, ['seed', '--demo'], { env: NODE_SECRETS })).code).toBe(0);
  const db = new Sqlite(join(template, FILE));
  db.query("insert into file_parts values ('upl_1', 0, 1, ?, ?)").run(NOW, BYTES);
  db.query('update businesses set name = ?').run(NAME);
  db.run('update influencers set engagement_rate = 0.1 + 0.2');
  // The numbers of deleted entries are not used again.
  db.run("update sqlite_sequence set seq = seq + 100 where name = 'admin_actions'");
  db.close(true);
});
afterAll(() => rmSync(template, { recursive: true }));

beforeEach(async () => {
  if (!hasPostgres()) return;
  folder = mkdtempSync(join(tmpdir(), 'perkmint-copy-'));
  dataDir = join(folder, 'data');
  cpSync(template, dataDir, { recursive: true });
  database = await createTestDatabaseUrl();
});
afterEach(async () => {
  if (!hasPostgres()) return;
  await database.drop();
  rmSync(folder, { recursive: true });
});

const run = (folderOfData: string, line: string[], env: Record<string, string> = {}) =>
  perkmint(folderOfData, line, { env: { ...NODE_SECRETS, ...env } });
const copyTo = (url = database.url) => run(dataDir, ['db', 'copy', '--to', url, '--json']);
const copyFrom = (target: string) => run(target, ['db', 'copy', '--from', database.url, '--json']);

/** Runs statements in a SQLite database without its foreign keys. */
function change(statement: string, inFolder = dataDir): void {
  const db = new Sqlite(join(inFolder, FILE));
  db.run('PRAGMA foreign_keys = OFF');
  db.run(statement);
  db.close(true);
}

async function readLists(inFolder: string, env: Record<string, string> = {}) {
  const lists = [
    'businesses list',
    'campaigns list',
    'submissions list',
    'users list',
    'exchange trades',
    'audit',
  ];
  const answers: unknown[] = [];
  for (const line of lists) {
    const { code, json } = await run(inFolder, [...line.split(' '), '--json'], env);
    expect(code).toBe(0);
    answers.push(json);
  }
  return answers;
}

const summarize = (tables: CopiedTable[]) => tables.map(({ name, copiedHash }) => `${name} ${copiedHash}`);

describe.skipIf(!hasPostgres())('db copy', () => {
  test('the demo has equal rows, totals and answers on PostgreSQL and after the way back', async () => {
    const before = await readLists(dataDir);
    const there = await copyTo();
    expect(there.err).toContain('All rows are equal');
    expect(there.code).toBe(0);
    expect(there.json.rows).toBeGreaterThan(2_000);
    expect(await readLists(dataDir, { DATABASE_URL: database.url })).toEqual(before);

    const target = join(folder, 'back');
    const back = await copyFrom(target);
    expect(back.code).toBe(0);
    expect(summarize(back.json.tables)).toEqual(summarize(there.json.tables));
    expect(await readLists(target)).toEqual(before);
    expect((await run(target, ['db', 'check'])).code).toBe(0);
    expect(readdirSync(target).filter(name => name.includes('partial'))).toEqual([]);
    expect(statSync(join(target, FILE)).mode & 0o777).toBe(0o600);

    const db = new Sqlite(join(target, FILE));
    const values =
      'select f.bytes, b.name, i.engagement_rate as rate from file_parts f, businesses b, influencers i';
    expect(db.query(values).get()).toEqual({ bytes: BYTES, name: NAME, rate: 0.1 + 0.2 });
    db.close(true);
  });

  test('an empty database gets the same schema as by its migrations, with all triggers enabled', async () => {
    const { definitions } = await readTarget(database.url);
    const empty = await createEmptyDatabaseUrl();
    expect((await copyTo(empty.url)).code).toBe(0);
    const target = await readTarget(empty.url);
    await empty.drop();
    expect(target.definitions).toEqual(definitions);
    expect(target.disabled).toBe(0);
  });

  test('both ways continue the numbers of the audit log, also those of deleted entries', async () => {
    const source = new Sqlite(join(dataDir, FILE));
    const seq = Number(
      source.query("select seq from sqlite_sequence where name = 'admin_actions'").values()[0],
    );
    source.close(true);
    expect((await copyTo()).code).toBe(0);
    const target = join(folder, 'back');
    expect((await copyFrom(target)).code).toBe(0);
    const [{ id }] = await inPostgres(
      database.url,
      sql => sql`insert into admin_actions (created_at, actor_kind, actor_id, operation)
          values (${NOW}, 'cli', 'cli', 'test') returning id::int`,
    );
    expect(id).toBe(seq + 1);
    change(
      `insert into admin_actions (created_at, actor_kind, actor_id, operation) values ('${NOW}', 'cli', 'cli', 'x')`,
      target,
    );
    const db = new Sqlite(join(target, FILE));
    expect(db.query('select max(id) as id from admin_actions').get()).toEqual({ id: seq + 1 });
    db.close(true);
  });

  const failures: [what: string, statement: string, words: string][] = [
    ['a text with U+0000', "update campaigns set name = 'a' || char(0)", 'campaigns.name of cmp_'],
    ['a row without its parent', 'delete from perks', 'violates foreign key constraint'],
    [
      'a value that a check rejects',
      "pragma ignore_check_constraints = on; update perks set status = 'x'",
      'perks',
    ],
  ];
  test.each(failures)(
    '%s ends the copy with exit code 1 and leaves the target without rows and with its whole schema',
    async (_, statement, words) => {
      const before = await readTarget(database.url);
      change(statement);
      const { code, err } = await copyTo();
      expect(err).toContain(words);
      expect(code).toBe(1);
      expect(await readTarget(database.url)).toEqual(before);
    },
  );

  test('a failed way back leaves no file', async () => {
    expect((await copyTo()).code).toBe(0);
    await inPostgres(database.url, async sql => {
      await sql.unsafe('alter table perks drop constraint perks_status');
      await sql.unsafe("alter table perks disable trigger user; update perks set status = 'x'").simple();
    });
    const target = join(folder, 'back');
    const { code, err } = await copyFrom(target);
    expect(err).toContain('The table perks could not be copied');
    expect(code).toBe(1);
    expect(readdirSync(target)).toEqual(['lock']);
  });
});

describe.skipIf(!hasPostgres())('db copy refuses', () => {
  test.each([
    [['db', 'copy'], 'Name either --to or --from'],
    [['db', 'copy', '--to', 'postgres://a/b', '--from', 'postgres://a/b'], 'Name either --to or --from'],
    [['db', 'copy', '--to', 'mysql://me:hunter22@a/b'], '--to must be a URL starting with postgres://'],
  ])('%j', async (line, words) => {
    const { code, out, err } = await run(dataDir, line);
    expect(err).toContain(words);
    expect(out + err).not.toContain('hunter22');
    expect(code).toBe(2);
  });

  test('a server that cannot be reached, without printing the password', async () => {
    const { code, out, err } = await copyTo('postgres://perkmint:hunter22@127.0.0.1:1/perkmint');
    expect(code).toBe(6);
    expect(out + err).not.toContain('hunter22');
  });

  test('a data folder without an installation, or that a server uses', async () => {
    expect((await run(join(folder, 'none'), ['db', 'copy', '--to', database.url])).code).toBe(4);
    const lock = acquireLock(dataDir, 'perkmint serve on port 4210', NOW);
    const { code, err } = await copyTo();
    lock.release();
    expect(err).toContain('in use by perkmint serve on port 4210');
    expect(code).toBe(5);
  });

  test('a PostgreSQL database that a server uses, in both directions', async () => {
    const node = createPool(database.url, 1);
    await node.unsafe('select 1');
    const results = [await copyTo(), await copyFrom(join(folder, 'back'))];
    await node.close();
    for (const { code, err } of results) {
      expect(err).toContain('The PostgreSQL database is in use');
      expect(code).toBe(5);
    }
  });

  test('a target with data, in both directions', async () => {
    expect((await copyTo()).code).toBe(0);
    for (const { code, err } of [await copyTo(), await copyFrom(dataDir)]) {
      expect(err).toContain('is not empty');
      expect(code).toBe(5);
    }
  });

  test('databases of an older version', async () => {
    await inPostgres(
      database.url,
      sql => sql`delete from _migrations where name = (select max(name) from _migrations)`,
    );
    expect((await copyTo()).err).toContain('older version');
    expect((await copyFrom(join(folder, 'back'))).code).toBe(5);
    const older = join(folder, 'older');
    mkdirSync(older);
    await migrate(join(older, FILE), migrations.slice(0, -1), { now: NOW });
    const { code, err } = await run(older, ['db', 'copy', '--to', database.url]);
    expect(err).toContain('perkmint db migrate');
    expect(code).toBe(5);
  });

  test('an encryption key that is not the one of the data', async () => {
    const env = { ENCRYPTION_KEY: 'another encryption key of thirty-two bytes' };
    const { code, err } = await run(dataDir, ['db', 'copy', '--to', database.url], env);
    expect(err).toContain('ENCRYPTION_KEY');
    expect(code).toBe(2);
    expect((await readTarget(database.url)).filled).toEqual(['_migrations']);
  });
});
