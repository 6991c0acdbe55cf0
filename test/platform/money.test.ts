import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { CURRENCIES, isCurrency } from '../../src/platform/currencies.ts';
import { getDigits } from '../../src/platform/currency-digits.ts';
import {
  calculateShare,
  formatAmount,
  hasAtMostDecimals,
  MAX_CENTS,
  toAmount,
  toBasisPoints,
  toCents,
  toCentsOrZero,
  toNullableAmount,
  toPercent,
} from '../../src/platform/money.ts';

describe('toCents', () => {
  const exact: [dollars: number, cents: number][] = [
    [0.01, 1],
    [0.07, 7],
    [0.29, 29],
    [1.1, 110],
    [1.15, 115],
    [2.675, Number.NaN],
    [4.35, 435],
    [8.2, 820],
    [19.99, 1_999],
    [100_000_000_000, MAX_CENTS],
    [99_999_999_999.99, 9_999_999_999_999],
  ];
  for (const [dollars, cents] of exact.filter(([, each]) => !Number.isNaN(each))) {
    test(`${dollars} dollars are ${cents} cents`, () => expect(toCents(dollars, 'USD', 'price')).toBe(cents));
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
      expect(() => toCents(dollars, 'USD', 'reward.value')).toThrow(
        'reward.value must have at most 2 decimal places',
      );
    });
  }

  test('converting an accepted amount to cents and back returns the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_CENTS }), cents => {
        const dollars = toAmount(cents, 'USD');
        return hasAtMostDecimals(dollars, 2) && toCents(dollars, 'USD', 'x') === cents;
      }),
      { numRuns: 10_000 },
    );
  });

  test('an API amount survives JSON unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_CENTS }), cents => {
        const text = JSON.stringify(toAmount(cents, 'USD'));
        return /^\d+(\.\d{1,2})?$/.test(text) && toCents(JSON.parse(text), 'USD', 'x') === cents;
      }),
      { numRuns: 10_000 },
    );
  });

  test('null stays null', () => {
    expect([null, 0, 5].map(cents => toNullableAmount(cents, 'USD'))).toEqual([null, 0, 0.05]);
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
    expect(calculateShare(MAX_CENTS, 3_333)).toBe(3_333_000_000_000);
  });

  test('shares are exact and never exceed the amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_CENTS }),
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

describe('currencies', () => {
  test('each has the digits of ISO 4217', () => {
    expect(['JPY', 'KRW', 'ISK', 'USD', 'EUR', 'HUF', 'IDR', 'IQD', 'KWD', 'TND'].map(getDigits)).toEqual([
      0, 0, 0, 2, 2, 2, 2, 3, 3, 3,
    ]);
    expect([...CURRENCIES].every(code => /^[A-Z]{3}$/.test(code))).toBe(true);
    expect(['USD', 'EUR', 'XAU', 'XXX', 'BGN', 'HRK', 'usd', ''].map(isCurrency)).toEqual([
      true,
      true,
      ...[false, false, false, false, false, false],
    ]);
  });

  test('an amount has at most the decimals of its currency', () => {
    expect(toCents(500, 'JPY', 'value')).toBe(500);
    expect(toCents(1.234, 'KWD', 'value')).toBe(1_234);
    expect(() => toCents(0.5, 'JPY', 'value')).toThrow('value must have no decimal places');
    expect(() => toCents(1.234, 'EUR', 'value')).toThrow('value must have at most 2 decimal places');
    expect(() => toCents(1.2345, 'KWD', 'value')).toThrow('value must have at most 3 decimal places');
  });

  test('messages show the symbol and digits of the currency', () => {
    expect([formatAmount(4.5, 'USD'), formatAmount(1_000, 'EUR'), formatAmount(450, 'JPY')]).toEqual([
      '$4.50',
      '€1000.00',
      '¥450',
    ]);
    expect(formatAmount(1.5, 'KWD')).toContain('1.500');
  });

  test('an amount of any currency survives conversion and shares are exact', () => {
    const currency = fc.constantFrom('JPY', 'EUR', 'KWD');
    const cents = fc.integer({ min: 0, max: MAX_CENTS });
    fc.assert(
      fc.property(currency, cents, fc.integer({ min: 1, max: 10_000 }), (code, units, points) => {
        const share = BigInt(calculateShare(units, points));
        return (
          toCentsOrZero(JSON.parse(JSON.stringify(toAmount(units, code))), code, 'x') === units &&
          share === (BigInt(units) * BigInt(points)) / 10_000n
        );
      }),
      { numRuns: 10_000 },
    );
  });
});
