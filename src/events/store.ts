import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { events } from '../../db/schema/events.ts';
import { tallies } from '../../db/schema/tallies.ts';
import { EVENT_TYPES } from './model.ts';

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
  /** A kind, or the beginning of some. */
  type?: string;
  since?: string;
  resourceId?: string;
}

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
  if (type) conditions.push(ofKind(events.type, type));
  if (since) conditions.push(gte(events.createdAt, since));
  if (resourceId) conditions.push(eq(events.resourceId, resourceId));
  return conditions;
}

/** A whole name is one kind; any other beginning of names becomes the range that an index can serve. */
function ofKind(column: typeof events.type | typeof tallies.facet, type: string): SQL {
  const isWhole = (EVENT_TYPES as string[]).includes(type);
  return isWhole ? eq(column, type) : (and(gte(column, type), lt(column, `${type}${LAST}`)) as SQL);
}

/** Sorts behind every letter that a kind can go on with. */
const LAST = '\u{10ffff}';

/** Totals come from the tallies; only a filter by time or record counts the few rows that its index finds. */
function countOf(
  db: Db,
  { businessId, type, since, resourceId }: EventFilter,
  where: SQL | undefined,
): number {
  if (since || resourceId)
    return Number(db.select({ n: sql<number>`count(*)` }).from(events).where(where).get()?.n ?? 0);
  const facets = type ? ofKind(tallies.facet, type) : undefined;
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
