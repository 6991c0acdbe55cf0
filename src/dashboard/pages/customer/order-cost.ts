import type { MarketPerk } from '../../../exchange/market/model.ts';

export type Side = 'buy' | 'sell';

/** Estimates a market order against the visible depth: total dollars and units filled. */
export function quoteMarketOrder(
  { depth }: MarketPerk,
  side: Side,
  quantity: number,
): { total: number; filled: number } {
  let left = quantity;
  let cents = 0;
  for (const level of side === 'buy' ? depth.asks : depth.bids) {
    const filled = Math.min(left, level.quantity);
    cents += filled * Math.round(level.price * 100);
    left -= filled;
    if (left === 0) break;
  }
  return { total: cents / 100, filled: quantity - left };
}

/** Returns the dollars of a limit order. */
export function getLimitOrderTotal(price: number, quantity: number): number {
  return (Math.round(price * 100) * quantity) / 100;
}

/** Returns the best price on a side of the book that isn't only the business's own orders. */
export function findBestForeignPrice(
  levels: MarketPerk['depth']['asks'],
  ownOrders: { price: number | null; remainingQuantity: number }[],
): number | null {
  const foreign = levels.find(({ price, quantity }) => {
    const own = ownOrders.filter(order => order.price === price);
    return quantity > own.reduce((sum, order) => sum + order.remainingQuantity, 0);
  });
  return foreign?.price ?? null;
}
