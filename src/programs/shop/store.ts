import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { shopCounts, shopOrders } from '../../../db/schema/visits.ts';
import * as statements from '../../../db/statements.ts';

export const insert = statements.insert(shopOrders);

const selectCounts = statements.query({ scope: shopCounts.scope }, (db, p) =>
  db.select().from(shopCounts).where(eq(shopCounts.scope, p.scope)),
);

/**
 * Returns how often each item was bought.
 * @param scope the ID of a program or member
 */
export async function getCounts(db: Db, scope: string): Promise<Map<string, number>> {
  return new Map((await selectCounts(db, { scope })).map(({ itemId, bought }) => [itemId, bought]));
}

const addCount = statements.query(statements.allColumns(shopCounts), (db, row) =>
  db
    .insert(shopCounts)
    .values(row)
    .onConflictDoUpdate({
      target: [shopCounts.scope, shopCounts.itemId],
      set: { bought: sql`${shopCounts.bought} + excluded.bought` },
    }),
);

/** Counts a purchase of an item in a program or by a member. */
export async function count(db: Db, scope: string, itemId: string): Promise<void> {
  await addCount(db, { scope, itemId, bought: 1 });
}
