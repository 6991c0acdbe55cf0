import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { installationCounters } from '../../../db/schema/counters.ts';
import {
  type BucketRow,
  exchangeBuckets,
  exchangeLevels,
  type PerkRow,
  perks,
} from '../../../db/schema/exchange.ts';
import * as statements from '../../../db/statements.ts';
import { DEFAULT_CURRENCY } from '../../platform/currency-digits.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import type { Side } from '../orders/rules.ts';
import type { TimeRange } from './rules/statistics.ts';

const addToLevel = statements.query(statements.allColumns(exchangeLevels), (db, level) =>
  db
    .insert(exchangeLevels)
    .values(level)
    .onConflictDoUpdate({
      target: [exchangeLevels.perkId, exchangeLevels.type, exchangeLevels.rankCents],
      set: {
        quantity: sql`${exchangeLevels.quantity} + excluded."quantity"`,
        orders: sql`${exchangeLevels.orders} + excluded."orders"`,
      },
    }),
);
const takeFromLevel = statements.queryOne(
  {
    quantity: exchangeLevels.quantity,
    orders: exchangeLevels.orders,
    perkId: exchangeLevels.perkId,
    side: exchangeLevels.type,
    rankCents: exchangeLevels.rankCents,
  },
  (db, p) =>
    db
      .update(exchangeLevels)
      .set({
        quantity: sql`${exchangeLevels.quantity} + ${p.quantity}`,
        orders: sql`${exchangeLevels.orders} + ${p.orders}`,
      })
      .where(
        and(
          eq(exchangeLevels.perkId, p.perkId),
          eq(exchangeLevels.type, p.side),
          eq(exchangeLevels.rankCents, p.rankCents),
        ),
      )
      .returning({ orders: exchangeLevels.orders }),
);
const deleteLevel = statements.query(
  { perkId: exchangeLevels.perkId, side: exchangeLevels.type, rankCents: exchangeLevels.rankCents },
  (db, p) =>
    db
      .delete(exchangeLevels)
      .where(
        and(
          eq(exchangeLevels.perkId, p.perkId),
          eq(exchangeLevels.type, p.side),
          eq(exchangeLevels.rankCents, p.rankCents),
        ),
      ),
);

export interface LevelChange {
  perkId: string;
  side: Side;
  rankCents: number;
  /** Units and orders to add; negative to remove. */
  quantity: number;
  orders: number;
}

/** Adjusts the total of a price level; deletes a level that has no orders left. */
export async function adjustLevel(db: Db, change: LevelChange): Promise<void> {
  if (change.orders > 0) {
    await addToLevel(db, { ...change, type: change.side });
    return;
  }
  const left = await takeFromLevel(db, { ...change });
  if (left === undefined)
    throw new Error(`Price level ${change.rankCents} of perk ${change.perkId} not found`);
  if (left.orders === 0) await deleteLevel(db, { ...change });
}

const selectBestLevels = statements.select(
  exchangeLevels,
  { perkId: exchangeLevels.perkId, side: exchangeLevels.type, limit: Number },
  p => ({
    where: and(eq(exchangeLevels.perkId, p.perkId), eq(exchangeLevels.type, p.side)),
    orderBy: [exchangeLevels.rankCents],
    limit: p.limit,
  }),
);

/** Lists the best price levels of one side. */
export async function listLevels(db: Db, perkId: string, side: Side, limit: number) {
  return (await selectBestLevels(db, { perkId, side, limit })).map(({ rankCents, quantity }) => ({
    priceCents: Math.abs(rankCents),
    quantity,
  }));
}

/** Returns the best price of one side in cents; null if the side is empty. */
async function bestPrice(db: Db, perkId: string, side: Side): Promise<number | null> {
  return (await listLevels(db, perkId, side, 1))[0]?.priceCents ?? null;
}

/** Transactions of the exchange run one at a time on every engine, so the numbers become visible in order. */
const updateChangeSequence = statements.query({ perkId: perks.id }, (db, p) =>
  db
    .update(perks)
    .set({ changeSequence: sql`(select max(${perks.changeSequence}) + 1 from ${perks})` })
    .where(eq(perks.id, p.perkId)),
);
const updateBestPrices = statements.query(
  { ask: { nullable: perks.bestAskCents }, bid: { nullable: perks.bestBidCents }, perkId: perks.id },
  (db, p) =>
    db
      .update(perks)
      .set({ bestAskCents: sql`${p.ask}`, bestBidCents: sql`${p.bid}` })
      .where(
        and(
          eq(perks.id, p.perkId),
          sql`(${perks.bestAskCents} is distinct from ${p.ask}
          or ${perks.bestBidCents} is distinct from ${p.bid})`,
        ),
      ),
);

/** Marks the market data of a perk as changed for all stream readers. */
export async function markChanged(db: Db, perkId: string): Promise<void> {
  await updateBestPrices(db, {
    perkId,
    ask: await bestPrice(db, perkId, 'sell'),
    bid: await bestPrice(db, perkId, 'buy'),
  });
  await updateChangeSequence(db, { perkId });
}

const addToBucket = statements.query(statements.allColumns(exchangeBuckets), (db, bucket) =>
  db
    .insert(exchangeBuckets)
    .values(bucket)
    .onConflictDoUpdate({
      target: [exchangeBuckets.perkId, exchangeBuckets.spanSeconds, exchangeBuckets.startsAt],
      set: {
        highCents: sql`case when excluded."high_cents" > ${exchangeBuckets.highCents} then excluded."high_cents" else ${exchangeBuckets.highCents} end`,
        lowCents: sql`case when excluded."low_cents" < ${exchangeBuckets.lowCents} then excluded."low_cents" else ${exchangeBuckets.lowCents} end`,
        closeCents: sql`excluded."close_cents"`,
        volumeCents: sql`${exchangeBuckets.volumeCents} + excluded."volume_cents"`,
        quantity: sql`${exchangeBuckets.quantity} + excluded."quantity"`,
        trades: sql`${exchangeBuckets.trades} + excluded."trades"`,
      },
    }),
);

/** Represents all perks of a currency together; its prices have no meaning. The default currency is older. */
function allPerksOf(currency: string): string {
  return currency === DEFAULT_CURRENCY ? '*' : `*/${currency}`;
}
const NO_PRICES = { openCents: 0, highCents: 0, lowCents: 0, closeCents: 0 };

/** Adds trades to the statistics of their perk and of all perks in its currency. */
export async function addTrading(db: Db, bucket: BucketRow, currency: string): Promise<void> {
  await addToBucket(db, bucket);
  await addToBucket(db, { ...bucket, ...NO_PRICES, perkId: allPerksOf(currency) });
}

/** Lists the trading buckets of a perk in a time range, oldest first. */
export const listBuckets = statements.select(
  exchangeBuckets,
  {
    perkId: exchangeBuckets.perkId,
    spanSeconds: exchangeBuckets.spanSeconds,
    from: exchangeBuckets.startsAt,
    to: exchangeBuckets.startsAt,
  },
  p => ({
    where: and(
      eq(exchangeBuckets.perkId, p.perkId),
      eq(exchangeBuckets.spanSeconds, p.spanSeconds),
      gte(exchangeBuckets.startsAt, p.from),
      lt(exchangeBuckets.startsAt, p.to),
    ),
    orderBy: [exchangeBuckets.startsAt],
  }),
);

/** Same as listBuckets for all perks of a currency together, without prices. */
export function listMarketBuckets(db: Db, currency: string, range: TimeRange): Promise<BucketRow[]> {
  return listBuckets(db, { ...range, perkId: allPerksOf(currency) });
}

export const countOpenOrders = statements.queryNumber(db =>
  db
    .select({ total: sql<number>`coalesce(sum(${installationCounters.total}), 0)` })
    .from(installationCounters)
    .where(
      and(
        eq(installationCounters.list, 'orders'),
        sql`${installationCounters.facet} in ('open', 'partiallyFilled')`,
      ),
    ),
);

/** Must match the conditions of the partial indexes exactly, or SQLite does not use them. */
const IS_LISTED = sql`${perks.status} <> 'expired'`;
const IS_OFFERED = sql`${IS_LISTED} and ${perks.bestAskCents} is not null`;
const IS_WANTED = sql`${IS_LISTED} and ${perks.bestBidCents} is not null`;

/** Orderings that surface notable perks. */
const NOTABLE = [
  [IS_OFFERED, [sql`(${perks.bestAskCents} * 10000 / ${perks.faceValueCents})`]],
  [IS_WANTED, [sql`(${perks.bestBidCents} * 10000 / ${perks.faceValueCents}) desc`]],
  [IS_OFFERED, [desc(perks.createdAt), desc(perks.id)]],
  [sql`${IS_OFFERED} and ${perks.expiresAt} is not null`, [asc(perks.expiresAt), asc(perks.id)]],
] as const;
const notable = NOTABLE.map(([where, order]) =>
  statements.select(perks, { limit: Number }, p => ({ where: where, orderBy: [...order], limit: p.limit })),
);

/**
 * Lists the perks with the lowest asks and highest bids relative to face value, the newest and those that expire
 * first: up to `limit` of each, without duplicates.
 */
export async function listNotable(db: Db, limit: number): Promise<PerkRow[]> {
  const found = (await mapInOrder(notable, select => select(db, { limit }))).flat();
  return [...new Map(found.map(row => [row.id, row])).values()];
}
