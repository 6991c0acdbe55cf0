import type { Source } from './model.ts';

/**
 * From this age in calendar years, a published figure counts as old: most figures from two years ago were collected more
 * than 24 months ago.
 */
const OLD_FROM_YEARS = 2;
/** The weight of a figure falls to this share with each year after the first: our assumption. */
export const YEARLY_WEIGHT = 0.9;
/**
 * The lowest weight: our assumption. With it, even a value of low confidence (counted at 70%) stays above the typical reward
 * (half of the value), so that age alone removes no action from plans.
 */
export const MIN_WEIGHT = 0.75;

/**
 * Returns whether a figure is marked as old.
 * @param year in which it was published or collected
 */
export function isOldFigure(year: number, currentYear: number): boolean {
  return currentYear - year >= OLD_FROM_YEARS;
}

/**
 * Returns the weight of a figure by its age, from 0.75 to 1:
 *
 *   weight = max(0.75, 0.9^(age − 1)), where age = current year − year; 1 for an age of at most 1
 *
 * A figure of this or the last year counts in full, one from two years ago 90%, from three years ago 81%, and an older one
 * 75%. Advertising prices and engagement rates change by about a tenth per year in seed/benchmarks.json;
 * the exact rate and the minimum are our assumptions.
 */
export function weighFigure(year: number, currentYear: number): number {
  const age = Math.max(1, currentYear - year);
  return Math.max(MIN_WEIGHT, YEARLY_WEIGHT ** (age - 1));
}

/** Returns the year of the oldest source; a formula is as old as its oldest input. */
export function getOldestYear(sources: readonly Pick<Source, 'year'>[]): number {
  return Math.min(...sources.map(({ year }) => year));
}

/**
 * Returns whether a source must be read again.
 * @param today as YYYY-MM-DD
 */
export function isStale({ staleAfter }: Pick<Source, 'staleAfter'>, today: string): boolean {
  return staleAfter < today;
}
