import type { MarketPerk } from '../../../../exchange/market/model.ts';
import { getDigits } from '../../../../platform/currency-digits.ts';

export type Side = 'buy' | 'sell';

/** Estimates a market order against the visible depth: the total in the perk's currency and the units filled. */
export function quoteMarketOrder(
  { currency, depth }: MarketPerk,
  side: Side,
  quantity: number,
): { total: number; filled: number } {
  const scale = 10 ** getDigits(currency);
  let left = quantity;
  let cents = 0;
  for (const level of side === 'buy' ? depth.asks : depth.bids) {
    const filled = Math.min(left, level.quantity);
    cents += filled * Math.round(level.price * scale);
    left -= filled;
    if (left === 0) break;
  }
  return { total: cents / scale, filled: quantity - left };
}

/** Returns the total of a limit order. */
export function getLimitOrderTotal(price: number, quantity: number, currency: string): number {
  const scale = 10 ** getDigits(currency);
  return (Math.round(price * scale) * quantity) / scale;
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
