import { describe, expect, test } from 'bun:test';
import { applyMarketChange } from '../../src/dashboard/data/market-change.ts';
import { toDepthChart } from '../../src/dashboard/pages/business/order-book.tsx';
import { getLimitOrderTotal, quoteMarketOrder } from '../../src/dashboard/pages/customer/order-cost.ts';
import type { Market, MarketPerk } from '../../src/exchange/market/model.ts';

const perk = (perkId: string, lastPrice: number | null = null) => ({ perkId, lastPrice }) as MarketPerk;
const market = (...perks: MarketPerk[]): Market => ({
  asOf: '2026-06-01T10:00:00.000Z',
  currency: 'USD',
  totals: { perks: perks.length, openOrders: 0, trades24h: 0, volume24h: 0 },
  perks,
});
const later = { asOf: '2026-06-01T10:00:01.000Z', trades: [] };

describe('the market as a page keeps it', () => {
  test('takes the lines that changed in their places, new ones at the end, and lets expired ones go', () => {
    const before = market(perk('a'), perk('b'), perk('c'));
    const after = applyMarketChange(before, {
      ...later,
      perks: [perk('b', 3), perk('d')],
      removedPerkIds: ['c'],
    });
    expect(after.perks).toEqual([perk('a'), perk('b', 3), perk('d')]);
    expect(after.asOf).toBe(later.asOf);
    expect(before.perks).toHaveLength(3);
  });
});

describe('the depth of a book', () => {
  test('adds up from the best price outwards, to the ends of the picture', () => {
    const bids = [
      { price: 3, quantity: 4 },
      { price: 2, quantity: 1 },
    ];
    expect(toDepthChart({ bids, asks: [{ price: 4, quantity: 7 }] })).toEqual([
      [1.7, 2, 3, 4, 4.3],
      [5, 5, 4, null, null],
      [null, null, null, 7, 7],
    ]);
  });

  test('has room around a single price, and never below nothing', () => {
    const [prices] = toDepthChart({ bids: [{ price: 0.02, quantity: 1 }], asks: [] });
    expect(prices[0]).toBe(0);
    expect(prices).toHaveLength(3);
  });
});

describe('what an order comes to', () => {
  const asks = [
    { price: 4.1, quantity: 2 },
    { price: 4.35, quantity: 3 },
  ];
  const offered = { ...perk('a'), depth: { bids: [], asks } };

  test('goes through the offers, best first, to the cent', () => {
    expect(quoteMarketOrder(offered, 'buy', 1)).toEqual({ total: 4.1, filled: 1 });
    expect(quoteMarketOrder(offered, 'buy', 4)).toEqual({ total: 16.9, filled: 4 });
    expect(quoteMarketOrder(offered, 'buy', 9)).toEqual({ total: 21.25, filled: 5 });
    expect(quoteMarketOrder(offered, 'sell', 1)).toEqual({ total: 0, filled: 0 });
    expect(getLimitOrderTotal(1.1, 3)).toBe(3.3);
  });
});
