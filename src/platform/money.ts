import { invalid } from '../errors.ts';

/** The API uses dollars with up to two decimals; the database stores integer cents. */
const CENTS_PER_DOLLAR = 100;
/** Percentages have up to two decimals: 12.5% is 1,250 basis points. */
const BASIS_POINTS_PER_PERCENT = 100;
const MAX_PERCENT = 100;
const BASIS_POINTS_PER_WHOLE = 10_000;

/** Returns whether a number has up to two decimals. Binary fractions such as 0.07 count as exact. */
export function hasAtMostTwoDecimals(value: number): boolean {
  return Number.isFinite(value) && Number((Math.round(value * 100) / 100).toFixed(2)) === value;
}

/** Converts dollars to integer cents. @throws VALIDATION_ERROR for more than two decimals */
export function toCents(dollars: number, field: string): number {
  assertTwoDecimals(dollars, field);
  return Math.round(dollars * CENTS_PER_DOLLAR);
}

/** Converts integer cents to dollars, only for API responses and messages. */
export function toDollars(cents: number): number {
  return cents / CENTS_PER_DOLLAR;
}

export function toNullableDollars(cents: number | null): number | null {
  return cents === null ? null : toDollars(cents);
}

function assertTwoDecimals(value: number, field: string): void {
  if (!hasAtMostTwoDecimals(value)) throw invalid(field, 'must have at most 2 decimal places', 'format');
}

/** Converts a percentage to basis points. @throws VALIDATION_ERROR unless above 0, up to 100, with up to two decimals */
export function toBasisPoints(percent: number, field: string): number {
  const issue = 'must be greater than 0 and at most 100 for a percentage';
  if (!(percent > 0)) throw invalid(field, issue, { rule: 'minimum', limit: 0 });
  if (percent > MAX_PERCENT) throw invalid(field, issue, { rule: 'maximum', limit: MAX_PERCENT });
  assertTwoDecimals(percent, field);
  return Math.round(percent * BASIS_POINTS_PER_PERCENT);
}

export function toPercent(basisPoints: number): number {
  return basisPoints / BASIS_POINTS_PER_PERCENT;
}

/**
 * Returns a share of an amount in cents, rounded down, so the remainder stays with the payer.
 * Exact for amounts below 2^53 / 10,000 cents (9 billion dollars), far above the largest amount accepted.
 */
export function calculateShare(amountCents: number, basisPoints: number): number {
  return Math.floor((amountCents * basisPoints) / BASIS_POINTS_PER_WHOLE);
}

/** Returns the smallest amount in cents whose share is at least one cent. */
export function calculateMinimumAmount(basisPoints: number): number {
  return Math.ceil(BASIS_POINTS_PER_WHOLE / basisPoints);
}
