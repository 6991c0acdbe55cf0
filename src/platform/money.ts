import { invalid } from '../errors.ts';

/** Dollars on the wire have at most this many decimals; the database holds integer cents. */
const CENTS_PER_DOLLAR = 100;
/** Percentages have two decimals at most: 12.5 % is 1,250 basis points. */
const BASIS_POINTS_PER_PERCENT = 100;
const BASIS_POINTS_PER_WHOLE = 10_000;

/** Is this a number with at most two decimals? Binary fractions such as 0.07 count as exact. */
export function hasAtMostTwoDecimals(value: number): boolean {
  return Number.isFinite(value) && Number((Math.round(value * 100) / 100).toFixed(2)) === value;
}

/** Dollars (two decimals at most) to integer cents; VALIDATION_ERROR naming `field` otherwise. */
export function toCents(dollars: number, field: string): number {
  if (!hasAtMostTwoDecimals(dollars)) throw invalid(field, 'must have at most 2 decimal places');
  return Math.round(dollars * CENTS_PER_DOLLAR);
}

/** Integer cents to dollars, for the wire only. */
export function toDollars(cents: number): number {
  return cents / CENTS_PER_DOLLAR;
}

export function toNullableDollars(cents: number | null): number | null {
  return cents === null ? null : toDollars(cents);
}

/** A percentage (> 0, <= 100, two decimals at most) to basis points. */
export function toBasisPoints(percent: number, field: string): number {
  if (!(percent > 0 && percent <= 100))
    throw invalid(field, 'must be greater than 0 and at most 100 for a percentage');
  if (!hasAtMostTwoDecimals(percent)) throw invalid(field, 'must have at most 2 decimal places');
  return Math.round(percent * BASIS_POINTS_PER_PERCENT);
}

export function toPercent(basisPoints: number): number {
  return basisPoints / BASIS_POINTS_PER_PERCENT;
}

/**
 * A share of an amount in cents, floored to the cent: the remainder stays with the payer.
 * Exact for amounts below 2^53 / 10,000 cents (9 billion dollars), far above the largest amount accepted.
 */
export function calculateShare(amountCents: number, basisPoints: number): number {
  return Math.floor((amountCents * basisPoints) / BASIS_POINTS_PER_WHOLE);
}
