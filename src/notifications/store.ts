import { and, eq, gt, inArray, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { NOTIFICATION_TYPES } from '../../db/enums.ts';
import { listQuery } from '../../db/list-query.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { events } from '../../db/schema/events.ts';
import { notificationReads } from '../../db/schema/notifications.ts';
import { submissions } from '../../db/schema/submissions.ts';
import * as statements from '../../db/statements.ts';
import type { RecordQuery } from '../platform/page.ts';

/** `likely` keeps SQLite from reading the events of each type and sorting them. */
const NEEDS_ATTENTION = sql`likely(${events.type} in ${[...NOTIFICATION_TYPES]})`;
/** Matches all but the notifications of a submission that was decided meanwhile. */
const IS_OPEN = or(
  notInArray(
    events.type,
    NOTIFICATION_TYPES.filter(type => type.startsWith('submission.')),
  ),
  sql`exists (select 1 from ${submissions} s where s.id = ${events.resourceId} and s.status = 'pending')`,
);

/** The notifications of one reader: events of a business after a sequence, except the reader's own. */
interface Reader {
  businessId: string;
  actorId: string;
  after: number;
}

const listOfReader = listQuery(events, {
  filters: {
    businessId: events.businessId,
    reader: id => ne(events.actorId, id),
    after: sequence => sql`${events.sequence} > cast(${sequence} as bigint)`,
  },
  where: NEEDS_ATTENTION,
  owners: ['businessId'],
  newestFirst: [events.sequence],
});

/** Lists notifications, newest first. */
export function list(db: Db, { businessId, actorId, after }: Reader, query: RecordQuery) {
  return listOfReader(db, { businessId, reader: actorId, after: String(after) }, query);
}

/** Counts notifications, up to `limit`, without those of submissions that were decided. */
export const countOpen = statements.queryNumber(
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
          IS_OPEN,
        ),
      )
      .limit(p.limit)
      .as('limited');
    return db.select({ count: sql<number>`count(*)` }).from(found);
  },
);

/** Returns those of the IDs that are submissions which were decided. */
export async function findDecided(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(inArray(submissions.id, ids), ne(submissions.status, 'pending')))
    .all();
  return new Set(rows.map(({ id }) => id));
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
