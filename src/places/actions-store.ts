import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { type CounterActionRow, counterActions } from '../../db/schema/places.ts';
import * as statements from '../../db/statements.ts';
import type { CounterSums } from './model.ts';
import type { UndoneStamps } from './rules.ts';

export const insert = statements.insert(counterActions);

export const list = listQuery(counterActions, {
  filters: {
    businessId: counterActions.businessId,
    placeId: counterActions.placeId,
    actorId: counterActions.actorId,
    kind: counterActions.kind,
    resourceId: counterActions.resourceId,
    from: from => sql`${counterActions.createdAt} >= ${from}`,
    until: until => sql`${counterActions.createdAt} < ${until}`,
  },
  owners: ['businessId'],
  newestFirst: [counterActions.createdAt, counterActions.id],
  counter: { list: 'counterActions', dimensions: {}, scopes: ['businessId'] },
});

/** Lists the actions on records of a business, in no particular order. */
export async function listOfResources(
  db: Db,
  businessId: string,
  resourceIds: string[],
): Promise<CounterActionRow[]> {
  if (resourceIds.length === 0) return [];
  const isListed = inArray(counterActions.resourceId, resourceIds);
  return await db
    .select()
    .from(counterActions)
    .where(and(eq(counterActions.businessId, businessId), isListed))
    .all();
}

export interface ReportFilter {
  businessId: string;
  from: string;
  /** Exclusive. */
  until: string;
  placeId?: string;
  userId?: string;
}

/** Sums a business's newest `limit` actions in a period, by person and place. */
export async function sumByPersonAndPlace(
  db: Db,
  filter: ReportFilter,
  limit: number,
): Promise<CounterSums[]> {
  const { businessId, from, until, placeId, userId } = filter;
  const atPlace = placeId === undefined ? sql`` : sql`and place_id = ${placeId}`;
  const byUser = userId === undefined ? sql`` : sql`and actor_id = ${userId}`;
  const count = (kind: CounterActionRow['kind']) => sql`count(*) filter (where kind = ${kind})`;
  const cents = (kind: CounterActionRow['kind']) =>
    sql`coalesce(sum(value_cents) filter (where kind = ${kind}), 0)`;
  return await db.all<CounterSums>(sql`
    select actor_kind as "actorKind", actor_id as "actorId", place_id as "placeId", count(*) as actions,
      sum(visits) as visits, sum(stamps) as stamps,
      count(purchase_cents) as purchases, coalesce(sum(purchase_cents), 0) as "purchaseCents",
      ${count('redemption')} as redemptions, ${cents('redemption')} as "redemptionCents",
      ${count('reinstatement')} as reinstatements, ${cents('reinstatement')} as "reinstatementCents",
      ${count('refund')} as refunds, ${cents('refund')} as "refundCents",
      ${count('shopOrder')} as "shopOrders", ${count('cancellation')} as cancellations
    from (
      select actor_kind, actor_id, place_id, kind, visits, stamps, purchase_cents, value_cents from counter_actions
      where business_id = ${businessId} and created_at >= ${from} and created_at < ${until} ${atPlace} ${byUser}
      order by created_at desc, id desc limit ${limit}
    ) as limited group by actor_kind, actor_id, place_id`);
}

/** Sums the stamps without a purchase that one of the newest `limit` actions since the period's start took back. */
export async function sumUndone(db: Db, filter: ReportFilter, limit: number): Promise<UndoneStamps[]> {
  const { businessId, from, until, placeId, userId } = filter;
  const atPlace = placeId === undefined ? sql`` : sql`and place_id = ${placeId}`;
  const byUser = userId === undefined ? sql`` : sql`and actor_id = ${userId}`;
  return await db.all<UndoneStamps>(sql`
    select actor_kind as "actorKind", actor_id as "actorId", place_id as "placeId",
      sum(visits) as visits, sum(stamps) as stamps, count(*) filter (where kind = 'refund') as refunds
    from counter_actions
    where business_id = ${businessId} and created_at >= ${from} and created_at < ${until} ${atPlace} ${byUser}
      and resource_id in (
        select stamp.resource_id
        from (
          select id, kind from counter_actions
          where business_id = ${businessId} and created_at >= ${from} order by created_at desc, id desc limit ${limit}
        ) as limited
        join counter_actions as refund on refund.id = limited.id
        join counter_actions as stamp on stamp.business_id = refund.business_id
          and stamp.resource_id = refund.resource_id and stamp.kind = 'visit' and stamp.purchase_cents is null
        where limited.kind = 'refund'
      )
    group by actor_kind, actor_id, place_id`);
}
