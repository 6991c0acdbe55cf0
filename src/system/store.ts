import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/** A description of the first row that violates a rule; undefined if there is none. */
type Problem = string | undefined;

async function findFirst<T>(db: Db, query: SQL): Promise<T | undefined> {
  return (await db.all<T>(query))[0];
}

interface WrongCampaign {
  id: string;
  kept: string;
  counted: string;
}

/** Compares the counts and budget of campaigns with their submissions. */
export async function findWrongCampaign(db: Db): Promise<Problem> {
  const row = await findFirst<WrongCampaign>(
    db,
    sql`
      with counted as (
        select campaign_id,
          count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'approved') as approved,
          count(*) filter (where status = 'rejected') as rejected,
          sum(case when status = 'pending' then budget_cents else 0 end) as reserved,
          sum(case when status = 'approved' then budget_cents else 0 end) as spent
        from submissions where campaign_id is not null group by campaign_id
      ), compared as (
        select c.id,
          'pending ' || c.pending_count || ', approved ' || c.approved_count || ', rejected '
          || c.rejected_count || ', reserved ' || c.budget_reserved_cents || ', spent '
          || c.budget_spent_cents as kept,
          'pending ' || coalesce(s.pending, 0) || ', approved ' || coalesce(s.approved, 0)
          || ', rejected ' || coalesce(s.rejected, 0) || ', reserved ' || coalesce(s.reserved, 0)
          || ', spent ' || coalesce(s.spent, 0) as counted
        from campaigns c left join counted s on s.campaign_id = c.id
      )
      select * from compared where kept <> counted order by id limit 1`,
  );
  return row && `campaign ${row.id} has stored ${row.kept}, but its submissions add up to ${row.counted}`;
}

interface WrongCounter {
  scope: string;
  list: string;
  facet: string;
  kept: number;
  counted: number;
}

/** The rows of lists with their owners. */
const COUNTED_ROWS = sql`
  select business_id as owner, null as campaign_id, 'campaigns' as list, state as facet from campaigns
  union all select business_id, campaign_id, 'submissions', status from submissions
  union all select business_id, campaign_id, 'rewards', status from rewards
  union all select business_id, null, 'events', type from events
  union all select business_id, null, 'influencers', 'all' from influencers
  union all select business_id, null, 'programs', status from programs
  union all select business_id, null, 'invoices', status from invoices
  union all select webhook_id, null, 'deliveries', status from deliveries
  union all select owner_id, null, 'orders', status from exchange_orders`;

/** Compares the stored counters of lists with their rows. */
export async function findWrongCounter(db: Db): Promise<Problem> {
  const row = await findFirst<WrongCounter>(
    db,
    sql`
      with rows as (${COUNTED_ROWS}), counted as (
        select owner as scope, list, facet, count(*) as total from rows group by 1, 2, 3
        union all select campaign_id, list, facet, count(*) from rows
          where campaign_id is not null group by 1, 2, 3
        union all select program_id, 'members', status || ':' || coalesce(tier, ''), count(*) from members
          group by 1, 2, 3
        union all select program_id, 'cashbacks', status, count(*) from cashbacks group by 1, 2, 3
        union all select buy_owner_id, 'trades', perk_id, sum(1) from (
          select buy_owner_id, perk_id from exchange_trades
          union all select sell_owner_id, perk_id from exchange_trades) as sides group by 1, 2, 3
        union all select program_id, 'visits', 'all', count(*) from visits group by 1, 2, 3
        union all select member_key, 'visits', 'all', count(*) from visits group by 1, 2, 3
        union all select program_id, 'shopOrders', 'all', count(*) from shop_orders group by 1, 2, 3
        union all select member_key, 'shopOrders', 'all', count(*) from shop_orders group by 1, 2, 3
        union all select business_id, 'mails', state, count(*) from mail_outbox
          where business_id is not null group by 1, 2, 3
        union all select business_id, 'counterActions', 'all', count(*) from counter_actions group by 1, 2, 3
        union all select member_key, 'cashbacks', status, count(*) from cashbacks group by 1, 2, 3
      )
      select coalesce(t.scope, c.scope) as scope, coalesce(t.list, c.list) as list,
        coalesce(t.facet, c.facet) as facet, coalesce(t.total, 0) as kept, coalesce(c.total, 0) as counted
      from tallies t
      full join counted c on c.scope = t.scope and c.list = t.list and c.facet = t.facet
      where coalesce(t.total, 0) <> coalesce(c.total, 0)
      order by 1, 2, 3 limit 1`,
  );
  return row && describeCounter(row, row.scope);
}

/** Compares the stored counters of the whole installation with its rows, slot by slot. */
export async function findWrongInstallationCounter(db: Db): Promise<Problem> {
  const row = await findFirst<WrongCounter>(
    db,
    sql`
      with rows as (
        ${COUNTED_ROWS}
        union all select business_id, null, 'perks', status from perks
        union all select perk_id, null, 'trades', perk_id from exchange_trades
        union all select distinct business_id, null, 'shops', 'open' from campaigns where state = 'active'
      ), counted as (
        select substr(owner, length(owner), 1) as slot, list, facet, count(*) as total from rows group by 1, 2, 3
      )
      select coalesce(t.slot, c.slot) as scope, coalesce(t.list, c.list) as list,
        coalesce(t.facet, c.facet) as facet, coalesce(t.total, 0) as kept, coalesce(c.total, 0) as counted
      from installation_counters t
      full join counted c on c.slot = t.slot and c.list = t.list and c.facet = t.facet
      where coalesce(t.total, 0) <> coalesce(c.total, 0)
      order by 2, 3, 1 limit 1`,
  );
  return row && describeCounter(row, `all businesses in slot ${row.scope}`);
}

function describeCounter({ list, facet, kept, counted }: WrongCounter, owner: string): string {
  return `the counter of ${list} ${facet} of ${owner} is ${kept}, but there are ${counted}`;
}

interface WrongSequence {
  id: string;
  last: number;
  events: number;
  lowest: number | null;
  highest: number | null;
}

/**
 * Checks that the events of a business are numbered without gaps up to its stored sequence. A business older than the
 * retention period may lack its oldest events.
 * @param oldest the time before which events are purged
 */
export async function findWrongSequence(db: Db, oldest: string): Promise<Problem> {
  const row = await findFirst<WrongSequence>(
    db,
    sql`
      select b.id, b.event_sequence as last, coalesce(e.n, 0) as events, e.lowest, e.highest
      from businesses b left join (
        select business_id, count(*) as n, min(sequence) as lowest, max(sequence) as highest
        from events group by business_id
      ) e on e.business_id = b.id
      where (e.n is null and b.event_sequence <> 0 and b.created_at >= ${oldest})
        or e.highest <> b.event_sequence
        or e.highest - e.lowest + 1 <> e.n
        or (e.lowest > 1 and b.created_at >= ${oldest})
      order by b.id limit 1`,
  );
  if (!row) return undefined;
  const found = row.events === 0 ? 'has none' : `has ${row.events}, from ${row.lowest} to ${row.highest}`;
  return `business ${row.id} has event sequence ${row.last}, but ${found}`;
}

/** Checks that each approved submission to a campaign has its own reward. */
export async function findApprovalWithoutReward(db: Db): Promise<Problem> {
  const row = await findFirst<{ id: string; rewardId: string | null; owner: string | null }>(
    db,
    sql`
      select s.id, s.reward_id as "rewardId", r.submission_id as owner
      from submissions s left join rewards r on r.id = s.reward_id
      where s.status = 'approved' and s.campaign_id is not null and (r.id is null or r.submission_id is distinct from s.id
        or r.business_id <> s.business_id or r.user_id <> s.user_id or r.campaign_id is distinct from s.campaign_id)
      order by s.id limit 1`,
  );
  if (!row) return undefined;
  const fault =
    row.rewardId === null
      ? 'has no reward'
      : `refers to reward ${row.rewardId}, which belongs to ${row.owner ?? 'no submission'}`;
  return `submission ${row.id} is approved, but ${fault}`;
}

/** Checks that each issued or redeemed reward belongs to exactly one approved submission. */
export async function findRewardWithoutApproval(db: Db): Promise<Problem> {
  const row = await findFirst<{ id: string; status: string; submissionId: string; found: string | null }>(
    db,
    sql`
      select r.id, r.status, r.submission_id as "submissionId", s.status as found
      from rewards r left join submissions s on s.id = r.submission_id
      where r.submission_id is not null and r.status in ('issued', 'redeemed')
        and (s.status is distinct from 'approved' or s.reward_id is distinct from r.id)
      order by r.id limit 1`,
  );
  return (
    row &&
    `reward ${row.id} is ${row.status}, but submission ${row.submissionId} is ${row.found ?? 'missing'} or has another reward`
  );
}

interface WrongObservation {
  name: string;
  kept: string;
  counted: string;
}

/** Compares the review aggregates (db/schema/observations.ts) with the counts of campaigns. */
export async function findWrongObservation(db: Db): Promise<Problem> {
  const row = await findFirst<WrongObservation>(
    db,
    sql`
      with counted as (
        select business_id, platform, action_type, coalesce(action_id, '') as action_id,
          sum(approved_count) as approved, sum(rejected_count) as rejected,
          sum(case when reward_type = 'fixed' then approved_count * reward_value else 0 end) as cents
        from campaigns group by 1, 2, 3, 4
      ), compared as (
        select c.business_id || ' ' || c.platform || ' ' || c.action_type as name,
          coalesce(o.approved, 0) || ' approved, ' || coalesce(o.rejected, 0) || ' rejected, '
          || coalesce(o.fixed_cents, 0) || ' cents' as kept,
          c.approved || ' approved, ' || c.rejected || ' rejected, ' || c.cents || ' cents' as counted
        from counted c left join observations o on o.business_id = c.business_id
          and o.platform = c.platform and o.action_type = c.action_type and o.action_id = c.action_id
      )
      select * from compared where kept <> counted order by name limit 1`,
  );
  return row && `the observations of ${row.name} are ${row.kept}, but its campaigns add up to ${row.counted}`;
}

/** Returns when the newest event of any business was recorded; undefined without events. */
export async function findNewestTime(db: Db): Promise<string | undefined> {
  const row = await findFirst<{ at: string }>(
    db,
    sql`select created_at as at from events where id = (select max(id) from events)`,
  );
  return row?.at;
}

/** Returns whether a migration is applied. */
export async function hasMigration(db: Db, name: string): Promise<boolean> {
  return (await db.all(sql`select name from _migrations where name = ${name}`)).length > 0;
}
