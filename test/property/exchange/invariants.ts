import type { Side } from '../../../src/exchange/orders/rules.ts';
import { brokenTaker } from './invariants-taker.ts';
import { type Buckets, ISSUED, type Sim, type SimOrder, type SimTrade } from './sim.ts';

/**
 * Describes an invariant that a command violated, without using the rules under test. `trades` and `orders` are the
 * numbers of trades and orders before the command.
 */
export function broken(sim: Sim, before: { trades: number; orders: number }): string | undefined {
  const taker = sim.orders.length > before.orders ? sim.orders.at(-1) : undefined;
  const trades = sim.trades.slice(before.trades);
  return (
    brokenTotals(sim) ??
    brokenReserves(sim) ??
    sim.books.map(brokenBook).find(problem => problem !== undefined) ??
    brokenTrades(trades) ??
    (taker && (brokenOrder(taker) ?? brokenTaker(sim, taker, trades)))
  );
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const pots = (holdings: Map<string, Buckets>) => [...holdings.values()];

function brokenTotals({ cash, perks, deposited, redeemed }: Sim): string | undefined {
  const all = [cash, ...perks].flatMap(pots);
  if (all.some(({ available, reserved }) => !(available >= 0) || !(reserved >= 0)))
    return 'a balance is below zero';
  const dollars = sum(pots(cash).map(({ available, reserved }) => available + reserved));
  if (dollars !== deposited) return `cash is ${dollars}, but ${deposited} came in`;
  for (const [perk, holdings] of perks.entries()) {
    const held = sum(pots(holdings).map(({ available, reserved }) => available + reserved));
    const issued = ISSUED - (redeemed[perk] as number);
    if (held !== issued) return `${held} of perk ${perk} are held, but ${issued} are around`;
  }
  return undefined;
}

/** A reserve is remaining × limit of a buy, remaining of a sell, over the owner's orders in the book. */
function brokenReserves({ books, cash, perks }: Sim): string | undefined {
  const needed = new Map<string, number>();
  const add = (key: string, amount: number) => needed.set(key, (needed.get(key) ?? 0) + amount);
  for (const [perk, { buy, sell }] of books.entries()) {
    for (const order of buy) add(order.ownerId, order.remaining * order.priceCents);
    for (const order of sell) add(`${order.ownerId}/${perk}`, order.remaining);
  }
  for (const [owner, { reserved }] of cash) {
    if (reserved !== (needed.get(owner) ?? 0)) return `${owner} reserves ${reserved} cents wrongly`;
  }
  for (const [perk, holdings] of perks.entries()) {
    for (const [owner, { reserved }] of holdings) {
      if (reserved !== (needed.get(`${owner}/${perk}`) ?? 0))
        return `${owner} reserves ${reserved} perks wrongly`;
    }
  }
  return undefined;
}

function brokenBook({ buy, sell }: Record<Side, SimOrder[]>): string | undefined {
  const [bid, ask] = [buy[0], sell[0]];
  if (bid && ask && bid.priceCents >= ask.priceCents) return `the book is crossed: ${bid.priceCents}`;
  for (const [side, queue] of [['buy', buy] as const, ['sell', sell] as const]) {
    for (const [index, order] of queue.entries()) {
      if (order.isMarket || order.timeInForce !== 'GTC') return `order ${order.sequence} must not rest`;
      const problem = brokenOrder(order) ?? (order.remaining > 0 ? undefined : 'a final order rests');
      if (problem) return problem;
      const next = queue[index + 1];
      if (next && !isBefore(side, order, next)) return `order ${next.sequence} is queued behind a worse one`;
    }
  }
  return undefined;
}

export function isBefore(side: Side, a: SimOrder, b: SimOrder): boolean {
  const better = side === 'buy' ? a.priceCents - b.priceCents : b.priceCents - a.priceCents;
  return better > 0 || (better === 0 && a.sequence < b.sequence);
}

/** Checks that counts add up, status and remaining quantity agree, and FOK is respected. */
export function brokenOrder(order: SimOrder): string | undefined {
  const { sequence, quantity, filled, remaining, cancelled, status, timeInForce } = order;
  if (filled + remaining + cancelled !== quantity) return `order ${sequence} does not add up`;
  if (filled < 0 || remaining < 0 || cancelled < 0) return `order ${sequence} counts below zero`;
  const expected = expectedStatus(order);
  if (status !== expected && status !== 'expired') return `order ${sequence} is ${status}, not ${expected}`;
  if (timeInForce === 'FOK' && filled !== 0 && filled !== quantity) return `FOK ${sequence} is partly filled`;
  if (timeInForce !== 'GTC' && remaining !== 0) return `${timeInForce} order ${sequence} rests`;
  if ((cancelled > 0 && status === 'cancelled') !== (order.cancelReason !== null))
    return `order ${sequence} is cancelled for ${order.cancelReason}`;
  return undefined;
}

function expectedStatus({ quantity, filled, cancelled }: SimOrder): string {
  if (cancelled > 0) return 'cancelled';
  if (filled === quantity) return 'filled';
  return filled === 0 ? 'open' : 'partiallyFilled';
}

/** Fills of one command: at the resting price, within both limits, best first, oldest first, never with oneself. */
function brokenTrades(trades: SimTrade[]): string | undefined {
  for (const [index, trade] of trades.entries()) {
    const { taker, resting, priceCents, quantity, isTaken } = trade;
    if (taker.ownerId === resting.ownerId) return `${taker.ownerId} trades with itself`;
    if (taker.side === resting.side) return 'two orders of one side trade';
    if (quantity <= 0) return 'a trade of nothing';
    if (priceCents !== resting.priceCents) return `a fill at ${priceCents}, not at the resting price`;
    const isWithin = taker.side === 'buy' ? priceCents <= taker.priceCents : priceCents >= taker.priceCents;
    if (!taker.isMarket && !isWithin) return `a fill beyond the limit of order ${taker.sequence}`;
    const next = trades[index + 1];
    if (next && !isTaken && !isBefore(resting.side, resting, next.resting)) return 'a fill out of turn';
    if (next && resting.remaining > 0) return 'a fill went past an order that had more to give';
  }
  const taker = trades[0]?.taker;
  if (!taker) return undefined;
  const filled = sum(trades.map(({ quantity }) => quantity));
  const value = sum(trades.map(({ quantity, priceCents }) => quantity * priceCents));
  if (taker.filled !== filled) return `order ${taker.sequence} counts ${taker.filled}, but ${filled} traded`;
  return taker.valueCents === value ? undefined : `order ${taker.sequence} is worth ${taker.valueCents}`;
}
