import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import type { Database, Db, LockKey } from '../../../db/client.ts';
import { openPostgres } from '../../../db/postgres/open.ts';
import * as statements from '../../../db/statements.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { createEmptyDatabaseUrl, type TestDatabase } from '../../support/test-database.ts';
import { getAppError, insertNote, notes } from '../notes.ts';

const CREATE_NOTES =
  'create table notes (id bigint generated always as identity primary key, body text not null unique)';

/** Inserts through the statement layer, which does not wait for the server. */
const sendNote = statements.insert(notes);

let target: TestDatabase;
/** Two nodes of one installation. */
let node: Database;
let other: Database;

async function readBodies(db: Db = other.reader): Promise<string[]> {
  return (await db.select().from(notes).orderBy(notes.id).all()).map(({ body }) => body);
}

beforeEach(async () => {
  if (!hasPostgres()) return;
  target = await createEmptyDatabaseUrl();
  [node, other] = [openPostgres(target.url), openPostgres(target.url)];
  await node.transaction(tx => tx.run(sql.raw(CREATE_NOTES)));
});
afterEach(async () => {
  if (!hasPostgres()) return;
  await Promise.all([node.close(), other.close()]);
  await target.drop();
});

describe.skipIf(!hasPostgres())('Database.transaction on PostgreSQL', () => {
  test('a transaction is visible to other nodes after its commit, and a failed one leaves nothing', async () => {
    let notified = 0;
    node.onCommit(() => notified++);
    await node.transaction(insertNote('a'));
    const failing = node.transaction(async tx => {
      await insertNote('undone')(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readBodies()).toEqual(['a']);
    expect(notified).toBe(1);
  });

  test('the reader and a handle that outlives its transaction cannot write', async () => {
    await expect(insertNote('a')(node.reader)).rejects.toThrow('read-only');
    let kept: Db | undefined;
    await node.transaction(tx => {
      kept = tx;
    });
    await expect(insertNote('a')(kept as Db)).rejects.toThrow('outside a transaction');
  });

  test('a write that nothing waited for rejects its transaction with its own error', async () => {
    const lastWriteFails = node.transaction(async tx => {
      await sendNote(tx, { body: 'a' });
      await sendNote(tx, { body: 'a' });
    });
    await expect(lastWriteFails).rejects.toThrow('duplicate key');
    const statementFollows = node.transaction(async tx => {
      await sendNote(tx, { body: 'b' });
      await sendNote(tx, { body: 'b' });
      await readBodies(tx);
    });
    await expect(statementFollows).rejects.toThrow('duplicate key');
    await node.transaction(tx => sendNote(tx, { body: 'c' }));
    expect(await readBodies()).toEqual(['c']);
  });

  test('a savepoint undoes a write that nothing waited for and failed', async () => {
    await node.transaction(async tx => {
      await sendNote(tx, { body: 'a' });
      const failing = node.savepoint(tx, () => sendNote(tx, { body: 'a' }));
      await expect(failing).rejects.toThrow('duplicate key');
      await sendNote(tx, { body: 'b' });
    });
    expect(await readBodies()).toEqual(['a', 'b']);
  });

  test('a transaction writes many more rows than it sends without waiting', async () => {
    const bodies = Array.from({ length: 500 }, (_, n) => `note ${n}`);
    await node.transaction(async tx => {
      for (const body of bodies) await sendNote(tx, { body });
    });
    expect(await readBodies()).toEqual(bodies);
  });

  test('a transaction fails if it caught an error that aborted it', async () => {
    const swallowing = node.transaction(async tx => {
      await insertNote('a')(tx);
      await insertNote('a')(tx).catch(() => {});
    });
    await expect(swallowing).rejects.toThrow('has aborted it');
    expect(await readBodies()).toEqual([]);
  });

  test('a transaction that conflicts with another one runs again', async () => {
    let runs = 0;
    await node.transaction(async tx => {
      await insertNote('a')(tx);
      runs++;
      if (runs < 3) await raise(tx, runs === 1 ? '40001' : '40P01');
    });
    expect(runs).toBe(3);
    expect(await readBodies()).toEqual(['a']);
  });

  test('a transaction that always conflicts, or must not run again, is rejected with UNAVAILABLE', async () => {
    let runs = 0;
    const conflict = (tx: Db) => {
      runs++;
      return raise(tx, '40001');
    };
    expect((await getAppError(node.transaction(conflict))).code).toBe('UNAVAILABLE');
    expect(runs).toBe(6);
    expect((await getAppError(node.transaction(conflict, undefined, { isRepeatable: false }))).code).toBe(
      'UNAVAILABLE',
    );
    expect(runs).toBe(7);
  });

  test('after the server ends a connection, its transaction is rejected and later ones succeed', async () => {
    const lost = node.transaction(async tx => {
      await insertNote('lost')(tx);
      const [connection] = await tx.all<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await other.transaction(end => end.run(sql`select pg_terminate_backend(${connection?.pid}::int)`), []);
      await insertNote('after')(tx);
    }, []);
    expect(await getAppError(lost)).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    await Promise.all(['a', 'b', 'c'].map(body => node.transaction(insertNote(body))));
    expect((await readBodies()).sort()).toEqual(['a', 'b', 'c']);
  });

  test('closing finishes pending transactions and rejects new ones', async () => {
    const pending = ['a', 'b', 'c'].map(body => node.transaction(insertNote(body)));
    const closing = node.close();
    expect((await getAppError(node.transaction(insertNote('late')))).code).toBe('UNAVAILABLE');
    await Promise.all([...pending, closing]);
    expect((await readBodies()).length).toBe(3);
  });

  test('an unreachable server is UNAVAILABLE for reads and transactions', async () => {
    const absent = openPostgres('postgres://perkmint@127.0.0.1:1/perkmint');
    expect((await getAppError(absent.transaction(insertNote('a')))).code).toBe('UNAVAILABLE');
    expect((await getAppError(readBodies(absent.reader))).code).toBe('UNAVAILABLE');
    await absent.close();
  });

  test('an unreachable server rejects all transactions, also those that wait for a connection', async () => {
    const absent = openPostgres('postgres://perkmint@127.0.0.1:1/perkmint');
    const waiting = Array.from({ length: 40 }, (_, n) => absent.transaction(insertNote('a'), [`user:${n}`]));
    for (const error of await Promise.all(waiting.map(getAppError))) expect(error.code).toBe('UNAVAILABLE');
    expect(absent.queueLength).toBe(0);
    await absent.close();
  });
});

describe.skipIf(!hasPostgres())('the lock keys of a transaction on PostgreSQL', () => {
  const selectOne = (tx: Db) => tx.run(sql`select 1`);
  /** Inserts a note unless there is one: correct only if no two of them run at a time. */
  const insertOnly = (body: string) => async (tx: Db) => {
    const existing = await tx.select().from(notes).where(eq(notes.body, body)).all();
    const [count] = await tx.all<{ n: number }>(sql`select count(*) as n from notes`);
    if (existing.length === 0 && count?.n === 0) await insertNote(body)(tx);
    return count?.n;
  };

  test('transactions without lock keys run alone on all nodes', async () => {
    const races = Array.from({ length: 20 }, (_, n) => [node, other][n % 2]!.transaction(insertOnly(`${n}`)));
    await Promise.all(races);
    expect((await readBodies()).length).toBe(1);
  });

  test('transactions with a common key run one after another on all nodes', async () => {
    const races = Array.from({ length: 20 }, (_, n) =>
      [node, other][n % 2]!.transaction(insertOnly(`${n}`), ['business:a', `user:${n}`]),
    );
    await Promise.all(races);
    expect((await readBodies()).length).toBe(1);
  });

  test('transactions with different lock keys run at the same time, and those with the same do not', async () => {
    expect(await overlap(['business:a'], ['business:b'])).toBe(true);
    expect(await overlap(['business:a'], ['business:a'])).toBe(false);
    expect(await overlap(['business:a'], ['business:b', 'business:a'])).toBe(false);
    expect(await overlap(['business:a'], undefined)).toBe(false);
    expect(await overlap(undefined, ['business:a'])).toBe(false);
  });

  test('keys in another order do not wait for each other forever', async () => {
    const [a, b] = ['business:a', 'business:b'] as const;
    const races = Array.from({ length: 20 }, (_, n) =>
      [node, other][n % 2]!.transaction(insertNote(`${n}`), n % 4 < 2 ? [a, b] : [b, a]),
    );
    await Promise.all(races);
    expect((await readBodies()).length).toBe(20);
  });

  test('locks are taken in the same order, however the keys are named', async () => {
    for (const held of ['business:a', 'business:b'] as const) {
      const locks = await countLocksBehind(held, ['business:a', 'business:b']);
      expect(await countLocksBehind(held, ['business:b', 'business:a'])).toBe(locks);
    }
  });

  /** Opens a transaction of this node. @returns the function that ends it */
  async function hold(lockKeys?: LockKey[]): Promise<() => Promise<void>> {
    const opened = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const open = node.transaction(async tx => {
      // The locks are taken with the first statement.
      await selectOne(tx);
      opened.resolve();
      await released;
    }, lockKeys);
    await opened.promise;
    return () => {
      release();
      return open;
    };
  }

  /** Returns whether a transaction of the other node can end while one of this node is open. */
  async function overlap(first?: LockKey[], second?: LockKey[]): Promise<boolean> {
    const end = await hold(first);
    let hasEnded = false;
    const beside = other.transaction(selectOne, second).then(() => {
      hasEnded = true;
    });
    // The server lists the connections that wait for a lock.
    while (!hasEnded && !(await isWaiting())) await Promise.resolve();
    const overlapped = hasEnded;
    await Promise.all([end(), beside]);
    return overlapped;
  }

  /** Counts the locks that are taken while a transaction of the other node waits for a key that this node holds. */
  async function countLocksBehind(held: LockKey, lockKeys: LockKey[]): Promise<number> {
    const end = await hold([held]);
    const waiting = other.transaction(selectOne, lockKeys);
    while (!(await isWaiting())) await Promise.resolve();
    const [granted] = await node.reader.all<{ n: number }>(
      sql`select count(*) as n from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    await Promise.all([end(), waiting]);
    return granted?.n as number;
  }

  async function isWaiting(): Promise<boolean> {
    const waiting = await node.reader.all(
      sql`select 1 from pg_locks where locktype = 'advisory' and not granted`,
    );
    return waiting.length > 0;
  }
});

describe.skipIf(!hasPostgres())('Database.savepoint on PostgreSQL', () => {
  test('a savepoint that throws is rolled back, nested ones too, and the transaction continues', async () => {
    await node.transaction(async tx => {
      await insertNote('a')(tx);
      const failing = node.savepoint(tx, async () => {
        await insertNote('undone')(tx);
        await node.savepoint(tx, () => insertNote('released')(tx));
        await insertNote('a')(tx);
      });
      await expect(failing).rejects.toThrow('unique');
      await node.savepoint(tx, () => insertNote('b')(tx));
    });
    expect(await readBodies()).toEqual(['a', 'b']);
  });

  test('a savepoint requires a transaction, and one that is not awaited cannot affect the next one', async () => {
    await expect(node.savepoint(node.reader, () => 1)).rejects.toThrow('requires an open transaction');
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    let stray: Promise<unknown> = Promise.resolve();
    await node.transaction(tx => {
      stray = node.savepoint(tx, () => gate);
      stray.catch(() => {});
    });
    await node.transaction(async tx => {
      await insertNote('a')(tx);
      release();
      await expect(stray).rejects.toThrow();
      await insertNote('b')(tx);
    });
    expect(await readBodies()).toEqual(['a', 'b']);
  });
});

async function raise(tx: Db, code: string): Promise<void> {
  await tx.run(sql.raw(`do $$ begin raise exception 'conflict' using errcode = '${code}'; end $$`));
}
