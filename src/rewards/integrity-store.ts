import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/** Each rule: a query for the first row that violates it, and a sentence describing that row. */
const RULES: { find: SQL; describe(row: Record<string, unknown>): string }[] = [
  {
    find: sql`
      select id, status, redeemed_at from rewards
      where (status = 'redeemed') <> (redeemed_at is not null) order by id limit 1`,
    describe: row => `reward ${row.id} is ${row.status}, but stores the redemption time ${row.redeemed_at}`,
  },
  {
    find: sql`
      select id, amount_cents from rewards
      where type = 'percentage' and (status = 'redeemed') <> (amount_cents is not null) order by id limit 1`,
    describe: row =>
      `reward ${row.id} stores the amount ${row.amount_cents}, which a percentage has only while redeemed`,
  },
  {
    find: sql`
      select reward_id, count(*) as total, max(number) as latest from reward_reinstatements
      group by reward_id having max(number) <> count(*) or min(number) <> 1 order by reward_id limit 1`,
    describe: row =>
      `reward ${row.reward_id} has ${row.total} reinstatements, but the latest has the number ${row.latest}`,
  },
  {
    find: sql`
      select undone.reward_id, undone.number from reward_reinstatements undone
      left join reward_reinstatements earlier
        on earlier.reward_id = undone.reward_id and earlier.number = undone.number - 1
      where undone.created_at < undone.redeemed_at or undone.redeemed_at < earlier.created_at
      order by undone.reward_id, undone.number limit 1`,
    describe: row =>
      `reinstatement ${row.number} of reward ${row.reward_id} does not lie between its redemption and the next one`,
  },
  {
    find: sql`
      select r.id, r.redeemed_at, u.number from rewards r
      join reward_reinstatements u on u.reward_id = r.id
      where r.redeemed_at < u.created_at order by r.id, u.number limit 1`,
    describe: row =>
      `reward ${row.id} was redeemed at ${row.redeemed_at}, before its reinstatement ${row.number}`,
  },
];

/**
 * Compares rewards with their redemptions and reinstatements.
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
