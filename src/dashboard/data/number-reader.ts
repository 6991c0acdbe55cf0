import { getDigits } from '../../platform/currency-digits.ts';
import { type AmbiguousNumber, getNumberMarks, readNumber } from '../../platform/number-text.ts';
import { numbers as t } from '../messages/numbers/index.ts';
import { FORMAT_LOCALE, formatText } from '../messages/text.ts';
import { getOwnCurrency } from './currency.ts';

const EXAMPLE = 1234.5;
const MARKS = getNumberMarks(FORMAT_LOCALE);
const PERCENT = /[%٪％]/;

/** Reads a number as people write it on this page. @param digits as in parseNumber */
export function read(
  text: string,
  digits = getDigits(getOwnCurrency()),
): number | AmbiguousNumber | undefined {
  return readNumber(text, MARKS, digits);
}

/**
 * Returns why a text is no number, to be shown after the field's label; undefined if it is one.
 * @param write writes a number for a field
 */
export function findIssue(
  text: string,
  write: (value: number) => string,
  digits?: number,
  unit?: string,
): string | undefined {
  const number = PERCENT.test(text) && unit !== '%' ? undefined : read(text, digits);
  if (typeof number === 'number') return undefined;
  if (number && read(write(number.decimal), digits) === number.decimal)
    return formatText(t.twoMeanings, { one: write(number.decimal), other: write(number.whole) });
  const example = new Intl.NumberFormat(FORMAT_LOCALE, { minimumFractionDigits: 2 }).format(EXAMPLE);
  return formatText(t.unreadable, { example });
}
