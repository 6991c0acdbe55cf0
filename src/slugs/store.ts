import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { slugs } from '../../db/schema/businesses.ts';
import * as statements from '../../db/statements.ts';

export type SlugRow = typeof slugs.$inferSelect;

export const find = statements.findBy(slugs, ['kind', 'slug']);

/** Inserts a slug unless it is taken. @returns whether it was inserted */
export const insertIfFree = statements.insertIfNew(slugs);

export async function countOfRecord(db: Db, recordId: string): Promise<number> {
  const counted = db.select({ n: sql<number>`count(*)` }).from(slugs).where(eq(slugs.recordId, recordId));
  return (await counted.get())?.n ?? 0;
}
