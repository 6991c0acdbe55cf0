import { and, count, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Db } from './client.ts';
import { type AdminActionRow, adminActions } from './schema/admin-actions.ts';
import { inserter } from './statements.ts';

export const insert = inserter(adminActions);

export interface ActionFilter {
  actorId?: string;
  /** ISO time. */
  since?: string;
}

/** Newest first. */
export function list(
  db: Db,
  { actorId, since }: ActionFilter,
  limit: number,
  offset: number,
): AdminActionRow[] {
  return db
    .select()
    .from(adminActions)
    .where(matching({ actorId, since }))
    .orderBy(desc(adminActions.id))
    .limit(limit)
    .offset(offset)
    .all();
}

export function total(db: Db, filter: ActionFilter): number {
  return db.select({ total: count() }).from(adminActions).where(matching(filter)).get()?.total ?? 0;
}

/** Forgets what was done before a time. @returns how many. */
export function deleteBefore(db: Db, before: string, limit: number): number {
  const old = db
    .select({ id: adminActions.id })
    .from(adminActions)
    .where(lt(adminActions.createdAt, before))
    .limit(limit);
  return db.delete(adminActions).where(inArray(adminActions.id, old)).returning({ id: adminActions.id }).all()
    .length;
}

function matching({ actorId, since }: ActionFilter) {
  return and(
    actorId === undefined ? undefined : eq(adminActions.actorId, actorId),
    since === undefined ? undefined : gte(adminActions.createdAt, since),
  );
}
