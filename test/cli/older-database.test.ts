import { Database as Sqlite } from 'bun:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../db/migrations/index.ts';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { commandPath, listLeafCommands, PASSWORD, perkmint } from './fixture.ts';
import { RECORD_COMMANDS } from './record-commands.ts';

const NOW = '2026-06-01T12:00:00.000Z';
const NEWEST = migrations.at(-1)?.name as string;

/** An installation as the version before this one left it, and one of this version; each test has a copy. */
const templates = mkdtempSync(join(tmpdir(), 'perkmint-templates-'));
const [older, current] = [join(templates, 'older'), join(templates, 'current')];
let dataDir: string;
let file: string;

beforeAll(async () => {
  mkdirSync(older);
  await migrate(join(older, 'perkmint.sqlite'), migrations.slice(0, -1), { now: NOW });
  await perkmint(current, ['db', 'migrate']);
  for (const folder of [older, current]) writeFileSync(join(folder, 'list.csv'), 'name,email\n');
});
afterAll(() => rmSync(templates, { recursive: true }));

function copyOf(template: string): void {
  dataDir = mkdtempSync(join(tmpdir(), 'perkmint-database-'));
  cpSync(template, dataDir, { recursive: true });
  file = join(dataDir, 'perkmint.sqlite');
}

afterEach(() => rmSync(dataDir, { recursive: true }));

function inDatabase<T>(work: (db: Sqlite) => T): T {
  const db = new Sqlite(file);
  try {
    return work(db);
  } finally {
    db.close(true);
  }
}

const applied = () => inDatabase(db => db.query('select name from _migrations').values().flat());

const run = (line: string) =>
  perkmint(
    dataDir,
    line.split(' ').map(word => word.replace('@', `${dataDir}/`)),
    { stdin: PASSWORD },
  );

/**
 * Work on the file whatever its version: a server's nightly jobs run these by the program that is installed, which
 * may be newer than the server, and a backup is due before an upgrade.
 */
const TAKEN: Record<string, number> = {
  'db backup': 0,
  'db backups': 0,
  'db stats': 0,
  'db check --quick': 0,
  'db drill': 7,
  'db restore @list.csv --yes': 7,
  doctor: 7,
  'support --out @support.zip': 0,
};

/** Do not open the database of the installation at all. */
const ELSEWHERE = [
  'healthcheck',
  'openapi',
  'sdk bruno',
  'sdk n8n',
  'sdk python',
  'sdk typescript',
  'config show',
  'completion',
  'webhooks listen',
  'version',
  'update',
  'reference sign',
  'db keygen',
  'reference keygen',
  'webhooks send',
  'webhooks verify',
  'import',
];

const MIGRATES = ['serve', 'init', 'db migrate'];

describe('on the database of an older version', () => {
  beforeEach(() => copyOf(older));

  test('RECORD_COMMANDS and the other lists contain every command', () => {
    const lines = [...RECORD_COMMANDS, ...Object.keys(TAKEN), ...ELSEWHERE, ...MIGRATES];
    const forgotten = listLeafCommands()
      .map(command => commandPath(command).join(' '))
      .filter(name => !lines.some(line => line === name || line.startsWith(`${name} `)));
    expect(forgotten).toEqual([]);
  });

  test.each(RECORD_COMMANDS)(
    'perkmint %s exits 5, names perkmint db migrate and changes nothing',
    async line => {
      const before = readFileSync(file);
      const { code, err } = await run(line);
      expect(err).toContain('perkmint db migrate');
      expect(err).toContain(NEWEST);
      expect(code).toBe(5);
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  test.each(Object.entries(TAKEN))(
    'perkmint %s works on the file and migrates nothing',
    async (line, expected) => {
      const { code } = await run(line);
      expect(code).toBe(expected);
      expect(applied()).not.toContain(NEWEST);
    },
  );

  test('perkmint doctor names perkmint db migrate', async () => {
    expect((await run('doctor --json')).out).toContain('perkmint db migrate');
  });

  const init = 'init --admin-email root@shop.example --admin-password-stdin';
  test.each(['db migrate', init])('perkmint %s brings it up to this version', async line => {
    const { code } = await perkmint(dataDir, line.split(' '), { stdin: PASSWORD });
    expect(code).toBe(0);
    expect(applied()).toContain(NEWEST);
  });

  test.each(['db migrate', init])(
    'perkmint %s refuses while a server works on it, and says why',
    async line => {
      const lock = acquireLock(dataDir, 'perkmint serve on port 4210', NOW);
      const { code, err } = await perkmint(dataDir, line.split(' '), { stdin: PASSWORD });
      lock.release();
      expect(err).toContain('in use by perkmint serve on port 4210');
      expect(err).toContain('must not write to a database of a newer version');
      expect(code).toBe(5);
      expect(applied()).not.toContain(NEWEST);
    },
  );
});

describe('on the database of this version', () => {
  beforeEach(() => copyOf(current));

  test('perkmint db migrate changes nothing, also while a server is running', async () => {
    const lock = acquireLock(dataDir, 'perkmint serve on port 4210', NOW);
    const { code, out } = await run('db migrate');
    lock.release();
    expect([code, out]).toEqual([0, 'The database is up to date\n']);
  });

  test('commands keep reference data of another version, and perkmint seed updates it', async () => {
    inDatabase(db => db.run("update facts set value = 'another' where name = 'seedHash'"));
    const seedHash = () =>
      inDatabase(db => db.query("select value from facts where name = 'seedHash'").values().flat());
    expect((await run('campaigns list')).code).toBe(0);
    expect(seedHash()).toEqual(['another']);
    expect((await run('seed')).code).toBe(0);
    expect(seedHash()).not.toEqual(['another']);
  });
});

describe('on the database of a newer version', () => {
  beforeEach(() => {
    copyOf(current);
    inDatabase(db => db.run("insert into _migrations values ('9999_future', 'x', ?, '7.1.0')", [NOW]));
  });

  test.each([...RECORD_COMMANDS, ...MIGRATES])('perkmint %s exits 5 and names that version', async line => {
    const { code, err } = await run(
      line
        .replace(/^serve$/, 'serve --port 0')
        .replace(/^init$/, 'init --admin-email a@b.example --admin-password-stdin'),
    );
    expect(err).toContain('7.1.0');
    expect(err).toContain('9999_future');
    expect(code).toBe(5);
  });
});
