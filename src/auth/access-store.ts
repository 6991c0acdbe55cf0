import { getTableColumns, inArray, or } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { ACCESS, type Access, NOW } from '../../db/personal-data/access.ts';
import { users } from '../../db/schema/auth.ts';
import * as statements from '../../db/statements.ts';

/** Deletes or changes the rows by which a person gets in, as ACCESS says. @param ids of people, keys and businesses */
export async function endAccess(
  db: Db,
  when: 'firstProof' | 'logout',
  ids: readonly string[],
  now: string,
): Promise<void> {
  for (const access of ACCESS) {
    const { table } = access;
    const ending = access[when];
    if (ending === 'delete') await db.delete(table).where(matchAny(access, ids)).run();
    if (typeof ending === 'string') continue;
    const values = Object.entries(ending.set).map(([name, value]) => [name, value === NOW ? now : value]);
    await db.update(table).set(Object.fromEntries(values)).where(matchAny(access, ids)).run();
  }
}

function matchAny({ table, by }: Access, ids: readonly string[]) {
  const columns = getTableColumns(table);
  return or(...by.map(name => inArray(columns[name] as SQLiteColumn, [...ids])));
}

/** Lists the users of a business. */
export const listTeam = statements.listBy(users, ['businessId']);
