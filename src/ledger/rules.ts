/** Dollars are counted in cents. */
export const USD = 'USD';
export const POINTS = 'points';

/** No balance goes further from 0, in either direction: beyond it a number of JavaScript no longer counts by one. */
export const MAX_BALANCE = Number.MAX_SAFE_INTEGER;

export function perkUnit(perkId: string): string {
  return `perk:${perkId}`;
}

/** One account's part of a transfer: units that it gains (above zero) or gives (below). */
export interface Posting {
  accountId: string;
  unit: string;
  amount: number;
  /** Whose account it is: named, a gain opens the account where there is none yet. */
  ownerId?: string;
}

/**
 * What is wrong with the entries of a transfer, in words; undefined when it is balanced. A transfer that is not
 * is a bug of its caller, never something that a user could do.
 */
export function imbalanceOf(entries: readonly Posting[]): string | undefined {
  if (entries.length < 2) return 'A transfer must have at least two entries';
  const accounts = new Set(entries.map(entry => entry.accountId));
  if (accounts.size < entries.length) return 'A transfer can include each account only once';
  const odd = entries.find(({ amount }) => !Number.isSafeInteger(amount) || amount === 0);
  if (odd) return `${odd.amount} is no amount of ${odd.unit}: a whole number other than 0 is`;
  const sums = new Map<string, number>();
  for (const { unit, amount } of entries) sums.set(unit, (sums.get(unit) ?? 0) + amount);
  const [wrong] = [...sums].filter(([, sum]) => sum !== 0);
  return wrong && `The entries in ${wrong[0]} add up to ${wrong[1]}, not 0`;
}

/** The entries that take others back. */
export function inverseOf(entries: readonly Posting[]): Posting[] {
  return entries.map(({ accountId, unit, amount }) => ({ accountId, unit, amount: -amount }));
}

/**
 * Gains before gifts, each in the order given: a floor is judged by what the whole transfer leaves, and no
 * account has to be rich for a moment only.
 */
export function gainsFirst(entries: readonly Posting[]): Posting[] {
  return [...entries.filter(({ amount }) => amount > 0), ...entries.filter(({ amount }) => amount < 0)];
}
