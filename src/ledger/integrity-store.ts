import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/** Each rule: a query for the first row that violates it, and a sentence describing that row. */
const RULES: { find: SQL; describe(row: Record<string, unknown>): string }[] = [
  {
    find: sql`
      select transfer_id, unit, sum(amount) as total from ledger_entries
      group by transfer_id, unit having sum(amount) <> 0 order by transfer_id limit 1`,
    describe: row => `transfer ${row.transfer_id} adds up to ${row.total} ${row.unit}, not 0`,
  },
  {
    find: sql`
      select t.id, count(e.id) as entries from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id
      group by t.id having count(e.id) < 2 order by t.id limit 1`,
    describe: row => `transfer ${row.id} has ${row.entries} entries; at least 2 are required`,
  },
  {
    find: sql`
      select a.id, a.balance, coalesce(e.total, 0) as total from ledger_accounts a
      left join (select account_id, sum(amount) as total from ledger_entries group by account_id) e
        on e.account_id = a.id
      where a.balance <> coalesce(e.total, 0) order by a.id limit 1`,
    describe: row =>
      `account ${row.id} stores balance ${row.balance}, but its entries add up to ${row.total}`,
  },
  {
    find: sql`select id, balance from ledger_accounts where allows_negative = 0 and balance < 0 order by id limit 1`,
    describe: row => `account ${row.id} has balance ${row.balance}, below its floor`,
  },
  {
    find: sql`
      select id, account_id, balance_after, running from (
        select id, account_id, balance_after,
          sum(amount) over (partition by account_id order by id) as running from ledger_entries) as entries
      where balance_after <> running order by id limit 1`,
    describe: row =>
      `entry ${row.id} of account ${row.account_id} stores balance ${row.balance_after}, but the entries up to it add up to ${row.running}`,
  },
  {
    find: sql`
      select e.id, e.unit, a.unit as account_unit, e.account_id from ledger_entries e
      join ledger_accounts a on a.id = e.account_id where a.unit <> e.unit order by e.id limit 1`,
    describe: row =>
      `entry ${row.id} is in ${row.unit}, its account ${row.account_id} in ${row.account_unit}`,
  },
  {
    find: sql`
      select r.id, r.reverses from ledger_transfers r where r.reverses is not null and (
        exists (
          select account_id, unit, -amount from ledger_entries where transfer_id = r.reverses
          except select account_id, unit, amount from ledger_entries where transfer_id = r.id)
        or (select count(*) from ledger_entries where transfer_id = r.reverses)
          <> (select count(*) from ledger_entries where transfer_id = r.id))
      order by r.id limit 1`,
    describe: row => `transfer ${row.id} does not take back what ${row.reverses} moved`,
  },
  {
    find: sql`
      select t.partly_reverses as id, e.account_id, sum(e.amount) as reversed, o.amount from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id
      left join ledger_entries o
        on o.transfer_id = t.partly_reverses and o.account_id = e.account_id and o.unit = e.unit
      where t.partly_reverses is not null
      group by t.partly_reverses, e.account_id, o.amount
      having o.amount is null or abs(sum(e.amount)) > abs(o.amount) or (sum(e.amount) > 0) = (o.amount > 0)
      order by t.partly_reverses, e.account_id limit 1`,
    describe: row =>
      `the parts that reverse transfer ${row.id} move ${row.reversed} on ${row.account_id}, it moved ${row.amount ?? 0}`,
  },
  {
    find: sql`
      select t.id from ledger_transfers t join ledger_transfers p on p.partly_reverses = t.id
      join ledger_transfers r on r.reverses = t.id order by t.id limit 1`,
    describe: row => `transfer ${row.id} is reversed as a whole and in part`,
  },
];

/**
 * Recomputes the ledger from its entries: transfers sum to zero per unit, balances equal the sum of their entries and
 * respect their floor, reversals are the inverse of the transfer they reference.
 * @returns a sentence per violated rule, naming the first row; empty if there are no problems
 */
export async function listProblems(db: Db): Promise<string[]> {
  const problems: string[] = [];
  for (const { find, describe } of RULES) {
    const [row] = await db.all<Record<string, unknown>>(find);
    if (row) problems.push(describe(row));
  }
  return problems;
}
