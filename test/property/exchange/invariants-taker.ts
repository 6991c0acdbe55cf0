import type { Sim, SimOrder, SimTrade } from './sim.ts';

/** Checks that a new order filled exactly what the book allowed. */
export function brokenTaker(sim: Sim, taker: SimOrder, trades: SimTrade[]): string | undefined {
  const name = `order ${taker.sequence}`;
  if (trades.some(({ isTaken }) => isTaken)) return undefined;
  const others = sim.books[taker.perk]?.[taker.side === 'buy' ? 'sell' : 'buy'] as SimOrder[];
  const [best] = others;
  const passed = trades.find(({ resting }) => best && best !== resting && stoodBefore(best, resting));
  if (passed) return `${name} went past order ${best?.sequence}`;
  const isDone = taker.filled === taker.quantity;
  if (taker.timeInForce === 'FOK' && !isDone) return brokenKill(taker, others);
  const meets = best !== undefined && isWithin(taker, best);
  const isOwn = best?.ownerId === taker.ownerId;
  if (!isDone && meets && !isOwn) return `${name} left order ${best.sequence} unmatched`;
  if ((taker.cancelReason === 'selfTrade') !== (!isDone && meets && isOwn))
    return `${name} is cancelled for ${taker.cancelReason}, but the best is of ${best?.ownerId}`;
  const mayRest = taker.timeInForce === 'GTC' && taker.cancelReason === null;
  if (taker.remaining !== (mayRest ? taker.quantity - taker.filled : 0)) return `${name} rests wrongly`;
  return undefined;
}

/** Checks that a killed order could not have been filled completely and has a cancel reason. */
function brokenKill(taker: SimOrder, others: SimOrder[]): string | undefined {
  const within = others.filter(order => isWithin(taker, order));
  const own = within.findIndex(({ ownerId }) => ownerId === taker.ownerId);
  const reachable = own === -1 ? within : within.slice(0, own);
  const total = reachable.reduce((sum, { remaining }) => sum + remaining, 0);
  const reason = own === -1 ? 'fillOrKill' : 'selfTrade';
  if (total >= taker.quantity) return `FOK ${taker.sequence} was killed, but the book holds ${total}`;
  if (taker.cancelReason === reason) return undefined;
  return `FOK ${taker.sequence} was killed for ${taker.cancelReason}, not ${reason}`;
}

function isWithin({ isMarket, side, priceCents }: SimOrder, resting: SimOrder): boolean {
  if (isMarket) return true;
  return side === 'buy' ? resting.priceCents <= priceCents : resting.priceCents >= priceCents;
}

function stoodBefore(a: SimOrder, b: SimOrder): boolean {
  const better = a.side === 'buy' ? a.priceCents > b.priceCents : a.priceCents < b.priceCents;
  return better || (a.priceCents === b.priceCents && a.sequence < b.sequence);
}
