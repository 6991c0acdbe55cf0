import { describe, expect, test } from 'bun:test';
import { applyMarketChange } from '../../src/dashboard/data/market-change.ts';
import { toDepthChart } from '../../src/dashboard/pages/business/exchange/order-book.tsx';
import {
  findBestForeignPrice,
  getLimitOrderTotal,
  quoteMarketOrder,
} from '../../src/dashboard/pages/customer/exchange/order-cost.ts';
import type { Market, MarketPerk } from '../../src/exchange/market/model.ts';

const perk = (perkId: string, lastPrice: number | null = null) => ({ perkId, lastPrice }) as MarketPerk;
const market = (...perks: MarketPerk[]): Market => ({
  asOf: '2026-06-01T10:00:00.000Z',
  currency: 'USD',
  totals: { perks: perks.length, openOrders: 0, trades24h: 0, volume24h: 0, currencies: [] },
  perks,
});
const change = { asOf: '2026-06-01T10:00:01.000Z', trades: [] };

describe('applyMarketChange', () => {
  test('changed perks are replaced in place, new ones appended, and removed ones dropped', () => {
    const before = market(perk('a'), perk('b'), perk('c'));
    const after = applyMarketChange(before, {
      ...change,
      perks: [perk('b', 3), perk('d')],
      removedPerkIds: ['c'],
    });
    expect(after.perks).toEqual([perk('a'), perk('b', 3), perk('d')]);
    expect(after.asOf).toBe(change.asOf);
    expect(before.perks).toHaveLength(3);
  });
});

describe('findBestForeignPrice', () => {
  const levels = [
    { price: 3, quantity: 4 },
    { price: 4, quantity: 7 },
  ];

  test('skips a level that consists of own orders only', () => {
    expect(findBestForeignPrice(levels, [{ price: 3, remainingQuantity: 4 }])).toBe(4);
    expect(findBestForeignPrice(levels, [{ price: 3, remainingQuantity: 3 }])).toBe(3);
  });

  test('returns null if every level consists of own orders', () => {
    const own = [
      { price: 3, remainingQuantity: 4 },
      { price: 4, remainingQuantity: 5 },
      { price: 4, remainingQuantity: 2 },
    ];
    expect(findBestForeignPrice(levels, own)).toBeNull();
    expect(findBestForeignPrice([], [])).toBeNull();
  });
});

describe('toDepthChart', () => {
  test('units accumulate from the best price outward to the edges of the chart', () => {
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

  test('a single price has a margin on both sides that never goes below 0', () => {
    const [prices] = toDepthChart({ bids: [{ price: 0.02, quantity: 1 }], asks: [] });
    expect(prices[0]).toBe(0);
    expect(prices).toHaveLength(3);
  });
});

describe('order totals', () => {
  const asks = [
    { price: 4.1, quantity: 2 },
    { price: 4.35, quantity: 3 },
  ];
  const listed = { ...perk('a'), currency: 'USD', depth: { bids: [], asks } };

  test('a quote fills the best offers first and is exact to the cent', () => {
    expect(quoteMarketOrder(listed, 'buy', 1)).toEqual({ total: 4.1, filled: 1 });
    expect(quoteMarketOrder(listed, 'buy', 4)).toEqual({ total: 16.9, filled: 4 });
    expect(quoteMarketOrder(listed, 'buy', 9)).toEqual({ total: 21.25, filled: 5 });
    expect(quoteMarketOrder(listed, 'sell', 1)).toEqual({ total: 0, filled: 0 });
    expect(getLimitOrderTotal(1.1, 3, 'USD')).toBe(3.3);
  });
});
