import type { CashbackRow, MemberRow, ProgramRow } from '../../db/schema/programs.ts';
import { AppError, invalid } from '../errors.ts';
import type { EventKind } from '../events/model.ts';
import { DAY_MS, iso } from '../platform/clock.ts';
import {
  calculateMinimumAmount,
  calculateShare,
  toBasisPoints,
  toCents,
  toDollars,
  toNullableDollars,
  toPercent,
} from '../platform/money.ts';
import { MAX } from '../platform/schema.ts';
import type { Cashback } from './cashback/model.ts';
import {
  type CashbackTerms,
  DEFAULT_HOLD_DAYS,
  type Goal,
  type Member,
  type Program,
  type ProgramRewards,
} from './model.ts';

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
 * @throws VALIDATION_ERROR for a percentage above 100 and for duplicate names, thresholds or ids
 */
export function validateRewards(input: ProgramRewards = {}): ProgramRewards {
  assertJsonSize(input, 'rewards');
  const { cashback, tiers, goals, ...rest } = input;
  const checked: ProgramRewards = { ...rest };
  if (cashback !== undefined) checked.cashback = cashback && validateCashback(cashback);
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
    checked.goals = goals.map((goal, index) => ({ ...goal, id: goal.id ?? `goal-${index + 1}` }));
    assertDistinct(
      checked.goals.map(goal => goal.id),
      'rewards.goals',
      'id',
    );
    for (const [index, goal] of goals.entries()) assertTarget(goal, index);
  }
  return checked;
}

function validateCashback(terms: CashbackTerms): CashbackTerms {
  if (terms.type === 'percentage') toBasisPoints(terms.value, 'rewards.cashback.value');
  return { ...terms, holdDays: terms.holdDays ?? DEFAULT_HOLD_DAYS };
}

function assertDistinct(values: unknown[], field: string, what: string): void {
  if (new Set(values).size < values.length)
    throw invalid(field, `must not contain a duplicate ${what}`, 'unique');
}

function assertTarget({ metric, target }: Goal, index: number): void {
  if (metric !== 'spend' && !Number.isInteger(target))
    throw invalid(`rewards.goals.${index}.target`, `must be a whole number of ${metric}`, 'type');
}

/** The cents that a transaction earns before the member's cap, and the percentage applied. */
export interface CashbackAmount {
  cents: number;
  /** Basis points; null for a fixed amount. */
  rate: number | null;
}

/** Returns a percentage of the order, rounded down to the cent, or the fixed amount. */
export function calculateCashback(terms: CashbackTerms, orderValueCents: number | null): CashbackAmount {
  if (terms.type === 'fixed') {
    return { cents: capAt(toCents(terms.value, 'value'), terms.maxPerTransaction), rate: null };
  }
  const rate = toBasisPoints(terms.value, 'value');
  const cents = orderValueCents === null ? 0 : calculateShare(orderValueCents, rate);
  return { cents: capAt(cents, terms.maxPerTransaction), rate };
}

/** Returns the lowest order value, in cents, of which a percentage is at least one cent. */
export function calculateMinimumOrder({ rate }: CashbackAmount): number {
  return rate === null ? 1 : calculateMinimumAmount(rate);
}

/** Caps an amount at a limit in dollars, if there is one. */
export function capAt(cents: number, limitDollars: number | null | undefined): number {
  return limitDollars == null ? cents : Math.min(cents, toCents(limitDollars, 'limit'));
}

/**
 * Returns the cents that an order value credits, for the limit on automatic approvals: its percentage, before any
 * cap. Points and goals have no dollar value, so the order value itself is used if they depend on it.
 * @returns 0 if nothing depends on the order value
 */
export function calculateCredit(
  orderValueCents: number,
  { cashback, points, goals = [] }: ProgramRewards,
): number {
  const countsDollars = (points?.perDollar ?? 0) > 0 || goals.some(({ metric }) => metric === 'spend');
  if (countsDollars) return orderValueCents;
  return cashback?.type === 'percentage'
    ? calculateShare(orderValueCents, toBasisPoints(cashback.value, 'value'))
    : 0;
}

/** Returns how much of an amount the member's cap still allows. */
export function capAtMemberLimit(
  cents: number,
  terms: CashbackTerms | null | undefined,
  grantedCents: number,
): number {
  const limit = terms?.maxPerMember;
  return limit == null ? cents : Math.max(0, Math.min(cents, toCents(limit, 'limit') - grantedCents));
}

/** Returns when cashback earned now becomes available and when it expires. */
export function getCashbackDates(terms: CashbackTerms | null | undefined, now: number) {
  const availableAt = now + (terms?.holdDays ?? DEFAULT_HOLD_DAYS) * DAY_MS;
  const days = terms?.expiresInDays;
  return { availableAt: iso(availableAt), expiresAt: days == null ? null : iso(availableAt + days * DAY_MS) };
}

/** Cashback confirmed early also expires earlier by the same time. */
export function getConfirmedDates(row: Pick<CashbackRow, 'availableAt' | 'expiresAt'>, now: number) {
  const { availableAt, expiresAt } = row;
  const life = expiresAt === null ? null : Date.parse(expiresAt) - Date.parse(availableAt);
  return { availableAt: iso(now), expiresAt: life === null ? null : iso(now + life) };
}

/** An approved submission, a paid order, or both. */
export interface Activity {
  isApproval: boolean;
  spendCents: number;
}

/** Caps the points per activity: more would be a mistake in the terms or an attempt to overflow the ledger. */
export const MAX_POINTS_PER_ACTIVITY = 1_000_000_000;

/** Multipliers and points per dollar have two decimals; dollars are counted in cents. */
const HUNDREDTHS = 100;

/**
 * Returns the points of an activity: (perAction for an approval + perDollar × dollars) × the multiplier of the
 * member's current tier, rounded down once, in integer arithmetic.
 */
export function calculatePoints(activity: Activity, rewards: ProgramRewards, tier: string | null): number {
  const { perAction = 0, perDollar = 0 } = rewards.points ?? {};
  const multiplier = rewards.tiers?.find(({ name }) => name === tier)?.multiplier ?? 1;
  const scale = BigInt(HUNDREDTHS * HUNDREDTHS);
  const forAction = activity.isApproval ? BigInt(perAction) * scale : 0n;
  const forDollars = hundredths(perDollar) * BigInt(activity.spendCents);
  return Number(((forAction + forDollars) * hundredths(multiplier)) / (scale * BigInt(HUNDREDTHS)));
}

function hundredths(value: number): bigint {
  return BigInt(Math.round(value * HUNDREDTHS));
}

/** Returns the highest tier that the points reach. */
export function findTier(points: number, { tiers = [] }: ProgramRewards): string | null {
  return sortTiers(tiers).findLast(tier => tier.threshold <= points)?.name ?? null;
}

export function sortTiers(tiers: NonNullable<ProgramRewards['tiers']>) {
  return tiers.toSorted((a, b) => a.threshold - b.threshold);
}

/** Returns a member's progress toward a goal, in the goal's unit. */
export function getGoalProgress(metric: Goal['metric'], member: MemberRow): number {
  if (metric === 'points') return member.points;
  return metric === 'spend' ? toDollars(member.spendCents) : member.approvedCount;
}

/** Returns whether the member's count reaches the goal. Reverted activities are excluded. */
export function isGoalReached({ metric, target }: Goal, member: MemberRow): boolean {
  return getGoalProgress(metric, member) >= target;
}

/** Transitions that a business may request; the others follow from time and spending. */
const CASHBACK_TRANSITIONS = {
  confirm: { from: 'pending', to: 'available' },
  void: { from: 'pending', to: 'void' },
  reverse: { from: 'available', to: 'reversed' },
} as const;

/** @throws INVALID_TRANSITION for any other state, and for reversing partly spent cashback */
export function assertCashbackTransition(row: CashbackRow, action: keyof typeof CASHBACK_TRANSITIONS): void {
  const { from, to } = CASHBACK_TRANSITIONS[action];
  if (row.status !== from)
    throw new AppError('INVALID_TRANSITION', `Cannot change cashback from ${row.status} to ${to}`);
  if (row.remainingCents < row.amountCents)
    throw new AppError('INVALID_TRANSITION', `Cannot change partly redeemed cashback to ${to}`);
}

/** Converts a program to its API representation. */
export function toProgram(row: ProgramRow): Program {
  const { id, name, description, businessId, status, memberCount, createdAt, updatedAt } = row;
  const rewards = getProgramRewards(row);
  const autoCreditLimit = toDollars(row.autoCreditLimitCents);
  return {
    ...{ id, name, description, businessId, status, memberCount },
    ...{ rewards, autoCreditLimit, createdAt, updatedAt },
  };
}

/** Converts a member to its API representation. */
export function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    programId: row.programId,
    memberId: row.memberId,
    name: row.name,
    email: row.email,
    status: row.status,
    tier: row.tier,
    points: row.points,
    cashback: {
      pending: toDollars(row.pendingCents),
      available: toDollars(row.availableCents),
      redeemed: toDollars(row.redeemedCents),
      lifetime: toDollars(row.lifetimeCents),
    },
    joinedAt: row.joinedAt,
    lastActivityAt: row.lastActivityAt,
    metadata: row.metadata,
  };
}

/** Converts cashback to its API representation. */
export function toCashback(row: CashbackRow): Cashback {
  return {
    id: row.id,
    programId: row.programId,
    memberId: row.memberId,
    submissionId: row.submissionId,
    orderId: row.orderId,
    amount: toDollars(row.amountCents),
    remaining: toDollars(row.remainingCents),
    orderValue: toNullableDollars(row.orderValueCents),
    rate: row.rate === null ? null : toPercent(row.rate),
    currency: 'USD',
    status: row.status,
    description: row.description,
    reason: row.reason,
    availableAt: row.availableAt,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
  };
}
