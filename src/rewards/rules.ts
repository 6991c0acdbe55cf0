import type { ReinstatementRow, RewardRow } from '../../db/schema/rewards.ts';
import { AppError, invalid } from '../errors.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { Random } from '../platform/crypto.ts';
import { randomText } from '../platform/crypto.ts';
import { foldCode } from '../platform/digits.ts';
import {
  calculateShare,
  toAmount,
  toBasisPoints,
  toCents,
  toCentsOrZero,
  toNullableAmount,
  toPercent,
} from '../platform/money.ts';
import type { NewReward, Reinstatement, Reward } from './model.ts';

/** Omits characters that are easily misread: 0/O, 1/I/L, U/V, 2/Z, 5/S and 8/B. */
const CODE_ALPHABET = '34679ACDEFGHJKMNPQRTWXY';
/** 23^10 ≈ 4 × 10^13 codes make guessing impractical. */
const CODE_LENGTH = 10;

export function generateCode(random: Random): string {
  return randomText(random, CODE_ALPHABET, CODE_LENGTH);
}

/** Normalizes a typed code to its stored spelling. */
export function normalizeCode(typed: string): string {
  return foldCode(typed).toUpperCase();
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
 * Converts an offered reward to the terms that are stored.
 * @param currency the currency of its amounts
 * @param field the name of the reward in the request, which the errors name
 * @throws VALIDATION_ERROR for a percentage above 100, a missing value or name, or a field of another type
 */
export function toRewardTerms(
  reward: NewReward,
  currency: string,
  field: string,
): RewardTerms & { item: string | null } {
  const { type, maxAmount } = reward;
  if (type !== 'percentage' && maxAmount != null)
    throw invalid(`${field}.maxAmount`, 'applies only to percentage rewards', 'conflict');
  if (type === 'item') return toItemTerms(reward, currency, field);
  if (reward.name != null) throw invalid(`${field}.name`, 'applies only to items', 'conflict');
  if (reward.cost != null) throw invalid(`${field}.cost`, 'applies only to items', 'conflict');
  const { value } = reward;
  if (value === undefined) throw invalid(`${field}.value`, 'is required', 'required');
  if (type === 'fixed')
    return { type, value: toCents(value, currency, `${field}.value`), maxCents: null, item: null };
  return {
    type,
    value: toBasisPoints(value, `${field}.value`),
    maxCents: maxAmount == null ? null : toCents(maxAmount, currency, `${field}.maxAmount`),
    item: null,
  };
}

/** An item is a fixed reward of its cost, so that budgets and statistics count it like one. */
function toItemTerms({ value, name, cost }: NewReward, currency: string, field: string) {
  if (name == null) throw invalid(`${field}.name`, 'is required for an item', 'required');
  const amount = cost ?? 0;
  if (value !== undefined && value !== amount)
    throw invalid(`${field}.value`, 'does not apply to an item; send its cost', 'conflict');
  const terms = { type: 'fixed' as const, value: toCentsOrZero(amount, currency, `${field}.cost`) };
  return { ...terms, maxCents: null, item: name };
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

/**
 * @param windowHours the business's limit on reinstatements
 * @throws INVALID_TRANSITION if the reward is not redeemed, REWARD_NOT_REDEEMABLE if it has expired meanwhile, CONFLICT
 * after the window
 */
export function assertReinstatable(row: RewardRow, windowHours: number, now: number): void {
  if (row.status !== 'redeemed' || row.redeemedAt === null) {
    throw new AppError(
      'INVALID_TRANSITION',
      `Only a redeemed reward can be reinstated; this one is ${row.status}`,
    );
  }
  if (Date.parse(row.expiresAt) < now)
    throw new AppError('REWARD_NOT_REDEEMABLE', `The reward has expired meanwhile, at ${row.expiresAt}`);
  if (windowHours === 0 || Date.parse(row.redeemedAt) + windowHours * HOUR_MS < now) {
    const issue = `was redeemed at ${row.redeemedAt}; it can be reinstated within ${windowHours} hours`;
    throw new AppError('CONFLICT', `The reward ${issue}`, {
      details: [{ field: 'redeemedAt', issue, rule: 'maximum', limit: windowHours }],
    });
  }
}

/** Converts a reinstatement to its API representation. Only the business learns who it was and why. */
export function toReinstatement(
  { redeemedAt, amountCents, reason, actorKind, actorId, createdAt }: ReinstatementRow,
  currency: string,
  isOwn: boolean,
  names: Map<string, string>,
): Reinstatement {
  const kind = actorKind as NonNullable<Reinstatement['actor']>['kind'];
  return {
    redeemedAt,
    amount: toNullableAmount(amountCents, currency),
    reason: isOwn ? reason : null,
    actor: isOwn ? { kind, id: actorId, name: names.get(actorId) ?? null } : null,
    createdAt,
  };
}

/** Converts a reward to its API representation. */
export function toReward(row: RewardRow): Reward {
  const { maxCents, amountCents, voidReason, item, ...fields } = row;
  const { currency } = fields;
  return {
    ...fields,
    type: item === null ? row.type : 'item',
    name: item,
    cost: item === null ? null : toAmount(row.value, currency),
    value: row.type === 'fixed' ? toAmount(row.value, currency) : toPercent(row.value),
    maxAmount: toNullableAmount(maxCents, currency),
    amount: toNullableAmount(amountCents, currency),
  };
}
