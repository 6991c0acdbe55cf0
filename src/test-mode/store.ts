import { eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { businesses, slugs } from '../../db/schema/businesses.ts';
import * as statements from '../../db/statements.ts';

export type BusinessRow = typeof businesses.$inferSelect;

export const findBusiness = statements.findBy(businesses, ['id']);

export async function setEnvironmentId(
  db: Db,
  businessId: string,
  testEnvironmentId: string | null,
): Promise<void> {
  await db.update(businesses).set({ testEnvironmentId }).where(eq(businesses.id, businessId)).run();
}

/** Lists the IDs of all environments. */
export async function listEnvironmentIds(db: Db): Promise<string[]> {
  const id = businesses.testEnvironmentId;
  const rows = await db.select({ id }).from(businesses).where(isNotNull(id)).all();
  return rows.map(row => row.id as string);
}

/** Lists the IDs of the businesses with an environment. */
export async function listBusinesses(db: Db): Promise<string[]> {
  const { id, testEnvironmentId } = businesses;
  const rows = await db.select({ id }).from(businesses).where(isNotNull(testEnvironmentId)).orderBy(id).all();
  return rows.map(row => row.id);
}

/** Inserts the business of an environment, unless an earlier opening did. */
export async function insertBusiness(db: Db, business: BusinessRow & { slug: string }): Promise<void> {
  const { id: recordId, slug, createdAt } = business;
  await db.insert(businesses).values(business).onConflictDoNothing().run();
  await db.insert(slugs).values({ kind: 'business', slug, recordId, createdAt }).onConflictDoNothing().run();
}
