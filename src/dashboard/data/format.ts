import { BRAND_NAMES } from '../../platform/brand-names.ts';
import { getDigits } from '../../platform/currency-digits.ts';
import { toUsableTimeZone } from '../../platform/intl.ts';
import { shell as t } from '../messages/shell/index.ts';
import { FORMAT_LOCALE, formatText } from '../messages/text.ts';
import { getOwnCurrency } from './currency.ts';
import { timeZone } from './time-zone.ts';

const plain = new Intl.NumberFormat(FORMAT_LOCALE);
const percents = new Intl.NumberFormat(FORMAT_LOCALE, { style: 'percent', maximumFractionDigits: 3 });
const DATE = { dateStyle: 'medium' } as const;
const DATE_TIME = { ...DATE, timeStyle: 'short' } as const;
const distance = new Intl.RelativeTimeFormat(FORMAT_LOCALE, { numeric: 'auto' });
const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const RELATIVE_UP_TO_DAYS = 7;

const moneyFormats = new Map<string, Intl.NumberFormat>();

/** Browsers round some currencies more than ISO 4217 does, so the digits are given. */
function getMoneyFormat(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency}${digits}`;
  let format = moneyFormats.get(key);
  if (!format) {
    const fractionDigits = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(FORMAT_LOCALE, { style: 'currency', currency, ...fractionDigits });
    moneyFormats.set(key, format);
  }
  return format;
}

/** Formats an amount, e.g. 5 → $5.00; null becomes a dash. @param currency by default the business's own */
export function formatMoney(amount: number | null | undefined, currency = getOwnCurrency()): string {
  return amount === null || amount === undefined
    ? '–'
    : getMoneyFormat(currency, getDigits(currency)).format(amount);
}

/** Formats an amount without decimals, for charts and large sums. */
export function formatRoundMoney(amount: number, currency = getOwnCurrency()): string {
  return getMoneyFormat(currency, 0).format(amount);
}

/** Returns the symbol of a currency as the language writes it, such as € or kr, without marks of direction. */
export function getCurrencySymbol(currency?: string): string {
  return formatRoundMoney(0, currency).replace(/[\p{N}\s\p{Cf}]/gu, '');
}

export function formatNumber(value: number): string {
  return plain.format(value);
}

/** Points per unit of a currency that are shown as they are; fewer are shown for a larger amount. */
const MIN_SHOWN_RATE = 0.01;
/** Enough for every rate, and few enough to round off binary fractions. */
const RATE_DECIMALS = 6;

/** Returns a number of points and the amount that earns them: 0.5 per 1, but 1 per 10,000 instead of 0.0001 per 1. */
export function toShownRate(perUnit: number): { points: number; amount: number } {
  const amount = perUnit < MIN_SHOWN_RATE ? 10 ** Math.ceil(-Math.log10(perUnit)) : 1;
  return { points: Number((perUnit * amount).toFixed(RATE_DECIMALS)), amount };
}

/** Formats a percentage, e.g. 15 → 15%. */
export function formatPercent(percent: number): string {
  return percents.format(percent / 100);
}

/** Formats a count with its noun, e.g. 1 submission or 2 submissions. */
export function plural(count: number, one: string, other = `${one}s`): string {
  return `${plain.format(count)} ${count === 1 ? one : other}`;
}

/** Formats a fraction between 0 and 1, e.g. 0.254 → 25.4%. */
export function formatRatio(share: number): string {
  return new Intl.NumberFormat(FORMAT_LOCALE, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** Formats the day of an ISO time in a time zone, that of the pages by default. */
export function formatDate(iso: string | null, zone: string = timeZone.value): string {
  return iso === null ? '–' : formatIn(zone, DATE, Date.parse(iso));
}

/** Formats the last day before an ISO time: what ends at midnight ends with the day before. */
export function formatLastDay(iso: string, zone: string = timeZone.value): string {
  return formatIn(zone, DATE, Date.parse(iso) - 1);
}

/**
 * Formats the last moment of a validity: the day if it ends then; else with the time, as in another time zone than that of
 * the shop.
 */
export function formatValidUntil(iso: string): string {
  const day = formatDate(iso);
  return formatIn(timeZone.value, DATE, Date.parse(iso) + 1) === day ? formatDateTime(iso) : day;
}

export function formatDateTime(iso: string | null): string {
  return iso === null ? '–' : formatIn(timeZone.value, DATE_TIME, Date.parse(iso));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Creates one formatter per zone and style, because that is slow. A time in UTC instead of the zone, which the browser lacks,
 * is marked: near midnight its day is another one.
 */
function formatIn(zone: string, style: typeof DATE | typeof DATE_TIME, timeMs: number): string {
  const usable = toUsableTimeZone(zone);
  const key = `${usable} ${style === DATE}`;
  const format =
    formatters.get(key) ?? new Intl.DateTimeFormat(FORMAT_LOCALE, { ...style, timeZone: usable });
  formatters.set(key, format);
  const text = format.format(timeMs);
  return usable === zone ? text : `${text} (${usable})`;
}

/** Formats a time relative to now, e.g. 2 hours ago; beyond a week, returns the date. */
export function formatRelativeTime(iso: string | null, nowMs: number = Date.now()): string {
  if (iso === null) return '–';
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  if (Math.abs(seconds) > RELATIVE_UP_TO_DAYS * 86_400) return formatDate(iso);
  return formatDistance(seconds, Math.round);
}

/**
 * Formats the last moment of a validity relative to now; beyond a week, as a date. It is rounded down, so that it never
 * means a later day.
 */
export function formatTimeLeft(iso: string, nowMs: number = Date.now()): string {
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  if (seconds > RELATIVE_UP_TO_DAYS * 86_400) return formatValidUntil(iso);
  return formatDistance(seconds, Math.trunc);
}

function formatDistance(seconds: number, round: (value: number) => number): string {
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return distance.format(round(seconds / size), unit);
  return distance.format(0, 'second');
}

interface RewardTerms {
  type: string;
  /** By default the business's own. */
  currency?: string;
  /** Null for the item of another business. */
  value: number | null;
  /** The name of an item. */
  name?: string | null;
  maxAmount?: number | null;
}

/** Formats a reward, e.g. $5.00, 10% up to $20.00, or the name of an item. */
export function formatReward(reward: RewardTerms): string {
  if (reward.name) return reward.name;
  const value = reward.value ?? 0;
  if (reward.type === 'fixed') return formatMoney(value, reward.currency);
  const percent = formatPercent(value);
  return reward.maxAmount
    ? formatText(t.upTo, { amount: percent, max: formatMoney(reward.maxAmount, reward.currency) })
    : percent;
}

/** Turns an identifier into a label, e.g. `tiktok_video` → TikTok video. */
export function formatLabel(slug: string): string {
  const text = slug
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const proper = text.replaceAll(/\w+/g, word => BRAND_NAMES[word] ?? word);
  return proper.charAt(0).toUpperCase() + proper.slice(1);
}
