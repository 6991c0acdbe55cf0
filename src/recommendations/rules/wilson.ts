/** The 97.5% quantile of the normal distribution, for 95% confidence intervals. */
const Z = 1.96;

interface Interval {
  low: number;
  high: number;
}

/**
 * Calculates the 95% Wilson score interval for a share of `successes` in `n`. It is reliable for small samples and
 * for shares near 0 or 1, where the normal approximation fails.
 *
 *   (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) ÷ (1 + z²/n),  p = successes ÷ n
 *
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927.
 */
export function wilsonInterval(successes: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 1 };
  const p = Math.min(1, successes / n);
  const middle = p + Z ** 2 / (2 * n);
  const spread = Z * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2));
  const scale = 1 + Z ** 2 / n;
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
}
