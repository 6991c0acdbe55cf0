import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { cashbackRedemptionParts, cashbackRedemptions, cashbackRefunds } from '../../../db/schema/refunds.ts';
import * as statements from '../../../db/statements.ts';

export const insert = statements.insert(cashbackRefunds);

export const findRedemption = statements.findBy(cashbackRedemptions, ['id']);
export const insertRedemption = statements.insert(cashbackRedemptions);
export const updateRedemption = statements.update(cashbackRedemptions);
export const insertParts = statements.insertMany(cashbackRedemptionParts);

/** Lists the parts of a redemption, the last deducted first. */
export const listParts = statements.listBy(cashbackRedemptionParts, ['redemptionId'], {
  orderBy: [desc(cashbackRedemptionParts.number)],
});

/** Adds to what was refunded of a part. */
export const refundPart = statements.query(
  {
    redemptionId: cashbackRedemptionParts.redemptionId,
    number: cashbackRedemptionParts.number,
    cents: cashbackRedemptionParts.refundedCents,
  },
  (db, p) =>
    db
      .update(cashbackRedemptionParts)
      .set({ refundedCents: sql`${cashbackRedemptionParts.refundedCents} + ${p.cents}` })
      .where(
        sql`${cashbackRedemptionParts.redemptionId} = ${p.redemptionId} and ${cashbackRedemptionParts.number} = ${p.number}`,
      )
      .returning({ number: cashbackRedemptionParts.number }),
);

const sumOfSubject = statements.queryOne({ subjectId: cashbackRefunds.subjectId }, (db, p) =>
  db
    .select({
      count: sql<number>`count(*)`,
      cents: sql<number>`coalesce(sum(${cashbackRefunds.amountCents}), 0)`,
      points: sql<number>`coalesce(sum(${cashbackRefunds.points}), 0)`,
      visits: sql<number>`coalesce(sum(${cashbackRefunds.visits}), 0)`,
    })
    .from(cashbackRefunds)
    .where(eq(cashbackRefunds.subjectId, p.subjectId)),
);

/** The sums that the refunds of an order or redemption took back so far. */
export interface Refunded {
  count: number;
  cents: number;
  points: number;
  visits: number;
}

export async function sumRefunds(db: Db, subjectId: string): Promise<Refunded> {
  const sums = await sumOfSubject(db, { subjectId });
  const { count = 0, cents = 0, points = 0, visits = 0 } = sums ?? {};
  return { count: Number(count), cents: Number(cents), points: Number(points), visits: Number(visits) };
}
