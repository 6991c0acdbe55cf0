import { expect, test } from 'bun:test';
import { toShownRate } from '../../src/dashboard/data/format.ts';

test.each([
  [1, 1, 1],
  [0.5, 0.5, 1],
  [0.01, 0.01, 1],
  [0.0001, 1, 10_000],
  [0.000125, 1.25, 10_000],
  [0.000001, 1, 1_000_000],
])('%p points per unit are shown as %p per %p', (perUnit, points, amount) => {
  expect(toShownRate(perUnit)).toEqual({ points, amount });
});
