import { foldDigits } from './digits.ts';
import { toUsableLocale } from './intl.ts';

/** The marks of a language in numbers. */
interface NumberMarks {
  decimal: string;
  group: string;
}

/** Returns the marks of a language. */
export function getNumberMarks(locale: string): NumberMarks {
  const parts = new Intl.NumberFormat(toUsableLocale(locale)).formatToParts(1_234_567.8);
  const find = (type: string) => parts.find(part => part.type === type)?.value ?? '';
  return { decimal: find('decimal'), group: find('group') };
}

/** A mark before three digits that may be decimal or between thousands: what the number is in both cases. */
export interface AmbiguousNumber {
  decimal: number;
  whole: number;
}

/** Digits of a group, after which a single mark can be read both ways. */
const GROUP_DIGITS = 3;

/** Currency signs such as $, R$ or A$, letters that are signs of currencies, ISO codes, and percent signs. */
const UNIT = String.raw`\p{Lu}{0,3}\p{Sc}(?:\s?\p{Lu}{1,2})?|F\s?CFA|CFPF|FCFP|(?<code>[A-Z]{3})|[Kk]r\.?|zł|Kč|Ft|lei|Fr\.?|TL|RM|R|UM|ZiG|C[fg]\.?|%|٪|\p{L}\.\p{L}\.?`;
const UNIT_BEFORE = new RegExp(`^(?<sign>[-−]?)(?:${UNIT})\\s*`, 'u');
/** Has an empty sign, so that a match has the same parts as one of UNIT_BEFORE. */
const UNIT_AFTER = new RegExp(`(?<sign>)\\s*(?:${UNIT})$`, 'u');
/** Powers, fractions and digits in circles, which normalization would turn into plain digits. */
const OTHER_DIGITS = /\p{No}/u;
/** A dash instead of cents, as in 20,- or 20.–. */
const NO_CENTS = /(\d)[.,]\s?[-–—]$/;
/** Digits with one kind of mark between thousands, or between lakhs and crores. */
const WHOLE =
  /^(?:\d*|\d{1,3}(?:(?<mark>[.,' ])\d{3}(?:\k<mark>\d{3})*)|\d{1,2}(?:(?<lakh>[.,' ])\d{2})(?:\k<lakh>\d{2})*\k<lakh>\d{3})$/;

/**
 * Reads a number as people write it: with the marks of any language, currency and percent signs, digits of other scripts,
 * and invisible characters of a paste.
 * @param digits the decimals that the number can have; without decimals, a mark before three digits is between thousands
 * @returns undefined for any other text
 */
export function readNumber(
  text: string,
  { decimal, group }: NumberMarks,
  digits: number,
): number | AmbiguousNumber | undefined {
  if (OTHER_DIGITS.test(text)) return undefined;
  const plain = toPlain(text);
  const sign = /^[-−]/.test(plain) ? '-' : '';
  const body = plain.replace(/^[-−+]\s*/, '');
  if (!/\d/.test(body)) return undefined;
  const at = findDecimalMark(body);
  const whole = at < 0 ? body : body.slice(0, at);
  const fraction = at < 0 ? '' : body.slice(at + 1);
  if (!WHOLE.test(whole) || !/^\d*$/.test(fraction)) return undefined;
  const value = Number(`${sign}${whole.replaceAll(/\D/g, '') || '0'}.${fraction || '0'}`);
  if (!Number.isFinite(value)) return undefined;
  const isGroup =
    /^[1-9]\d{0,2}$/.test(whole) && fraction.length === GROUP_DIGITS && body[at] !== DECIMAL_ONLY;
  if (!isGroup || (body[at] === decimal && digits >= GROUP_DIGITS)) return value;
  const thousands = Number(sign + whole + fraction);
  if (body[at] === group || digits === 0) return thousands;
  return { decimal: value, whole: thousands };
}

/**
 * Reads a number of a file or a command line: a single period is decimal, and a single comma before three digits is between
 * thousands. A whole number has no decimals, so that any mark before three digits is between thousands.
 * @returns undefined for any other text
 */
export function readDataNumber(text: string, { isWhole = false } = {}): number | undefined {
  return readNumber(text, { decimal: '.', group: ',' }, isWhole ? 0 : GROUP_DIGITS) as number | undefined;
}

/** Arabic marks, which have one meaning each. */
const DECIMAL_ONLY = '٫';
const GROUP_ONLY = /[٬’ʼ´`]/g;

/** Returns the text with ASCII digits and spaces, and without units. */
function toPlain(text: string): string {
  return foldDigits(text)
    .replaceAll(GROUP_ONLY, "'")
    .trim()
    .replace(UNIT_BEFORE, removeUnit)
    .replace(UNIT_AFTER, removeUnit)
    .replace(NO_CENTS, '$1');
}

/** Removes a unit, but not an abbreviation such as MIO that is no currency. */
function removeUnit(text: string, sign: string, code: string | undefined): string {
  return code === undefined || Intl.supportedValuesOf('currency').includes(code) ? sign : text;
}

/** Returns the position of the mark that can only be decimal, or is the only one of its kind; -1 without one. */
function findDecimalMark(body: string): number {
  const at = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','), body.lastIndexOf(DECIMAL_ONLY));
  return at < 0 || body.indexOf(body[at]!) < at ? -1 : at;
}
