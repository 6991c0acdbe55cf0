import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { createPool } from '../../../db/postgres/open.ts';
import { PostgresSharedState, SharedTables } from '../../../db/postgres/shared-state.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { createTestDatabaseUrl, type TestDatabase } from '../../support/test-database.ts';

const HOUR_MS = 3_600_000;

describe.skipIf(!hasPostgres())('shared state on PostgreSQL', () => {
  let server: TestDatabase;
  let admin: SQL;
  const opened: SharedTables[] = [];
  const open = (name: string, clock = systemClock) => {
    const tables = new SharedTables(() => createPool(server.url, 2));
    opened.push(tables);
    return new PostgresSharedState(tables, name, clock);
  };
  beforeAll(async () => {
    server = await createTestDatabaseUrl();
    admin = new SQL(server.url, { max: 1 });
  });
  afterAll(async () => {
    for (const tables of opened) await tables.close();
    await admin.close();
    await server.drop();
  });

  test('nodes that start together create the tables once', async () => {
    const nodes = Array.from({ length: 8 }, () => open('start'));
    const windows = await Promise.all(nodes.map(node => node.count('key', HOUR_MS)));
    expect(windows.map(({ count }) => count).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('a window ends by the clock of the server, in the time of the node', async () => {
    const [one, other] = [open('window'), open('window')];
    const before = Date.now();
    const { nextReset } = await one.count('key', HOUR_MS);
    // The node estimates the server's clock by the time of a round trip.
    const took = Date.now() - before;
    expect(nextReset.getTime() - before).toBeWithin(HOUR_MS - took - 1, HOUR_MS + 2 * took + 1);
    await admin`update _counters set ends_at = ends_at - ${HOUR_MS}::bigint`;
    expect((await other.count('key', HOUR_MS)).count).toBe(1);
    await admin`update _counters set starts_at = starts_at + ${HOUR_MS}::bigint`;
    expect((await other.count('key', HOUR_MS)).count).toBe(1);
    expect((await one.count('key', HOUR_MS)).count).toBe(2);
  });

  test('a count that read the clock before another one began the window is part of it', async () => {
    const node = open('race');
    await node.count('key', HOUR_MS);
    await admin`update _counters set starts_at = starts_at + 1000 where count = 1`;
    expect((await node.count('key', HOUR_MS)).count).toBe(2);
  });

  test('concurrent updates of two nodes happen one after another', async () => {
    const nodes = [open('update'), open('update')];
    const add = (node: PostgresSharedState | undefined) =>
      node?.update<number, number>('total', (total = 0) => ({
        result: total + 1,
        value: total + 1,
        expiresAtMs: Number.MAX_SAFE_INTEGER,
      }));
    const results = await Promise.all(Array.from({ length: 100 }, (_, n) => add(nodes[n % 2])));
    expect(new Set(results).size).toBe(100);
    expect(await add(nodes[0])).toBe(101);
  });

  test('a deleted value is gone, and an update without a value leaves it as it is', async () => {
    const state = open('delete');
    const read = () => state.update<string, string | undefined>('key', value => ({ result: value }));
    const set = (value: string | null) =>
      state.update<string, void>('key', () => ({
        result: undefined,
        value,
        expiresAtMs: Date.now() + HOUR_MS,
      }));
    expect(await read()).toBeUndefined();
    await set('a');
    expect([await read(), await read()]).toEqual(['a', 'a']);
    await set(null);
    expect(await read()).toBeUndefined();
  });

  test('names are separate', async () => {
    expect((await open('one').count('same', HOUR_MS)).count).toBe(1);
    expect((await open('two').count('same', HOUR_MS)).count).toBe(1);
  });

  test('expired rows are deleted in the background', async () => {
    await admin`insert into _counters select n::text, 1, 0, 1 from generate_series(1, 2500) n`;
    await open('purge').count('key', HOUR_MS);
    const countExpired = async () =>
      (await admin`select count(*)::int as n from _counters where ends_at = 1`)[0].n;
    while ((await countExpired()) > 0);
    expect(await countExpired()).toBe(0);
  });
});
