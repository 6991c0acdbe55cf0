import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { LOCALES } from '../../src/platform/locales.ts';
import { getNumberMarks, readDataNumber, readNumber } from '../../src/platform/number-text.ts';

/** Languages and regions of browsers, with each pair of marks and the digits of several scripts. */
const TAGS = [
  ...LOCALES,
  ...[
    'en-IN',
    'en-ZA',
    'de-CH',
    'de-AT',
    'es-MX',
    'fr-CA',
    'fr-CH',
    'pt-PT',
    'it-CH',
    'nl-BE',
    'pl-PL',
    'tr-TR',
  ],
  ...[
    'ar-EG',
    'ar-MA',
    'ar-u-nu-arab',
    'hi-u-nu-deva',
    'en-u-nu-fullwide',
    'fa-u-nu-arabext',
    'sv',
    'da',
    'cs',
    'uk',
    'ja',
  ],
];
const CURRENCIES = [
  'USD',
  'EUR',
  'CHF',
  'PLN',
  'TRY',
  'BRL',
  'SEK',
  'CZK',
  'HUF',
  'INR',
  'JPY',
  'KWD',
  'AED',
  'EGP',
  'MXN',
];
const DIGITS = 2;

const inEnglish = (text: string, digits = DIGITS) => readNumber(text, getNumberMarks('en'), digits);
const inGerman = (text: string, digits = DIGITS) => readNumber(text, getNumberMarks('de'), digits);
const inFrench = (text: string, digits = DIGITS) => readNumber(text, getNumberMarks('fr'), digits);

describe('a number as people type it', () => {
  test.each([
    ['1,250', 1250],
    ['1,250.50', 1250.5],
    ['1.250,50', 1250.5],
    ['1.000,00', 1000],
    ['1.000.000', 1_000_000],
    ["1'234.50", 1234.5],
    ['1’234.50', 1234.5],
    ['1 234,50', 1234.5],
    ['1\u00a0234,50', 1234.5],
    ['1\u202f234,50', 1234.5],
    ['1\u2009234.50', 1234.5],
    ['12,34,567.89', 1_234_567.89],
    ['1,00,000', 100_000],
    ['20 $', 20],
    ['$20', 20],
    ['-$20', -20],
    ['−5 €', -5],
    ['25 €', 25],
    ['EUR 25', 25],
    ['R$ 5,00', 5],
    ['A$5', 5],
    ['100 kr.', 100],
    ['5 zł', 5],
    ['20,-', 20],
    ['CHF 20.–', 20],
    ['10 %', 10],
    ['%15', 15],
    ['٥٠٠', 500],
    ['١٬٢٣٤٫٥٦', 1234.56],
    ['۱۲', 12],
    ['१२३', 123],
    ['１２５０', 1250],
    ['１，２５０．５０', 1250.5],
    ['\u202a1,250\u202c', 1250],
    ['\ufeff 7 \u200e', 7],
    ['.5', 0.5],
    ['5,', 5],
    ['0,125', 0.125],
    ['1250,500', 1250.5],
    ['007', 7],
  ])('%j is %p', (text, expected) => {
    expect(inEnglish(text)).toBe(expected);
  });

  test.each([
    ...[
      '',
      ' ',
      '-',
      '.',
      ',',
      'abc',
      '3x',
      '30 min',
      '1.000 pcs',
      '5 MIO',
      '-MIO 5',
      '9'.repeat(400),
      '1e3',
      '0x10',
      'Infinity',
      'NaN',
      '1 2',
      '1,2,3',
    ],
    ...[
      '1,234,56',
      '1.234.56',
      '1,23.456,7',
      '1..5',
      '--5',
      '5-5',
      '½',
      '10²',
      '①',
      '5 €/h',
      '=1+1',
      '1 000 00',
      '1 234.567.890',
    ],
  ])('%j is no number', text => {
    expect(inEnglish(text)).toBeUndefined();
  });

  test('a single mark before three digits is read as the language writes it, and asked for if it writes it otherwise', () => {
    const both = { decimal: 1.25, whole: 1250 };
    expect([inEnglish('1,250'), inGerman('1.250')]).toEqual([1250, 1250]);
    expect([inEnglish('1.250'), inGerman('1,250'), inFrench('1.250'), inFrench('1,250')]).toEqual(
      Array(4).fill(both),
    );
    // Fields with as many decimals, such as amounts in dinars, and fields without.
    expect([
      inEnglish('1.250', 3),
      inGerman('1,250', 3),
      inEnglish('1.250', 0),
      inGerman('1,250', 0),
    ]).toEqual([1.25, 1.25, 1250, 1250]);
    expect(inEnglish('-1.250')).toEqual({ decimal: -1.25, whole: -1250 });
    expect([inEnglish('٫٢٥٠'), inEnglish('١٫٢٥٠'), inEnglish('١٬٢٥٠')]).toEqual([0.25, 1.25, 1250]);
  });

  test.each(TAGS)('numbers and amounts as %s writes them are read', tag => {
    const marks = getNumberMarks(tag);
    for (const value of [0, 0.05, 5, 12.5, 999.99, 1000, 1234.56, 9999, 1_234_567.89]) {
      const plain = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(value);
      expect([plain, readNumber(plain, marks, DIGITS)]).toEqual([plain, value]);
      for (const currency of CURRENCIES) {
        const style = {
          style: 'currency',
          currency,
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
        } as const;
        for (const currencyDisplay of ['symbol', 'narrowSymbol', 'code'] as const) {
          const text = new Intl.NumberFormat(tag, { ...style, currencyDisplay }).format(value);
          expect([text, readNumber(text, marks, DIGITS)]).toEqual([text, value]);
        }
      }
    }
  });

  test('amounts with the decimals of their currency are read as every language writes them', () => {
    const amount = fc.tuple(
      fc.constantFrom(...TAGS),
      fc.constantFrom(0, 2, 3),
      fc.integer({ min: 0, max: 10 ** 12 }),
    );
    fc.assert(
      fc.property(amount, ([tag, digits, units]) => {
        const value = Number((units / 10 ** digits).toFixed(digits));
        const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
        const text = new Intl.NumberFormat(tag, style).format(value);
        expect([text, readNumber(text, getNumberMarks(tag), digits)]).toEqual([text, value]);
      }),
    );
  });
});

test('in files and commands, a single period is decimal, and whole numbers have no decimals', () => {
  expect(['1.250', '1,250', '1.250,5', '2 %'].map(text => readDataNumber(text))).toEqual([
    1.25, 1250, 1250.5, 2,
  ]);
  expect(['1.250', '1,250', '7'].map(text => readDataNumber(text, { isWhole: true }))).toEqual([
    1250, 1250, 7,
  ]);
  expect(readDataNumber('lots')).toBeUndefined();
});
