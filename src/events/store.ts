import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { events } from '../../db/schema/events.ts';
import { tallies } from '../../db/schema/tallies.ts';

export type EventRow = typeof events.$inferSelect;

const nextSequence = prepared((db: Db) =>
  db
    .update(businesses)
    .set({ eventSequence: sql`${businesses.eventSequence} + 1` })
    .where(eq(businesses.id, sql.placeholder('businessId')))
    .returning({ sequence: businesses.eventSequence })
    .prepare(),
);

const insertion = prepared((db: Db) =>
  db
    .insert(events)
    .values({
      id: sql.placeholder('id'),
      businessId: sql.placeholder('businessId'),
      sequence: sql.placeholder('sequence'),
      type: sql.placeholder('type'),
      resourceId: sql.placeholder('resourceId'),
      actorKind: sql.placeholder('actorKind'),
      actorId: sql.placeholder('actorId'),
      requestId: sql.placeholder('requestId'),
      data: sql.placeholder('data'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare(),
);

/** Appends an event under the next number of its business. */
export function insert(db: Db, event: Omit<EventRow, 'sequence'>): void {
  const row = nextSequence(db).get({ businessId: event.businessId });
  if (!row) throw new Error(`No business ${event.businessId} to record an event of`);
  insertion(db).run({ ...event, sequence: row.sequence });
}

export interface EventFilter {
  /** Null lists the events of all businesses. */
  businessId: string | null;
  /** An exact type, or a prefix that ends with a dot. */
  type?: string;
  since?: string;
  resourceId?: string;
}

/** The character after `.`: a prefix becomes the range that an index can serve. */
const AFTER_DOT = '/';

export function list(
  db: Db,
  filter: EventFilter,
  limit: number,
  offset: number,
): { items: EventRow[]; total: number } {
  const where = and(...conditionsOf(filter));
  const items = db
    .select()
    .from(events)
    .where(where)
    .orderBy(sql`${events.createdAt} desc, ${events.sequence} desc, ${events.id} desc`)
    .limit(limit)
    .offset(offset)
    .all();
  return { items, total: countOf(db, filter, where) };
}

function conditionsOf({ businessId, type, since, resourceId }: EventFilter): SQL[] {
  const conditions: SQL[] = [];
  if (businessId !== null) conditions.push(eq(events.businessId, businessId));
  if (type?.endsWith('.')) {
    conditions.push(gte(events.type, type), lt(events.type, type.slice(0, -1) + AFTER_DOT));
  } else if (type) conditions.push(eq(events.type, type));
  if (since) conditions.push(gte(events.createdAt, since));
  if (resourceId) conditions.push(eq(events.resourceId, resourceId));
  return conditions;
}

/** Totals come from the tallies; only a filter by time or record counts the few rows that its index finds. */
function countOf(
  db: Db,
  { businessId, type, since, resourceId }: EventFilter,
  where: SQL | undefined,
): number {
  if (since || resourceId)
    return Number(db.select({ n: sql<number>`count(*)` }).from(events).where(where).get()?.n ?? 0);
  const facets = type?.endsWith('.')
    ? and(gte(tallies.facet, type), lt(tallies.facet, type.slice(0, -1) + AFTER_DOT))
    : type
      ? eq(tallies.facet, type)
      : undefined;
  const row = db
    .select({ n: sql<number>`coalesce(sum(${tallies.total}), 0)` })
    .from(tallies)
    .where(and(eq(tallies.scope, businessId ?? '*'), eq(tallies.list, 'events'), facets))
    .get();
  return row?.n ?? 0;
}

/** Forgets events older than `before`. @returns how many. */
export function deleteBefore(db: Db, before: string, limit: number): number {
  const old = db.select({ id: events.id }).from(events).where(lt(events.createdAt, before)).limit(limit);
  return db.delete(events).where(sql`${events.id} in ${old}`).returning({ id: events.id }).all().length;
}
