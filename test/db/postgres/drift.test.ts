import type { Database as Sqlite } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { migrations } from '../../../db/migrations/index.ts';
import { postgresMigrations } from '../../../db/migrations/postgres.ts';
import { createSchema, deriveSchema } from '../../../db/postgres/derive.ts';
import { hasPostgres } from '../../support/postgres.ts';
import {
  createEmptyDatabaseUrl,
  createTestDatabaseUrl,
  type TestDatabase,
} from '../../support/test-database.ts';
import {
  readDefinitions,
  readPostgresSchema,
  readSqliteSchema,
  type SchemaObjects,
} from './schema-objects.ts';

const KINDS: (keyof SchemaObjects)[] = ['columns', 'primaryKeys', 'foreignKeys', 'indexes', 'triggers'];

/** The number that a migration's name starts with. */
const numberOf = (name: string) => Number(name.slice(0, 4));

test('every SQLite migration after the PostgreSQL baseline has a PostgreSQL side of the same name', () => {
  const [baseline, ...later] = postgresMigrations.map(({ name }) => name);
  const sqlite = migrations
    .map(({ name }) => name)
    .filter(name => numberOf(name) > numberOf(baseline as string));
  expect(later).toEqual(sqlite);
});

describe.skipIf(!hasPostgres())('the PostgreSQL schema', () => {
  const databases: TestDatabase[] = [];
  let sqlite: Sqlite;
  let migrated: SQL;
  let derived: SQL;

  beforeAll(async () => {
    sqlite = createSchema(migrations);
    databases.push(await createTestDatabaseUrl(), await createEmptyDatabaseUrl());
    [migrated, derived] = databases.map(({ url }) => new SQL(url, { max: 1 })) as [SQL, SQL];
    await derived.unsafe(deriveSchema(sqlite).join(';\n')).simple();
  });
  afterAll(async () => {
    sqlite.close();
    for (const sql of [migrated, derived]) await sql.close();
    for (const database of databases) await database.drop();
  });

  test.each(KINDS)('has the same %s as the SQLite schema', async kind => {
    const expected = readSqliteSchema(sqlite)[kind];
    expect(expected.length).toBeGreaterThan(40);
    expect((await readPostgresSchema(migrated))[kind]).toEqual(expected);
  });

  test('has the predicates, checks, triggers and functions that the SQLite schema has', async () => {
    const expected = await readDefinitions(derived);
    expect(expected.length).toBeGreaterThan(300);
    expect(await readDefinitions(migrated)).toEqual(expected);
  });
});
