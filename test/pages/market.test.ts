import { expect, test } from 'bun:test';
import { applied } from '../../src/dashboard/data/market-stream.ts';
import { costAt, quote } from '../../src/dashboard/pages/customer/order-cost.ts';
import type { Market, MarketPerk } from '../../src/exchange/market-model.ts';

const asks = [
  { price: 4.1, quantity: 2 },
  { price: 4.35, quantity: 3 },
];

function perk(perkId: string, lastPrice: number | null = null): MarketPerk {
  return { perkId, lastPrice, depth: { bids: [], asks } } as unknown as MarketPerk;
}

test('what an order comes to goes through the offers, best first, to the cent', () => {
  expect(quote(perk('a'), 'buy', 1)).toEqual({ total: 4.1, filled: 1 });
  expect(quote(perk('a'), 'buy', 4)).toEqual({ total: 16.9, filled: 4 });
  expect(quote(perk('a'), 'buy', 9)).toEqual({ total: 21.25, filled: 5 });
  expect(quote(perk('a'), 'sell', 1)).toEqual({ total: 0, filled: 0 });
  expect(costAt(1.1, 3)).toBe(3.3);
});

test('a change replaces lines, takes out what expired and adds what is new', () => {
  const market = { asOf: '1', perks: [perk('a'), perk('b'), perk('c')] } as Market;
  const change = { asOf: '2', perks: [perk('b', 5), perk('d')], removedPerkIds: ['a'], trades: [] };
  const next = applied(market, change);
  expect(next.asOf).toBe('2');
  expect(next.perks.map(({ perkId, lastPrice }) => [perkId, lastPrice])).toEqual([
    ['b', 5],
    ['c', null],
    ['d', null],
  ]);
});
