import { invalid } from '../errors.ts';
import { getDigits } from './currency-digits.ts';
import { DEFAULT_LOCALE, toUsableLocale } from './intl.ts';

/*
 * The API uses amounts in the major unit of a currency, such as 4.5 dollars. The database and all arithmetic use integers
 * in its smallest unit. Names that end in `Cents` count that unit: cents of a dollar or euro, whole yen, fils of a dinar.
 */

/** Percentages have up to two decimals: 12.5% is 1,250 basis points. */
const BASIS_POINTS_PER_PERCENT = 100;
const PERCENT_DECIMALS = 2;
const MIN_PERCENT = 0.01;
const MAX_PERCENT = 100;
const BASIS_POINTS_PER_WHOLE = 10_000;
/** The largest amount in the smallest unit of any currency. It is far below 2^53, so that sums stay exact. */
export const MAX_CENTS = 10 ** 13;

/** Returns whether a number has up to this many decimals. Binary fractions such as 0.07 count as exact. */
export function hasAtMostDecimals(value: number, decimals: number): boolean {
  const scale = 10 ** decimals;
  return Number.isFinite(value) && Number((Math.round(value * scale) / scale).toFixed(decimals)) === value;
}

/** Returns how many of the smallest unit make one major unit: 100 for USD, 1 for JPY, 1,000 for KWD. */
export function getUnitScale(currency: string): number {
  return 10 ** getDigits(currency);
}

/** Returns the largest amount of a currency. */
export function getMaxAmount(currency: string): number {
  return toAmount(MAX_CENTS, currency);
}

/**
 * Converts an amount to the smallest unit.
 * @throws VALIDATION_ERROR for less than one smallest unit, too large an amount, or more decimals than the currency has
 */
export function toCents(amount: number, currency: string, field: string): number {
  const cents = toCentsOrZero(amount, currency, field);
  if (cents > 0) return cents;
  const limit = toAmount(1, currency);
  throw invalid(field, `must be at least ${limit}`, { rule: 'minimum', limit });
}

/** Converts an amount that can be 0 to the smallest unit. @throws VALIDATION_ERROR like `toCents` */
export function toCentsOrZero(amount: number, currency: string, field: string): number {
  assertDecimals(amount, getDigits(currency), field);
  const limit = getMaxAmount(currency);
  if (amount > limit) throw invalid(field, `must be at most ${limit}`, { rule: 'maximum', limit });
  return Math.round(amount * getUnitScale(currency));
}

/** Converts an amount that can be below 0 to the smallest unit. @throws VALIDATION_ERROR like `toCents` */
export function toSignedCents(amount: number, currency: string, field: string): number {
  return Math.sign(amount) * toCents(Math.abs(amount), currency, field);
}

/** Converts an integer in the smallest unit to an amount, only for API responses and messages. */
export function toAmount(cents: number, currency: string): number {
  return cents / getUnitScale(currency);
}

export function toNullableAmount(cents: number | null, currency: string): number | null {
  return cents === null ? null : toAmount(cents, currency);
}

/** Rounds an estimate to the smallest unit of its currency. */
export function roundAmount(amount: number, currency: string): number {
  const scale = getUnitScale(currency);
  return Math.round(amount * scale) / scale;
}

/** Formats an amount for a message of the API: $4.50, €4.50, ¥450. */
export function formatAmount(amount: number, currency: string, locale = DEFAULT_LOCALE): string {
  const digits = getDigits(currency);
  return new Intl.NumberFormat(toUsableLocale(locale), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(amount);
}

/** Formats an amount without the decimals of a round one: $5, $4.50. */
export function formatRoundAmount(amount: number, currency: string, locale?: string): string {
  const text = formatAmount(amount, currency, locale);
  return Number.isInteger(amount) ? text.replace(/[.,]0+(?!\d)/, '') : text;
}

/** Formats an integer in the smallest unit like `formatAmount`. */
export function formatCents(cents: number, currency: string): string {
  return formatAmount(toAmount(cents, currency), currency);
}

function assertDecimals(value: number, decimals: number, field: string): void {
  if (hasAtMostDecimals(value, decimals)) return;
  const issue =
    decimals === 0 ? 'must have no decimal places' : `must have at most ${decimals} decimal places`;
  throw invalid(field, issue, 'format');
}

/** Converts a percentage to basis points. @throws VALIDATION_ERROR unless above 0, up to 100, with up to two decimals */
export function toBasisPoints(percent: number, field: string): number {
  const issue = 'must be greater than 0 and at most 100 for a percentage';
  if (!(percent > 0)) throw invalid(field, issue, { rule: 'minimum', limit: MIN_PERCENT });
  if (percent > MAX_PERCENT) throw invalid(field, issue, { rule: 'maximum', limit: MAX_PERCENT });
  assertDecimals(percent, PERCENT_DECIMALS, field);
  return Math.round(percent * BASIS_POINTS_PER_PERCENT);
}

export function toPercent(basisPoints: number): number {
  return basisPoints / BASIS_POINTS_PER_PERCENT;
}

/** Returns a share of an amount in the smallest unit, rounded down, so the remainder stays with the payer. */
export function calculateShare(amountCents: number, basisPoints: number): number {
  return Number((BigInt(amountCents) * BigInt(basisPoints)) / BigInt(BASIS_POINTS_PER_WHOLE));
}

/** Returns the smallest amount, in the smallest unit, whose share is at least one of them. */
export function calculateMinimumAmount(basisPoints: number): number {
  return Math.ceil(BASIS_POINTS_PER_WHOLE / basisPoints);
}
