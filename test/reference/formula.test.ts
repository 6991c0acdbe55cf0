import { describe, expect, test } from 'bun:test';
import { evaluateFormula, listUnitPrices } from '../../src/library/validation/formula.ts';

describe('evaluateFormula', () => {
  const formulas: [string, number][] = [
    ['188 views x 11.97 CPM / 1000. Figures: 188 Story viewers (8.43% of 2,236) [a-b]', 2.25036],
    ['0.28% x 59 actions x 12 months x 5.42 CPC', 10.744608],
    ['0.28% x 59 actions x 12 months x 5.42 CPC x (40/83, share of consumers there)', 5.1781],
    ['one reaction x 0.13 x (6.6 / 11.97, the CPM ratio to Meta)', 0.07168],
    ['0.70 CPC / 6.6% sign-up rate', 10.60606],
    ['cost of buying the same result with ads = 29.99', 29.99],
    ['lowest published creator price 20', 20],
    ['4.4 posts x 52 weeks x 0.032 reach x 11.97 CPM / 1000 (one year of organic views)', 0.08764],
    ['12 / 3 / 2', 2],
  ];
  for (const [text, value] of formulas) {
    test(`computes ${text.slice(0, 60)}`, () => expect(evaluateFormula(text)).toBeCloseTo(value, 2));
  }

  for (const text of [
    '',
    'no figure',
    '3 x',
    'x 3',
    '3 4',
    '3 + 4',
    '(3 x 4',
    '3)',
    '3 ** 4',
    'process.exit(1)',
    '2; 3',
  ]) {
    test(`rejects "${text}"`, () => expect(evaluateFormula(text)).toBeUndefined());
  }
});

test('listUnitPrices finds the unit prices of the formula but not those of its figures', () => {
  expect(listUnitPrices('580 views x 11.97 CPM / 1000. Figures: 0.70 CPC')).toEqual([
    { metric: 'cpm', value: 11.97 },
  ]);
});
