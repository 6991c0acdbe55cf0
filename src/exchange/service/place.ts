import type { PerkRow, TraderRow } from '../../../db/schema/exchange.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { iso, nowIso, utc } from '../../platform/clock.ts';
import { toCents } from '../../platform/money.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { NewOrder, PlacedOrder } from '../model.ts';
import * as store from '../orders-store.ts';
import {
  finishMatch,
  type Match,
  matchNext,
  oppositeSide,
  requiredFunds,
  startMatch,
  type Taker,
} from '../rules.ts';
import { presentOrder, presentTrade } from '../serialize.ts';
import { processDueExchange } from './due.ts';
import { requireTradable } from './perks.ts';
import { type RestingRow, settleFills, toResting } from './settle.ts';
import { requireTrader } from './traders.ts';
import { freeOf } from './wallet.ts';

/** Most orders match only a few others; larger orders read further pages in larger steps. */
const FIRST_PAGE = 4;
const PAGE = 500;

/**
 * Places an order: reserves, matches by price then age, settles and records, all in one transaction.
 * @throws VALIDATION_ERROR, NOT_ENROLLED, NOT_FOUND, CONFLICT for a perk that is not tradable or a reused
 * clientOrderId, NO_LIQUIDITY, INSUFFICIENT_BALANCE
 */
export async function placeOrder(ctx: Ctx, input: NewOrder): Promise<PlacedOrder> {
  const expiresAt = utc(input.expiresAt);
  if (expiresAt !== null && expiresAt <= iso(ctx.clock.now()))
    throw invalid('expiresAt', 'must be in the future');
  await processDueExchange(ctx);
  return atomically(ctx, async tx => {
    const trader = requireTrader(tx, input.businessId);
    return acceptOrder(tx, trader, requireTradable(tx, input.perkId), input);
  });
}

/** Same as placeOrder, inside a transaction and for a validated trader and perk. */
export async function acceptOrder(
  tx: TxCtx,
  trader: TraderRow,
  perk: PerkRow,
  input: NewOrder,
): Promise<PlacedOrder> {
  const { clientOrderId } = input;
  if (clientOrderId != null && store.findByClientId(tx.db, trader.ownerId, clientOrderId))
    throw new AppError('CONFLICT', `The clientOrderId ${clientOrderId} has already been used`);
  const taker = takerOf(trader, input);
  if (taker.limitCents === null) assertLiquid(tx, perk, taker);
  const match = await matchInBook(tx, perk, taker);
  assertCovered(tx, perk, taker, match.valueCents);
  const { order, trades } = await settleFills(tx, perk, taker, match, {
    userId: trader.userId,
    clientOrderId: clientOrderId ?? null,
    expiresAt: utc(input.expiresAt),
    createdAt: nowIso(tx.clock),
  });
  return { order: presentOrder(order), trades: trades.map(presentTrade) };
}

/** A market order never rests: it is IOC unless FOK is requested. */
function takerOf({ ownerId }: TraderRow, { type, quantity, price, timeInForce = 'GTC' }: NewOrder): Taker {
  if (price != null) {
    return { ownerId, side: type, quantity, limitCents: toCents(price, 'price'), timeInForce };
  }
  const isWhole = timeInForce === 'FOK';
  return { ownerId, side: type, quantity, limitCents: null, timeInForce: isWhole ? 'FOK' : 'IOC' };
}

function assertLiquid(tx: TxCtx, { id }: PerkRow, { ownerId, side }: Taker): void {
  if (store.hasOrderOfOthers(tx.db, id, oppositeSide(side), ownerId)) return;
  throw new AppError('NO_LIQUIDITY', `There are no open ${oppositeSide(side)} orders for this perk`);
}

/** @throws INSUFFICIENT_BALANCE */
export function assertCovered(tx: TxCtx, { id }: PerkRow, taker: Taker, valueCents: number): void {
  const isBuy = taker.side === 'buy';
  if (freeOf(tx, taker.ownerId, isBuy ? 'cash' : 'perk', id) >= requiredFunds(taker, valueCents)) return;
  const what = isBuy ? 'Insufficient available cash' : 'Insufficient available perks';
  throw new AppError('INSUFFICIENT_BALANCE', what);
}

/**
 * Matches against the other side of the book page by page; the caller holds the write lock, so nothing changes in
 * between.
 */
async function matchInBook(tx: TxCtx, { id }: PerkRow, taker: Taker): Promise<Match<RestingRow>> {
  const meeting = startMatch<RestingRow>(taker);
  let behind = store.QUEUE_START;
  for (let limit = FIRST_PAGE; ; limit = PAGE) {
    const rows = store.listQueue(tx.db, id, oppositeSide(taker.side), behind, limit);
    for (const row of rows) if (!matchNext(meeting, toResting(row))) return finishMatch(meeting);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return finishMatch(meeting);
    behind = last;
    if (limit === PAGE) await yieldToEventLoop();
  }
}
