import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { isOnPostgres } from '../support/postgres-app.ts';
import { CATEGORIES, type Category } from './fuzz/findings.ts';
import { fuzz } from './fuzz/run.ts';

const SLOW_MS = 600_000;
const ROOT = join(import.meta.dir, '../..');

/** Other work on the machine is a stall, too; `bun run fuzz` and `bun run check:stalls` measure them. */
const TIMED: Category = 'stalls';

/**
 * Sends one request of each kind to every tenth operation; `bun run fuzz` sends many more to all. Only on SQLite, whose
 * bytecode tells which tables a statement reads and writes.
 */
test.skipIf(isOnPostgres)(
  'no request of any kind breaks its contract, a list or a record',
  async () => {
    const { operations, requests, reads, findings } = await fuzz({
      runs: 1,
      isShort: true,
      seed: 7,
      folder: ROOT,
    });
    const categories = (Object.keys(CATEGORIES) as Category[]).filter(category => category !== TIMED);
    expect(categories.flatMap(category => findings.of(category))).toEqual([]);
    expect(requests).toBeGreaterThan(operations);
    expect(reads).toBeGreaterThan(requests);
  },
  SLOW_MS,
);
