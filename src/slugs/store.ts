import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { slugs } from '../../db/schema/businesses.ts';
import * as statements from '../../db/statements.ts';
import type { SlugKind } from '../platform/slug.ts';

export type SlugRow = typeof slugs.$inferSelect;

const selectBySlug = statements.selectOne(slugs, { kind: slugs.kind, slug: slugs.slug }, p => ({
  where: and(eq(slugs.kind, p.kind), eq(slugs.slug, p.slug)),
}));

export function find(db: Db, kind: SlugKind, slug: string): Promise<SlugRow | undefined> {
  return selectBySlug(db, { kind, slug });
}

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
