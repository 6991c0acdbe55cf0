import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { type Database, openDatabase } from '../../db/client.ts';
import { flag, json } from '../../db/columns.ts';
import * as statements from '../../db/statements.ts';

const things = sqliteTable('things', {
  id: text('id').primaryKey(),
  size: integer('size').notNull().default(7),
  isGood: flag('is_good').notNull().default(true),
  tags: json<string[]>('tags').notNull(),
  note: text('note'),
});
const insert = statements.insert(things);
const append = statements.insertMany(things);
const amend = statements.updateRow(things);
const all = statements.select(things, db => db.select().from(things).orderBy(sql`rowid`));
const grow = statements.query<number>(db =>
  db
    .update(things)
    .set({ size: sql`${things.size} + ${sql.placeholder('by')}` })
    .where(eq(things.id, sql.placeholder('id')))
    .returning({ size: things.size }),
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
  db = openDatabase(file);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const named = (id: string) => ({ id, tags: [id] });
const gone = { id: 'gone', size: 1, isGood: true, tags: [], note: null };

describe('an inserted row', () => {
  test('is answered as it is read afterwards, defaults and nulls filled in', async () => {
    const answered = await db.transaction(tx => [
      insert(tx, { id: 'a', tags: ['x', 'y'] }),
      insert(tx, { id: 'b', size: 0, isGood: false, tags: [], note: 'n' }),
    ]);
    expect(answered).toEqual(all(db.reader, {}));
    expect(answered[0]).toEqual({ id: 'a', size: 7, isGood: true, tags: ['x', 'y'], note: null });
  });

  test.each([1, 8, 9, 21])('is stored in its place among %d', async count => {
    const rows = Array.from({ length: count }, (_, n) => named(`t${n}`));
    await db.transaction(tx => append(tx, rows));
    expect(all(db.reader, {}).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });
});

test('an amended row is answered as it is read afterwards', async () => {
  const amended = await db.transaction(tx => {
    const row = insert(tx, named('a'));
    return amend(tx, row, { isGood: false, tags: [], note: 'n' });
  });
  expect([amended]).toEqual(all(db.reader, {}));
});

test('a row that is not there is not amended in silence', async () => {
  await expect(db.transaction(tx => amend(tx, gone, { size: 2 }))).rejects.toThrow('No row gone in things');
});

test('single values come back in a list, of reads and of writes', async () => {
  const sizes = await db.transaction(tx => {
    insert(tx, named('a'));
    return [grow(tx, { id: 'a', by: 3 }), grow(tx, { id: 'nobody', by: 3 })];
  });
  expect(sizes).toEqual([[10], []]);
});

test('nothing is written outside a transaction', async () => {
  const late = await db.transaction(tx => tx);
  expect(() => append(late, [named('a')])).toThrow('A write needs a transaction');
  expect(() => grow(late, { id: 'a', by: 1 })).toThrow('A write needs a transaction');
  expect(() => amend(late, gone, { size: 1 })).toThrow('A write needs a transaction');
});
