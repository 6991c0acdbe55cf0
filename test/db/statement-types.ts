import { eq, gt } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { flag } from '../../db/columns.ts';
import * as statements from '../../db/statements.ts';

/** Calls that must not compile. `bun run types` fails if one of them does; nothing here runs. */

const things = sqliteTable('things', {
  id: text('id').primaryKey(),
  size: integer('size').notNull(),
  status: text('status', { enum: ['open', 'closed'] }).notNull(),
  isGood: flag('is_good').notNull(),
  note: text('note'),
});

declare const db: Db;
const ROW = { id: 'a', size: 1, status: 'open', isGood: true, note: null } as const;

export async function selectTypes() {
  const list = statements.select(things, { size: things.size, status: things.status, limit: Number }, p => ({
    where: gt(things.size, p.size),
    limit: p.limit,
  }));
  const rows: (typeof things.$inferSelect)[] = await list(db, { size: 1, status: 'open', limit: 10 });
  // @ts-expect-error missing parameters
  await list(db);
  // @ts-expect-error missing parameter: limit
  await list(db, { size: 1, status: 'open' });
  // @ts-expect-error misnamed parameter: sise
  await list(db, { sise: 1, status: 'open', limit: 10 });
  // @ts-expect-error extra parameter: offset
  await list(db, { size: 1, status: 'open', limit: 10, offset: 0 });
  // @ts-expect-error mistyped parameter: size is a number
  await list(db, { size: '1', status: 'open', limit: 10 });
  // @ts-expect-error mistyped parameter: limit is a number
  await list(db, { size: 1, status: 'open', limit: '10' });
  // @ts-expect-error mistyped parameter: status is open or closed
  await list(db, { size: 1, status: 'ajar', limit: 10 });
  // @ts-expect-error undeclared placeholder: sise
  statements.select(things, { size: things.size }, p => ({ where: gt(things.size, p.sise) }));
  // @ts-expect-error unknown clause: having
  statements.select(things, {}, () => ({ having: gt(things.size, 1) }));
  // @ts-expect-error a statement without parameters accepts none
  await statements.query(db => db.select().from(things))(db, { size: 1 });
  // @ts-expect-error rows have no such column
  return rows.map(row => row.sise);
}

export async function findByTypes() {
  const find = statements.findBy(things, ['status', 'size', 'note']);
  const row: typeof things.$inferSelect | undefined = await find(db, 'open', 1, 'n');
  // @ts-expect-error missing value
  await find(db, 'open', 1);
  // @ts-expect-error values in another order
  await find(db, 1, 'open', 'n');
  // @ts-expect-error mistyped value: status is open or closed
  await find(db, 'ajar', 1, 'n');
  // @ts-expect-error no row has a key that is null
  await find(db, 'open', 1, null);
  // @ts-expect-error extra argument
  await find(db, 'open', 1, 'n', 'a');
  // @ts-expect-error misnamed column: sise
  statements.findBy(things, ['sise']);
  // @ts-expect-error unknown clause: having
  statements.findBy(things, ['id'], { having: gt(things.size, 1) });
  return row;
}

export async function listByTypes() {
  const list = statements.listBy(things, ['isGood'], { orderBy: [things.id] });
  const rows: (typeof things.$inferSelect)[] = await list(db, true);
  // @ts-expect-error mistyped value: isGood is a boolean
  await list(db, 1);
  return rows;
}

export async function deleteByTypes() {
  const remove = statements.deleteBy(things, ['id']);
  // @ts-expect-error missing value
  await remove(db);
  // @ts-expect-error mistyped value: id is a string
  await remove(db, 1);
  // @ts-expect-error misnamed column: key
  statements.deleteBy(things, ['key']);
}

export async function queryTypes() {
  const list = statements.query({ isGood: things.isGood }, (db, p) =>
    db.select({ id: things.id, note: things.note }).from(things).where(eq(things.isGood, p.isGood)),
  );
  const rows: { id: string; note: string | null }[] = await list(db, { isGood: true });
  // @ts-expect-error missing parameter: isGood
  await list(db, {});
  // @ts-expect-error misnamed parameter: good
  await list(db, { good: true });
  // @ts-expect-error extra parameter: size
  await list(db, { isGood: true, size: 1 });
  // @ts-expect-error mistyped parameter: isGood is a boolean
  await list(db, { isGood: 1 });
  const remove = statements.query({ id: things.id }, (db, p) => db.delete(things).where(eq(things.id, p.id)));
  // @ts-expect-error a write without returning has no rows
  (await remove(db, { id: 'a' })).length;
  // @ts-expect-error the query does not select size
  return rows.map(row => row.size);
}

export async function queryOneTypes() {
  const close = statements.queryOne({ id: things.id }, (db, p) =>
    db
      .update(things)
      .set({ status: 'closed' })
      .where(eq(things.id, p.id))
      .returning({ status: things.status }),
  );
  const closed: { status: 'open' | 'closed' } | undefined = await close(db, { id: 'a' });
  // @ts-expect-error missing parameter: id
  await close(db, {});
  // @ts-expect-error misnamed parameter: key
  await close(db, { key: 'a' });
  // @ts-expect-error extra parameter: size
  await close(db, { id: 'a', size: 1 });
  // @ts-expect-error mistyped parameter: id is a string
  await close(db, { id: 1 });
  return closed;
}

export async function queryNumberTypes() {
  const count = statements.queryNumber({ note: { nullable: things.note } }, (db, p) =>
    db.select({ size: things.size }).from(things).where(eq(things.note, p.note)),
  );
  const size: number = await count(db, { note: null });
  // @ts-expect-error mistyped parameter: note is a string or null
  await count(db, { note: 1 });
  const strict = statements.queryNumber({ note: things.note }, (db, p) =>
    db.select({ size: things.size }).from(things).where(eq(things.note, p.note)),
  );
  // @ts-expect-error a parameter is not nullable unless declared so
  await strict(db, { note: null });
  return size;
}

export async function allColumnsTypes() {
  const save = statements.query(statements.allColumns(things), (db, thing) =>
    db.insert(things).values(thing).onConflictDoNothing(),
  );
  await save(db, ROW);
  const { note, ...rest } = ROW;
  // @ts-expect-error missing column: note
  await save(db, rest);
  // @ts-expect-error extra column: sise
  await save(db, { id: 'a', size: 1, status: 'open', isGood: true, note, sise: 1 });
  // @ts-expect-error mistyped column: size is a number
  await save(db, { ...ROW, size: '1' });
}

export async function saveTypes() {
  const save = statements.save(things, ['id']);
  await save(db, ROW);
  // @ts-expect-error missing column: size
  await save(db, { id: 'a', status: 'open', isGood: true });
  // @ts-expect-error mistyped column: size is a number
  await statements.insertIfNew(things)(db, { ...ROW, size: '1' });
  // @ts-expect-error misnamed column: key
  statements.save(things, ['key']);
}

export async function insertTypes() {
  const insert = statements.insert(things);
  const insertMany = statements.insertMany(things);
  await insert(db, { id: 'a', size: 1, status: 'open', isGood: true });
  // @ts-expect-error missing column: size
  await insert(db, { id: 'a', status: 'open', isGood: true });
  // @ts-expect-error extra column: sise
  await insert(db, { id: 'a', size: 1, status: 'open', isGood: true, sise: 1 });
  // @ts-expect-error mistyped column: status is open or closed
  await insert(db, { ...ROW, status: 'ajar' });
  // @ts-expect-error missing column: size
  await insertMany(db, [{ id: 'a', status: 'open', isGood: true }]);
  // @ts-expect-error extra column: sise
  await insertMany(db, [{ id: 'a', size: 1, status: 'open', isGood: true, sise: 1 }]);
  // @ts-expect-error mistyped column: size is a number
  await insertMany(db, [{ ...ROW, size: '1' }]);
}

export async function updateTypes() {
  const update = statements.update(things);
  const updateRow = statements.updateRow(things);
  const updateMany = statements.updateMany(things, ['size']);
  // @ts-expect-error missing change
  await update(db, 'a');
  // @ts-expect-error misnamed column: sise
  await update(db, 'a', { sise: 1 });
  // @ts-expect-error mistyped column: size is a number
  await update(db, 'a', { size: '1' });
  // @ts-expect-error missing change
  await updateRow(db, ROW);
  // @ts-expect-error misnamed column: sise
  await updateRow(db, ROW, { sise: 1 });
  // @ts-expect-error mistyped column: size is a number
  await updateRow(db, ROW, { size: '1' });
  // @ts-expect-error missing column: size
  await updateMany(db, [ROW], [{}]);
  // @ts-expect-error extra column: note is not among the updated ones
  await updateMany(db, [ROW], [{ size: 1, note: 'n' }]);
  // @ts-expect-error mistyped column: size is a number
  await updateMany(db, [ROW], [{ size: '1' }]);
  // @ts-expect-error the table has no such column
  statements.updateMany(things, ['sise']);
}

export async function incrementTypes() {
  const increment = statements.increment(things, ['size']);
  // @ts-expect-error missing amounts
  await increment(db, 'a');
  // @ts-expect-error misnamed column: sise
  await increment(db, 'a', { sise: 1 });
  // @ts-expect-error mistyped amount: size is a number
  await increment(db, 'a', { size: '1' });
  // @ts-expect-error only numeric columns can be incremented
  statements.increment(things, ['note']);
}
