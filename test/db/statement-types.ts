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

export function selectTypes() {
  const list = statements.select(things, { size: things.size, status: things.status, limit: Number }, p => ({
    where: gt(things.size, p.size),
    limit: p.limit,
  }));
  const rows: (typeof things.$inferSelect)[] = list(db, { size: 1, status: 'open', limit: 10 });
  // @ts-expect-error missing parameters
  list(db);
  // @ts-expect-error missing parameter: limit
  list(db, { size: 1, status: 'open' });
  // @ts-expect-error misnamed parameter: sise
  list(db, { sise: 1, status: 'open', limit: 10 });
  // @ts-expect-error extra parameter: offset
  list(db, { size: 1, status: 'open', limit: 10, offset: 0 });
  // @ts-expect-error mistyped parameter: size is a number
  list(db, { size: '1', status: 'open', limit: 10 });
  // @ts-expect-error mistyped parameter: limit is a number
  list(db, { size: 1, status: 'open', limit: '10' });
  // @ts-expect-error mistyped parameter: status is open or closed
  list(db, { size: 1, status: 'ajar', limit: 10 });
  // @ts-expect-error undeclared placeholder: sise
  statements.select(things, { size: things.size }, p => ({ where: gt(things.size, p.sise) }));
  // @ts-expect-error unknown clause: having
  statements.select(things, { having: gt(things.size, 1) });
  // @ts-expect-error a statement without parameters accepts none
  statements.select(things, { where: gt(things.size, 1) })(db, { size: 1 });
  // @ts-expect-error rows have no such column
  return rows.map(row => row.sise);
}

export function selectOneTypes() {
  const find = statements.selectOne(things, { note: { nullable: things.note } }, p => ({
    where: eq(things.note, p.note),
  }));
  const row: typeof things.$inferSelect | undefined = find(db, { note: null });
  // @ts-expect-error missing parameter: note
  find(db, {});
  // @ts-expect-error misnamed parameter: notes
  find(db, { notes: null });
  // @ts-expect-error extra parameter: size
  find(db, { note: 'n', size: 1 });
  // @ts-expect-error mistyped parameter: note is a string or null
  find(db, { note: 1 });
  const strict = statements.selectOne(things, { note: things.note }, p => ({
    where: eq(things.note, p.note),
  }));
  // @ts-expect-error a parameter is not nullable unless declared so
  strict(db, { note: null });
  // @ts-expect-error the row may be undefined
  return row.id;
}

export function findByIdTypes() {
  const find = statements.findById(things);
  const row: typeof things.$inferSelect | undefined = find(db, 'a');
  // @ts-expect-error missing id
  find(db);
  // @ts-expect-error mistyped id: a string
  find(db, 1);
  // @ts-expect-error extra argument
  find(db, 'a', 'b');
  // @ts-expect-error the table has no id
  statements.findById(sqliteTable('keys', { key: text('key') }));
  return row;
}

export function queryTypes() {
  const list = statements.query({ isGood: things.isGood }, (db, p) =>
    db.select({ id: things.id, note: things.note }).from(things).where(eq(things.isGood, p.isGood)),
  );
  const rows: { id: string; note: string | null }[] = list(db, { isGood: true });
  // @ts-expect-error missing parameter: isGood
  list(db, {});
  // @ts-expect-error misnamed parameter: good
  list(db, { good: true });
  // @ts-expect-error extra parameter: size
  list(db, { isGood: true, size: 1 });
  // @ts-expect-error mistyped parameter: isGood is a boolean
  list(db, { isGood: 1 });
  const remove = statements.query({ id: things.id }, (db, p) => db.delete(things).where(eq(things.id, p.id)));
  // @ts-expect-error a write without returning has no rows
  remove(db, { id: 'a' }).length;
  // @ts-expect-error the query does not select size
  return rows.map(row => row.size);
}

export function queryOneTypes() {
  const close = statements.queryOne({ id: things.id }, (db, p) =>
    db
      .update(things)
      .set({ status: 'closed' })
      .where(eq(things.id, p.id))
      .returning({ status: things.status }),
  );
  const closed: { status: 'open' | 'closed' } | undefined = close(db, { id: 'a' });
  // @ts-expect-error missing parameter: id
  close(db, {});
  // @ts-expect-error misnamed parameter: key
  close(db, { key: 'a' });
  // @ts-expect-error extra parameter: size
  close(db, { id: 'a', size: 1 });
  // @ts-expect-error mistyped parameter: id is a string
  close(db, { id: 1 });
  return closed;
}

export function allColumnsTypes() {
  const save = statements.query(statements.allColumns(things), (db, thing) =>
    db.insert(things).values(thing).onConflictDoNothing(),
  );
  save(db, ROW);
  const { note, ...rest } = ROW;
  // @ts-expect-error missing column: note
  save(db, rest);
  // @ts-expect-error extra column: sise
  save(db, { id: 'a', size: 1, status: 'open', isGood: true, note, sise: 1 });
  // @ts-expect-error mistyped column: size is a number
  save(db, { ...ROW, size: '1' });
}

export function insertTypes() {
  const insert = statements.insert(things);
  const insertMany = statements.insertMany(things);
  insert(db, { id: 'a', size: 1, status: 'open', isGood: true });
  // @ts-expect-error missing column: size
  insert(db, { id: 'a', status: 'open', isGood: true });
  // @ts-expect-error extra column: sise
  insert(db, { id: 'a', size: 1, status: 'open', isGood: true, sise: 1 });
  // @ts-expect-error mistyped column: status is open or closed
  insert(db, { ...ROW, status: 'ajar' });
  // @ts-expect-error missing column: size
  insertMany(db, [{ id: 'a', status: 'open', isGood: true }]);
  // @ts-expect-error extra column: sise
  insertMany(db, [{ id: 'a', size: 1, status: 'open', isGood: true, sise: 1 }]);
  // @ts-expect-error mistyped column: size is a number
  insertMany(db, [{ ...ROW, size: '1' }]);
}

export function updateTypes() {
  const update = statements.update(things);
  const updateRow = statements.updateRow(things);
  const updateMany = statements.updateMany(things, ['size']);
  // @ts-expect-error missing change
  update(db, 'a');
  // @ts-expect-error misnamed column: sise
  update(db, 'a', { sise: 1 });
  // @ts-expect-error mistyped column: size is a number
  update(db, 'a', { size: '1' });
  // @ts-expect-error missing change
  updateRow(db, ROW);
  // @ts-expect-error misnamed column: sise
  updateRow(db, ROW, { sise: 1 });
  // @ts-expect-error mistyped column: size is a number
  updateRow(db, ROW, { size: '1' });
  // @ts-expect-error missing column: size
  updateMany(db, [ROW], [{}]);
  // @ts-expect-error extra column: note is not among the updated ones
  updateMany(db, [ROW], [{ size: 1, note: 'n' }]);
  // @ts-expect-error mistyped column: size is a number
  updateMany(db, [ROW], [{ size: '1' }]);
  // @ts-expect-error the table has no such column
  statements.updateMany(things, ['sise']);
}

export function incrementTypes() {
  const increment = statements.increment(things, ['size']);
  // @ts-expect-error missing amounts
  increment(db, 'a');
  // @ts-expect-error misnamed column: sise
  increment(db, 'a', { sise: 1 });
  // @ts-expect-error mistyped amount: size is a number
  increment(db, 'a', { size: '1' });
  // @ts-expect-error only numeric columns can be incremented
  statements.increment(things, ['note']);
}
