/** The currency of a business that has chosen none. */
export const DEFAULT_CURRENCY = 'USD';

/** The currency of plans, invoices and top-ups, whatever that of the business is. */
export const BILLING_CURRENCY = 'USD';

const DEFAULT_DIGITS = 2;
/** The maximum number of digits that a currency has after the decimal point. */
export const MAX_DIGITS = 3;
/** Currencies whose number of digits is another one than two. Browsers and Bun follow CLDR, which differs from ISO. */
const DIGITS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** Returns how many digits a currency has after the decimal point: 2 for USD, 0 for JPY, 3 for KWD. */
export function getDigits(currency: string): number {
  return DIGITS[currency] ?? DEFAULT_DIGITS;
}
