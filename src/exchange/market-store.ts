import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type BucketRow, exchangeBuckets, exchangeLevels } from '../../db/schema/exchange.ts';
import { tallies } from '../../db/schema/tallies.ts';
import { selector, valuesOf } from '../../db/statements.ts';
import type { Side } from './rules.ts';

const placeholder = sql.placeholder;

const addToLevel = valuesOf<never>(db =>
  db
    .insert(exchangeLevels)
    .values({
      perkId: placeholder('perkId'),
      type: placeholder('side'),
      rankCents: placeholder('rankCents'),
      quantity: placeholder('quantity'),
      orders: placeholder('orders'),
    })
    .onConflictDoUpdate({
      target: [exchangeLevels.perkId, exchangeLevels.type, exchangeLevels.rankCents],
      set: {
        quantity: sql`${exchangeLevels.quantity} + excluded."quantity"`,
        orders: sql`${exchangeLevels.orders} + excluded."orders"`,
      },
    }),
);
const takeFromLevel = valuesOf<number>(db =>
  db
    .update(exchangeLevels)
    .set({
      quantity: sql`${exchangeLevels.quantity} + ${placeholder('quantity')}`,
      orders: sql`${exchangeLevels.orders} + ${placeholder('orders')}`,
    })
    .where(
      and(
        eq(exchangeLevels.perkId, placeholder('perkId')),
        eq(exchangeLevels.type, placeholder('side')),
        eq(exchangeLevels.rankCents, placeholder('rankCents')),
      ),
    )
    .returning({ orders: exchangeLevels.orders }),
);
const dropLevel = valuesOf<never>(db =>
  db
    .delete(exchangeLevels)
    .where(
      and(
        eq(exchangeLevels.perkId, placeholder('perkId')),
        eq(exchangeLevels.type, placeholder('side')),
        eq(exchangeLevels.rankCents, placeholder('rankCents')),
      ),
    ),
);

export interface LevelChange {
  perkId: string;
  side: Side;
  rankCents: number;
  /** Units and orders to add; negative to take away. */
  quantity: number;
  orders: number;
}

/** Keeps the sum of a price with the orders that it is made of; a level without orders is gone. */
export function adjustLevel(db: Db, change: LevelChange): void {
  if (change.orders > 0) {
    addToLevel(db, { ...change });
    return;
  }
  const [left] = takeFromLevel(db, { ...change });
  if (left === undefined) throw new Error(`There is no level ${change.rankCents} of ${change.perkId}`);
  if (left === 0) dropLevel(db, { ...change });
}

const best = selector(exchangeLevels, db =>
  db
    .select()
    .from(exchangeLevels)
    .where(
      and(eq(exchangeLevels.perkId, placeholder('perkId')), eq(exchangeLevels.type, placeholder('side'))),
    )
    .orderBy(exchangeLevels.rankCents)
    .limit(placeholder('limit')),
);

/** The best prices of one side with what rests there. */
export function listLevels(db: Db, perkId: string, side: Side, limit: number) {
  return best(db, { perkId, side, limit }).map(({ rankCents, quantity }) => ({
    priceCents: Math.abs(rankCents),
    quantity,
  }));
}

const addToBucket = valuesOf<never>(db =>
  db
    .insert(exchangeBuckets)
    .values({
      perkId: placeholder('perkId'),
      spanSeconds: placeholder('spanSeconds'),
      startsAt: placeholder('startsAt'),
      openCents: placeholder('openCents'),
      highCents: placeholder('highCents'),
      lowCents: placeholder('lowCents'),
      closeCents: placeholder('closeCents'),
      volumeCents: placeholder('volumeCents'),
      quantity: placeholder('quantity'),
      trades: placeholder('trades'),
    })
    .onConflictDoUpdate({
      target: [exchangeBuckets.perkId, exchangeBuckets.spanSeconds, exchangeBuckets.startsAt],
      set: {
        highCents: sql`max(${exchangeBuckets.highCents}, excluded."high_cents")`,
        lowCents: sql`min(${exchangeBuckets.lowCents}, excluded."low_cents")`,
        closeCents: sql`excluded."close_cents"`,
        volumeCents: sql`${exchangeBuckets.volumeCents} + excluded."volume_cents"`,
        quantity: sql`${exchangeBuckets.quantity} + excluded."quantity"`,
        trades: sql`${exchangeBuckets.trades} + excluded."trades"`,
      },
    }),
);

export function addTrading(db: Db, bucket: BucketRow): void {
  addToBucket(db, { ...bucket });
}

const buckets = selector(exchangeBuckets, db =>
  db
    .select()
    .from(exchangeBuckets)
    .where(
      and(
        eq(exchangeBuckets.perkId, placeholder('perkId')),
        eq(exchangeBuckets.spanSeconds, placeholder('spanSeconds')),
        gte(exchangeBuckets.startsAt, placeholder('from')),
        lt(exchangeBuckets.startsAt, placeholder('to')),
      ),
    )
    .orderBy(exchangeBuckets.startsAt),
);

/** The trading of a perk from one moment up to another, in buckets of one size, oldest first. */
export function listBuckets(
  db: Db,
  range: { perkId: string; spanSeconds: number; from: number; to: number },
): BucketRow[] {
  return buckets(db, range);
}

const openOrders = valuesOf<number>(db =>
  db
    .select({ total: sql<number>`coalesce(sum(${tallies.total}), 0)` })
    .from(tallies)
    .where(
      and(
        eq(tallies.scope, '*'),
        eq(tallies.list, 'orders'),
        sql`${tallies.facet} in ('open', 'partiallyFilled')`,
      ),
    ),
);

export function countOpenOrders(db: Db): number {
  return openOrders(db, {})[0] ?? 0;
}
