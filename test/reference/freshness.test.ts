import { describe, expect, test } from 'bun:test';
import { loadReference } from '../../seed/load.ts';
import { isOldFigure, isStale, weighFigure } from '../../src/library/freshness.ts';
import { createLibrary } from '../../src/library/library.ts';
import { toShopAmounts } from '../../src/library/shop-amounts.ts';

describe('weighFigure', () => {
  const weights: [year: number, weight: number][] = [
    [2027, 1],
    [2026, 1],
    [2025, 1],
    [2024, 0.9],
    [2023, 0.81],
    [2022, 0.75],
    [1995, 0.75],
  ];
  for (const [year, weight] of weights) {
    test(`in 2026, a figure of ${year} has the weight ${weight}`, () =>
      expect(weighFigure(year, 2026)).toBeCloseTo(weight, 10));
  }
});

test('a figure is old from the second calendar year after its own', () => {
  expect([2026, 2025, 2024, 2013].map(year => isOldFigure(year, 2026))).toEqual([false, false, true, true]);
});

test('a source is stale from the day after its last day', () => {
  const source = { staleAfter: '2027-02-20' };
  expect([isStale(source, '2027-02-20'), isStale(source, '2027-02-21')]).toEqual([false, true]);
});

test('the value of an action is as old as its oldest figure', () => {
  const library = createLibrary(loadReference().data);
  expect(library.byId('instagram-story-mention')!.valueYear).toBe(2022);
  expect(library.actions().filter(({ valueYear }) => isOldFigure(valueYear, 2026))).toHaveLength(52);
});

describe('toShopAmounts', () => {
  const cases: { published: [number, number, number]; shown: [number, number, number] }[] = [
    { published: [0.56, 1.12, 2.25], shown: [0.6, 1, 2.25] },
    { published: [7.5, 15, 29.99], shown: [7.5, 15, 29] },
    { published: [0.03, 0.06, 0.13], shown: [0.05, 0.05, 0.1] },
    { published: [0.02, 0.03, 0.04], shown: [0.02, 0.03, 0.04] },
    { published: [10.01, 10.02, 10.03], shown: [10.01, 10.02, 10.03] },
  ];
  for (const { published, shown } of cases) {
    test(`${published.join(' – ')} becomes ${shown.join(' – ')}`, () => {
      const [low, typical, high] = published;
      expect(Object.values(toShopAmounts({ low, typical, high }))).toEqual(shown);
    });
  }
});
