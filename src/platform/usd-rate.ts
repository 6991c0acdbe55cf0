import { DEFAULT_CURRENCY } from './currency-digits.ts';

/** Rates are stored as integers in millionths. */
const MILLIONTHS = 1_000_000;

/** The fields of a business that decide how it reads figures in US dollars. */
export interface RatedBusiness {
  currency: string;
  usdRateMillionths: number | null;
}

/**
 * Returns what one US dollar is worth in a business's currency, as the business stated it; null if it did not. Only
 * estimates from published figures use it; no balance is ever converted.
 */
export function getUsdRate({ currency, usdRateMillionths }: RatedBusiness): number | null {
  if (currency === DEFAULT_CURRENCY) return 1;
  return usdRateMillionths === null ? null : usdRateMillionths / MILLIONTHS;
}

export function toMillionths(rate: number | null): number | null {
  return rate === null ? null : Math.round(rate * MILLIONTHS);
}
