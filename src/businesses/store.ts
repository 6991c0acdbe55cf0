import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { businesses } from '../../db/schema/businesses.ts';
import * as statements from '../../db/statements.ts';

export type BusinessRow = typeof businesses.$inferSelect;

export const find = statements.findBy(businesses, ['id']);

export async function listNames(db: Db, ids: string[]): Promise<Pick<BusinessRow, 'id' | 'name'>[]> {
  if (ids.length === 0) return [];
  const { id, name } = businesses;
  return await db.select({ id, name }).from(businesses).where(inArray(id, ids)).all();
}

export const insert = statements.insert(businesses);

export async function update(
  db: Db,
  id: string,
  change: Partial<typeof businesses.$inferInsert>,
): Promise<BusinessRow> {
  return await db.update(businesses).set(change).where(eq(businesses.id, id)).returning().get();
}

export const list = listQuery(businesses, {
  filters: {},
  owners: [],
  newestFirst: [businesses.createdAt, businesses.id],
});
