import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { nowIso } from '../../../platform/clock.ts';
import { requireTradable } from '../../wallet/service/perks.ts';
import { requireTrader } from '../../wallet/service/traders.ts';
import { EXCHANGE_LOCK_KEYS } from '../../wallet/service/wallet.ts';
import type { NewTrade, TakenOrder } from '../model.ts';
import { getRemaining, isOpen, match, oppositeSide } from '../rules.ts';
import { toOrder, toTrade } from '../serialize.ts';
import * as orders from '../store.ts';
import { processDueExchange } from './due.ts';
import { assertHasFunds } from './place.ts';
import { settleFills, toResting } from './settle.ts';

/**
 * Takes a specific order at its price, regardless of the rest of the book; records the taker's side as a filled IOC
 * order.
 * @throws NOT_ENROLLED, NOT_FOUND, SELF_TRADE, ORDER_NOT_AVAILABLE, CONFLICT, INSUFFICIENT_BALANCE
 */
export async function takeOrder(ctx: Ctx, { orderId, businessId, ...input }: NewTrade): Promise<TakenOrder> {
  await processDueExchange(ctx);
  const take = async (tx: TxCtx) => {
    const { ownerId, userId } = await requireTrader(tx, businessId);
    const row = await orders.find(tx.db, orderId);
    if (!row) throw notFound({ kind: 'order', field: 'orderId' });
    if (row.ownerId === ownerId) throw new AppError('SELF_TRADE', "You can't trade against your own order");
    const left = isOpen(row.status) ? getRemaining(row) : 0;
    const quantity = input.quantity ?? left;
    if (left === 0)
      throw new AppError('ORDER_NOT_AVAILABLE', `The order is not available (status: ${row.status})`);
    if (left < quantity) throw new AppError('ORDER_NOT_AVAILABLE', `The order has only ${left} remaining`);
    const perk = await requireTradable(tx, row.perkId);
    const taker = {
      ownerId,
      side: oppositeSide(row.type),
      quantity,
      limitCents: row.priceCents,
      timeInForce: 'IOC',
    } as const;
    const result = match(taker, [toResting(row)]);
    await assertHasFunds(tx, perk, taker, result.valueCents);
    const createdAt = nowIso(tx.clock);
    const details = { userId, clientOrderId: null, expiresAt: null, createdAt };
    const { order, trades } = await settleFills(tx, perk, taker, result, details);
    const [trade] = trades;
    if (!trade) throw new Error(`Taking order ${orderId} produced no trade`);
    return { trade: toTrade(trade), order: toOrder(order) };
  };
  return atomically(ctx, take, EXCHANGE_LOCK_KEYS);
}
