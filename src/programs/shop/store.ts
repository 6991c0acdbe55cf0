import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { listQuery } from '../../../db/list-query.ts';
import { shopCounts, shopOrders } from '../../../db/schema/visits.ts';
import * as statements from '../../../db/statements.ts';

export const find = statements.findBy(shopOrders, ['id']);
export const insert = statements.insert(shopOrders);
export const update = statements.update(shopOrders);

export const list = listQuery(shopOrders, {
  filters: {
    programId: shopOrders.programId,
    memberKey: shopOrders.memberKey,
    status: status =>
      sql`case when ${shopOrders.canceledAt} is null then 'completed' else 'canceled' end = ${status}`,
  },
  owners: ['programId', 'memberKey'],
  newestFirst: [shopOrders.createdAt, shopOrders.id],
  counter: { list: 'shopOrders', dimensions: {}, scopes: ['memberKey', 'programId'] },
});

const listCounts = statements.listBy(shopCounts, ['scope']);

/**
 * Returns how often each item was bought.
 * @param scope the ID of a program or member
 */
export async function getCounts(db: Db, scope: string): Promise<Map<string, number>> {
  return new Map((await listCounts(db, scope)).map(({ itemId, bought }) => [itemId, bought]));
}

/** Adds to the purchases of an item in a program or by a member: 1 for a purchase, -1 for a canceled one. */
export const addCount = statements.query(statements.allColumns(shopCounts), (db, row) =>
  db
    .insert(shopCounts)
    .values(row)
    .onConflictDoUpdate({
      target: [shopCounts.scope, shopCounts.itemId],
      set: { bought: sql`${shopCounts.bought} + excluded.bought` },
    }),
);
