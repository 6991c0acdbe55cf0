/*
 * Bayesian shrinkage: observations adjust an assumption in proportion to their number.
 */

/** Our assumption, because no approval rates are published; the same as in the recommendations. */
export const EXPECTED_APPROVAL_RATE = 0.7;
/** Weight of the prior in reviewed submissions. */
export const PRIOR_REVIEWS = 50;
/** Weight of the curve in completions. */
export const PRIOR_COMPLETIONS = 20;
const FACTOR_RANGE = { least: 0.2, most: 5 };

interface ReviewCounts {
  approved: number;
  decided: number;
}

/** Returns (k·p + approved) ÷ (k + decided) with k = 50: a beta prior with mean p. */
export function shrinkRate(prior: number, { approved, decided }: ReviewCounts): number {
  return (PRIOR_REVIEWS * prior + approved) / (PRIOR_REVIEWS + decided);
}

/**
 * Returns observed over expected completions, shrunk: (k + seen) ÷ (k + expected), k = 20, a gamma prior with mean 1
 * on a Poisson rate; limited to between 0.2 and 5.
 */
export function shrinkFactor(seen: number, expected: number): number {
  const factor = (PRIOR_COMPLETIONS + seen) / (PRIOR_COMPLETIONS + expected);
  return Math.min(Math.max(factor, FACTOR_RANGE.least), FACTOR_RANGE.most);
}
