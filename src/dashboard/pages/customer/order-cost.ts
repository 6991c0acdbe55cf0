import type { MarketPerk } from '../../../exchange/market-model.ts';

export type Side = 'buy' | 'sell';

/** What an order at once would come to with the offers that are seen: dollars, and units that find an offer. */
export function quote(
  { depth }: MarketPerk,
  side: Side,
  quantity: number,
): { total: number; filled: number } {
  let left = quantity;
  let cents = 0;
  for (const level of side === 'buy' ? depth.asks : depth.bids) {
    const taken = Math.min(left, level.quantity);
    cents += taken * Math.round(level.price * 100);
    left -= taken;
    if (left === 0) break;
  }
  return { total: cents / 100, filled: quantity - left };
}

/** Dollars of an order at a price of one's own. */
export function costAt(price: number, quantity: number): number {
  return (Math.round(price * 100) * quantity) / 100;
}
