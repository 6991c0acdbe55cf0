import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

type Row = Record<string, unknown>;

/** Each rule: the query that finds the first row that violates it, and the sentence that names the row. */
const RULES: { find: SQL; describe(row: Row): string }[] = [
  {
    find: sql`
      with counted as (
        select business_id, substr(created_at, 1, 7) as month, count(*) as submissions from submissions group by 1, 2
      )
      select coalesce(c.business_id, u.business_id) as business_id, coalesce(c.month, u.month) as month,
        coalesce(u.submissions, 0) as kept, coalesce(c.submissions, 0) as counted
      from counted c full join usage_months u on u.business_id = c.business_id and u.month = c.month
      where u.submissions is distinct from c.submissions order by 1, 2 limit 1`,
    describe: row =>
      `stored usage of ${row.business_id} in ${row.month} is ${row.kept} submissions, but ${row.counted} were found`,
  },
  {
    find: sql`
      select n.year, n.last, count(i.id) as invoices from invoice_numbers n
      left join invoices i on i.number like 'INV-' || n.year || '-%'
      group by n.year having count(i.id) <> n.last order by n.year limit 1`,
    describe: row =>
      `the last invoice number of ${row.year} is ${row.last}, but ${row.invoices} invoices were found`,
  },
  {
    find: sql`
      select i.id, i.number, i.amount_cents as amount, coalesce(e.amount, 0) as credited from invoices i
      left join ledger_entries e on e.transfer_id = i.transfer_id and e.amount > 0
      where i.kind = 'topup'
        and coalesce(e.amount, 0) <> case when i.status in ('paid', 'refunded') then i.amount_cents else 0 end
      order by i.id limit 1`,
    describe: row => `the top-up ${row.number} over ${row.amount} cents credited ${row.credited} cents`,
  },
  {
    find: sql`
      with taken as (
        select i.id, coalesce((select -sum(e.amount) from ledger_transfers t
            join ledger_entries e on e.transfer_id = t.id
            join ledger_accounts a on a.id = e.account_id and a.owner_id = i.business_id
            where t.reverses = i.transfer_id or (t.kind in ('exchange.refund', 'exchange.reinstatement')
              and t.reference like 'billing:' || i.id || ':%')), 0) as cents
        from invoices i where i.transfer_id is not null
      )
      select i.number, i.refunded_cents - i.shortfall_cents as kept, t.cents from taken t
      join invoices i on i.id = t.id where i.refunded_cents - i.shortfall_cents <> t.cents order by i.id limit 1`,
    describe: row => `the refund of ${row.number} is ${row.kept} cents, but the ledger shows ${row.cents}`,
  },
];

/** @returns a sentence per violated rule, naming the first row; empty if there are no problems */
export async function listProblems(db: Db): Promise<string[]> {
  const problems: string[] = [];
  for (const { find, describe } of RULES) {
    const [row] = await db.all<Row>(find);
    if (row) problems.push(describe(row));
  }
  return problems;
}
