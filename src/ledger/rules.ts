/** The unit of points. Money is counted in the smallest unit of its currency, whose ISO 4217 code is the unit. */
export const POINTS = 'points';

/** Bounds balances in both directions, because larger JavaScript numbers lose integer precision. */
export const MAX_BALANCE = Number.MAX_SAFE_INTEGER;

export function perkUnit(perkId: string): string {
  return `perk:${perkId}`;
}

/** One account's change in a transfer: positive to credit, negative to debit. */
export interface Posting {
  accountId: string;
  unit: string;
  amount: number;
  /** The account's owner: if given, a credit opens the account if it does not exist. */
  ownerId?: string;
}

/**
 * Explains why the entries of a transfer are unbalanced; undefined if they balance. Unbalanced entries are a bug in
 * the caller, never a user error.
 */
export function findImbalance(entries: readonly Posting[]): string | undefined {
  if (entries.length < 2) return 'A transfer must have at least two entries';
  const accounts = new Set(entries.map(entry => entry.accountId));
  if (accounts.size < entries.length) return 'A transfer can include each account only once';
  const invalid = entries.find(({ amount }) => !Number.isSafeInteger(amount) || amount === 0);
  if (invalid) return `${invalid.amount} is not a valid amount of ${invalid.unit}: must be a nonzero integer`;
  const sums = new Map<string, number>();
  for (const { unit, amount } of entries) sums.set(unit, (sums.get(unit) ?? 0) + amount);
  const [unbalanced] = [...sums].filter(([, sum]) => sum !== 0);
  return unbalanced && `The entries in ${unbalanced[0]} add up to ${unbalanced[1]}, not 0`;
}

/** Returns the entries that reverse others. */
export function invertEntries(entries: readonly Posting[]): Posting[] {
  return entries.map(({ accountId, unit, amount }) => ({ accountId, unit, amount: -amount }));
}

/** Orders credits before debits: a floor applies to the result of the whole transfer, not to intermediate balances. */
export function sortCreditsFirst(entries: readonly Posting[]): Posting[] {
  return [...entries.filter(({ amount }) => amount > 0), ...entries.filter(({ amount }) => amount < 0)];
}
