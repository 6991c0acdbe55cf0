import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Database, Db, LockKey } from '../../../db/client.ts';
import { openPostgres } from '../../../db/postgres/open.ts';
import { AppError } from '../../../src/errors.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { createTestDatabaseUrl, type TestDatabase } from '../../support/test-database.ts';

describe.skipIf(!hasPostgres())('two transactions that wait for each other', () => {
  let server: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    server = await createTestDatabaseUrl();
    database = openPostgres(server.url);
    await database.transaction(db =>
      db.run(
        sql`insert into tallies (scope, list, facet, total) values ('a', 'x', 'x', 0), ('b', 'x', 'x', 0)`,
      ),
    );
  });
  afterAll(async () => {
    await database.close();
    await server.drop();
  });

  const increment = (db: Db, scope: string) =>
    db.run(sql`update tallies set total = total + 1 where scope = ${scope}`);

  /**
   * Runs two transactions that lock two rows in opposite order. The server aborts the first one, because it is the first
   * that waits as long as `deadlock_timeout`.
   */
  async function collide(isRepeatable: boolean) {
    const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let attempts = 0;
    const errors: unknown[] = [];
    const run = (keys: [string, string], turn: 0 | 1, isRepeated: boolean) =>
      database.transaction(
        async db => {
          if (turn === 0) attempts++;
          await increment(db, keys[0]);
          locked[turn]?.resolve();
          await locked[1 - turn]?.promise;
          await increment(db, keys[1]).catch(error => {
            errors.push(error);
            throw error;
          });
        },
        [`user:${turn}` satisfies LockKey],
        { isRepeatable: isRepeated },
      );
    const outcomes = await Promise.allSettled([
      run(['a', 'b'], 0, isRepeatable),
      run(['b', 'a'], 1, isRepeatable),
    ]);
    return { attempts, errors, statuses: outcomes.map(({ status }) => status) };
  }

  test('both succeed if they may run again', async () => {
    expect((await collide(true)).statuses).toEqual(['fulfilled', 'fulfilled']);
  });

  test('one that must not run again fails with UNAVAILABLE, also for its own statements', async () => {
    const { attempts, errors, statuses } = await collide(false);
    expect(attempts).toBe(1);
    expect(statuses.sort()).toEqual(['fulfilled', 'rejected']);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(AppError);
    expect(errors[0]).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: expect.any(Number) });
  });
});
