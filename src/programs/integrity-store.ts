import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

interface Violation {
  id: string;
  kept: string;
  counted: string;
}

interface Rule {
  find: SQL;
  describe(row: Violation): string;
}

/** Compares a member's cashback with its records. */
const AGAINST_RECORDS: Rule = {
  find: sql`
    with counted as (
      select member_key,
        sum(iif(status = 'pending', amount_cents, 0)) as pending,
        sum(iif(status = 'available', remaining_cents, 0)) as available,
        sum(iif(status in ('void', 'reversed'), 0, amount_cents)) as granted,
        sum(iif(status in ('pending', 'void'), 0, amount_cents)) as lifetime
      from cashbacks group by member_key
    ), compared as (
      select m.id,
        format('pending %d, available %d, granted %d, lifetime %d', pending_cents, available_cents,
          granted_cents, lifetime_cents) as kept,
        format('pending %d, available %d, granted %d, lifetime %d', coalesce(pending, 0),
          coalesce(available, 0), coalesce(granted, 0), coalesce(lifetime, 0)) as counted
      from members m left join counted c on c.member_key = m.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `member ${row.id} keeps ${row.kept}, but its cashback makes ${row.counted}`,
};

/** Compares a member's totals with the ledger accounts. */
const AGAINST_LEDGER: Rule = {
  find: sql`
    with compared as (
      select m.id,
        format('pending %d, available %d, points %d, redeemed %d', m.pending_cents, m.available_cents, m.points,
          m.redeemed_cents) as kept,
        format('pending %d, available %d, points %d, redeemed %d', coalesce(p.balance, 0),
          coalesce(a.balance, 0), coalesce(s.balance, 0), coalesce(r.total, 0)) as counted
      from members m
      left join ledger_accounts p on p.id = 'member:' || m.id || '/cashback/pending'
      left join ledger_accounts a on a.id = 'member:' || m.id || '/cashback/available'
      left join ledger_accounts s on s.id = 'member:' || m.id || '/points'
      left join (
        select e.account_id, -sum(e.amount) as total from ledger_entries e
        join ledger_transfers t on t.id = e.transfer_id where t.kind = 'cashback.redeemed'
        group by e.account_id
      ) r on r.account_id = a.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `member ${row.id} keeps ${row.kept}, but the ledger has ${row.counted}`,
};

/** Compares a member's counts with the activities that were not reverted. */
const AGAINST_ACTIVITIES: Rule = {
  find: sql`
    with counted as (
      select member_id, sum(points) as points, sum(spend_cents) as spend, sum(is_approval) as approved
      from member_steps where reversed_at is null group by member_id
    ), compared as (
      select m.id,
        format('points %d, spend %d, approved %d', m.points, m.spend_cents, m.approved_count) as kept,
        format('points %d, spend %d, approved %d', coalesce(c.points, 0), coalesce(c.spend, 0),
          coalesce(c.approved, 0)) as counted
      from members m left join counted c on c.member_id = m.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `member ${row.id} keeps ${row.kept}, but its steps make ${row.counted}`,
};

/** Compares a program's counts and totals with its members. */
const AGAINST_MEMBERS: Rule = {
  find: sql`
    with counted as (
      select program_id, count(*) as members, sum(status = 'active') as active,
        sum(submission_count) as submissions, sum(approved_count) as approved, sum(pending_cents) as pending,
        sum(available_cents) as available, sum(redeemed_cents) as redeemed
      from members group by program_id
    ), compared as (
      select p.id,
        format('members %d (%d active), submissions %d (%d approved), pending %d, available %d, redeemed %d',
          member_count, active_member_count, submission_count, approved_count, pending_cents, available_cents,
          redeemed_cents) as kept,
        format('members %d (%d active), submissions %d (%d approved), pending %d, available %d, redeemed %d',
          coalesce(members, 0), coalesce(active, 0), coalesce(submissions, 0), coalesce(approved, 0),
          coalesce(pending, 0), coalesce(available, 0), coalesce(redeemed, 0)) as counted
      from programs p left join counted c on c.program_id = p.id
    )
    select * from compared where kept <> counted order by id limit 1`,
  describe: row => `program ${row.id} keeps ${row.kept}, but its members make ${row.counted}`,
};

/**
 * Recomputes the stored totals of members and programs.
 * @returns a sentence per violated rule, naming the first row; empty if there are no problems
 */
export function listProblems(db: Db): string[] {
  return [AGAINST_RECORDS, AGAINST_LEDGER, AGAINST_ACTIVITIES, AGAINST_MEMBERS].flatMap(
    ({ find, describe }) => {
      const [row] = db.all<Violation>(find);
      return row ? [describe(row)] : [];
    },
  );
}
