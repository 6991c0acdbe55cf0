import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { listPhoneDigits } from '../../src/platform/phone.ts';
import { hasAssignment, matchesName, parseSearch } from '../../src/programs/members/search-rules.ts';

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

test.each([
  [
    'RU',
    '79161234567',
    ['8 916 123-45-67', '89161234567', '8(916)1234567', '+7 916 123 45 67', '916 123 45 67'],
  ],
  ['KZ', '77011234567', ['8 701 123 45 67']],
  ['BY', '375291234567', ['8 029 123-45-67', '80291234567']],
  ['LT', '37061234567', ['8 612 34567', '0 612 34567', '861234567']],
  ['HU', '36301234567', ['06 30 123 4567', '06301234567']],
  ['AR', '5491123456789', ['011 15-2345-6789', '+54 9 11 2345 6789']],
  ['MX', '525512345678', ['+52 1 55 1234 5678', '55 1234 5678', '+5215512345678']],
  ['DE', '491701234567', ['0170 1234567', '00491701234567', '+49 (0)170 1234567']],
  ['IT', '390612345678', ['06 1234 5678']],
  ['EG', '201001234567', ['٠١٠٠١٢٣٤٥٦٧', '０１００１２３４５６７']],
  [
    'US',
    '12025550143',
    [
      '(202) 555-0143',
      '1-202-555-0143',
      'tel:+12025550143',
      '\u202a+1 202 555 0143\u202c',
      '+1\ufe0f 202 555 0143',
    ],
  ],
])('a phone number is found as it is dialed in %s', (country, digits, dialed) => {
  const terms = listPhoneDigits(`+${digits}`);
  for (const q of dialed) {
    const { prefixes } = parseSearch(q, country);
    expect([
      q,
      prefixes.some(prefix => terms.some(term => prefix.length > 4 && term.startsWith(prefix))),
    ]).toEqual([q, true]);
  }
});
