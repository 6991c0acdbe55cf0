import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { slugs } from '../../db/schema/businesses.ts';
import * as statements from '../../db/statements.ts';

export type SlugRow = typeof slugs.$inferSelect;

export const find = statements.findBy(slugs, ['kind', 'slug']);

const insertUnlessTaken = statements.queryOne(statements.allColumns(slugs), (db, row) =>
  db.insert(slugs).values(row).onConflictDoNothing().returning({ slug: slugs.slug }),
);

/** Inserts a slug unless it is taken. @returns whether it was inserted */
export async function insertIfFree(db: Db, row: typeof slugs.$inferInsert): Promise<boolean> {
  return (await insertUnlessTaken(db, row)) !== undefined;
}

export async function countOfRecord(db: Db, recordId: string): Promise<number> {
  const counted = db.select({ n: sql<number>`count(*)` }).from(slugs).where(eq(slugs.recordId, recordId));
  return (await counted.get())?.n ?? 0;
}
