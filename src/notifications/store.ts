import { and, desc, eq, gt, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { NOTIFICATION_TYPES } from '../../db/enums.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { type EventRow, events } from '../../db/schema/events.ts';
import { notificationReads } from '../../db/schema/notifications.ts';
import * as statements from '../../db/statements.ts';

/** `likely` keeps SQLite from reading the events of each type and sorting them. */
const NEEDS_ATTENTION = sql`likely(${events.type} in ${[...NOTIFICATION_TYPES]})`;

const selectPage = statements.select(
  events,
  {
    businessId: events.businessId,
    after: events.sequence,
    actorId: events.actorId,
    limit: Number,
    offset: Number,
  },
  p => ({
    where: and(
      eq(events.businessId, p.businessId),
      gt(events.sequence, p.after),
      ne(events.actorId, p.actorId),
      NEEDS_ATTENTION,
    ),
    orderBy: [desc(events.sequence)],
    limit: p.limit,
    offset: p.offset,
  }),
);

/** The notifications of one reader: events of a business after a sequence, except the reader's own. */
export interface Reader {
  businessId: string;
  actorId: string;
  after: number;
}

/** Lists notifications, newest first. */
export function list(db: Db, reader: Reader, limit: number, offset: number): Promise<EventRow[]> {
  return selectPage(db, { ...reader, limit, offset });
}

const selectCount = statements.queryOne(
  { businessId: events.businessId, after: events.sequence, actorId: events.actorId, limit: Number },
  (db, p) => {
    const found = db
      .select({ id: events.id })
      .from(events)
      .where(
        and(
          eq(events.businessId, p.businessId),
          gt(events.sequence, p.after),
          ne(events.actorId, p.actorId),
          NEEDS_ATTENTION,
        ),
      )
      .limit(p.limit)
      .as('limited');
    return db.select({ count: sql<number>`count(*)` }).from(found);
  },
);

/** Counts notifications, up to `limit`. */
export async function count(db: Db, reader: Reader, limit: number): Promise<number> {
  return (await selectCount(db, { ...reader, limit }))?.count ?? 0;
}

const selectSequences = statements.queryOne(
  { businessId: businesses.id, userId: notificationReads.userId },
  (db, p) =>
    db
      .select({ last: businesses.eventSequence, seen: notificationReads.sequence })
      .from(businesses)
      .leftJoin(
        notificationReads,
        and(eq(notificationReads.businessId, businesses.id), eq(notificationReads.userId, p.userId)),
      )
      .where(eq(businesses.id, p.businessId)),
);

/** Returns the sequences of the business's last event and of the last one that the user has seen. */
export async function findSequences(
  db: Db,
  key: { userId: string; businessId: string },
): Promise<{ last: number; seen: number }> {
  const found = await selectSequences(db, key);
  return { last: found?.last ?? 0, seen: found?.seen ?? 0 };
}

const selectSequence = statements.queryOne({ id: events.id, businessId: events.businessId }, (db, p) =>
  db
    .select({ sequence: events.sequence })
    .from(events)
    .where(and(eq(events.id, p.id), eq(events.businessId, p.businessId))),
);

/** Returns the sequence of an event of a business. */
export async function findSequence(db: Db, key: { id: string; businessId: string }) {
  return (await selectSequence(db, key))?.sequence;
}

/** Stores the last event that a user has seen; an earlier one changes nothing. */
export async function markSeen(db: Db, row: typeof notificationReads.$inferInsert): Promise<void> {
  const { sequence, updatedAt } = row;
  await db
    .insert(notificationReads)
    .values(row)
    .onConflictDoUpdate({
      target: [notificationReads.userId, notificationReads.businessId],
      set: { sequence, updatedAt },
      setWhere: lte(notificationReads.sequence, sequence),
    })
    .run();
}
