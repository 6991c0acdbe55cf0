import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  calculateShare,
  hasAtMostTwoDecimals,
  toBasisPoints,
  toCents,
  toDollars,
  toNullableDollars,
  toPercent,
} from '../../src/platform/money.ts';

const LARGEST_CENTS = 100_000_000_000;

describe('toCents', () => {
  const exact: [dollars: number, cents: number][] = [
    [0, 0],
    [0.01, 1],
    [0.07, 7],
    [0.29, 29],
    [1.1, 110],
    [1.15, 115],
    [2.675, Number.NaN],
    [4.35, 435],
    [8.2, 820],
    [19.99, 1_999],
    [1_000_000_000, LARGEST_CENTS],
    [999_999_999.99, 99_999_999_999],
  ];
  for (const [dollars, cents] of exact.filter(([, each]) => !Number.isNaN(each))) {
    test(`${dollars} dollars are ${cents} cents`, () => expect(toCents(dollars, 'price')).toBe(cents));
  }

  for (const dollars of [
    0.1 + 0.2,
    2.675,
    0.001,
    1.005,
    1e-9,
    0.07 + 1e-15,
    Number.NaN,
    Infinity,
    -Infinity,
  ]) {
    test(`${dollars} is rejected with the name of the field`, () => {
      expect(() => toCents(dollars, 'reward.value')).toThrow(
        'reward.value must have at most 2 decimal places',
      );
    });
  }

  test('converting an accepted amount to cents and back returns the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -LARGEST_CENTS, max: LARGEST_CENTS }), cents => {
        const dollars = toDollars(cents);
        return hasAtMostTwoDecimals(dollars) && toCents(dollars, 'x') === cents;
      }),
      { numRuns: 10_000 },
    );
  });

  test('an API amount survives JSON unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LARGEST_CENTS }), cents => {
        const text = JSON.stringify(toDollars(cents));
        return /^\d+(\.\d{1,2})?$/.test(text) && toCents(JSON.parse(text), 'x') === cents;
      }),
      { numRuns: 10_000 },
    );
  });

  test('null stays null', () => {
    expect([toNullableDollars(null), toNullableDollars(0), toNullableDollars(5)]).toEqual([null, 0, 0.05]);
  });
});

describe('percentages', () => {
  test('percentages above 0 and up to 100 with two decimals become basis points', () => {
    expect([0.01, 0.07, 12.5, 33.33, 100].map(each => toBasisPoints(each, 'x'))).toEqual([
      1, 7, 1250, 3333, 10_000,
    ]);
    for (const wrong of [0, -1, 100.01, 12.345, Number.NaN, Infinity]) {
      expect(() => toBasisPoints(wrong, 'reward.value')).toThrow('reward.value must');
    }
    expect(toPercent(1250)).toBe(12.5);
  });

  test('a share is rounded down, so the remainder stays with the payer', () => {
    expect(calculateShare(999, 1_000)).toBe(99);
    expect(calculateShare(1, 9_999)).toBe(0);
    expect(calculateShare(10_000, 10_000)).toBe(10_000);
    expect(calculateShare(LARGEST_CENTS, 3_333)).toBe(33_330_000_000);
  });

  test('shares are exact and never exceed the amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: LARGEST_CENTS }),
        fc.integer({ min: 1, max: 10_000 }),
        (cents, points) => {
          const share = calculateShare(cents, points);
          return BigInt(share) === (BigInt(cents) * BigInt(points)) / 10_000n && share <= cents;
        },
      ),
      { numRuns: 10_000 },
    );
  });
});
