import { and, asc, desc, eq, gt, gte, inArray, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byDimension } from '../../db/list-filter.ts';
import { listQuery } from '../../db/list-query.ts';
import { businesses } from '../../db/schema/businesses.ts';
import type { FacetColumn } from '../../db/schema/counters.ts';
import { type EventRow, events } from '../../db/schema/events.ts';
import { members } from '../../db/schema/programs.ts';
import { rewards } from '../../db/schema/rewards.ts';
import { submissions } from '../../db/schema/submissions.ts';
import { webhooks } from '../../db/schema/webhooks.ts';
import * as statements from '../../db/statements.ts';

const takeSequences = statements.queryOne(
  { count: businesses.eventSequence, businessId: businesses.id },
  (db, p) =>
    db
      .update(businesses)
      .set({ eventSequence: sql`${businesses.eventSequence} + ${p.count}` })
      .where(eq(businesses.id, p.businessId))
      .returning({
        last: businesses.eventSequence,
        hasWebhooks: sql<number>`exists (select 1 from ${webhooks} where ${webhooks.businessId} = ${p.businessId}
          and ${webhooks.status} = 'active' and ${webhooks.removedAt} is null)`,
      }),
);

/**
 * Reserves the next sequence numbers of a business, and returns the first. Also returns whether the business has active
 * webhooks, because a statement of its own would delay every change.
 */
export async function reserveSequences(
  db: Db,
  businessId: string,
  count: number,
): Promise<{ first: number; hasWebhooks: boolean }> {
  const reserved = await takeSequences(db, { businessId, count });
  if (!reserved) throw new Error(`Business ${businessId} not found while recording an event`);
  return { first: reserved.last - count + 1, hasWebhooks: reserved.hasWebhooks === 1 };
}

export const insert = statements.insertMany(events);

/** Returns `campaign` for `campaign.created`. */
export function getEventFamily(type: string): string {
  return type.split('.', 1)[0] as string;
}

export const find = statements.findBy(events, ['id']);

/** Sorts after every character that a kind can contain. */
const HIGHEST_CODE_POINT = '\u{10ffff}';

/** Filters kinds by prefix as a range that can use an index. */
function hasPrefix(column: typeof events.type | FacetColumn, value: Placeholder): SQL {
  return sql`${column} >= ${value} and ${column} < ${value} || ${HIGHEST_CODE_POINT}`;
}

const filters = {
  type: events.type,
  family: events.family,
  typePrefix: (value: Placeholder) => hasPrefix(events.type, value),
  since: (value: Placeholder) => gte(events.createdAt, value),
  resourceId: events.resourceId,
};
const dimensions = {
  type: byDimension,
  family: (value: Placeholder, facet: FacetColumn) =>
    sql`${facet} >= ${value} || '.' and ${facet} < ${value} || '.' || ${HIGHEST_CODE_POINT}`,
  typePrefix: (value: Placeholder, facet: FacetColumn) => hasPrefix(facet, value),
};

/** Within a business, events are ordered by sequence, not by time. */
export const listByBusiness = listQuery(events, {
  filters: { businessId: events.businessId, ...filters },
  owners: ['businessId'],
  newestFirst: [events.sequence],
  counter: { list: 'events', dimensions, scopes: ['businessId'] },
});

export const listAll = listQuery(events, {
  filters,
  owners: [],
  newestFirst: [events.createdAt, events.id],
  counter: { list: 'events', dimensions, scopes: [] },
});

/** Lists the records of a family that one of the actors created or changed, as their latest event shows them. */
export async function listChangedBy(
  db: Db,
  businessId: string,
  family: string,
  actorIds: string[],
): Promise<EventRow[]> {
  const ofFamily = and(eq(events.businessId, businessId), eq(events.family, family));
  const changed = db
    .select({ id: events.resourceId })
    .from(events)
    .where(and(ofFamily, inArray(events.actorId, actorIds)));
  const latest = db
    .select({ last: sql`max(${events.sequence})` })
    .from(events)
    .where(and(ofFamily, inArray(events.resourceId, changed)))
    .groupBy(events.resourceId);
  return await db
    .select()
    .from(events)
    .where(and(eq(events.businessId, businessId), inArray(events.sequence, latest)))
    .orderBy(asc(events.sequence))
    .all();
}

/** Lists all events about a record. */
export const listByResource = statements.listBy(events, ['businessId', 'resourceId']);

export async function updateData(db: Db, { id, data }: Pick<EventRow, 'id' | 'data'>): Promise<void> {
  await db.update(events).set({ data }).where(eq(events.id, id)).run();
}

/** Deletes events older than `before`. @returns how many */
export async function deleteBefore(db: Db, before: string, limit: number): Promise<number> {
  const old = db.select({ id: events.id }).from(events).where(lt(events.createdAt, before)).limit(limit);
  return (await db.delete(events).where(sql`${events.id} in ${old}`).returning({ id: events.id }).all())
    .length;
}

/** Lists a business's next events after a sequence, oldest first. */
export const listAfter = statements.select(
  events,
  { businessId: events.businessId, sequence: events.sequence, limit: Number },
  p => ({
    where: and(eq(events.businessId, p.businessId), gt(events.sequence, p.sequence)),
    orderBy: [asc(events.sequence)],
    limit: p.limit,
  }),
);

/** Returns the sequence of a business's latest event; 0 if there is none. */
export const getLastSequence = statements.queryNumber({ businessId: businesses.id }, (db, p) =>
  db.select({ last: businesses.eventSequence }).from(businesses).where(eq(businesses.id, p.businessId)),
);

/** Businesses per statement. All statements have the same length, so that it is prepared once. */
const BUSINESSES_PER_QUERY = 50;

/** Lists the sequences of the latest events of businesses; one that does not exist is left out. */
export async function listLastSequences(
  db: Db,
  businessIds: readonly string[],
): Promise<{ businessId: string; last: number }[]> {
  const found: { businessId: string; last: number }[] = [];
  for (let at = 0; at < businessIds.length; at += BUSINESSES_PER_QUERY) {
    const ids = businessIds.slice(at, at + BUSINESSES_PER_QUERY);
    const padding = Array<string>(BUSINESSES_PER_QUERY - ids.length).fill(ids[0] as string);
    const rows = db
      .select({ businessId: businesses.id, last: businesses.eventSequence })
      .from(businesses)
      .where(inArray(businesses.id, [...ids, ...padding]));
    found.push(...(await rows.all()));
  }
  return found;
}

/** Returns the sequence before a business's first event since a time; undefined if there is none since. */
export async function findSequenceBefore(
  db: Db,
  businessId: string,
  since: string,
): Promise<number | undefined> {
  const first = (
    await db
      .select({ first: sql<number | null>`min(${events.sequence})` })
      .from(events)
      .where(and(eq(events.businessId, businessId), gte(events.createdAt, since)))
      .get()
  )?.first;
  return first == null ? undefined : first - 1;
}

const listSubmittedTo = statements.query({ userId: submissions.userId, limit: Number }, (db, p) =>
  db
    .select({ businessId: submissions.businessId })
    .from(submissions)
    .where(eq(submissions.userId, p.userId))
    .orderBy(desc(submissions.createdAt), desc(submissions.id))
    .limit(p.limit),
);
const listRewardedBy = statements.query({ userId: rewards.userId, limit: Number }, (db, p) =>
  db
    .select({ businessId: rewards.businessId })
    .from(rewards)
    .where(eq(rewards.userId, p.userId))
    .orderBy(desc(rewards.createdAt), desc(rewards.id))
    .limit(p.limit),
);
const listJoined = statements.query({ userId: members.memberId, limit: Number }, (db, p) =>
  db
    .select({ businessId: members.businessId })
    .from(members)
    .where(and(eq(members.memberId, p.userId), eq(members.enrolledByPerson, true)))
    .limit(p.limit),
);

/** Lists the businesses of a person's newest submissions and rewards, and of memberships. @param limit of each of them */
export async function listBusinessesOf(db: Db, of: { userId: string; limit: number }): Promise<string[]> {
  const rows = [await listSubmittedTo(db, of), await listRewardedBy(db, of), await listJoined(db, of)].flat();
  return [...new Set(rows.map(({ businessId }) => businessId))];
}
