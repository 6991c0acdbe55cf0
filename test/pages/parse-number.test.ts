import { afterEach, expect, test } from 'bun:test';
import { signal } from '@preact/signals';
import { type ApiError, api, call, send } from '../../src/dashboard/data/api.ts';
import { setOwnCurrency } from '../../src/dashboard/data/currency.ts';
import { describeField } from '../../src/dashboard/data/issues.ts';
import {
  findNumberIssue,
  loadNumberReader,
  parseAmount,
  parseNumber,
  toMoneyText,
  toNumberText,
} from '../../src/dashboard/data/parse-number.ts';
import { loadMessages } from '../../src/dashboard/messages/area.ts';

await loadMessages();
await loadNumberReader();
afterEach(() => setOwnCurrency({ currency: 'USD', usdRate: 1 }));

const parse = (text: string, digits?: number) => parseNumber(signal(text), digits);

test('an empty field is undefined, and one that can not be read or has two meanings is NaN', () => {
  expect([parse(''), parse('  '), parse('1,250'), parse('3x'), parse('1.250')]).toEqual([
    undefined,
    undefined,
    1250,
    Number.NaN,
    Number.NaN,
  ]);
});

test.each([
  ['3x', "isn't a number; write it like 1,234.50"],
  ['1.250', 'could be 1.25 or 1250; write one of them'],
  ['1.255', "isn't a number; write it like 1,234.50"],
  ['10 %', "isn't a number; write it like 1,234.50"],
  ['1,250', undefined],
  ['', undefined],
])('the field with %j shows why it is no number', (text, issue) => {
  expect(findNumberIssue(text)).toBe(issue as string);
});

test('a field of percentages may have the sign, and one of rates three decimals', () => {
  expect([findNumberIssue('10 %', undefined, '%'), findNumberIssue('1.085', 6), parse('1.085', 6)]).toEqual([
    undefined,
    undefined,
    1.085,
  ]);
});

test('amounts have the decimals of the currency', () => {
  setOwnCurrency({ currency: 'KWD', usdRate: null });
  expect([parse('1.250'), parse('1,250'), findNumberIssue('1.250')]).toEqual([1.25, 1250, undefined]);
  expect([toMoneyText(1.5), toNumberText(1250.125), toMoneyText(null), toNumberText(undefined)]).toEqual([
    '1.500',
    '1250.125',
    '',
    '',
  ]);
  for (const value of [0, 1.234, 1250, 999_999.999]) expect(parse(toMoneyText(value))).toBe(value);
});

test('an amount in another currency has its decimals, for a customer too', () => {
  expect([parseAmount(signal('1.234'), 'KWD'), findNumberIssue('1.234', 3)]).toEqual([1.234, undefined]);
  expect(parseAmount(signal('1.234'), 'USD')).toBe(Number.NaN);
});

test.each([Number.NaN, Infinity])(
  'a request with %p is not sent, and its error names the field',
  async stock => {
    const terms = { rewards: { shop: [{ stock: 1 }, { stock }] } };
    const attempts = [
      () => send(api.programs({ id: 'prg_1' }).put(terms as never)),
      () => call('PUT', '/api/v1/programs/prg_1', terms),
    ];
    for (const attempt of attempts) {
      const error: ApiError = await attempt().then(
        () => Promise.reject(new Error('It was sent')),
        cause => cause,
      );
      expect([error.code, describeField(error, 'stock')]).toEqual(['VALIDATION_ERROR', "isn't valid"]);
    }
  },
);
