import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { observations } from '../../db/schema/observations.ts';
import { facts, referenceEntries } from '../../db/schema/reference.ts';

export type EntryRow = typeof referenceEntries.$inferSelect;
const SEED_HASH = 'seedHash';

export function getSeedHash(db: Db): string | undefined {
  return db.select().from(facts).where(eq(facts.name, SEED_HASH)).get()?.value;
}

export function setSeedHash(db: Db, value: string): void {
  db.insert(facts)
    .values({ name: SEED_HASH, value })
    .onConflictDoUpdate({ target: facts.name, set: { value } })
    .run();
}

export function listEntries(db: Db): EntryRow[] {
  return db.select().from(referenceEntries).all();
}

export function upsertEntry(db: Db, entry: EntryRow): void {
  db.insert(referenceEntries)
    .values(entry)
    .onConflictDoUpdate({
      target: [referenceEntries.kind, referenceEntries.id],
      set: { position: sql`excluded.position`, document: sql`excluded.document` },
    })
    .run();
}

export function deleteEntry(db: Db, kind: string, id: string): void {
  db.delete(referenceEntries)
    .where(and(eq(referenceEntries.kind, kind), eq(referenceEntries.id, id)))
    .run();
}

/** Aggregates review decisions by business and kind of campaign, with the business's industry. */
export function listObservations(db: Db) {
  return db
    .select({ ...getTableColumns(observations), industry: businesses.industry })
    .from(observations)
    .innerJoin(businesses, eq(businesses.id, observations.businessId))
    .orderBy(observations.businessId, observations.platform, observations.actionType, observations.actionId)
    .all();
}
