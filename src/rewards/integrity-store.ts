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
