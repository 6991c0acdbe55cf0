import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { type PlaceRow, places } from '../../db/schema/places.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findBy(places, ['id']);
export const insert = statements.insert(places);
export const update = statements.update(places);

const isOpenOf = (businessId: string) => and(eq(places.businessId, businessId), isNull(places.deletedAt));

/** Lists the places of a business, newest first, without deleted ones. */
export const list = listQuery(places, {
  filters: { businessId: places.businessId },
  where: isNull(places.deletedAt),
  owners: ['businessId'],
  newestFirst: [places.createdAt, places.id],
});

export async function count(db: Db, businessId: string): Promise<number> {
  return await db.$count(places, isOpenOf(businessId));
}

/** Finds a place by its name in lower case. */
export async function findByName(
  db: Db,
  { businessId, nameKey }: { businessId: string; nameKey: string },
): Promise<PlaceRow | undefined> {
  return await db
    .select()
    .from(places)
    .where(and(isOpenOf(businessId), eq(places.nameKey, nameKey)))
    .get();
}

/** Returns the names of places, including deleted ones. */
export async function listNames(db: Db, ids: string[]): Promise<Pick<PlaceRow, 'id' | 'name'>[]> {
  if (ids.length === 0) return [];
  return await db
    .select({ id: places.id, name: places.name })
    .from(places)
    .where(inArray(places.id, ids))
    .orderBy(sql`${places.id}`)
    .all();
}
