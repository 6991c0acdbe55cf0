import type { OrderRow, TradeRow } from '../../../db/schema/exchange.ts';
import { toAmount, toNullableAmount } from '../../platform/money.ts';
import type { MarketTrade } from '../market/model.ts';
import type { Order, Trade } from './model.ts';
import { averageCents, getRemaining } from './rules.ts';

/** Converts an order to its API representation. */
export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    userId: row.userId,
    perkId: row.perkId,
    type: row.type,
    orderType: row.orderType,
    currency: row.currency,
    price: toNullableAmount(row.priceCents, row.currency),
    quantity: row.quantity,
    filledQuantity: row.filled,
    remainingQuantity: getRemaining(row),
    cancelledQuantity: row.cancelled,
    averagePrice: toNullableAmount(averageCents(row.valueCents, row.filled), row.currency),
    status: row.status,
    timeInForce: row.timeInForce,
    cancelReason: row.cancelReason,
    clientOrderId: row.clientOrderId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    expiresAt: row.expiresAt,
  };
}

/** Converts a trade to its API representation, which names orders but never a person. */
export function toTrade(row: TradeRow): Trade {
  return {
    id: row.id,
    perkId: row.perkId,
    buyOrderId: row.buyOrderId,
    sellOrderId: row.sellOrderId,
    takerSide: row.takerSide,
    currency: row.currency,
    price: toAmount(row.priceCents, row.currency),
    quantity: row.quantity,
    total: toAmount(row.priceCents * row.quantity, row.currency),
    executedAt: row.executedAt,
  };
}

/** Converts a trade to its public representation. */
export function toMarketTrade(row: TradeRow): MarketTrade {
  const { perkId, currency, priceCents, quantity, takerSide, executedAt } = row;
  return { perkId, currency, price: toAmount(priceCents, currency), quantity, takerSide, executedAt };
}
