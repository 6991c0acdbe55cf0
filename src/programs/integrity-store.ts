import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { REFUND_RULES, type Rule, type Violation } from './refunds/integrity-store.ts';

/** Compares a member's cashback with its records. */
const AGAINST_RECORDS: Rule = {
  find: sql`
    with held as (
      select cashback_id, sum(held_cents) as cents from cashback_refunds
      where held_cents > 0 group by cashback_id
    ), counted as (
      select member_key,
        sum(case when status = 'pending' then amount_cents - refunded_cents else 0 end) as pending,
        sum(case when status = 'available' then remaining_cents else 0 end) as available,
        sum(case when status in ('void', 'reversed') then 0 else amount_cents - refunded_cents end) as granted,
        sum(case when status in ('pending', 'void') then 0 else amount_cents - coalesce(h.cents, 0) end) as lifetime
      from cashbacks c left join held h on h.cashback_id = c.id group by member_key
    ), compared as (
      select m.id,
        'pending ' || pending_cents || ', available ' || available_cents || ', granted '
          || granted_cents || ', lifetime ' || lifetime_cents as kept,
        'pending ' || coalesce(pending, 0) || ', available ' || coalesce(available, 0)
          || ', granted ' || coalesce(granted, 0) || ', lifetime ' || coalesce(lifetime, 0) as counted
      from members m left join counted c on c.member_key = m.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `member ${row.id} stores ${row.kept}, but its cashback adds up to ${row.counted}`,
};

/** Compares a member's totals with the ledger accounts. What merged members redeemed counts for the other one. */
const AGAINST_LEDGER: Rule = {
  find: sql`
    with recursive family (id, root) as (
      select id, id from members where merged_into is null
        and id in (select merged_into from members where merged_into is not null)
      union all select m.id, f.root from members m join family f on m.merged_into = f.id
    ), redeemed as (
      select coalesce(f.root, a.owner_id) as member_key, -sum(e.amount) as total from ledger_entries e
      join ledger_transfers t on t.id = e.transfer_id join ledger_accounts a on a.id = e.account_id
      left join family f on f.id = a.owner_id
      where t.kind = 'cashback.redeemed' group by 1
    ), compared as (
      select m.id,
        'pending ' || m.pending_cents || ', available ' || m.available_cents || ', points '
          || (m.points - m.points_spent) || ', redeemed ' || m.redeemed_cents as kept,
        'pending ' || coalesce(p.balance, 0) || ', available ' || coalesce(a.balance, 0)
          || ', points ' || coalesce(s.balance, 0) || ', redeemed ' || coalesce(r.total, 0) as counted
      from members m
      left join ledger_accounts p on p.id = 'member:' || m.id || '/cashback/pending'
      left join ledger_accounts a on a.id = 'member:' || m.id || '/cashback/available'
      left join ledger_accounts s on s.id = 'member:' || m.id || '/points'
      left join redeemed r on r.member_key = m.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `member ${row.id} stores ${row.kept}, but the ledger has ${row.counted}`,
};

/** Compares a member's counts with the activities that were not reverted. */
const AGAINST_ACTIVITIES: Rule = {
  find: sql`
    with counted as (
      select member_id, sum(points) as points, sum(spend_cents) as spend, sum(is_approval) as approved,
        sum(visits) as visits
      from member_steps where reversed_at is null group by member_id
    ), compared as (
      select m.id,
        'points ' || m.points || ', spend ' || m.spend_cents || ', approved ' || m.approved_count
          || ', visits ' || m.visit_count as kept,
        'points ' || coalesce(c.points, 0) || ', spend ' || coalesce(c.spend, 0) || ', approved '
          || coalesce(c.approved, 0) || ', visits ' || coalesce(c.visits, 0) as counted
      from members m left join counted c on c.member_id = m.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `member ${row.id} stores ${row.kept}, but its activities add up to ${row.counted}`,
};

/** Compares a program's counts and totals with its members. */
const AGAINST_MEMBERS: Rule = {
  find: sql`
    with counted as (
      select program_id, count(*) as members, count(*) filter (where status = 'active') as active,
        sum(submission_count) as submissions, sum(approved_count) as approved, sum(pending_cents) as pending,
        sum(available_cents) as available, sum(redeemed_cents) as redeemed, sum(visit_count) as visits
      from members group by program_id
    ), compared as (
      select p.id,
        'members ' || member_count || ' (' || active_member_count || ' active), submissions '
          || submission_count || ' (' || approved_count || ' approved), pending ' || pending_cents
          || ', available ' || available_cents || ', redeemed ' || redeemed_cents
          || ', visits ' || visit_count as kept,
        'members ' || coalesce(members, 0) || ' (' || coalesce(active, 0)
          || ' active), submissions ' || coalesce(submissions, 0) || ' (' || coalesce(approved, 0)
          || ' approved), pending ' || coalesce(pending, 0) || ', available '
          || coalesce(available, 0) || ', redeemed ' || coalesce(redeemed, 0) || ', visits '
          || coalesce(visits, 0) as counted
      from programs p left join counted c on c.program_id = p.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `program ${row.id} stores ${row.kept}, but its members add up to ${row.counted}`,
};

/** Compares a member's visits with their records, the opening balances of imports, corrections and merges. */
const AGAINST_VISITS: Rule = {
  find: sql`
    with recursive family (id, root) as (
      select id, id from members where merged_into is null
        and id in (select merged_into from members where merged_into is not null)
      union all select m.id, f.root from members m join family f on m.merged_into = f.id
    ), refunded as (
      select visit_id, sum(visits) as visits from cashback_refunds where visit_id is not null group by visit_id
    ), counted as (
      select member_key, sum(quantity - coalesce(r.visits, 0)) as visits, max(case when quantity > 0 then created_at end) as last
      from visits v left join refunded r on r.visit_id = v.id
      where reversed_at is null group by member_key
    ), opened as (
      select member_key, sum(visits) as visits from (
        select member_key, visits from imported_members
        union all select member_key, visits from member_adjustments where undone_at is null
        union all select into_key, other_visits from member_merges where undone_at is null
        union all select from_key, -other_visits from member_merges where undone_at is null
      ) as opening_visits group by member_key
    ), named as (
      select coalesce(f.root, i.member_key) as member_key, max(i.last_visit_at) as last
      from imported_members i left join family f on f.id = i.member_key group by 1
    ), compared as (
      select m.id, m.visit_count || ' visits, the last at ' || coalesce(m.last_visit_at, 'none') as kept,
        (coalesce(c.visits, 0) + coalesce(o.visits, 0)) || ' visits, the last at ' || coalesce(
          case when c.last is null or n.last > c.last then n.last else c.last end, 'none') as counted
      from members m left join counted c on c.member_key = m.id left join opened o on o.member_key = m.id
      left join named n on n.member_key = m.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `member ${row.id} stores ${row.kept}, but there are ${row.counted}`,
};

/** Compares a member's goals with their completions. */
const AGAINST_COMPLETIONS: Rule = {
  find: sql`
    with counted as (
      select member_id, goal_id, count(*) as completions, sum(consumed) as consumed, max(number) as last
      from goal_completions group by member_id, goal_id
    ), compared as (
      select coalesce(g.member_id, c.member_id) || ' ' || coalesce(g.goal_id, c.goal_id) as id,
        coalesce(g.completions, 0) || ' completions, ' || coalesce(g.consumed, 0) || ' used up, the last is number '
          || coalesce(g.completions, 0) as kept,
        coalesce(c.completions, 0) || ' completions, ' || coalesce(c.consumed, 0) || ' used up, the last is number '
          || coalesce(c.last, 0) as counted
      from member_goals g full join counted c on c.member_id = g.member_id and c.goal_id = g.goal_id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `the goal of member ${row.id} stores ${row.kept}, but there are ${row.counted}`,
};

/** Finds a completion or purchase whose reward does not exist, belongs to another member, or is not void if it was canceled. */
const AGAINST_REWARDS: Rule = {
  find: sql`
    with paid as (
      select g.reward_id, m.member_id, m.program_id, 'goal' as source
      from goal_completions g join members m on m.id = g.member_id where g.reward_id is not null
      union all
      select reward_id, member_id, program_id, case when canceled_at is null then 'shop' else 'canceled shop' end
      from shop_orders
    ), compared as (
      select p.reward_id as id, p.source || ' ' || p.program_id || ' ' || p.member_id as kept,
        coalesce(
          case
            when r.source <> 'shop' or r.status = 'issued' or r.status = 'redeemed' then r.source
            when r.status = 'void' then 'canceled shop'
            else p.source
          end || ' ' || r.program_id || ' ' || r.user_id, 'none') as counted
      from paid p left join rewards r on r.id = p.reward_id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `reward ${row.id} was issued as ${row.kept}, but is stored as ${row.counted}`,
};

/** Compares the points that members spent with their purchases. */
const AGAINST_PURCHASES: Rule = {
  find: sql`
    with counted as (
      select member_key, sum(points) as spent from shop_orders where canceled_at is null group by member_key
    ), compared as (
      select m.id, '' || m.points_spent as kept, '' || coalesce(c.spent, 0) as counted
      from members m left join counted c on c.member_key = m.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row =>
    `member ${row.id} stores ${row.kept} points spent, but the purchases add up to ${row.counted}`,
};

/** Compares how often items were bought with the purchases. */
const AGAINST_SHOP: Rule = {
  find: sql`
    with counted as (
      select program_id as scope, item_id, sum(case when canceled_at is null then 1 else 0 end) as bought
      from shop_orders group by 1, 2
      union all select member_key, item_id, sum(case when canceled_at is null then 1 else 0 end)
      from shop_orders group by 1, 2
    ), compared as (
      select coalesce(k.scope, c.scope) || ' ' || coalesce(k.item_id, c.item_id) as id,
        '' || coalesce(k.bought, 0) as kept, '' || coalesce(c.bought, 0) as counted
      from shop_counts k full join counted c on c.scope = k.scope and c.item_id = k.item_id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `the shop item of ${row.id} stores ${row.kept} purchases, but there are ${row.counted}`,
};

const RULES = [
  AGAINST_RECORDS,
  AGAINST_LEDGER,
  AGAINST_ACTIVITIES,
  AGAINST_MEMBERS,
  AGAINST_VISITS,
  AGAINST_COMPLETIONS,
  AGAINST_REWARDS,
  AGAINST_PURCHASES,
  AGAINST_SHOP,
  ...REFUND_RULES,
];

/**
 * Recomputes the stored totals of members and programs.
 * @returns a sentence per violated rule, naming the first row; empty if there are no problems
 */
export async function listProblems(db: Db): Promise<string[]> {
  const problems: string[] = [];
  for (const { find, describe } of RULES) {
    const [row] = await db.all<Violation>(find);
    if (row) problems.push(describe(row));
  }
  return problems;
}
