import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { aiUsage, type SuggestionRow, suggestions } from '../../db/schema/suggestions.ts';
import * as statements from '../../db/statements.ts';

export const insert = statements.insert(suggestions);
export const update = statements.update(suggestions);

export const find = statements.findBy(suggestions, ['id']);

/** Lists the suggestions that campaigns are based on, latest first. */
export async function listApplied(db: Db, businessId: string, limit: number): Promise<SuggestionRow[]> {
  return await db
    .select()
    .from(suggestions)
    .where(and(eq(suggestions.businessId, businessId), sql`${suggestions.appliedAt} is not null`))
    .orderBy(desc(suggestions.appliedAt))
    .limit(limit)
    .all();
}

/** Deletes up to `limit` unused suggestions. @returns the number of deleted suggestions */
export async function deleteUnused(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .select({ id: suggestions.id })
    .from(suggestions)
    .where(and(isNull(suggestions.appliedAt), lt(suggestions.createdAt, before)))
    .limit(limit);
  return (
    await db
      .delete(suggestions)
      .where(sql`${suggestions.id} in ${old}`)
      .returning({ id: suggestions.id })
      .all()
  ).length;
}

/** Counts a request to the model unless the day has reached `most`. @returns whether the request is allowed */
export async function countRequest(db: Db, day: string, most: number): Promise<boolean> {
  const rows = await db
    .insert(aiUsage)
    .values({ day, requests: 1 })
    .onConflictDoUpdate({
      target: aiUsage.day,
      set: { requests: sql`${aiUsage.requests} + 1` },
      setWhere: sql`${aiUsage.requests} < ${most}`,
    })
    .returning({ day: aiUsage.day })
    .all();
  return rows.length > 0;
}
