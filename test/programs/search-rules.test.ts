import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { hasAssignment, matchesName } from '../../src/programs/members/search-rules.ts';

const MAX_WORDS = 8;
const table = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(fc.boolean(), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

/** Tries all orders. */
function isAssignable([row, ...others]: boolean[][], taken: number[] = []): boolean {
  if (!row) return true;
  return row.some(
    (isFree, column) => isFree && !taken.includes(column) && isAssignable(others, [...taken, column]),
  );
}

/** Counts the cells that are read. */
function countSteps(rows: boolean[][]): number {
  let steps = 0;
  const counted = rows.map(
    row =>
      new Proxy(row, {
        get: (cells, key) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) steps += 1;
          return Reflect.get(cells, key);
        },
      }),
  );
  hasAssignment(counted);
  return steps;
}

test('rows are assigned to columns exactly if trying all orders finds a way', () => {
  fc.assert(
    fc.property(table, rows => {
      expect(hasAssignment(rows)).toBe(isAssignable(rows));
    }),
  );
});

test('an assignment takes at most rows × rows × columns steps', () => {
  const cell = fc.boolean();
  const row = fc.array(cell, { minLength: MAX_WORDS, maxLength: MAX_WORDS });
  fc.assert(
    fc.property(fc.array(row, { minLength: MAX_WORDS, maxLength: MAX_WORDS }), rows => {
      expect(countSteps(rows)).toBeLessThanOrEqual(MAX_WORDS ** 3);
    }),
  );
  // Seven equal words and one that begins no word of the name: 8! orders.
  const worst = Array.from({ length: MAX_WORDS }, (_, index) => Array(MAX_WORDS).fill(index < MAX_WORDS - 1));
  expect(countSteps(worst)).toBeLessThanOrEqual(MAX_WORDS ** 3);
});

const NAMES: [string[], string, 0 | 1, boolean][] = [
  [['ann', 'anna'], 'Anna Annabel', 0, true],
  [['ann', 'ann'], 'Anna Smith', 0, false],
  [['anna', 'smtih'], 'Anna Smith', 0, false],
  [['anna', 'smtih'], 'Anna Smith', 1, true],
  [['anan', 'smtih'], 'Anna Smith', 1, false],
  [[], 'Anna Smith', 0, true],
  [['anna'], '', 0, false],
];
test.each(NAMES)('%p in %p with up to %p typing errors: %p', (words, name, typos, expected) => {
  expect(matchesName(words, name, typos)).toBe(expected);
});
