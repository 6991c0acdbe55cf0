import type { RewardRow } from '../../db/schema/rewards.ts';
import { AppError } from '../errors.ts';
import type { Random } from '../platform/crypto.ts';
import { randomText } from '../platform/crypto.ts';
import { calculateShare, toDollars, toNullableDollars, toPercent } from '../platform/money.ts';
import type { Reward } from './model.ts';

/** Omits characters that are easily misread: 0/O, 1/I/L, U/V, 2/Z, 5/S and 8/B. */
const CODE_ALPHABET = '34679ACDEFGHJKMNPQRTWXY';
/** 23^10 ≈ 4 × 10^13 codes make guessing impractical. */
const CODE_LENGTH = 10;

export function generateCode(random: Random): string {
  return randomText(random, CODE_ALPHABET, CODE_LENGTH);
}

/** Normalizes a typed code to its stored spelling. */
export function normalizeCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

export interface RewardTerms {
  type: 'percentage' | 'fixed';
  /** Cents of a fixed reward, basis points of a percentage. */
  value: number;
  maxCents: number | null;
  /** The name of an item, which is a fixed reward of its cost; null or absent for others. */
  item?: string | null;
}

/**
 * Returns a reward's discount in cents: a percentage is rounded down and capped; no discount exceeds the order value. An
 * item is handed out, so the order has no discount.
 * @throws ORDER_VALUE_REQUIRED for a percentage without an order value
 */
export function calculateDiscount(
  { type, value, maxCents, item }: RewardTerms,
  orderValueCents: number | null,
): number {
  if (item != null) return 0;
  if (type === 'fixed') return orderValueCents === null ? value : Math.min(value, orderValueCents);
  if (orderValueCents === null) {
    throw new AppError('ORDER_VALUE_REQUIRED', 'orderValue is required for a percentage reward', {
      details: [{ field: 'orderValue', issue: 'is required for a percentage reward', rule: 'required' }],
    });
  }
  const share = calculateShare(orderValueCents, value);
  return Math.min(share, maxCents ?? share, orderValueCents);
}

/** Explains why a reward can no longer be redeemed, and since when. */
export function closedReason({ status, redeemedAt, expiresAt, voidReason }: RewardRow): string {
  if (status === 'redeemed') return `The reward was already redeemed at ${redeemedAt}`;
  if (status === 'expired') return `The reward expired at ${expiresAt}`;
  return voidReason ? `The reward was voided: ${voidReason}` : `The reward is ${status}`;
}

/** Converts a reward to its API representation. */
export function toReward(row: RewardRow): Reward {
  const { maxCents, amountCents, voidReason, item, ...fields } = row;
  return {
    ...fields,
    type: item === null ? row.type : 'item',
    name: item,
    cost: item === null ? null : toDollars(row.value),
    value: row.type === 'fixed' ? toDollars(row.value) : toPercent(row.value),
    maxAmount: toNullableDollars(maxCents),
    amount: toNullableDollars(amountCents),
  };
}
