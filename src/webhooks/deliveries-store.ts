import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { getConnection, skipLocked } from '../../db/drizzle-handle.ts';
import { byDimension } from '../../db/list-filter.ts';
import { listQuery } from '../../db/list-query.ts';
import { installationCounters } from '../../db/schema/counters.ts';
import { type DeliveryRow, deliveries } from '../../db/schema/webhooks.ts';
import * as statements from '../../db/statements.ts';
import { iso } from '../platform/clock.ts';
import { mapInOrder } from '../platform/runtime/in-order.ts';
import { CLAIM_MS } from './rules.ts';
import type { Endpoint } from './schedule.ts';

export const find = statements.findBy(deliveries, ['id']);

export const insert = statements.insert(deliveries);
export const insertAll = statements.insertMany(deliveries);
export const update = statements.update(deliveries);

export const list = listQuery(deliveries, {
  filters: { webhookId: deliveries.webhookId, status: deliveries.status },
  owners: ['webhookId'],
  newestFirst: [deliveries.createdAt, deliveries.id],
  counter: { list: 'deliveries', dimensions: { status: byDimension }, scopes: ['webhookId'] },
});

const isPending = sql`${deliveries.status} = 'pending'`;

/** Lists an endpoint's due deliveries, longest waiting first. */
export const listDue = statements.select(
  deliveries,
  { webhookId: deliveries.webhookId, now: deliveries.nextAttemptAt, limit: Number },
  p => ({
    where: and(eq(deliveries.webhookId, p.webhookId), isPending, lte(deliveries.nextAttemptAt, p.now)),
    orderBy: [asc(deliveries.nextAttemptAt), asc(deliveries.id)],
    limit: p.limit,
  }),
);

const selectUpcoming = statements.queryOne(
  { webhookId: deliveries.webhookId, now: deliveries.nextAttemptAt },
  (db, p) =>
    db
      .select({ at: deliveries.nextAttemptAt })
      .from(deliveries)
      .where(and(eq(deliveries.webhookId, p.webhookId), isPending, gt(deliveries.nextAttemptAt, p.now)))
      .orderBy(asc(deliveries.nextAttemptAt))
      .limit(1),
);

/** Returns when an endpoint's next retry is due after `now`. */
export async function findUpcoming(db: Db, webhookId: string, now: string): Promise<string | undefined> {
  return (await selectUpcoming(db, { webhookId, now }))?.at ?? undefined;
}

interface Claim {
  webhookId: string;
  /** The time of the clock that deliveries are due by. */
  now: string;
  worker: string;
  /** How many deliveries of the endpoint may be in flight, on all nodes. */
  maxConcurrency: number;
}

const claimFirst = statements.queryOne(
  {
    webhookId: deliveries.webhookId,
    now: deliveries.nextAttemptAt,
    worker: String,
    databaseTime: deliveries.claimedUntil,
    until: deliveries.claimedUntil,
    maxConcurrency: Number,
  },
  (db, p) =>
    db
      .update(deliveries)
      .set({ claimedBy: sql`${p.worker}`, claimedUntil: sql`${p.until}` })
      .where(
        sql`id = (
          select id from deliveries due
          where webhook_id = ${p.webhookId} and status = 'pending' and next_attempt_at <= ${p.now}
            and (claimed_until is null or claimed_until <= ${p.databaseTime})
            and (
              select count(*) from deliveries claimed
              where claimed.webhook_id = ${p.webhookId} and claimed.status = 'pending'
                and claimed.claimed_until > ${p.databaseTime}
            ) < ${p.maxConcurrency}
          order by next_attempt_at, id limit 1 ${skipLocked(db)})`,
      )
      .returning({ id: deliveries.id }),
);

/**
 * Claims an endpoint's due delivery that waits longest, until its attempt is recorded or the claim expires. The caller's
 * transaction has the endpoint in its lock keys, so that two nodes don't exceed the concurrency together.
 * @returns undefined if none is free, or if as many as allowed are in flight
 */
export async function claimDue(db: Db, claim: Claim): Promise<string | undefined> {
  return (await claimFirst(db, { ...claim, ...(await getClaimTimes(db)) }))?.id;
}

/** Claims one delivery, due or not. @returns false if it isn't pending, or claimed already */
export async function claim(db: Db, id: string, worker: string): Promise<boolean> {
  const { databaseTime, until } = await getClaimTimes(db);
  const isFree = or(isNull(deliveries.claimedUntil), lte(deliveries.claimedUntil, databaseTime));
  const claimed = await db
    .update(deliveries)
    .set({ claimedBy: worker, claimedUntil: until })
    .where(and(eq(deliveries.id, id), isPending, isFree))
    .returning({ id: deliveries.id })
    .all();
  return claimed.length > 0;
}

async function getClaimTimes(db: Db): Promise<{ databaseTime: string; until: string }> {
  const databaseTime = await getConnection(db).getTime();
  return { databaseTime, until: iso(Date.parse(databaseTime) + CLAIM_MS) };
}

/** Ends the claims of a worker that has stopped; without one, those of all workers. */
export async function releaseClaims(db: Db, worker?: string): Promise<void> {
  const ofWorker = worker === undefined ? undefined : eq(deliveries.claimedBy, worker);
  await db
    .update(deliveries)
    .set({ claimedBy: null, claimedUntil: null })
    .where(and(isPending, isNotNull(deliveries.claimedUntil), ofWorker))
    .run();
}

/** Lists the endpoints with due deliveries that are not claimed, in few index steps per endpoint. */
export async function listEndpointsWithDue(db: Db, now: string): Promise<Endpoint[]> {
  const databaseTime = await getConnection(db).getTime();
  return await db.all<Endpoint>(sql`
    with recursive waiting(id) as (
      select min(webhook_id) from deliveries where status = 'pending'
      union all
      select (select min(webhook_id) from deliveries where status = 'pending' and webhook_id > waiting.id)
      from waiting where waiting.id is not null
    )
    select webhooks.id, webhooks.business_id as "businessId" from waiting join webhooks on webhooks.id = waiting.id
    where exists (
      select 1 from deliveries
      where webhook_id = waiting.id and status = 'pending' and next_attempt_at <= ${now}
        and (claimed_until is null or claimed_until <= ${databaseTime})
    )`);
}

/** Abandons an endpoint's pending deliveries. */
export async function abandonPending(db: Db, webhookId: string): Promise<void> {
  await db
    .update(deliveries)
    .set({ status: 'abandoned', nextAttemptAt: null })
    .where(and(eq(deliveries.webhookId, webhookId), eq(deliveries.status, 'pending')))
    .run();
}

/** Lists the newest delivery of each event that has not reached the endpoint and is not pending for it. */
export async function listUndelivered(
  db: Db,
  webhookId: string,
  since: string,
  limit: number,
): Promise<DeliveryRow[]> {
  const ids = await db.all<{ id: string }>(sql`
    select max(id) as id from deliveries d
    where webhook_id = ${webhookId} and status in ('failed', 'abandoned') and created_at >= ${since}
      and not exists (
        select 1 from deliveries other
        where other.webhook_id = d.webhook_id and other.event_id = d.event_id
          and other.status in ('pending', 'succeeded')
      )
    group by event_id order by event_id limit ${limit}`);
  return (await mapInOrder(ids, async ({ id }) => (await find(db, id)) ?? [])).flat();
}

/** Counts what `listUndelivered` would return without its limit. */
export async function countUndelivered(db: Db, webhookId: string, since: string): Promise<number> {
  const [row] = await db.all<{ total: number }>(sql`
    select count(distinct event_id) as total from deliveries d
    where webhook_id = ${webhookId} and status in ('failed', 'abandoned') and created_at >= ${since}
      and not exists (
        select 1 from deliveries other
        where other.webhook_id = d.webhook_id and other.event_id = d.event_id
          and other.status in ('pending', 'succeeded')
      )`);
  return row?.total ?? 0;
}

/** Lists which of these events wait for the endpoint or have reached it. */
export function listDelivered(
  db: Db,
  webhookId: string,
  eventIds: readonly string[],
): Promise<{ eventId: string; status: DeliveryRow['status'] }[]> {
  return db
    .select({ eventId: deliveries.eventId, status: deliveries.status })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.webhookId, webhookId),
        inArray(deliveries.eventId, [...eventIds]),
        inArray(deliveries.status, ['pending', 'succeeded']),
      ),
    )
    .all();
}

const countPending = statements.queryNumber(db =>
  db
    .select({ total: sql<number>`coalesce(sum(${installationCounters.total}), 0)` })
    .from(installationCounters)
    .where(and(eq(installationCounters.list, 'deliveries'), eq(installationCounters.facet, 'pending'))),
);

const selectOldestPending = statements.queryOne(db =>
  db
    .select({ at: sql<string | null>`min(${deliveries.createdAt})` })
    .from(deliveries)
    .where(isPending),
);

/** Returns the number of pending deliveries and the age of the oldest. */
export async function getBacklog(db: Db): Promise<{ pending: number; oldestAt: string | null }> {
  const pending = await countPending(db);
  return { pending, oldestAt: pending === 0 ? null : ((await selectOldestPending(db))?.at ?? null) };
}

/** Deletes finished deliveries older than `before`. @returns how many */
export async function deleteBefore(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(lt(deliveries.createdAt, before), ne(deliveries.status, 'pending')))
    .limit(limit);
  return (
    await db.delete(deliveries).where(inArray(deliveries.id, old)).returning({ id: deliveries.id }).all()
  ).length;
}
