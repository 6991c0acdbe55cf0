import type { PerkRow, TraderRow } from '../../../../db/schema/exchange.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError, invalid } from '../../../errors.ts';
import { nowIso, toUtc } from '../../../platform/clock.ts';
import { yieldToEventLoop } from '../../../platform/runtime/event-loop.ts';
import { requireTradable } from '../../wallet/service/perks.ts';
import { requireTrader } from '../../wallet/service/traders.ts';
import { EXCHANGE_LOCK_KEYS, getAvailable } from '../../wallet/service/wallet.ts';
import type { NewOrder, PlacedOrder } from '../model.ts';
import {
  finishMatch,
  type Match,
  matchNext,
  oppositeSide,
  requiredFunds,
  startMatch,
  type Taker,
  toLimitCents,
} from '../rules.ts';
import { toOrder, toTrade } from '../serialize.ts';
import * as store from '../store.ts';
import { processDueExchange } from './due.ts';
import { type RestingRow, settleFills, toResting } from './settle.ts';

/** Most orders match only a few others; larger orders read further pages in larger steps. */
const FIRST_PAGE = 4;
const PAGE = 500;

/**
 * Places an order: reserves, matches by price then age, settles and records, all in one transaction.
 * @throws VALIDATION_ERROR, NOT_ENROLLED, NOT_FOUND, CONFLICT for a perk that is not tradable or a reused
 * clientOrderId, NO_LIQUIDITY, INSUFFICIENT_BALANCE
 */
export async function placeOrder(ctx: Ctx, input: NewOrder): Promise<PlacedOrder> {
  const expiresAt = toUtc(input.expiresAt);
  const now = nowIso(ctx.clock);
  if (expiresAt !== null && expiresAt <= now)
    throw invalid('expiresAt', 'must be in the future', { rule: 'future', limit: now });
  await processDueExchange(ctx);
  const place = async (tx: TxCtx) => {
    const trader = await requireTrader(tx, input.businessId);
    return acceptOrder(tx, trader, await requireTradable(tx, input.perkId), input);
  };
  return atomically(ctx, place, EXCHANGE_LOCK_KEYS);
}

/** Same as placeOrder, inside a transaction and for a validated trader and perk. */
export async function acceptOrder(
  tx: TxCtx,
  trader: TraderRow,
  perk: PerkRow,
  input: NewOrder,
): Promise<PlacedOrder> {
  const { clientOrderId } = input;
  if (clientOrderId != null && (await store.findByClientId(tx.db, trader.ownerId, clientOrderId)))
    throw new AppError('CONFLICT', `The clientOrderId ${clientOrderId} has already been used`);
  const taker = toTaker(trader, perk, input);
  if (taker.limitCents === null) await assertHasLiquidity(tx, perk, taker);
  const match = await matchInBook(tx, perk, taker);
  await assertHasFunds(tx, perk, taker, match.valueCents);
  const { order, trades } = await settleFills(tx, perk, taker, match, {
    userId: trader.userId,
    clientOrderId: clientOrderId ?? null,
    expiresAt: toUtc(input.expiresAt),
    createdAt: nowIso(tx.clock),
  });
  return { order: toOrder(order), trades: trades.map(toTrade) };
}

/** A market order never rests: it is IOC unless FOK is requested. */
function toTaker(
  { ownerId }: TraderRow,
  { currency }: PerkRow,
  { type, quantity, price, timeInForce = 'GTC' }: NewOrder,
): Taker {
  if (price != null) {
    const limitCents = toLimitCents({ price, quantity, currency, field: 'price' });
    return { ownerId, side: type, quantity, limitCents, timeInForce };
  }
  const isFillOrKill = timeInForce === 'FOK';
  return { ownerId, side: type, quantity, limitCents: null, timeInForce: isFillOrKill ? 'FOK' : 'IOC' };
}

async function assertHasLiquidity(tx: TxCtx, { id }: PerkRow, { ownerId, side }: Taker): Promise<void> {
  if (await store.hasOrderOfOthers(tx.db, id, oppositeSide(side), ownerId)) return;
  throw new AppError('NO_LIQUIDITY', `There are no open ${oppositeSide(side)} orders for this perk`);
}

/** @throws INSUFFICIENT_BALANCE */
export async function assertHasFunds(
  tx: TxCtx,
  perk: PerkRow,
  taker: Taker,
  valueCents: number,
): Promise<void> {
  const isBuy = taker.side === 'buy';
  if (
    (await getAvailable(tx, taker.ownerId, isBuy ? 'cash' : 'perk', perk)) >= requiredFunds(taker, valueCents)
  )
    return;
  const message = isBuy ? 'Insufficient available cash' : 'Insufficient available perks';
  throw new AppError('INSUFFICIENT_BALANCE', message);
}

/**
 * Matches against the other side of the book page by page; the caller holds the write lock, so nothing changes in
 * between.
 */
async function matchInBook(tx: TxCtx, { id }: PerkRow, taker: Taker): Promise<Match<RestingRow>> {
  const state = startMatch<RestingRow>(taker);
  let position = store.QUEUE_START;
  for (let limit = FIRST_PAGE; ; limit = PAGE) {
    const side = oppositeSide(taker.side);
    const rows = await store.listQueue(tx.db, { perkId: id, side, ...position, limit });
    for (const row of rows) if (!matchNext(state, toResting(row))) return finishMatch(state);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return finishMatch(state);
    position = last;
    if (limit === PAGE) await yieldToEventLoop();
  }
}
