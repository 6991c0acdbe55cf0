import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../db/client.ts';
import { openSqlite } from '../../db/sqlite/open.ts';
import { createNotesDatabase, getAppError, insertNote, notes, waitForEventLoop } from './notes.ts';

let fixture: ReturnType<typeof createNotesDatabase>;
let db: Database;
const bodies = () => fixture.bodies();

beforeEach(() => {
  fixture = createNotesDatabase();
  db = fixture.db;
});

afterEach(() => fixture.close());

describe('Database.reader', () => {
  test('the reader sees a commit immediately and cannot write', async () => {
    await db.transaction(insertNote('a'));
    expect(await db.reader.select().from(notes).all()).toEqual([{ id: 1, body: 'a' }]);
    await expect(insertNote('b')(db.reader)).rejects.toThrow('readonly');
  });
});

describe('Database.transaction', () => {
  test('a transaction beyond 1,000 pending ones is rejected, and later transactions are accepted', async () => {
    const accepted = Array.from({ length: 1_000 }, () => db.transaction(() => 1));
    expect(db.queueLength).toBe(1_000);
    const error = await getAppError(db.transaction(() => 1));
    expect([error.code, error.retryAfterSeconds]).toEqual(['UNAVAILABLE', 1]);
    expect(await Promise.all(accepted)).toHaveLength(1_000);
    expect(await db.transaction(() => 'again')).toBe('again');
  });

  test('a transaction waits for the write lock of another process', async () => {
    fixture.outside.run('BEGIN IMMEDIATE');
    fixture.outside.run("insert into notes (body) values ('theirs')");
    const ours = db.transaction(insertNote('ours'));
    for (let i = 0; i < 5; i++) await waitForEventLoop();
    expect(db.queueLength).toBe(1);
    fixture.outside.run('COMMIT');
    await ours;
    expect(bodies()).toEqual(['theirs', 'ours']);
  });

  test('a transaction fails if the write lock is not released, and later ones succeed', async () => {
    const hasty = openSqlite(fixture.file, { busyLimitMs: 0 });
    fixture.outside.run('BEGIN IMMEDIATE');
    const error = await getAppError(hasty.transaction(insertNote('a')));
    expect([error.code, error.retryAfterSeconds]).toEqual(['UNAVAILABLE', 5]);
    expect((error.cause as { code: string }).code).toBe('SQLITE_BUSY');
    fixture.outside.run('ROLLBACK');
    await hasty.transaction(insertNote('b'));
    await hasty.close();
    expect(bodies()).toEqual(['b']);
  });

  /** Fills the last pages; SQLite then undoes the whole transaction, the neighbours' savepoints included. */
  const fill = async (tx: Db) => {
    for (let i = 0; i < 200; i++) await insertNote(`${i}${'x'.repeat(4_000)}`)(tx);
  };
  const capAt = (pages: number) =>
    db.transaction(async tx => await tx.run(sql.raw(`PRAGMA max_page_count = ${pages}`)));

  test('on a full disk, every transaction of the batch is rejected and later ones succeed', async () => {
    await db.transaction(insertNote('before'));
    await capAt(12);
    const batch = [
      db.transaction(insertNote('good')),
      db.transaction(() => {
        throw new Error('decided on rows that are gone now');
      }),
      db.transaction(fill),
    ];
    const errors = await Promise.all(batch.map(getAppError));
    expect(errors.map(e => [e.code, e.retryAfterSeconds])).toEqual(Array(3).fill(['UNAVAILABLE', 5]));
    expect((errors[0]!.cause as { code: string }).code).toBe('SQLITE_FULL');
    expect(bodies()).toEqual(['before']);
    expect(await db.reader.select().from(notes).all()).toHaveLength(1);
    await capAt(1_000);
    await db.transaction(insertNote('after'));
    expect(bodies()).toEqual(['before', 'after']);
  });

  test('a transaction that ignores a full-disk error and continues stores nothing', async () => {
    await capAt(12);
    const swallowed = db.transaction(async tx => {
      try {
        await fill(tx);
      } catch {}
      await insertNote('alone')(tx);
    });
    const silent = db.transaction(insertNote('next batch'));
    expect((await getAppError(swallowed)).code).toBe('UNAVAILABLE');
    await silent;
    await capAt(12);
    const inSavepoint = db.transaction(async tx => {
      await db.savepoint(tx, () => fill(tx)).catch(() => undefined);
      await db.savepoint(tx, () => insertNote('alone')(tx)).catch(() => undefined);
    });
    expect((await getAppError(inSavepoint)).code).toBe('UNAVAILABLE');
    expect(bodies()).toEqual(['next batch']);
  });

  test('every transaction of a failed commit is rejected', async () => {
    fixture.outside.run(
      'create table child (note integer references notes (id) deferrable initially deferred)',
    );
    const batch = [
      db.transaction(insertNote('a')),
      db.transaction(async tx => await tx.run(sql`insert into child values (99)`)),
    ];
    const errors = await Promise.all(batch.map(getAppError));
    expect(errors.map(e => e.code)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    await db.transaction(insertNote('b'));
    expect(bodies()).toEqual(['b']);
  });
});

describe('openSqlite', () => {
  test('uses a write-ahead log, syncs each commit and enforces foreign keys', async () => {
    const settings = await db.transaction(async tx => [
      await tx.values(sql`PRAGMA synchronous`),
      await tx.values(sql`PRAGMA foreign_keys`),
    ]);
    expect(settings).toEqual([[[2]], [[1]]]);
    expect(await db.ping()).toBeGreaterThanOrEqual(0);
    const { engine, journalMode, sizeBytes, walBytes } = await db.describe();
    expect({ engine, journalMode }).toEqual({ engine: 'sqlite', journalMode: 'wal' });
    expect(sizeBytes).toBeGreaterThan(0);
    expect(walBytes).toBeGreaterThan(0);
  });

  test('calls commit listeners after commits with a successful transaction until they are removed', async () => {
    let commits = 0;
    const stop = db.onCommit(() => commits++);
    await Promise.all([db.transaction(insertNote('a')), db.transaction(insertNote('b'))]);
    await db.transaction(() => Promise.reject(new Error('no'))).catch(() => undefined);
    expect(commits).toBe(1);
    stop();
    await db.transaction(insertNote('c'));
    expect(commits).toBe(1);
  });

  test('calls back after the commit of the transaction, before the commit listeners', async () => {
    const calls: unknown[] = [];
    db.onCommit(origin => calls.push(origin));
    const done = db.transaction(tx => {
      db.afterCommit(tx, () => calls.push(bodies()));
      return insertNote('a')(tx);
    });
    expect(calls).toEqual([]);
    await done;
    await db.transaction(insertNote('b'));
    expect(calls).toEqual([['a'], 'local']);
  });

  test('is a cluster of one node, which leads', async () => {
    const single = openSqlite(fixture.file, { nodeId: 'nod_1' });
    const { cluster } = single;
    await cluster.join();
    expect([cluster.nodeId, cluster.nodeCount, cluster.isLeader]).toEqual(['nod_1', 1, true]);
    await cluster.leave();
    expect(cluster.isLeader).toBe(true);
    await single.close();
  });

  test('closing the database finishes queued transactions, rejects new ones and empties the log', async () => {
    const accepted = db.transaction(insertNote('a'));
    const closing = db.close();
    expect((await getAppError(db.transaction(insertNote('b')))).code).toBe('UNAVAILABLE');
    await Promise.all([accepted, closing, db.close()]);
    expect(Bun.file(`${fixture.file}-wal`).size).toBe(0);
    expect(bodies()).toEqual(['a']);
  });
});
