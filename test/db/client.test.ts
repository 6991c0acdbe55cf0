import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { openSqlite } from '../../db/sqlite/open.ts';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { createNotesDatabase, insertNote, notes, waitForEventLoop } from './notes.ts';

let fixture: ReturnType<typeof createNotesDatabase>;
let db: Database;
const bodies = () => fixture.bodies();

beforeEach(() => {
  fixture = createNotesDatabase();
  db = fixture.db;
});

afterEach(() => fixture.close());

describe('Database.transaction', () => {
  test('a transaction resolves with the result of its work after the commit is visible to other connections', async () => {
    const responses = await Promise.all(
      ['a', 'b', 'c'].map(async body => {
        const seen = await db.transaction(
          async tx => await tx.insert(notes).values({ body }).returning().get(),
        );
        return { seen, isVisible: bodies().includes(body) };
      }),
    );
    expect(responses).toEqual([
      { seen: { id: 1, body: 'a' }, isVisible: true },
      { seen: { id: 2, body: 'b' }, isVisible: true },
      { seen: { id: 3, body: 'c' }, isVisible: true },
    ]);
  });

  test('transactions that share a commit resolve after that commit', async () => {
    const log: string[] = [];
    // Long enough for one batch on a machine that does something else in between.
    const patient = openSqlite(fixture.file, { batchLimitMs: MINUTE_MS });
    const first = patient.transaction(insertNote('a')).then(() => log.push('response a'));
    const second = patient.transaction(async tx => {
      await insertNote('b')(tx);
      await waitForEventLoop();
      await waitForEventLoop();
      log.push(`before the commit: ${bodies()}`);
    });
    await Promise.all([first, second.then(() => log.push('response b'))]);
    await patient.close();
    expect(log).toEqual(['before the commit: ', 'response a', 'response b']);
    expect(bodies()).toEqual(['a', 'b']);
  });

  test('a failed transaction rejects with its own error, and others of the batch are committed', async () => {
    const results = await Promise.allSettled([
      db.transaction(insertNote('a')),
      db.transaction(async tx => {
        await insertNote('lost')(tx);
        throw new Error('mine');
      }),
      db.transaction(insertNote('b')),
    ]);
    expect(results.map(r => r.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((results[1] as PromiseRejectedResult).reason.message).toBe('mine');
    expect(bodies()).toEqual(['a', 'b']);
  });

  test('a transaction that throws after an await is rolled back completely', async () => {
    const failing = db.transaction(async tx => {
      await insertNote('x')(tx);
      await waitForEventLoop();
      await insertNote('y')(tx);
      throw new Error('late');
    });
    const good = db.transaction(insertNote('a'));
    await expect(failing).rejects.toThrow('late');
    await good;
    expect(bodies()).toEqual(['a']);
  });

  test('a constraint violation rejects only its own transaction', async () => {
    const [, duplicate, other] = await Promise.allSettled(
      ['a', 'a', 'b'].map(body => db.transaction(insertNote(body))),
    );
    expect((duplicate as PromiseRejectedResult).reason.code).toBe('SQLITE_CONSTRAINT_UNIQUE');
    expect(other!.status).toBe('fulfilled');
    expect(bodies()).toEqual(['a', 'b']);
  });

  test('transactions run one at a time in order, even if they await', async () => {
    const order: string[] = [];
    const job = (name: string, waits: number) =>
      db.transaction(async () => {
        order.push(`${name} starts`);
        for (let i = 0; i < waits; i++) await waitForEventLoop();
        order.push(`${name} ends`);
      });
    await Promise.all([job('first', 3), job('second', 0), job('third', 1)]);
    expect(order).toEqual(['first', 'second', 'third'].flatMap(name => [`${name} starts`, `${name} ends`]));
  });

  test('a transaction added while a batch runs is executed', async () => {
    let late: Promise<unknown> | undefined;
    await db.transaction(async tx => {
      await waitForEventLoop();
      late = db.transaction(insertNote('late'));
      await insertNote('early')(tx);
    });
    await late;
    expect(bodies()).toEqual(['early', 'late']);
  });

  test('a query builder returned by a transaction is executed before the commit', async () => {
    await db.transaction(tx => tx.insert(notes).values({ body: 'a' }));
    expect(bodies()).toEqual(['a']);
  });

  test('all transactions of several batches are committed', async () => {
    await Promise.all(Array.from({ length: 700 }, (_, i) => db.transaction(insertNote(`n${i}`))));
    expect(bodies()).toEqual(Array.from({ length: 700 }, (_, i) => `n${i}`));
    expect(db.queueLength).toBe(0);
  });

  test('each transaction has its own commit if grouping is off', async () => {
    const single = openSqlite(fixture.file, { grouping: false });
    let committed = 0;
    single.onCommit(() => committed++);
    await Promise.all(['a', 'b', 'c'].map(body => single.transaction(insertNote(body))));
    await single.close();
    expect(committed).toBe(3);
    expect(bodies()).toEqual(['a', 'b', 'c']);
  });

  test('the duration of a commit is known after 32 of them', async () => {
    for (let n = 1; n < 32; n++) await db.transaction(insertNote(`n${n}`));
    expect(db.commitMs).toBeUndefined();
    await db.transaction(insertNote('n32'));
    expect(db.commitMs).toBeGreaterThan(0);
  });

  test('a transaction started inside another transaction is rejected', async () => {
    await expect(db.transaction(() => db.transaction(() => 1))).rejects.toThrow('inside another transaction');
  });

  test('a handle used after its transaction cannot write', async () => {
    const kept = await db.transaction(tx => ({ tx }));
    await expect(insertNote('stray')(kept.tx)).rejects.toThrow('outside a transaction');
    expect(bodies()).toEqual([]);
  });
});

describe('Database.savepoint', () => {
  test('a savepoint that throws is rolled back, and its transaction continues', async () => {
    await db.transaction(async tx => {
      await insertNote('a')(tx);
      await expect(
        db.savepoint(tx, async () => {
          await insertNote('undone')(tx);
          throw new Error('inner');
        }),
      ).rejects.toThrow('inner');
      await db.savepoint(tx, () => insertNote('b')(tx));
    });
    expect(bodies()).toEqual(['a', 'b']);
  });

  test('savepoints can be nested', async () => {
    await db.transaction(tx =>
      db.savepoint(tx, async () => {
        await insertNote('outer')(tx);
        const inner = db.savepoint(tx, async () => {
          await insertNote('inner')(tx);
          await db.savepoint(tx, () => insertNote('innermost')(tx));
          throw new Error('inner');
        });
        await inner.catch(() => undefined);
        await insertNote('after')(tx);
      }),
    );
    expect(bodies()).toEqual(['outer', 'after']);
  });

  test('a savepoint is rolled back with its transaction', async () => {
    const failing = db.transaction(async tx => {
      await db.savepoint(tx, () => insertNote('a')(tx));
      throw new Error('outer');
    });
    await expect(failing).rejects.toThrow('outer');
    expect(bodies()).toEqual([]);
  });

  test('a savepoint requires a transaction', async () => {
    await expect(db.savepoint(db.reader, () => 1)).rejects.toThrow('requires an open transaction');
  });

  test('a savepoint that is not awaited cannot affect the next transaction', async () => {
    let stray: Promise<unknown> | undefined;
    let release = () => {};
    const gate = new Promise<void>(resolve => {
      release = resolve;
    });
    await db.transaction(tx => {
      stray = db.savepoint(tx, () => gate);
      stray.catch(() => undefined);
    });
    await db.transaction(tx =>
      db.savepoint(tx, async () => {
        release();
        await waitForEventLoop();
        await insertNote('a')(tx);
      }),
    );
    await expect(stray).rejects.toThrow('ended before the savepoint');
    expect(bodies()).toEqual(['a']);
  });
});
