import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../db/client.ts';
import { flag, json } from '../../db/columns.ts';
import { openSqlite } from '../../db/sqlite/open.ts';
import * as statements from '../../db/statements.ts';
import { mapInOrder } from '../../src/platform/runtime/in-order.ts';

const things = sqliteTable('things', {
  id: text('id').primaryKey(),
  size: integer('size').notNull().default(7),
  isGood: flag('is_good').notNull().default(true),
  tags: json<string[]>('tags').notNull(),
  note: text('note'),
});
const insert = statements.insert(things);
const insertMany = statements.insertMany(things);
const update = statements.update(things);
const updateRow = statements.updateRow(things);
const updateSizes = statements.updateMany(things, ['size', 'isGood']);
const addToSize = statements.increment(things, ['size']);
const findById = statements.findBy(things, ['id']);
const findBySizeAndQuality = statements.findBy(things, ['size', 'isGood']);
const listBySize = statements.listBy(things, ['size'], {
  where: isNull(things.note),
  orderBy: [desc(things.id)],
});
const save = statements.save(things, ['id']);
const insertIfNew = statements.insertIfNew(things);
const removeBySize = statements.deleteBy(things, ['size', 'isGood']);
const listAll = statements.listBy(things, [], { orderBy: [sql`rowid`] });
const listLarger = statements.select(things, { size: things.size, limit: Number }, p => ({
  where: gt(things.size, p.size),
  orderBy: [things.id],
  limit: p.limit,
}));
const findByQuality = statements.findBy(things, ['isGood']);
const listTags = statements.query(db =>
  db.select({ tags: things.tags, double: sql<number>`size * 2` }).from(things),
);
const grow = statements.queryOne({ id: things.id, by: Number }, (db, p) =>
  db
    .update(things)
    .set({ size: sql`${things.size} + ${p.by}` })
    .where(eq(things.id, p.id))
    .returning({ size: things.size }),
);
const remove = statements.query({ id: things.id }, (db, p) => db.delete(things).where(eq(things.id, p.id)));
const upsert = statements.query(statements.allColumns(things), (db, thing) =>
  db
    .insert(things)
    .values(thing)
    .onConflictDoUpdate({ target: things.id, set: { tags: sql`excluded.tags` } }),
);

let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-statements-'));
  const file = join(folder, 'test.sqlite');
  const outside = new Sqlite(file, { create: true });
  outside.run(
    'create table things (id text primary key, size integer not null, is_good integer not null, tags text not null, note text)',
  );
  outside.close(true);
  db = openSqlite(file);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const createThing = (id: string) => ({ id, tags: [id] });
const MISSING = { id: 'missing', size: 1, isGood: true, tags: [], note: null };

describe('insert', () => {
  test('inserted rows are returned as they are read afterwards, with defaults and nulls', async () => {
    const inserted = await db.transaction(async tx => [
      await insert(tx, { id: 'a', tags: ['x', 'y'] }),
      await insert(tx, { id: 'b', size: 0, isGood: false, tags: [], note: 'n' }),
    ]);
    expect(inserted).toEqual(await listAll(db.reader));
    expect(inserted[0]).toEqual({ id: 'a', size: 7, isGood: true, tags: ['x', 'y'], note: null });
  });

  test.each([1, 8, 9, 21, 100, 109])('%d rows inserted together are stored in order', async count => {
    const rows = Array.from({ length: count }, (_, n) => createThing(`t${n}`));
    await db.transaction(tx => insertMany(tx, rows));
    expect((await listAll(db.reader)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });
});

describe('select', () => {
  test('parameters are bound by name and rows are decoded', async () => {
    await db.transaction(async tx => {
      await insert(tx, { id: 'a', size: 1, isGood: false, tags: [] });
      await insert(tx, { id: 'b', size: 2, tags: ['x'] });
      await insert(tx, { id: 'c', size: 3, tags: [] });
    });
    expect(await listLarger(db.reader, { limit: 1, size: 1 })).toEqual([
      { id: 'b', size: 2, isGood: true, tags: ['x'], note: null },
    ]);
    expect((await findById(db.reader, 'c'))?.size).toBe(3);
    expect(await findById(db.reader, 'missing')).toBeUndefined();
  });

  test('a boolean parameter is encoded like the column that it is compared with', async () => {
    await db.transaction(tx => insert(tx, { id: 'a', isGood: false, tags: [] }));
    expect((await findByQuality(db.reader, false))?.id).toBe('a');
    expect(await findByQuality(db.reader, true)).toBeUndefined();
  });
});

describe('statements by keys', () => {
  beforeEach(async () => {
    await db.transaction(async tx => {
      await insert(tx, { id: 'a', size: 1, isGood: false, tags: ['x'] });
      await insert(tx, { id: 'b', size: 1, tags: [] });
      await insert(tx, { id: 'c', size: 1, tags: [], note: 'n' });
      await insert(tx, { id: 'd', size: 2, tags: [] });
    });
  });

  test('values are bound in the order of the keys and encoded like their columns', async () => {
    expect(await findBySizeAndQuality(db.reader, 1, false)).toEqual({
      id: 'a',
      size: 1,
      isGood: false,
      tags: ['x'],
      note: null,
    });
    expect(await findBySizeAndQuality(db.reader, 2, false)).toBeUndefined();
  });

  test('further conditions and an order apply to the rows of the keys', async () => {
    expect((await listBySize(db.reader, 1)).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(await listBySize(db.reader, 3)).toEqual([]);
  });

  test('a saved row replaces all columns of the row with its key, and no other row', async () => {
    await db.transaction(async tx => {
      await save(tx, { id: 'c', isGood: false, tags: ['y'] });
      await save(tx, { id: 'e', size: 3, tags: [], note: 'n' });
    });
    expect((await listAll(db.reader)).slice(2)).toEqual([
      { id: 'c', size: 7, isGood: false, tags: ['y'], note: null },
      { id: 'd', size: 2, isGood: true, tags: [], note: null },
      { id: 'e', size: 3, isGood: true, tags: [], note: 'n' },
    ]);
  });

  test('a row is inserted only if it is new', async () => {
    const inserted = await db.transaction(async tx => [
      await insertIfNew(tx, { id: 'd', size: 9, tags: [] }),
      await insertIfNew(tx, { id: 'e', size: 9, tags: [] }),
    ]);
    expect(inserted).toEqual([false, true]);
    expect((await listAll(db.reader)).map(({ size }) => size)).toEqual([1, 1, 1, 2, 9]);
  });

  test('only rows with all keys are deleted', async () => {
    await db.transaction(tx => removeBySize(tx, 1, true));
    expect((await listAll(db.reader)).map(({ id }) => id)).toEqual(['a', 'd']);
  });
});

describe('query', () => {
  test('a statement is prepared once per connection', async () => {
    let builds = 0;
    const count = statements.query(db => {
      builds++;
      return db.select({ total: sql<number>`count(*)` }).from(things);
    });
    for (let round = 0; round < 2; round++) {
      await count(db.reader);
      await db.transaction(count);
    }
    expect(builds).toBe(2);
  });

  test('selected columns and expressions are decoded', async () => {
    await db.transaction(tx => insert(tx, { id: 'a', tags: ['x'] }));
    expect(await listTags(db.reader)).toEqual([{ tags: ['x'], double: 14 }]);
  });

  test('a query of a number returns 0 without rows, and for the sum of none', async () => {
    const sum = statements.queryNumber({ size: things.size }, (db, p) =>
      db.select({ total: sql`sum(size)` }).from(things).where(gt(things.size, p.size)),
    );
    const getFirst = statements.queryNumber(db => db.select({ size: things.size }).from(things).limit(1));
    expect([await sum(db.reader, { size: 1 }), await getFirst(db.reader)]).toEqual([0, 0]);
    await db.transaction(tx => insertMany(tx, [createThing('a'), createThing('b')]));
    expect([await sum(db.reader, { size: 1 }), await getFirst(db.reader)]).toEqual([14, 7]);
  });

  test('a write returns its rows, or undefined if no row matches', async () => {
    const sizes = await db.transaction(async tx => {
      await insert(tx, createThing('a'));
      return [await grow(tx, { id: 'a', by: 3 }), await grow(tx, { id: 'missing', by: 3 })];
    });
    expect(sizes).toEqual([{ size: 10 }, undefined]);
  });

  test('an insert of all columns encodes its values once and accepts null', async () => {
    await db.transaction(async tx => {
      await upsert(tx, { ...MISSING, tags: ['old'] });
      await upsert(tx, { ...MISSING, tags: ['new'] });
    });
    expect(await listAll(db.reader)).toEqual([{ ...MISSING, tags: ['new'] }]);
  });

  test('a write without returning changes the database', async () => {
    await db.transaction(async tx => {
      await insertMany(tx, [createThing('a'), createThing('b')]);
      await remove(tx, { id: 'a' });
    });
    expect((await listAll(db.reader)).map(({ id }) => id)).toEqual(['b']);
  });

  test('a parameter that the statement does not declare is rejected when it is prepared', async () => {
    const broken = statements.listBy(things, [], { where: eq(things.id, sql.placeholder('id')) });
    await expect(broken(db.reader)).rejects.toThrow('Undeclared parameter id');
  });
});

describe('update', () => {
  test('updated rows are returned as they are read afterwards', async () => {
    const updated = await db.transaction(async tx => {
      const row = await insert(tx, createThing('a'));
      await insert(tx, createThing('b'));
      return [
        await updateRow(tx, row, { isGood: false, tags: [], note: 'n' }),
        await update(tx, 'b', { note: 'm' }),
      ];
    });
    expect(updated).toEqual(await listAll(db.reader));
  });

  test('many rows are updated in batches of 100 and one by one', async () => {
    const updated = await db.transaction(async tx => {
      const rows = await mapInOrder(Array(103).keys(), n => insert(tx, createThing(`t${n}`)));
      return await updateSizes(
        tx,
        rows,
        rows.map((_, n) => ({ size: n, isGood: n % 2 === 0 })),
      );
    });
    expect(updated).toEqual(await listAll(db.reader));
    expect(updated[102]).toMatchObject({ size: 102, isGood: true });
  });

  test('an increment beyond the safe integers is rejected', async () => {
    const size = await db.transaction(async tx => {
      await insert(tx, createThing('a'));
      return (await addToSize(tx, 'a', { size: -9 })).size;
    });
    expect(size).toBe(-2);
    await expect(
      db.transaction(
        async tx =>
          (await addToSize(tx, 'a', { size: Number.MAX_SAFE_INTEGER })) &&
          (await addToSize(tx, 'a', { size: 9 })),
      ),
    ).rejects.toThrow('9,007,199,254,740,991');
  });

  test('updating a missing row throws', async () => {
    const message = 'Row missing not found in things';
    await expect(db.transaction(tx => updateRow(tx, MISSING, { size: 2 }))).rejects.toThrow(message);
    await expect(db.transaction(tx => update(tx, 'missing', { size: 2 }))).rejects.toThrow(message);
    await expect(db.transaction(tx => addToSize(tx, 'missing', { size: 2 }))).rejects.toThrow(message);
  });
});

test('every write outside a transaction is rejected', async () => {
  const tx = await db.transaction(tx => tx);
  const message = 'A write requires a transaction';
  await expect(insertMany(tx, [createThing('a')])).rejects.toThrow(message);
  await expect(grow(tx, { id: 'a', by: 1 })).rejects.toThrow(message);
  await expect(remove(tx, { id: 'a' })).rejects.toThrow(message);
  await expect(removeBySize(tx, 1, true)).rejects.toThrow(message);
  await expect(save(tx, createThing('a'))).rejects.toThrow(message);
  await expect(insertIfNew(tx, createThing('a'))).rejects.toThrow(message);
  await expect(updateRow(tx, MISSING, { size: 1 })).rejects.toThrow(message);
  await expect(addToSize(tx, 'a', { size: 1 })).rejects.toThrow(message);
});
