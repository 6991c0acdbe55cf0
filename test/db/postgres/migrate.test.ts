import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { Migration } from '../../../db/migration.ts';
import { postgresMigrations } from '../../../db/migrations/postgres.ts';
import { assertMigrated, listPendingMigrations, migrate } from '../../../db/postgres/migrate.ts';
import { migrate as migrateSqlite } from '../../../db/sqlite/migrate.ts';
import { hasPostgres } from '../../support/postgres.ts';
import {
  createEmptyDatabaseUrl,
  createTestDatabaseUrl,
  type TestDatabase,
} from '../../support/test-database.ts';

const NOW = { now: '2026-06-01T12:00:00.000Z', version: '0.2.0' };
const FIRST: Migration = {
  name: '0001_first',
  sql: 'create table notes (id text); create index notes_id on notes (id)',
};
const SECOND: Migration = { name: '0002_second', sql: "insert into notes values ('a;b')" };

describe.skipIf(!hasPostgres())('migrate', () => {
  let database: TestDatabase;
  let sql: SQL;
  beforeEach(async () => {
    database = await createEmptyDatabaseUrl();
    sql = new SQL(database.url, { max: 1 });
  });
  afterEach(async () => {
    await sql.close();
    await database.drop();
  });

  /** The names of the tables. */
  async function listTables(): Promise<string[]> {
    const rows: { name: string }[] =
      await sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
    return rows.map(({ name }) => name);
  }

  test('pending migrations are applied in order and recorded with time and version', async () => {
    const first = await migrate(database.url, [FIRST], NOW);
    const second = await migrate(database.url, [FIRST, SECOND], NOW);
    expect([first, second]).toEqual([
      { applied: ['0001_first'], snapshot: null, current: '0001_first' },
      { applied: ['0002_second'], snapshot: null, current: '0002_second' },
    ]);
    expect([...(await sql`select name, applied_at, version from _migrations order by name`)]).toEqual([
      { name: '0001_first', applied_at: NOW.now, version: '0.2.0' },
      { name: '0002_second', applied_at: NOW.now, version: '0.2.0' },
    ]);
  });

  test('a migrated database has nothing pending', async () => {
    expect(await listPendingMigrations(database.url, [FIRST])).toEqual(['0001_first']);
    await migrate(database.url, [FIRST], NOW);
    expect(await listPendingMigrations(database.url, [FIRST])).toEqual([]);
    await assertMigrated(database.url, [FIRST]);
  });

  test('nodes that start together apply every migration once', async () => {
    const results = await Promise.all(
      Array.from({ length: 4 }, () => migrate(database.url, postgresMigrations, NOW)),
    );
    const applied = results.flatMap(result => result.applied);
    expect(applied.sort()).toEqual(postgresMigrations.map(({ name }) => name));
  });

  test('a failing migration is named and leaves the database unchanged', async () => {
    const failing: Migration = { name: '0001_first', sql: 'create table notes (id text); select nothing' };
    await expect(migrate(database.url, [failing], NOW)).rejects.toThrow(
      'Migration 0001_first failed: column "nothing" does not exist',
    );
    await listPendingMigrations(database.url, [failing]);
    expect(await listTables()).toEqual([]);
  });

  test('a change in code sees the same rows on both engines and is part of its migration', async () => {
    const rows: unknown[] = [];
    const inCode: Migration = {
      name: '0001_first',
      sql: `create table notes (id text, size bigint);
--> statement-breakpoint
insert into notes values ('a', 1), ('b', 9007199254740991)`,
      run: async db => {
        await db.run('update notes set id = ? where size > ?', ['c', 1]);
        rows.push(await db.all('select id, size from notes where size >= ? order by id limit ?', [1, 5]));
      },
    };
    const folder = mkdtempSync(join(tmpdir(), 'perkmint-migrate-'));
    await migrateSqlite(join(folder, 'perkmint.sqlite'), [inCode], NOW);
    await migrate(database.url, [inCode], NOW);
    rmSync(folder, { recursive: true });
    const expected = [
      { id: 'a', size: 1 },
      { id: 'c', size: 9_007_199_254_740_991 },
    ];
    expect(rows).toEqual([expected, expected]);
  });

  test('a migration waits 10 s for the transactions of other nodes, and its statements may take any time', async () => {
    const rows: unknown[] = [];
    const reading: Migration = {
      ...FIRST,
      run: async db => {
        const settings = "'lock_timeout', 'statement_timeout'";
        rows.push(
          ...(await db.all(
            `select name, setting from pg_settings where name in (${settings}) order by 1`,
            [],
          )),
        );
      },
    };
    await sql.unsafe(
      `alter database ${new URL(database.url).pathname.slice(1)} set statement_timeout = 5000`,
    );
    await migrate(database.url, [reading], NOW);
    expect(rows).toEqual([
      { name: 'lock_timeout', setting: '10000' },
      { name: 'statement_timeout', setting: '0' },
    ]);
  });

  test('a migration that ends its transaction is rejected', async () => {
    const ending: Migration = { name: '0001_first', sql: 'commit; begin' };
    await expect(migrate(database.url, [ending], NOW)).rejects.toThrow(
      '0001_first must not end the transaction',
    );
  });

  test('a database without the latest migration is refused as older', async () => {
    await migrate(database.url, [FIRST], NOW);
    await expect(assertMigrated(database.url, [FIRST, SECOND])).rejects.toThrow(
      'migrations up to 0002_second are missing',
    );
  });

  test('a database with an unknown migration is refused as newer, with the version that added it', async () => {
    await migrate(database.url, [FIRST, SECOND], NOW);
    await expect(migrate(database.url, [FIRST], NOW)).rejects.toThrow(
      'from a newer version, 0.2.0: it has the migration 0002_second',
    );
  });

  test('a migration that was changed after it was applied is refused', async () => {
    await migrate(database.url, [FIRST], NOW);
    const changed = { ...FIRST, sql: `${FIRST.sql};` };
    await expect(migrate(database.url, [changed], NOW)).rejects.toThrow(
      '0001_first was changed after it was applied',
    );
  });

  test.each([
    ["encoding 'SQL_ASCII' locale_provider libc locale 'C'", 'has the encoding SQL_ASCII and the locale C,'],
    [
      "encoding 'UTF8' locale_provider libc locale 'C' lc_collate 'C.UTF-8'",
      'encoding UTF8 and the locale C.UTF-8',
    ],
  ])(
    'a database created with %s is refused, with the command that creates a right one',
    async (options, message) => {
      const other = await createEmptyDatabaseUrl(options);
      const error = await migrate(other.url, [FIRST], NOW).catch(String);
      await other.drop();
      expect(error).toContain(message);
      expect(error).toContain("template template0 encoding 'UTF8' locale_provider libc locale 'C'");
    },
  );
});

describe.skipIf(!hasPostgres())('a test database', () => {
  test('it has all migrations and shares no rows with another one', async () => {
    const [one, other] = await Promise.all([createTestDatabaseUrl(), createTestDatabaseUrl()]);
    await assertMigrated(one.url, postgresMigrations);
    const [first, second] = [one, other].map(({ url }) => new SQL(url, { max: 1 })) as [SQL, SQL];
    await first`insert into facts (name, value) values ('a', 'b')`;
    expect([...(await first`select name from facts`)]).toEqual([{ name: 'a' }]);
    expect([...(await second`select name from facts`)]).toEqual([]);
    await Promise.all([first.close(), second.close()]);
    await one.drop();
    await other.drop();
  });
});
