import { expect, test } from 'bun:test';
import { getCurrencySymbol } from '../../src/dashboard/data/format.ts';

test.each([
  ['USD', '$'],
  ['JPY', '¥'],
  ['CHF', 'CHF'],
  ['KWD', 'KWD'],
])('the symbol of %p has neither digits nor spaces', (currency, symbol) => {
  expect(getCurrencySymbol(currency)).toBe(symbol);
});
