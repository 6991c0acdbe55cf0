import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { MergedKind } from '../../db/enums.ts';
import type { Totals as MemberTotals } from '../programs/members/service/merging.ts';

/** The totals of a member that are sums over records. Submissions are counted by the merge. */
type Totals = Omit<MemberTotals, 'submissionCount'>;

/** The totals of the records of a merge. `recordedVisits` counts those that visits and corrections explain. */
export interface MovedTotals extends Totals {
  recordedVisits: number;
}

/** Adds up the records of a merge by the rules of the integrity check. */
export async function sumMoved(db: Db, mergeId: string): Promise<MovedTotals> {
  const moved = (kind: MergedKind) =>
    sql`(select record_id from merged_records where merge_id = ${mergeId} and kind = ${kind})`;
  const activities = await db.all<Record<string, number>>(sql`
    select coalesce(sum(points), 0) as points, coalesce(sum(spend_cents), 0) as "spendCents",
      coalesce(sum(is_approval), 0) as "approvedCount", coalesce(sum(visits), 0) as "visitCount"
    from member_steps where id in ${moved('activity')} and reversed_at is null`);
  const cashback = await db.all<Record<string, number>>(sql`
    with held as (
      select cashback_id, sum(held_cents) as cents from cashback_refunds
      where held_cents > 0 and cashback_id in ${moved('cashback')} group by cashback_id
    )
    select
      coalesce(sum(case when status = 'pending' then amount_cents - refunded_cents else 0 end), 0) as "pendingCents",
      coalesce(sum(case when status = 'available' then remaining_cents else 0 end), 0) as "availableCents",
      coalesce(sum(case when status in ('void', 'reversed') then 0 else amount_cents - refunded_cents end), 0)
        as "grantedCents",
      coalesce(sum(case when status in ('pending', 'void') then 0 else amount_cents - coalesce(h.cents, 0) end), 0)
        as "lifetimeCents"
    from cashbacks c left join held h on h.cashback_id = c.id where c.id in ${moved('cashback')}`);
  const spent = await db.all<Record<string, number>>(sql`
    select coalesce(sum(points), 0) as "pointsSpent" from shop_orders
    where id in ${moved('shopOrder')} and canceled_at is null`);
  const redeemed = await db.all<Record<string, number>>(sql`
    select coalesce(sum(amount_cents - refunded_cents), 0) as "redeemedCents" from cashback_redemptions
    where id in ${moved('redemption')}`);
  const recorded = await db.all<Record<string, number>>(sql`
    with refunded as (
      select visit_id, sum(visits) as visits from cashback_refunds
      where visit_id in ${moved('visit')} group by visit_id
    )
    select coalesce(sum(visits), 0) as "recordedVisits" from (
      select quantity - coalesce(r.visits, 0) as visits from visits v left join refunded r on r.visit_id = v.id
      where v.id in ${moved('visit')} and reversed_at is null
      union all
      select visits from member_adjustments where id in ${moved('adjustment')} and undone_at is null
    ) as counted`);
  const sums = Object.assign({}, ...[activities, cashback, spent, redeemed, recorded].map(([row]) => row));
  // PostgreSQL returns sums as text.
  return Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => [name, Number(sum)]),
  ) as unknown as MovedTotals;
}

/** Counts the purchases of a merge by item, without canceled ones. */
export async function countItems(db: Db, mergeId: string): Promise<{ itemId: string; bought: number }[]> {
  const rows = await db.all<{ itemId: string; bought: number }>(sql`
    select item_id as "itemId", count(*) as bought from shop_orders
    where canceled_at is null and id in (
      select record_id from merged_records where merge_id = ${mergeId} and kind = 'shopOrder')
    group by item_id`);
  return rows.map(({ itemId, bought }) => ({ itemId, bought: Number(bought) }));
}

/**
 * Returns whether cashback of a merge was spent or corrected by a redemption or correction that came later, so that it
 * would return to another member.
 */
export async function isCashbackUsed(db: Db, mergeId: string): Promise<boolean> {
  const moved = (kind: MergedKind) =>
    sql`(select record_id from merged_records where merge_id = ${mergeId} and kind = ${kind})`;
  const rows = await db.all(sql`
    select cashback_id from cashback_redemption_parts
    where cashback_id in ${moved('cashback')} and amount_cents > refunded_cents
      and redemption_id not in ${moved('redemption')}
    union all
    select p.cashback_id from adjustment_parts p join member_adjustments a on a.id = p.adjustment_id
    where p.cashback_id in ${moved('cashback')} and a.undone_at is null and a.id not in ${moved('adjustment')}
    limit 1`);
  return rows.length > 0;
}
