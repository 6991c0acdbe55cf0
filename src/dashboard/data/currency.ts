import { DEFAULT_CURRENCY, getDigits } from '../../platform/currency-digits.ts';

/** The currency of the current business, and what a US dollar is worth in it, if the business has said so. */
let own: { currency: string; usdRate: number | null } = { currency: DEFAULT_CURRENCY, usdRate: 1 };

/** Sets the currency in which the pages show amounts that name none, before anything is rendered. */
export function setOwnCurrency(business: { currency: string; usdRate: number | null } | null): void {
  if (business) own = business;
}

export function getOwnCurrency(): string {
  return own.currency;
}

/** Digits that a suggested amount keeps, because it is an estimate. */
const SUGGESTED_DIGITS = 2;

/** States published US dollars in the business's currency, roughly; undefined if the business has given no rate. */
export function fromDollars(dollars: number): number | undefined {
  const { currency, usdRate } = own;
  if (currency === DEFAULT_CURRENCY) return dollars;
  if (usdRate === null) return undefined;
  const rough = Number((dollars * usdRate).toPrecision(SUGGESTED_DIGITS));
  return Number(rough.toFixed(getDigits(currency)));
}
