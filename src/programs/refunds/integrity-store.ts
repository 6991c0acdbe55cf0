import { type SQL, sql } from 'drizzle-orm';

export interface Violation {
  id: string;
  kept: string;
  counted: string;
}

/** A rule: a query for the first row that violates it, and a sentence describing that row. */
export interface Rule {
  find: SQL;
  describe(row: Violation): string;
}

/** Compares the refunds of an order or redemption with its value: each cent is refunded once. */
const WITHIN_TOTAL: Rule = {
  find: sql`
    select subject_id as id, 'refunds of ' || sum(amount_cents) || ' with the latest number ' || max(number) as kept,
      count(*) || ' refunds of ' || max(total_cents) as counted
    from cashback_refunds group by subject_id
    having sum(amount_cents) > max(total_cents) or min(total_cents) <> max(total_cents)
      or max(number) <> count(*) or min(number) <> 1
    order by subject_id limit 1`,
  describe: row => `${row.id} has ${row.kept}, but it can have ${row.counted}`,
};

/** Compares what cashback stores as refunded with the refunds of its order and the corrections that took from it. */
const REFUNDED_CASHBACK: Rule = {
  find: sql`
    with counted as (
      select cashback_id, sum(cents) as cents from (
        select cashback_id, cashback_cents as cents from cashback_refunds where cashback_id is not null
        union all
        select p.cashback_id, p.amount_cents from adjustment_parts p
        join member_adjustments a on a.id = p.adjustment_id where a.undone_at is null
      ) as taken group by cashback_id
    )
    select c.id, refunded_cents as kept, coalesce(r.cents, 0) as counted
    from cashbacks c left join counted r on r.cashback_id = c.id
    where refunded_cents <> coalesce(r.cents, 0) order by c.id limit 1`,
  describe: row =>
    `cashback ${row.id} stores refunds of ${row.kept} cents, but they add up to ${row.counted}`,
};

/** Compares a redemption with its parts and refunds. */
const REDEMPTIONS: Rule = {
  find: sql`
    with parts as (
      select redemption_id, sum(amount_cents) as amount, sum(refunded_cents) as refunded
      from cashback_redemption_parts group by redemption_id
    ), refunds as (
      select redemption_id, sum(amount_cents) as refunded from cashback_refunds
      where redemption_id is not null group by redemption_id
    ), compared as (
      select d.id, d.amount_cents || ', refunded ' || d.refunded_cents || ' and ' || d.refunded_cents as kept,
        coalesce(p.amount, 0) || ', refunded ' || coalesce(p.refunded, 0) || ' and ' || coalesce(r.refunded, 0)
          as counted
      from cashback_redemptions d
      left join parts p on p.redemption_id = d.id left join refunds r on r.redemption_id = d.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row =>
    `redemption ${row.id} stores ${row.kept}, but its parts and refunds add up to ${row.counted}`,
};

/** Compares what was deducted from cashback with what it has lost. Before redemptions were kept, more was spent. */
const SPENT_CASHBACK: Rule = {
  find: sql`
    with counted as (
      select cashback_id, sum(amount_cents - refunded_cents) as cents from cashback_redemption_parts
      group by cashback_id
    ), compared as (
      select c.id, c.status, amount_cents - remaining_cents - refunded_cents - expired_cents as kept,
        coalesce(p.cents, 0) as counted
      from cashbacks c left join counted p on p.cashback_id = c.id
    )
    select id, kept, counted from compared where kept < counted order by id limit 1`,
  describe: row =>
    `cashback ${row.id} stores ${row.kept} cents as spent, but redemptions deducted ${row.counted}`,
};

/** Compares the points of an activity and of its order's refunds with the transfer that granted them. */
const REFUNDED_POINTS: Rule = {
  find: sql`
    with counted as (
      select activity_reference as reference, sum(points) as points from cashback_refunds
      where activity_reference is not null group by activity_reference
    ), compared as (
      select s.id, abs(s.points) + coalesce(r.points, 0) as kept, max(e.amount) as counted
      from member_steps s join ledger_entries e on e.transfer_id = s.transfer_id
      left join counted r on r.reference = s.reference
      group by s.id, s.points, r.points
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row =>
    `activity ${row.id} and its refunds have ${row.kept} points, but its transfer granted ${row.counted}`,
};

/** The rules of refunds and redemptions. */
export const REFUND_RULES: Rule[] = [
  WITHIN_TOTAL,
  REFUNDED_CASHBACK,
  REDEMPTIONS,
  SPENT_CASHBACK,
  REFUNDED_POINTS,
];
