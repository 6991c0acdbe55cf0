import type { OrderRow, PerkRow, TradeRow } from '../../../../db/schema/exchange.ts';
import type { TxCtx } from '../../../context.ts';
import { toAmount } from '../../../platform/money.ts';
import { yieldToEventLoop } from '../../../platform/runtime/event-loop.ts';
import { addActivity, toBuckets, toRankCents } from '../../market/rules/statistics.ts';
import * as market from '../../market/store.ts';
import { moveEntries } from '../../wallet/service/wallet.ts';
import * as store from '../../wallet/store.ts';
import {
  deriveStatus,
  type Fill,
  getRemaining,
  isOpen,
  type Match,
  type Resting,
  settlementEntries,
  type Taker,
} from '../rules.ts';
import { toOrder } from '../serialize.ts';
import * as orders from '../store.ts';
import { type ExchangeEvent, recordEvents, toOrderEvent, toTradeEvent } from './events.ts';

/** A resting order as matching needs it, with its row. */
export interface RestingRow extends Resting {
  row: OrderRow;
}

export function toResting(row: OrderRow): RestingRow {
  return { ownerId: row.ownerId, priceCents: row.priceCents as number, remaining: getRemaining(row), row };
}

/** Fills written between yields to the event loop. */
const BATCH_SIZE = 100;

/** Order details besides its trading terms. */
interface OrderDetails {
  userId: string;
  clientOrderId: string | null;
  expiresAt: string | null;
  createdAt: string;
}

interface Settlement {
  order: OrderRow;
  trades: TradeRow[];
}

/** Writes the result of a match: the order, its trades, wallet transfers, market data and events. */
export async function settleFills(
  tx: TxCtx,
  perk: PerkRow,
  taker: Taker,
  match: Match<RestingRow>,
  details: OrderDetails,
): Promise<Settlement> {
  const order = await insertOrder(tx, perk, taker, match, details);
  const events = toCreatedEvents(order);
  const trades: TradeRow[] = [];
  const { fills, rest } = match;
  for (let at = 0; at < fills.length; at += BATCH_SIZE) {
    if (at > 0) {
      await recordEvents(tx, taker.ownerId, events.splice(0));
      await yieldToEventLoop();
    }
    const batch = await settleBatch(tx, perk, order, taker, fills.slice(at, at + BATCH_SIZE));
    trades.push(...batch.trades);
    events.push(...batch.news);
  }
  if (rest > 0) {
    const entries = settlementEntries(taker, { ...match, fills: [], filled: 0, valueCents: 0 });
    const reference = `${order.id}/rest`;
    await moveEntries(tx, {
      kind: 'exchange.reserve',
      assets: perk,
      businessId: perk.businessId,
      entries,
      reference,
    });
    const level = { perkId: perk.id, side: taker.side, rankCents: order.rankCents };
    await market.adjustLevel(tx.db, { ...level, quantity: rest, orders: 1 });
  }
  await recordTrading(tx, perk, match, order.createdAt);
  await market.markChanged(tx.db, perk.id);
  await recordEvents(tx, taker.ownerId, [...events, ...toFinalEvents(order)]);
  return { order, trades };
}

async function insertOrder(
  tx: TxCtx,
  perk: PerkRow,
  taker: Taker,
  match: Match<RestingRow>,
  details: OrderDetails,
): Promise<OrderRow> {
  const { ownerId, side, quantity, limitCents, timeInForce } = taker;
  const { filled, cancelled, valueCents, cancelReason } = match;
  return await orders.insert(tx.db, {
    id: tx.ids.next('order'),
    sequence: await orders.nextSequence(tx.db),
    ownerId,
    perkId: perk.id,
    type: side,
    currency: perk.currency,
    orderType: limitCents === null ? 'market' : 'limit',
    priceCents: limitCents,
    rankCents: toRankCents(side, limitCents),
    quantity,
    filled,
    cancelled,
    valueCents,
    status: deriveStatus({ quantity, filled, cancelled }),
    timeInForce,
    cancelReason,
    ...details,
    updatedAt: details.createdAt,
  });
}

/** Describes the order as it was before matching. */
function toCreatedEvents(order: OrderRow): ExchangeEvent[] {
  const created = { ...order, filled: 0, cancelled: 0, valueCents: 0, cancelReason: null };
  return toOrderEvent('exchange.order.created', { ...created, status: 'open' });
}

/** Settles a batch of fills with one transfer and one trade per fill. */
async function settleBatch(
  tx: TxCtx,
  perk: PerkRow,
  order: OrderRow,
  taker: Taker,
  fills: Fill<RestingRow>[],
): Promise<{ trades: TradeRow[]; news: ExchangeEvent[] }> {
  const sum = (value: (fill: Fill<RestingRow>) => number) =>
    fills.reduce((total, fill) => total + value(fill), 0);
  const entries = settlementEntries(taker, {
    fills,
    filled: sum(({ quantity }) => quantity),
    valueCents: sum(({ quantity, priceCents }) => quantity * priceCents),
    rest: 0,
    cancelled: 0,
    cancelReason: null,
  });
  const first = await orders.nextTradeSequence(tx.db);
  const { id: perkId, businessId } = perk;
  const transferId = await moveEntries(tx, {
    kind: 'exchange.trade',
    assets: perk,
    businessId,
    entries,
    reference: `${order.id}/${first}`,
  });
  await adjustLevels(tx, perk, fills);
  const trades = fills.map(({ resting, priceCents, quantity }, index): TradeRow => {
    const [buy, sell] = taker.side === 'buy' ? [order, resting.row] : [resting.row, order];
    return {
      id: tx.ids.next('trade'),
      sequence: first + index,
      perkId,
      buyOrderId: buy.id,
      sellOrderId: sell.id,
      buyOwnerId: buy.ownerId,
      sellOwnerId: sell.ownerId,
      takerSide: taker.side,
      currency: perk.currency,
      priceCents,
      quantity,
      transferId,
      executedAt: order.createdAt,
    };
  });
  await orders.insertTrades(tx.db, trades);
  const filledEvents = await fillResting(tx, fills, order.createdAt);
  const news = trades.flatMap((trade, index) => [toTradeEvent(perk, trade), ...(filledEvents[index] ?? [])]);
  return { trades, news };
}

/** @returns per fill, the event for a resting order that it completed, if any */
async function fillResting(tx: TxCtx, fills: Fill<RestingRow>[], now: string): Promise<ExchangeEvent[][]> {
  const rows = fills.map(({ resting }) => resting.row);
  const changes = fills.map(({ resting: { row, priceCents }, quantity }) => ({
    filled: row.filled + quantity,
    valueCents: row.valueCents + quantity * priceCents,
    status: deriveStatus({ ...row, filled: row.filled + quantity }),
    updatedAt: now,
  }));
  return (await orders.amendFills(tx.db, rows, changes)).map((after, index) => {
    if (after.status !== 'filled') return [];
    const before = toOrder(rows[index] as OrderRow);
    const { status, filledQuantity, remainingQuantity, averagePrice } = before;
    const previous = { status, filledQuantity, remainingQuantity, averagePrice };
    return toOrderEvent('exchange.order.filled', after, previous);
  });
}

/** Subtracts fills from the depth, once per price. */
async function adjustLevels(tx: TxCtx, { id: perkId }: PerkRow, fills: Fill<RestingRow>[]): Promise<void> {
  const levels = new Map<number, market.LevelChange>();
  for (const { resting, quantity } of fills) {
    const { type: side, rankCents } = resting.row;
    const level = levels.get(rankCents) ?? { perkId, side, rankCents, quantity: 0, orders: 0 };
    level.quantity -= quantity;
    if (quantity === resting.remaining) level.orders -= 1;
    levels.set(rankCents, level);
  }
  for (const level of levels.values()) await market.adjustLevel(tx.db, level);
}

async function recordTrading(
  tx: TxCtx,
  perk: PerkRow,
  { fills, valueCents }: Match<RestingRow>,
  now: string,
): Promise<void> {
  const last = fills.at(-1);
  if (!last) return;
  for (const bucket of toBuckets(perk.id, fills, Date.parse(now)))
    await market.addTrading(tx.db, bucket, perk.currency);
  const activity = addActivity(perk.activity, toAmount(valueCents, perk.currency), Date.parse(now));
  await store.amendPerk(tx.db, perk, { lastPriceCents: last.priceCents, activity });
}

/** Describes the order's final state, if it has one already. */
function toFinalEvents(order: OrderRow): ExchangeEvent[] {
  if (isOpen(order.status)) return [];
  const type = order.status === 'filled' ? 'exchange.order.filled' : 'exchange.order.cancelled';
  return toOrderEvent(type, order, { status: 'open' });
}
