import type { ORDER_CANCEL_REASONS, ORDER_STATUSES, SIDES, TIMES_IN_FORCE } from '../../../db/enums.ts';
import { invalid } from '../../errors.ts';
import { MAX_BALANCE } from '../../ledger/rules.ts';
import { toAmount, toCents } from '../../platform/money.ts';

export type Side = (typeof SIDES)[number];
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type CancelReason = (typeof ORDER_CANCEL_REASONS)[number];

/** An incoming order. */
export interface Taker {
  ownerId: string;
  side: Side;
  quantity: number;
  /** The worst acceptable price; null for a market order, which accepts any. */
  limitCents: number | null;
  timeInForce: TimeInForce;
}

/** A resting order, reduced to what matching needs. */
export interface Resting {
  ownerId: string;
  priceCents: number;
  remaining: number;
}

interface Limit {
  price: number;
  quantity: number;
  currency: string;
  /** The name of the price in the request, which the errors name. */
  field: string;
}

/** Converts a limit price to the smallest unit. @throws VALIDATION_ERROR if no wallet could hold that much for the quantity */
export function toLimitCents({ price, quantity, currency, field }: Limit): number {
  const cents = toCents(price, currency, field);
  if (cents * quantity <= MAX_BALANCE) return cents;
  const limit = toAmount(Math.floor(MAX_BALANCE / quantity), currency);
  throw invalid(field, `must be at most ${limit} for ${quantity} units`, { rule: 'maximum', limit });
}

export interface Fill<R extends Resting> {
  resting: R;
  /** Always the resting order's price. */
  priceCents: number;
  quantity: number;
}

/** The result for a taker: filled + rest + cancelled = quantity. */
export interface Match<R extends Resting> {
  fills: Fill<R>[];
  filled: number;
  /** Total cents of all fills. */
  valueCents: number;
  /** Quantity that stays in the book. */
  rest: number;
  cancelled: number;
  cancelReason: CancelReason | null;
}

/** A match in progress: orders of the other side are matched one at a time, best first. */
interface MatchState<R extends Resting> {
  taker: Taker;
  fills: Fill<R>[];
  open: number;
  valueCents: number;
  hitOwnOrder: boolean;
}

export function oppositeSide(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** Returns whether an order with this limit would trade at this price. */
function isWithinLimit(side: Side, limitCents: number | null, priceCents: number): boolean {
  if (limitCents === null) return true;
  return side === 'buy' ? priceCents <= limitCents : priceCents >= limitCents;
}

export function startMatch<R extends Resting>(taker: Taker): MatchState<R> {
  return { taker, fills: [], open: taker.quantity, valueCents: 0, hitOwnOrder: false };
}

/**
 * Matches the next resting order (by price, then age) at its price. If it belongs to the taker, the taker's remainder
 * is cancelled and the resting order stays.
 * @returns whether matching continues
 */
export function matchNext<R extends Resting>(state: MatchState<R>, resting: R): boolean {
  const { taker } = state;
  if (state.open === 0 || !isWithinLimit(taker.side, taker.limitCents, resting.priceCents)) return false;
  if (resting.ownerId === taker.ownerId) {
    state.hitOwnOrder = true;
    return false;
  }
  const quantity = Math.min(state.open, resting.remaining);
  state.fills.push({ resting, priceCents: resting.priceCents, quantity });
  state.open -= quantity;
  state.valueCents += quantity * resting.priceCents;
  return state.open > 0;
}

/** Returns the final result once no more resting orders can match. */
export function finishMatch<R extends Resting>(state: MatchState<R>): Match<R> {
  const { taker, fills, open, valueCents, hitOwnOrder } = state;
  if (open > 0 && taker.timeInForce === 'FOK') {
    const cancelReason = hitOwnOrder ? 'selfTrade' : 'fillOrKill';
    return { fills: [], filled: 0, valueCents: 0, rest: 0, cancelled: taker.quantity, cancelReason };
  }
  const done = { fills, filled: taker.quantity - open, valueCents };
  if (open === 0) return { ...done, rest: 0, cancelled: 0, cancelReason: null };
  if (hitOwnOrder) return { ...done, rest: 0, cancelled: open, cancelReason: 'selfTrade' };
  if (taker.timeInForce === 'GTC' && taker.limitCents !== null) {
    return { ...done, rest: open, cancelled: 0, cancelReason: null };
  }
  return { ...done, rest: 0, cancelled: open, cancelReason: 'immediateOrCancel' };
}

/** Matches an order against the other side of the book, sorted by best price, then oldest first. */
export function match<R extends Resting>(taker: Taker, book: Iterable<R>): Match<R> {
  const state = startMatch<R>(taker);
  for (const resting of book) if (!matchNext(state, resting)) break;
  return finishMatch(state);
}

/** Returns whether `a` is ahead of `b` in the queue: better price first, then the lower sequence; never by time. */
export function hasPriority(
  side: Side,
  a: { priceCents: number; sequence: number },
  b: { priceCents: number; sequence: number },
): boolean {
  if (a.priceCents === b.priceCents) return a.sequence < b.sequence;
  return side === 'buy' ? a.priceCents > b.priceCents : a.priceCents < b.priceCents;
}

/** Returns the reserve of an open order: cents at the limit for a buy, perks for a sell. */
function calculateReserve(side: Side, priceCents: number, remaining: number): number {
  return side === 'buy' ? priceCents * remaining : remaining;
}

/**
 * Returns the funds required to accept an order: the reserve of a limit order, the perks of a sell, or the cost of
 * the fills of a market buy.
 */
export function requiredFunds(taker: Taker, valueCents: number): number {
  if (taker.side === 'sell') return taker.quantity;
  return taker.limitCents === null ? valueCents : calculateReserve('buy', taker.limitCents, taker.quantity);
}

/** A change in one owner's cash or perks, available or reserved: positive to add, negative to remove. */
export interface Entry {
  ownerId: string;
  asset: 'cash' | 'perk';
  bucket: 'available' | 'reserved';
  amount: number;
}

/**
 * Returns everything that a match moves, merged into one entry per owner, asset and bucket; entries sum to zero in
 * cash and in perks.
 */
export function settlementEntries(
  taker: Taker,
  { fills, valueCents, filled, rest }: Match<Resting>,
): Entry[] {
  const entries = new Map<string, Entry>();
  const add = (ownerId: string, asset: Entry['asset'], bucket: Entry['bucket'], amount: number): void => {
    const key = `${ownerId} ${asset} ${bucket}`;
    const entry = entries.get(key);
    if (entry) entry.amount += amount;
    else entries.set(key, { ownerId, asset, bucket: bucket, amount });
  };
  const isBuy = taker.side === 'buy';
  for (const { resting, priceCents, quantity } of fills) {
    const cents = priceCents * quantity;
    add(resting.ownerId, 'cash', isBuy ? 'available' : 'reserved', isBuy ? cents : -cents);
    add(resting.ownerId, 'perk', isBuy ? 'reserved' : 'available', isBuy ? -quantity : quantity);
  }
  add(taker.ownerId, 'cash', 'available', isBuy ? -valueCents : valueCents);
  add(taker.ownerId, 'perk', 'available', isBuy ? filled : -filled);
  if (rest > 0 && taker.limitCents !== null) {
    const reserve = calculateReserve(taker.side, taker.limitCents, rest);
    const asset = isBuy ? 'cash' : 'perk';
    add(taker.ownerId, asset, 'available', -reserve);
    add(taker.ownerId, asset, 'reserved', reserve);
  }
  return [...entries.values()].filter(({ amount }) => amount !== 0);
}

/** Returns the entries that release the reserve of a resting order. */
export function releaseEntries(side: Side, { ownerId, priceCents, remaining }: Resting): Entry[] {
  const amount = calculateReserve(side, priceCents, remaining);
  const asset = side === 'buy' ? 'cash' : 'perk';
  return [
    { ownerId, asset, bucket: 'reserved', amount: -amount },
    { ownerId, asset, bucket: 'available', amount },
  ];
}

/** The counts that determine an order's status. */
interface Counts {
  quantity: number;
  filled: number;
  cancelled: number;
}

export function getRemaining({ quantity, filled, cancelled }: Counts): number {
  return quantity - filled - cancelled;
}

/** Returns the status of an order that did not expire; any cancelled quantity makes it cancelled. */
export function deriveStatus(counts: Counts): Exclude<OrderStatus, 'expired'> {
  if (counts.cancelled > 0) return 'cancelled';
  if (counts.filled === 0) return 'open';
  return counts.filled < counts.quantity ? 'partiallyFilled' : 'filled';
}

export function isOpen(status: OrderStatus): boolean {
  return status === 'open' || status === 'partiallyFilled';
}

/** Average price per unit over several fills, to the nearest cent; null without fills. */
export function averageCents(valueCents: number, filled: number): number | null {
  return filled === 0 ? null : Math.round(valueCents / filled);
}
