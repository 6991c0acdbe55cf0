import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import * as statements from '../../db/statements.ts';

export type BusinessRow = typeof businesses.$inferSelect;

export const find = statements.findById(businesses);

export function insert(db: Db, business: typeof businesses.$inferInsert): BusinessRow {
  return db.insert(businesses).values(business).returning().get();
}

export function update(db: Db, id: string, change: Partial<typeof businesses.$inferInsert>): BusinessRow {
  return db.update(businesses).set(change).where(eq(businesses.id, id)).returning().get();
}

export function list(db: Db, limit: number, offset: number): { items: BusinessRow[]; total: number } {
  const newestFirst = sql`${businesses.createdAt} desc, ${businesses.id} desc`;
  const items = db.select().from(businesses).orderBy(newestFirst).limit(limit).offset(offset).all();
  const total = db.select({ n: sql<number>`count(*)` }).from(businesses).get()?.n ?? 0;
  return { items, total };
}
