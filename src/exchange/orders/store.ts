import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { byDimension, listQuery } from '../../../db/list-query.ts';
import { counters } from '../../../db/schema/counters.ts';
import { exchangeOrders, exchangeTrades, type OrderRow, type TradeRow } from '../../../db/schema/exchange.ts';
import * as statements from '../../../db/statements.ts';
import type { Side } from './rules.ts';

/** Must match the condition of the book's partial indexes exactly, or SQLite does not use them. */
const IS_OPEN = sql`${exchangeOrders.status} in ('open', 'partiallyFilled')`;
const placeholder = sql.placeholder;

export const find = statements.findById(exchangeOrders);

const byClientId = statements.selectOne(exchangeOrders, db =>
  db
    .select()
    .from(exchangeOrders)
    .where(
      and(
        eq(exchangeOrders.ownerId, placeholder('ownerId')),
        eq(exchangeOrders.clientOrderId, placeholder('clientOrderId')),
      ),
    ),
);

export function findByClientId(db: Db, ownerId: string, clientOrderId: string): OrderRow | undefined {
  return byClientId(db, { ownerId, clientOrderId });
}

export const insert = statements.insert(exchangeOrders);
export const amend = statements.updateRow(exchangeOrders);
export const amendFills = statements.updateMany(exchangeOrders, [
  'filled',
  'valueCents',
  'status',
  'updatedAt',
]);
export const insertTrades = statements.insertMany(exchangeTrades);

const lastOrder = statements.query<number>(db =>
  db.select({ last: sql<number>`coalesce(max(${exchangeOrders.sequence}), 0)` }).from(exchangeOrders),
);
const lastTrade = statements.query<number>(db =>
  db.select({ last: sql<number>`coalesce(max(${exchangeTrades.sequence}), 0)` }).from(exchangeTrades),
);

export function nextSequence(db: Db): number {
  return (lastOrder(db, {})[0] ?? 0) + 1;
}

export function nextTradeSequence(db: Db): number {
  return (lastTrade(db, {})[0] ?? 0) + 1;
}

const tradesAfter = statements.select(exchangeTrades, db =>
  db
    .select()
    .from(exchangeTrades)
    .where(gt(exchangeTrades.sequence, placeholder('sequence')))
    .orderBy(exchangeTrades.sequence)
    .limit(placeholder('limit')),
);

/** Lists all trades after a sequence, oldest first. */
export function listTradesAfter(db: Db, sequence: number, limit: number): TradeRow[] {
  return tradesAfter(db, { sequence, limit });
}

/** A position in the queue of one side of a book; everything after it has a worse price or is newer. */
export interface QueuePosition {
  rankCents: number;
  sequence: number;
}

const queue = statements.select(exchangeOrders, db =>
  db
    .select()
    .from(exchangeOrders)
    .where(
      and(
        eq(exchangeOrders.perkId, placeholder('perkId')),
        eq(exchangeOrders.type, placeholder('side')),
        IS_OPEN,
        sql`(${exchangeOrders.rankCents}, ${exchangeOrders.sequence}) >
          (${placeholder('rankCents')}, ${placeholder('sequence')})`,
      ),
    )
    .orderBy(exchangeOrders.rankCents, exchangeOrders.sequence)
    .limit(placeholder('limit')),
);

/** The position before every order. */
export const QUEUE_START: QueuePosition = { rankCents: Number.MIN_SAFE_INTEGER, sequence: 0 };

/** Lists the next orders of one side of a book, best price first, then oldest first. */
export function listQueue(
  db: Db,
  perkId: string,
  side: Side,
  after: QueuePosition,
  limit: number,
): OrderRow[] {
  return queue(db, { perkId, side, rankCents: after.rankCents, sequence: after.sequence, limit });
}

const foreign = statements.query<number>(db =>
  db
    .select({ one: sql<number>`1` })
    .from(exchangeOrders)
    .where(
      and(
        eq(exchangeOrders.perkId, placeholder('perkId')),
        eq(exchangeOrders.type, placeholder('side')),
        IS_OPEN,
        sql`${exchangeOrders.ownerId} <> ${placeholder('ownerId')}`,
      ),
    )
    .limit(1),
);

/** Returns whether another owner has an order on that side. */
export function hasOrderOfOthers(db: Db, perkId: string, side: Side, ownerId: string): boolean {
  return foreign(db, { perkId, side, ownerId }).length > 0;
}

const due = statements.select(exchangeOrders, db =>
  db
    .select()
    .from(exchangeOrders)
    .where(and(sql`likely(${IS_OPEN})`, lte(exchangeOrders.expiresAt, placeholder('now'))))
    .limit(placeholder('limit')),
);

/** Lists open orders that have passed their expiry time. */
export function listDue(db: Db, now: string, limit: number): OrderRow[] {
  return due(db, { now, limit });
}

const ofPerk = statements.select(exchangeOrders, db =>
  db
    .select()
    .from(exchangeOrders)
    .where(and(eq(exchangeOrders.perkId, placeholder('perkId')), IS_OPEN))
    .limit(placeholder('limit')),
);

export function listOpenOfPerk(db: Db, perkId: string, limit: number): OrderRow[] {
  return ofPerk(db, { perkId, limit });
}

export const list = listQuery(exchangeOrders, {
  filters: {
    ownerId: exchangeOrders.ownerId,
    status: exchangeOrders.status,
    perkId: exchangeOrders.perkId,
    type: exchangeOrders.type,
  },
  order: [desc(exchangeOrders.sequence)],
  counter: { list: 'orders', dimensions: { status: byDimension }, scopes: ['ownerId'] },
});

/** Lists all trades of the installation, for its admin. */
export const listAllTrades = listQuery(exchangeTrades, {
  filters: { perkId: exchangeTrades.perkId },
  order: [desc(exchangeTrades.sequence)],
  counter: { list: 'trades', dimensions: { perkId: byDimension }, scopes: [] },
});

/**
 * Reads both sides by their own index and merges them; self-trades are impossible, so no trade appears twice.
 * Selecting the page of ids first lets SQLite read the rows in order without sorting.
 */
function ofOwner(db: Db, more: SQL | undefined) {
  const side = (column: typeof exchangeTrades.buyOwnerId | typeof exchangeTrades.sellOwnerId) =>
    sql`select "sequence" from ${exchangeTrades}
      where ${eq(column, placeholder('ownerId'))} ${more ? sql`and ${more}` : sql``}`;
  return db
    .select()
    .from(exchangeTrades)
    .where(
      sql`${exchangeTrades.sequence} in (${side(exchangeTrades.buyOwnerId)}
        union all ${side(exchangeTrades.sellOwnerId)}
        order by "sequence" desc limit ${placeholder('limit')} offset ${placeholder('offset')})`,
    )
    .orderBy(desc(exchangeTrades.sequence));
}

const ownTrades = statements.select(exchangeTrades, db => ofOwner(db, undefined));
const ownTradesOfPerk = statements.select(exchangeTrades, db =>
  ofOwner(db, eq(exchangeTrades.perkId, placeholder('perkId'))),
);

const tradeTotal = statements.query<number>(db =>
  db
    .select({ total: sql<number>`coalesce(sum(${counters.total}), 0)` })
    .from(counters)
    .where(
      and(
        eq(counters.scope, placeholder('ownerId')),
        eq(counters.list, 'trades'),
        sql`(${placeholder('perkId')} is null or ${counters.facet} = ${placeholder('perkId')})`,
      ),
    ),
);

/** Lists the trades of an owner, newest first, with their total. */
export function listTrades(
  db: Db,
  { ownerId, perkId }: { ownerId: string; perkId?: string },
  limit: number,
  offset: number,
): { items: TradeRow[]; total: number } {
  const args = { ownerId, perkId: perkId ?? null, limit, offset };
  const items = perkId === undefined ? ownTrades(db, args) : ownTradesOfPerk(db, args);
  return { items, total: tradeTotal(db, args)[0] ?? 0 };
}
