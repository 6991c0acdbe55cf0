import { desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { observations } from '../../db/schema/observations.ts';
import { type ReferenceBundleRow, referenceBundles, referenceEntries } from '../../db/schema/reference.ts';
import * as statements from '../../db/statements.ts';

export type EntryRow = typeof referenceEntries.$inferSelect;

/** Returns the newest bundle that was not undone. */
export async function findBundleInUse(db: Db): Promise<ReferenceBundleRow | undefined> {
  const { appliedAt, id, undoneAt } = referenceBundles;
  return await db
    .select()
    .from(referenceBundles)
    .where(isNull(undoneAt))
    .orderBy(desc(appliedAt), desc(id))
    .limit(1)
    .get();
}

/** Returns the ID of the newest bundle that was not undone, without its content. */
export async function findBundleId(db: Db): Promise<string | undefined> {
  const { appliedAt, id, undoneAt } = referenceBundles;
  const found = await db
    .select({ id })
    .from(referenceBundles)
    .where(isNull(undoneAt))
    .orderBy(desc(appliedAt), desc(id))
    .limit(1)
    .get();
  return found?.id;
}

export const insertBundle = statements.insert(referenceBundles);

export async function markBundleUndone(db: Db, id: string, undoneAt: string): Promise<void> {
  await db.update(referenceBundles).set({ undoneAt }).where(eq(referenceBundles.id, id)).run();
}

export async function listEntries(db: Db): Promise<EntryRow[]> {
  return await db.select().from(referenceEntries).all();
}

export const saveEntry = statements.save(referenceEntries, ['kind', 'id']);

export const deleteEntry = statements.deleteBy(referenceEntries, ['kind', 'id']);

/** Aggregates review decisions by business and kind of campaign, with the business's industry and currency. */
export async function listObservations(db: Db) {
  return await db
    .select({
      ...getTableColumns(observations),
      industry: businesses.industry,
      currency: businesses.currency,
    })
    .from(observations)
    .innerJoin(businesses, eq(businesses.id, observations.businessId))
    .orderBy(observations.businessId, observations.platform, observations.actionType, observations.actionId)
    .all();
}
