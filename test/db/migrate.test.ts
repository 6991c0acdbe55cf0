import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Migration, MigrationError } from '../../db/migration.ts';
import { checkDatabase } from '../../db/sqlite/maintenance.ts';
import { migrate, openMigrated } from '../../db/sqlite/migrate.ts';

const now = '2025-03-01T10:00:00.000Z';
const first: Migration = {
  name: '0000_people',
  sql: `create table people (id text primary key not null, name text not null);
--> statement-breakpoint
create table pets (id text primary key not null, owner text not null references people (id));
--> statement-breakpoint
insert into people values ('p1', 'Ada'), ('p2', 'Ben');
--> statement-breakpoint
insert into pets values ('c1', 'p1');
`,
};
/** A table change as drizzle-kit writes it: copy, drop and rename a table that others reference. */
const rebuild: Migration = {
  name: '0001_people_email',
  sql: `PRAGMA foreign_keys=OFF;--> statement-breakpoint
create table __new_people (id text primary key not null, name text not null, email text);
--> statement-breakpoint
insert into __new_people (id, name) select id, name from people;--> statement-breakpoint
drop table people;--> statement-breakpoint
alter table __new_people rename to people;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
-- a comment alone
`,
};
const third: Migration = { name: '0002_index', sql: 'create index people_name on people (name)' };
const all = [first, rebuild, third];

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-migrate-'));
  file = join(folder, 'test.sqlite');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the schema and all rows of a database. */
function content(path = file): unknown {
  const db = new Sqlite(path);
  const schema = db.query('select type, name, sql from sqlite_schema order by name').all() as {
    name: string;
  }[];
  const has = (name: string) => schema.some(row => row.name === name);
  const rows = ['people', 'pets', '_migrations'].map(t =>
    has(t) ? db.query(`select * from ${t}`).all() : null,
  );
  db.close(true);
  return { schema, rows };
}

test('only a file with all migrations stays open', async () => {
  // The last connection to a file removes its log.
  const isOpen = () => existsSync(`${file}-wal`);
  await migrate(file, [first, rebuild], { now });
  expect(openMigrated(file, all)).toEqual({ pending: ['0002_index'] });
  expect(isOpen()).toBe(false);
  const { pending, db } = openMigrated(file, [first, rebuild]);
  expect([pending, isOpen()]).toEqual([[], true]);
  db?.close(true);
  expect(() => openMigrated(file, [first])).toThrow('newer');
  expect(isOpen()).toBe(false);
});

describe('a baseline', () => {
  const baseline: Migration = {
    name: '0002_baseline',
    sql: 'create table people (id text primary key not null, name text not null, email text)',
    replaces: '0002_index',
  };
  const next: Migration = { name: '0003_phone', sql: 'alter table people add column phone text' };
  const listed = [baseline, next];

  test('creates a new database', async () => {
    expect((await migrate(file, listed, { now })).applied).toEqual(['0002_baseline', '0003_phone']);
    expect((await migrate(file, listed, { now })).applied).toEqual([]);
  });

  test('replaces the migrations of an older database, which keeps its rows', async () => {
    await migrate(file, all, { now });
    expect((await migrate(file, listed, { now })).applied).toEqual(['0003_phone']);
    expect((await migrate(file, listed, { now })).applied).toEqual([]);
    const db = new Sqlite(file);
    expect(db.query('select name, phone from people').values()).toEqual([
      ['Ada', null],
      ['Ben', null],
    ]);
    db.close();
  });

  test('rejects a database that lacks some of them, and names the version to go through', async () => {
    await migrate(file, [first, rebuild], { now });
    const before = content();
    const message =
      'its newest migration is 0001_people_email. Upgrade it with version 0.2.0 first, and then with this one.';
    expect(migrate(file, listed, { now })).rejects.toThrow(message);
    expect(content()).toEqual(before);
  });
});

describe('migrate', () => {
  test('in an empty folder, a database is created with all migrations and without a snapshot', async () => {
    expect(await migrate(file, all, { now })).toEqual({
      applied: ['0000_people', '0001_people_email', '0002_index'],
      snapshot: null,
      current: '0002_index',
    });
    const db = new Sqlite(file);
    expect(db.query('select name, applied_at from _migrations').values()).toEqual(
      all.map(m => [m.name, now]),
    );
    expect(db.query('select * from people').values()).toEqual([
      ['p1', 'Ada', null],
      ['p2', 'Ben', null],
    ]);
    db.close(true);
    expect(checkDatabase(file)).toEqual([]);
  });

  test('a second run changes nothing', async () => {
    await migrate(file, all, { now });
    expect(await migrate(file, all, { now })).toEqual({ applied: [], snapshot: null, current: '0002_index' });
  });

  test('a list without migrations changes nothing', async () => {
    expect(await migrate(file, [], { now })).toEqual({ applied: [], snapshot: null, current: '' });
  });

  test('a database with rows is copied before the first change, each time under a new name', async () => {
    await migrate(file, [first], { now });
    const before = content();
    const { snapshot } = await migrate(file, all, { now });
    expect(snapshot).toBe(
      join(folder, 'backups', 'pre-migration-0000_people-2025-03-01T10-00-00-000Z.sqlite'),
    );
    expect(content(snapshot!)).toEqual(before);
    rmSync(file);
    await migrate(file, [first], { now });
    await migrate(file, all, { now });
    expect(readdirSync(join(folder, 'backups')).sort()).toEqual([
      'pre-migration-0000_people-2025-03-01T10-00-00-000Z-2.sqlite',
      'pre-migration-0000_people-2025-03-01T10-00-00-000Z.sqlite',
    ]);
  });
});

describe('a failing migration', () => {
  const refusals: [string, Migration, RegExp][] = [
    [
      'with a failing statement',
      { name: 'bad', sql: `delete from pets;${'--> statement-breakpoint'}\nbogus` },
      /bad failed/,
    ],
    ['that deletes rows', { name: 'bad', sql: 'delete from pets' }, /leave 0 of 1 rows in pets/],
    ['that drops a table', { name: 'bad', sql: 'drop table pets' }, /leave 0 of 1 rows in pets/],
    [
      'that breaks a reference',
      { name: 'bad', sql: "delete from people where id = 'p1'", mayLoseRows: ['people'] },
      /1 broken references, the first from pets to people/,
    ],
    ['that commits the transaction', { name: 'bad', sql: 'commit' }, /must not end the transaction/],
  ];
  for (const [description, bad, message] of refusals) {
    test(`a migration ${description} is rolled back and throws`, async () => {
      await migrate(file, [first], { now });
      const before = content();
      await expect(migrate(file, [first, bad], { now })).rejects.toThrow(message);
      await expect(migrate(file, [first, bad], { now })).rejects.toThrow(MigrationError);
      expect(content()).toEqual(before);
    });
  }

  test('a migration may delete rows of tables that it declares', async () => {
    await migrate(file, [first], { now });
    const drop = { name: 'drop', sql: 'drop table pets', mayLoseRows: ['pets'] };
    expect((await migrate(file, [first, drop], { now })).applied).toEqual(['drop']);
  });

  test('migrations before a failing one stay applied', async () => {
    const bad = { name: 'bad', sql: 'bogus' };
    await expect(migrate(file, [...all, bad], { now })).rejects.toThrow('bad failed');
    expect(await migrate(file, all, { now })).toEqual({ applied: [], snapshot: null, current: '0002_index' });
  });
});

describe('an incompatible database', () => {
  test('a database from a newer version is rejected unchanged', async () => {
    await migrate(file, all, { now });
    const before = content();
    await expect(migrate(file, [first, rebuild], { now })).rejects.toThrow(
      /newer version: it has the migration 0002_index/,
    );
    expect(content()).toEqual(before);
  });

  test('a database is rejected unchanged if an applied migration was edited', async () => {
    await migrate(file, [first], { now });
    const edited = { ...first, sql: `${first.sql}-- later thought` };
    await expect(migrate(file, [edited, rebuild], { now })).rejects.toThrow(
      '0000_people was changed after it was applied',
    );
  });

  test('a database is rejected unchanged if a migration was added before an applied one', async () => {
    await migrate(file, [first, third], { now });
    const attempt = () => migrate(file, all, { now });
    await expect(attempt()).rejects.toThrow(
      '0001_people_email was added before a migration that is already applied',
    );
    expect(existsSync(join(folder, 'backups'))).toBe(false);
  });

  test('two migrations with the same name are rejected', async () => {
    await expect(migrate(file, [first, { ...third, name: first.name }], { now })).rejects.toThrow(
      'same name',
    );
  });
});

describe('an interrupted migration', () => {
  /** Lists the statements at which a migration of a database with rows can be interrupted. */
  async function stops(): Promise<string[]> {
    const seen: string[] = [];
    await migrate(file, [first], { now });
    await migrate(file, all, { now, beforeStatement: statement => void seen.push(statement) });
    rmSync(file);
    return seen;
  }

  test('after an error at any statement, the next run completes the migration', async () => {
    const count = (await stops()).length;
    const whole = join(folder, 'whole.sqlite');
    await migrate(whole, all, { now });
    expect(count).toBeGreaterThanOrEqual(9);
    for (let k = 0; k < count; k++) {
      rmSync(file, { force: true });
      await migrate(file, [first], { now });
      let left = k;
      const beforeStatement = () => {
        if (left-- === 0) throw new Error('cut off');
      };
      await expect(migrate(file, all, { now, beforeStatement })).rejects.toThrow('cut off');
      await migrate(file, all, { now });
      expect(content()).toEqual(content(whole));
      expect(checkDatabase(file)).toEqual([]);
    }
  });

  test('after a SIGKILL at any statement, the next run completes the migration', async () => {
    const count = (await stops()).length;
    const whole = join(folder, 'whole.sqlite');
    await migrate(whole, all, { now });
    const kill = async (k: number) => {
      const path = join(folder, `kill-${k}.sqlite`);
      await migrate(path, [first], { now });
      const program = `
        const { migrate } = await import(${JSON.stringify(join(import.meta.dir, '../../db/sqlite/migrate.ts'))});
        let left = ${k};
        const beforeStatement = () => { if (left-- === 0) process.kill(process.pid, 'SIGKILL'); };
        await migrate(${JSON.stringify(path)}, ${JSON.stringify(all)}, { now: '${now}', beforeStatement });`;
      const child = Bun.spawn([process.execPath, '-e', program], { stderr: 'pipe' });
      await child.exited;
      expect(child.signalCode).toBe('SIGKILL');
      await migrate(path, all, { now });
      expect(content(path)).toEqual(content(whole));
      expect(checkDatabase(path)).toEqual([]);
    };
    for (let k = 0; k < count; k++) await kill(k);
  });

  test('processes that migrate at the same time apply each migration once', async () => {
    const program = `
      const { migrate } = await import(${JSON.stringify(join(import.meta.dir, '../../db/sqlite/migrate.ts'))});
      const { applied } = await migrate(${JSON.stringify(file)}, ${JSON.stringify(all)}, { now: '${now}' });
      console.log(applied.join());`;
    const children = Array.from({ length: 6 }, () =>
      Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' }),
    );
    const applied = await Promise.all(children.map(child => new Response(child.stdout).text()));
    expect(await Promise.all(children.map(child => child.exited))).toEqual(Array(6).fill(0));
    const names = applied.flatMap(text => text.trim().split(',')).filter(Boolean);
    expect(names.sort()).toEqual(all.map(({ name }) => name));
    expect(checkDatabase(file)).toEqual([]);
  });
});
