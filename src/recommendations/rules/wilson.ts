/** The 97.5 % point of the normal distribution: intervals that hold the true share 95 times in 100. */
const Z = 1.96;

export interface Interval {
  low: number;
  high: number;
}

/**
 * Wilson's score interval for a share of `successes` in `n`, 95 %: the true share lies in it whatever its size,
 * also for few cases and for shares near 0 or 1. Ten cases make it so wide that hardly anything lies outside.
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
