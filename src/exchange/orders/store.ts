import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { byDimension } from '../../../db/list-filter.ts';
import { listQuery } from '../../../db/list-query.ts';
import { exchangeOrders, exchangeTrades, type OrderRow } from '../../../db/schema/exchange.ts';
import * as statements from '../../../db/statements.ts';
import type { Side } from './rules.ts';

/** Must match the condition of the book's partial indexes exactly, or SQLite does not use them. */
const IS_OPEN = sql`${exchangeOrders.status} in ('open', 'partiallyFilled')`;

export const find = statements.findBy(exchangeOrders, ['id']);

export const findByClientId = statements.findBy(exchangeOrders, ['ownerId', 'clientOrderId']);

export const insert = statements.insert(exchangeOrders);
export const amend = statements.updateRow(exchangeOrders);
export const amendFills = statements.updateMany(exchangeOrders, [
  'filled',
  'valueCents',
  'status',
  'updatedAt',
]);
export const insertTrades = statements.insertMany(exchangeTrades);

const getLastOrder = statements.queryNumber(db =>
  db.select({ last: sql<number>`coalesce(max(${exchangeOrders.sequence}), 0)` }).from(exchangeOrders),
);
const getLastTrade = statements.queryNumber(db =>
  db.select({ last: sql<number>`coalesce(max(${exchangeTrades.sequence}), 0)` }).from(exchangeTrades),
);

export async function nextSequence(db: Db): Promise<number> {
  return (await getLastOrder(db)) + 1;
}

export async function nextTradeSequence(db: Db): Promise<number> {
  return (await getLastTrade(db)) + 1;
}

/** Lists all trades after a sequence, oldest first. */
export const listTradesAfter = statements.select(
  exchangeTrades,
  { sequence: exchangeTrades.sequence, limit: Number },
  p => ({
    where: gt(exchangeTrades.sequence, p.sequence),
    orderBy: [exchangeTrades.sequence],
    limit: p.limit,
  }),
);

/** A position in the queue of one side of a book; everything after it has a worse price or is newer. */
interface QueuePosition {
  rankCents: number;
  sequence: number;
}

/** Lists the next orders of one side of a book, best price first, then oldest first. */
export const listQueue = statements.select(
  exchangeOrders,
  {
    perkId: exchangeOrders.perkId,
    side: exchangeOrders.type,
    rankCents: exchangeOrders.rankCents,
    sequence: exchangeOrders.sequence,
    limit: Number,
  },
  p => ({
    where: and(
      eq(exchangeOrders.perkId, p.perkId),
      eq(exchangeOrders.type, p.side),
      IS_OPEN,
      sql`(${exchangeOrders.rankCents}, ${exchangeOrders.sequence}) >
          (${p.rankCents}, ${p.sequence})`,
    ),
    orderBy: [exchangeOrders.rankCents, exchangeOrders.sequence],
    limit: p.limit,
  }),
);

/** The position before every order. */
export const QUEUE_START: QueuePosition = { rankCents: Number.MIN_SAFE_INTEGER, sequence: 0 };

const selectOrderOfOthers = statements.query(
  { perkId: exchangeOrders.perkId, side: exchangeOrders.type, ownerId: exchangeOrders.ownerId },
  (db, p) =>
    db
      .select({ one: sql<number>`1` })
      .from(exchangeOrders)
      .where(
        and(
          eq(exchangeOrders.perkId, p.perkId),
          eq(exchangeOrders.type, p.side),
          IS_OPEN,
          sql`${exchangeOrders.ownerId} <> ${p.ownerId}`,
        ),
      )
      .limit(1),
);

/** Returns whether another owner has an order on that side. */
export async function hasOrderOfOthers(
  db: Db,
  perkId: string,
  side: Side,
  ownerId: string,
): Promise<boolean> {
  return (await selectOrderOfOthers(db, { perkId, side, ownerId })).length > 0;
}

/** Lists open orders that have passed their expiry time. */
export const listDue = statements.select(
  exchangeOrders,
  { now: exchangeOrders.expiresAt, limit: Number },
  p => ({
    where: and(sql`likely(${IS_OPEN})`, lte(exchangeOrders.expiresAt, p.now)),
    limit: p.limit,
  }),
);

export const listOpenOfPerk = statements.select(
  exchangeOrders,
  { perkId: exchangeOrders.perkId, limit: Number },
  p => ({
    where: and(eq(exchangeOrders.perkId, p.perkId), IS_OPEN),
    limit: p.limit,
  }),
);

export function listOpenOfOwner(db: Db, ownerId: string): Promise<OrderRow[]> {
  const where = and(eq(exchangeOrders.ownerId, ownerId), IS_OPEN);
  return db.select().from(exchangeOrders).where(where).all();
}

export const list = listQuery(exchangeOrders, {
  filters: {
    ownerId: exchangeOrders.ownerId,
    status: exchangeOrders.status,
    perkId: exchangeOrders.perkId,
    type: exchangeOrders.type,
  },
  owners: ['ownerId'],
  newestFirst: [exchangeOrders.sequence],
  counter: { list: 'orders', dimensions: { status: byDimension }, scopes: ['ownerId'] },
});

export const listTrades = listQuery(exchangeTrades, {
  filters: {
    /** Self-trades are impossible, so no trade matches twice. */
    ownerId: { either: [exchangeTrades.buyOwnerId, exchangeTrades.sellOwnerId] },
    perkId: exchangeTrades.perkId,
  },
  owners: ['ownerId'],
  newestFirst: [exchangeTrades.sequence],
  counter: { list: 'trades', dimensions: { perkId: byDimension }, scopes: ['ownerId'] },
});
