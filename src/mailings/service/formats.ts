import { getDigits } from '../../platform/currency-digits.ts';
import { DEFAULT_LOCALE, toUsableLocale, toUsableTimeZone } from '../../platform/intl.ts';
import { type Locale, toLocale } from '../../platform/locales.ts';
import { createFormatter } from '../../platform/message-format.ts';
import { MAIL_TEXTS } from '../messages/index.ts';
import type { Formats, OfferTerms } from '../templates/template.ts';

/** The settings of a recipient and a sender that decide about language and notation. */
interface FormatSettings {
  /** Tags in the order of preference; null where there is no choice. */
  locales: (string | null)[];
  /** The time zone of the shop, where a day ends that a mail names; null for mails of the installation. */
  timeZone: string | null;
  shop: string;
  currency: string;
}

/** Digits are 0 to 9 in all languages, as on the pages. */
const DIGITS = { numberingSystem: 'latn' };

/** Creates the functions with which templates write: in the first language that mails have. */
export function createFormats({ locales, timeZone, shop, currency }: FormatSettings): Formats {
  const tag = toUsableLocale(locales.find(one => toLocale(one) !== undefined) ?? DEFAULT_LOCALE);
  const locale = toLocale(tag) as Locale;
  const texts = MAIL_TEXTS[locale];
  const text = createFormatter(locale);
  const numbers = new Intl.NumberFormat(tag, DIGITS);
  const percent = new Intl.NumberFormat(tag, { ...DIGITS, style: 'percent', maximumFractionDigits: 2 });
  const dates = toDateFormat(tag, timeZone);
  const days = toDateFormat(tag, 'UTC');
  const money = (amount: number, code = currency) => toAmountText(amount, tag, code);
  const offer = ({ type, value, name, maxAmount }: OfferTerms): string => {
    const { off, offUpTo } = texts.common;
    if (name) return name;
    if (type === 'fixed') return text(off, { amount: toRound(value ?? 0, tag, currency) });
    const share = percent.format((value ?? 0) / 100);
    return maxAmount === null
      ? text(off, { amount: share })
      : text(offUpTo, { amount: share, max: toRound(maxAmount, tag, currency) });
  };
  return {
    locale,
    texts,
    text,
    shop,
    money,
    number: value => numbers.format(value),
    date: time => dates.format(new Date(time)),
    day: day => days.format(new Date(`${day}T00:00:00.000Z`)),
    offer,
  };
}

function toDateFormat(tag: string, zone: string | null): Intl.DateTimeFormat {
  const timeZone = toUsableTimeZone(zone);
  return new Intl.DateTimeFormat(toUsableLocale(tag), { ...DIGITS, dateStyle: 'long', timeZone });
}

function toAmountText(amount: number, tag: string, currency: string, digits = getDigits(currency)): string {
  const style = { ...DIGITS, style: 'currency', currency } as const;
  const options = { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(tag, options).format(amount);
}

/** Writes an amount without the zeros of a round one, e.g. $5 or $4.50. */
function toRound(amount: number, tag: string, currency: string): string {
  const digits = Number.isInteger(amount) ? 0 : getDigits(currency);
  return toAmountText(amount, tag, currency, digits);
}
