import type { OrderRow } from '../../../../db/schema/exchange.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { type Page, type RecordQuery, splitList } from '../../../platform/page.ts';
import { resolveOwnerId } from '../../wallet/service/traders.ts';
import { EXCHANGE_LOCK_KEYS } from '../../wallet/service/wallet.ts';
import * as exchangeStore from '../../wallet/store.ts';
import type { Order, Trade } from '../model.ts';
import { isOpen } from '../rules.ts';
import { toOrder, toTrade } from '../serialize.ts';
import * as store from '../store.ts';
import { closeOrder } from './close.ts';
import { processDueExchange, processDueExchangeBestEffort } from './due.ts';

interface OrderQuery extends RecordQuery {
  /** One or more, separated by commas. */
  status?: string;
  perkId?: string;
  type?: Order['type'];
}

/** Lists the caller's orders, newest first; admins see all orders. */
export async function listOrders(ctx: Ctx, query: OrderQuery): Promise<Page<Order>> {
  await processDueExchangeBestEffort(ctx);
  const { perkId, type } = query;
  const filter = { ownerId: await resolveOwnerScope(ctx), status: splitList(query.status), perkId, type };
  const page = await store.list(ctx.db, filter, query);
  return { ...page, items: page.items.map(toOrder) };
}

/** Returns undefined for an admin, who sees all orders. */
async function resolveOwnerScope(ctx: AnyCtx): Promise<string | undefined> {
  return ctx.actor.role === 'admin' ? undefined : await resolveOwnerId(ctx);
}

/** @throws NOT_FOUND, including for another trader's order */
export async function get(ctx: Ctx, id: string): Promise<Order> {
  await processDueExchangeBestEffort(ctx);
  return toOrder(await requireOwnOrder(ctx, id));
}

async function requireOwnOrder(ctx: AnyCtx, id: string): Promise<OrderRow> {
  const row = await store.find(ctx.db, id);
  const ownerId = await resolveOwnerScope(ctx);
  if (!row || (ownerId !== undefined && row.ownerId !== ownerId)) throw notFound('order');
  return row;
}

/** Cancels an open order. @throws NOT_FOUND, INVALID_TRANSITION if the order is closed */
export async function cancel(ctx: Ctx, id: string): Promise<Order> {
  await processDueExchange(ctx);
  const close = async (tx: TxCtx) => {
    const row = await requireOwnOrder(tx, id);
    if (!isOpen(row.status))
      throw new AppError('INVALID_TRANSITION', `The order is already closed (status: ${row.status})`);
    const perk = await exchangeStore.findPerk(tx.db, row.perkId);
    if (!perk) throw new Error(`Perk ${row.perkId} not found`);
    return toOrder(await closeOrder(tx, perk, row, 'user'));
  };
  return atomically(ctx, close, EXCHANGE_LOCK_KEYS);
}

/** Cancels all open orders of a wallet. */
export async function cancelAll(tx: TxCtx, ownerId: string): Promise<void> {
  for (const row of await store.listOpenOfOwner(tx.db, ownerId)) {
    const perk = await exchangeStore.findPerk(tx.db, row.perkId);
    if (perk) await closeOrder(tx, perk, row, 'user');
  }
}

interface TradeQuery extends RecordQuery {
  perkId?: string;
}

/** Lists the caller's trades, newest first; admins see all trades. */
export async function listTrades(ctx: Ctx, query: TradeQuery): Promise<Page<Trade>> {
  const filter = { ownerId: await resolveOwnerScope(ctx), perkId: query.perkId };
  const page = await store.listTrades(ctx.db, filter, query);
  return { ...page, items: page.items.map(toTrade) };
}
