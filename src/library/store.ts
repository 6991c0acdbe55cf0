import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { observations } from '../../db/schema/observations.ts';
import { facts, referenceEntries } from '../../db/schema/reference.ts';

export type EntryRow = typeof referenceEntries.$inferSelect;
const SEED_HASH = 'seedHash';

export async function getSeedHash(db: Db): Promise<string | undefined> {
  return (await db.select().from(facts).where(eq(facts.name, SEED_HASH)).get())?.value;
}

export async function setSeedHash(db: Db, value: string): Promise<void> {
  await db
    .insert(facts)
    .values({ name: SEED_HASH, value })
    .onConflictDoUpdate({ target: facts.name, set: { value } })
    .run();
}

export async function listEntries(db: Db): Promise<EntryRow[]> {
  return await db.select().from(referenceEntries).all();
}

export async function upsertEntry(db: Db, entry: EntryRow): Promise<void> {
  await db
    .insert(referenceEntries)
    .values(entry)
    .onConflictDoUpdate({
      target: [referenceEntries.kind, referenceEntries.id],
      set: { position: sql`excluded.position`, document: sql`excluded.document` },
    })
    .run();
}

export async function deleteEntry(db: Db, kind: string, id: string): Promise<void> {
  await db
    .delete(referenceEntries)
    .where(and(eq(referenceEntries.kind, kind), eq(referenceEntries.id, id)))
    .run();
}

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
