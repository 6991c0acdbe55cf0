import { Value } from '@sinclair/typebox/value';
import { REWARD_TYPES } from '../../db/enums.ts';
import type { ProgramRow } from '../../db/schema/programs.ts';
import { AppError, invalid } from '../errors.ts';
import type { EventKind } from '../events/model.ts';
import { toBasisPoints, toCents } from '../platform/money.ts';
import { EXPECTATION, MAX } from '../platform/schema.ts';
import { NewReward } from '../rewards/model.ts';
import { toRewardTerms } from '../rewards/rules.ts';
import {
  type CashbackTerms,
  DEFAULT_HOLD_DAYS,
  type Goal,
  type Program,
  type ProgramRewards,
  type ShopItem,
} from './model.ts';
import { DEFAULT_REFERRALS_PER_MEMBER, type ReferralTerms } from './referrals/model.ts';

export type Status = Program['status'];

/** Transitions that an owner may request, each with its event. */
const TRANSITIONS: Record<Status, Partial<Record<Status, EventKind>>> = {
  active: { paused: 'program.paused', ended: 'program.ended' },
  paused: { active: 'program.resumed', ended: 'program.ended' },
  ended: {},
};

/** Returns the event of a transition. @throws INVALID_TRANSITION naming both states */
export function getTransitionEvent(from: Status, to: Status): EventKind {
  const event = TRANSITIONS[from][to];
  if (!event) throw new AppError('INVALID_TRANSITION', `Cannot change program from ${from} to ${to}`);
  return event;
}

/** Returns a program's rewards, which were validated when they were written. */
export function getProgramRewards({ rewards }: Pick<ProgramRow, 'rewards'>): ProgramRewards {
  return rewards as ProgramRewards;
}

/** @throws VALIDATION_ERROR if free-form data exceeds its byte limit */
export function assertJsonSize(value: unknown, field: string): void {
  const bytes = new TextEncoder().encode(JSON.stringify(value ?? {})).length;
  const limit = MAX.metadataBytes;
  if (bytes > limit)
    throw invalid(field, `must have at most ${limit} bytes as JSON`, { rule: 'maxLength', limit });
}

/**
 * Validates rewards for storage, filling in defaults and goal ids.
 * @param currency the currency of their amounts
 * @throws VALIDATION_ERROR for a percentage above 100 and for duplicate names, thresholds or ids
 */
export function validateRewards(input: ProgramRewards | undefined = {}, currency: string): ProgramRewards {
  assertJsonSize(input, 'rewards');
  const { cashback, tiers, goals, shop, ...rest } = input;
  const checked: ProgramRewards = { ...rest };
  if (cashback !== undefined) checked.cashback = cashback && validateCashback(cashback, currency);
  if (tiers) {
    assertDistinct(
      tiers.map(tier => tier.name),
      'rewards.tiers',
      'name',
    );
    assertDistinct(
      tiers.map(tier => tier.threshold),
      'rewards.tiers',
      'threshold',
    );
    checked.tiers = tiers.map(tier => ({ ...tier, multiplier: tier.multiplier ?? 1 }));
  }
  if (goals) {
    checked.goals = goals.map((goal, index) => ({
      ...goal,
      id: goal.id ?? `goal-${index + 1}`,
      ...(isTyped(goal.reward)
        ? { reward: validateReward(goal.reward, currency, `rewards.goals.${index}.reward`) }
        : {}),
    }));
    assertDistinct(
      checked.goals.map(goal => goal.id),
      'rewards.goals',
      'id',
    );
    for (const [index, goal] of goals.entries()) assertTarget(goal, currency, index);
  }
  if (shop) checked.shop = validateShop(shop, currency);
  return checked;
}

/** Returns whether a goal's reward is one that is issued, rather than a promise in words. */
export function isTyped(reward: unknown): reward is NewReward {
  const type = typeof reward === 'object' && reward !== null && 'type' in reward ? reward.type : undefined;
  return (REWARD_TYPES as readonly unknown[]).includes(type);
}

/** @throws VALIDATION_ERROR naming the field of the reward */
function validateReward(input: NewReward, currency: string, field: string): NewReward {
  const reward = typeof input.name === 'string' ? { ...input, name: input.name.trim() } : input;
  const problem = Value.Errors(NewReward, reward).First();
  if (problem) {
    const expected = problem.schema[EXPECTATION as never] ?? 'a valid value';
    throw invalid(`${field}${problem.path.replaceAll('/', '.')}`, `must be ${expected}`, 'format');
  }
  toRewardTerms(reward, currency, field);
  // The value of an item is its cost, which is stored once.
  const { value: _, ...item } = reward;
  return reward.type === 'item' ? item : reward;
}

/**
 * Validates the terms of referrals for storage, filling in the default.
 * @throws VALIDATION_ERROR if neither side gets a reward
 */
export function validateReferral(terms: ReferralTerms | null, currency: string): ReferralTerms | null {
  if (terms === null) return null;
  const { referrer, referee, maxPerMember = DEFAULT_REFERRALS_PER_MEMBER } = terms;
  if (!referrer && !referee)
    throw invalid('referral', 'must have a reward for referrer or referee', 'required');
  return {
    referrer: referrer ? validateReward(referrer, currency, 'referral.referrer') : null,
    referee: referee ? validateReward(referee, currency, 'referral.referee') : null,
    maxPerMember,
  };
}

function validateShop(shop: ShopItem[], currency: string): ShopItem[] {
  const items = shop.map((item, index) => ({
    ...item,
    id: item.id ?? `item-${index + 1}`,
    reward: validateReward(item.reward, currency, `rewards.shop.${index}.reward`),
  }));
  assertDistinct(
    items.map(({ id }) => id),
    'rewards.shop',
    'id',
  );
  return items;
}

function validateCashback(terms: CashbackTerms, currency: string): CashbackTerms {
  const { type, value, maxPerTransaction, maxPerMember } = terms;
  if (type === 'percentage') toBasisPoints(value, 'rewards.cashback.value');
  else toCents(value, currency, 'rewards.cashback.value');
  if (maxPerTransaction != null) toCents(maxPerTransaction, currency, 'rewards.cashback.maxPerTransaction');
  if (maxPerMember != null) toCents(maxPerMember, currency, 'rewards.cashback.maxPerMember');
  return { ...terms, holdDays: terms.holdDays ?? DEFAULT_HOLD_DAYS };
}

function assertDistinct(values: unknown[], field: string, what: string): void {
  if (new Set(values).size < values.length)
    throw invalid(field, `must not contain a duplicate ${what}`, 'unique');
}

function assertTarget({ metric, target }: Goal, currency: string, index: number): void {
  if (metric === 'spend') toCents(target, currency, `rewards.goals.${index}.target`);
  else if (!Number.isInteger(target))
    throw invalid(`rewards.goals.${index}.target`, `must be a whole number of ${metric}`, 'type');
}
