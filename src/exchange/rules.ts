import type { CANCEL_REASONS, ORDER_STATUSES, SIDES, TIMES_IN_FORCE } from '../../db/enums.ts';

export type Side = (typeof SIDES)[number];
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** An order as it comes in. */
export interface Taker {
  ownerId: string;
  side: Side;
  quantity: number;
  /** The worst price it accepts; null for a market order, which accepts any. */
  limitCents: number | null;
  timeInForce: TimeInForce;
}

/** An order in the book, as far as matching cares. */
export interface Resting {
  ownerId: string;
  priceCents: number;
  remaining: number;
}

export interface Fill<R extends Resting> {
  resting: R;
  /** Always the resting order's price. */
  priceCents: number;
  quantity: number;
}

/** What becomes of a taker: filled + rest + cancelled = quantity. */
export interface Match<R extends Resting> {
  fills: Fill<R>[];
  filled: number;
  /** Cents of all fills together. */
  valueCents: number;
  /** Goes into the book. */
  rest: number;
  cancelled: number;
  cancelReason: CancelReason | null;
}

/** Matching under way: orders of the other side are met one by one, best first. */
export interface MatchState<R extends Resting> {
  taker: Taker;
  fills: Fill<R>[];
  open: number;
  valueCents: number;
  hasMetItself: boolean;
}

export function oppositeSide(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** Would an order with this limit trade at this price? */
export function accepts(side: Side, limitCents: number | null, priceCents: number): boolean {
  if (limitCents === null) return true;
  return side === 'buy' ? priceCents <= limitCents : priceCents >= limitCents;
}

export function startMatch<R extends Resting>(taker: Taker): MatchState<R> {
  return { taker, fills: [], open: taker.quantity, valueCents: 0, hasMetItself: false };
}

/**
 * The next resting order by price, then age. Trades with it at its price, unless it is the taker's own: then
 * the taker's remainder ends there and the resting order stays.
 * @returns whether the taker goes on to the next one.
 */
export function matchNext<R extends Resting>(meeting: MatchState<R>, resting: R): boolean {
  const { taker } = meeting;
  if (meeting.open === 0 || !accepts(taker.side, taker.limitCents, resting.priceCents)) return false;
  if (resting.ownerId === taker.ownerId) {
    meeting.hasMetItself = true;
    return false;
  }
  const quantity = Math.min(meeting.open, resting.remaining);
  meeting.fills.push({ resting, priceCents: resting.priceCents, quantity });
  meeting.open -= quantity;
  meeting.valueCents += quantity * resting.priceCents;
  return meeting.open > 0;
}

/** What the meeting comes to, once the book holds nobody else to meet. */
export function finishMatch<R extends Resting>(meeting: MatchState<R>): Match<R> {
  const { taker, fills, open, valueCents, hasMetItself } = meeting;
  if (open > 0 && taker.timeInForce === 'FOK') {
    const cancelReason = hasMetItself ? 'selfTrade' : 'fillOrKill';
    return { fills: [], filled: 0, valueCents: 0, rest: 0, cancelled: taker.quantity, cancelReason };
  }
  const done = { fills, filled: taker.quantity - open, valueCents };
  if (open === 0) return { ...done, rest: 0, cancelled: 0, cancelReason: null };
  if (hasMetItself) return { ...done, rest: 0, cancelled: open, cancelReason: 'selfTrade' };
  if (taker.timeInForce === 'GTC' && taker.limitCents !== null) {
    return { ...done, rest: open, cancelled: 0, cancelReason: null };
  }
  return { ...done, rest: 0, cancelled: open, cancelReason: 'immediateOrCancel' };
}

/** Matches an order against the other side of the book, given best price first and oldest first within a price. */
export function match<R extends Resting>(taker: Taker, book: Iterable<R>): Match<R> {
  const meeting = startMatch<R>(taker);
  for (const resting of book) if (!matchNext(meeting, resting)) break;
  return finishMatch(meeting);
}

/** Does `a` come before `b` in the queue of a side? Better price first, then the lower sequence; never the clock. */
export function comesFirst(
  side: Side,
  a: { priceCents: number; sequence: number },
  b: { priceCents: number; sequence: number },
): boolean {
  if (a.priceCents === b.priceCents) return a.sequence < b.sequence;
  return side === 'buy' ? a.priceCents > b.priceCents : a.priceCents < b.priceCents;
}

/** What an open order keeps in reserve: the cents of a buy at its limit, the perks of a sell. */
export function reserveOf(side: Side, priceCents: number, remaining: number): number {
  return side === 'buy' ? priceCents * remaining : remaining;
}

/**
 * What must be free for an order to be accepted: the reserve of a limit order, the perks of a sell, and the cost
 * of what it matches for a market buy.
 */
export function requiredFunds(taker: Taker, valueCents: number): number {
  if (taker.side === 'sell') return taker.quantity;
  return taker.limitCents === null ? valueCents : reserveOf('buy', taker.limitCents, taker.quantity);
}

/** One owner's gain (above zero) or gift (below) of cash or perks, free or in reserve. */
export interface Entry {
  ownerId: string;
  asset: 'cash' | 'perk';
  pot: 'available' | 'reserved';
  amount: number;
}

/** Everything that a match moves, one leg for each pot, nothing twice; it adds up to zero in cash and in perks. */
export function settlementEntries(
  taker: Taker,
  { fills, valueCents, filled, rest }: Match<Resting>,
): Entry[] {
  const legs = new Map<string, Entry>();
  const add = (ownerId: string, asset: Entry['asset'], pot: Entry['pot'], amount: number): void => {
    const key = `${ownerId} ${asset} ${pot}`;
    const leg = legs.get(key);
    if (leg) leg.amount += amount;
    else legs.set(key, { ownerId, asset, pot, amount });
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
    const reserve = reserveOf(taker.side, taker.limitCents, rest);
    const asset = isBuy ? 'cash' : 'perk';
    add(taker.ownerId, asset, 'available', -reserve);
    add(taker.ownerId, asset, 'reserved', reserve);
  }
  return [...legs.values()].filter(({ amount }) => amount !== 0);
}

/** What a resting order that ends gives back. */
export function releaseEntries(side: Side, { ownerId, priceCents, remaining }: Resting): Entry[] {
  const amount = reserveOf(side, priceCents, remaining);
  const asset = side === 'buy' ? 'cash' : 'perk';
  return [
    { ownerId, asset, pot: 'reserved', amount: -amount },
    { ownerId, asset, pot: 'available', amount },
  ];
}

/** The counts of an order that its status follows from. */
export interface Counts {
  quantity: number;
  filled: number;
  cancelled: number;
}

export function remainingOf({ quantity, filled, cancelled }: Counts): number {
  return quantity - filled - cancelled;
}

/** The status of an order that nobody let expire: with a cancelled part it is cancelled. */
export function statusOf(counts: Counts): Exclude<OrderStatus, 'expired'> {
  if (counts.cancelled > 0) return 'cancelled';
  if (counts.filled === 0) return 'open';
  return counts.filled < counts.quantity ? 'partiallyFilled' : 'filled';
}

export function isOpen(status: OrderStatus): boolean {
  return status === 'open' || status === 'partiallyFilled';
}

/** Cents a unit over several fills, to the nearest cent; null without any. */
export function averageCents(valueCents: number, filled: number): number | null {
  return filled === 0 ? null : Math.round(valueCents / filled);
}
