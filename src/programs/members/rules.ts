import type { MemberRow } from '../../../db/schema/programs.ts';
import { getUnitScale, MAX_CENTS, toAmount, toCents } from '../../platform/money.ts';
import { type Goal, PER_DOLLAR_DECIMALS, type ProgramRewards } from '../model.ts';

/** An approved submission, a paid order, visits, or several of them. */
export interface Activity {
  isApproval: boolean;
  spendCents: number;
  visits?: number;
}

/** Caps the points per activity at one for each smallest unit of the largest order: more would be a mistake in the terms or an attempt to overflow the ledger. */
export const MAX_POINTS_PER_ACTIVITY = MAX_CENTS;
/** Multipliers have two decimals. */
const HUNDREDTHS = 100;
const MILLIONTHS = 10 ** PER_DOLLAR_DECIMALS;
/**
 * Returns the points of an activity: (perAction for an approval + perDollar × amount) × the multiplier of the
 * member's current tier, rounded down once, in integer arithmetic.
 */
export function calculatePoints(
  activity: Activity,
  rewards: ProgramRewards,
  { tier, currency }: Pick<MemberRow, 'tier' | 'currency'>,
): number {
  const { perAction = 0, perDollar = 0 } = rewards.points ?? {};
  const multiplier = rewards.tiers?.find(({ name }) => name === tier)?.multiplier ?? 1;
  const scale = BigInt(MILLIONTHS * getUnitScale(currency));
  const forAction = activity.isApproval ? BigInt(perAction) * scale : 0n;
  const forAmount = BigInt(Math.round(perDollar * MILLIONTHS)) * BigInt(activity.spendCents);
  const factor = BigInt(Math.round(multiplier * HUNDREDTHS));
  return Number(((forAction + forAmount) * factor) / (scale * BigInt(HUNDREDTHS)));
}

/** Returns the highest tier that the points reach. */
export function findTier(points: number, { tiers = [] }: ProgramRewards): string | null {
  return sortTiers(tiers).findLast(tier => tier.threshold <= points)?.name ?? null;
}

export function sortTiers(tiers: NonNullable<ProgramRewards['tiers']>) {
  return tiers.toSorted((a, b) => a.threshold - b.threshold);
}

/** Returns a member's count of a metric without reverted activities; the smallest unit of the currency for spending. */
export function countMetric(metric: Goal['metric'], member: MemberRow): number {
  switch (metric) {
    case 'points':
      return member.points;
    case 'spend':
      return member.spendCents;
    case 'visits':
      return member.visitCount;
    case 'submissions':
      return member.approvedCount;
  }
}

/** Returns the phone number of a member in E.164 format, confirmed or not. */
export function getPhone({
  phone,
  unconfirmedPhone,
}: Pick<MemberRow, 'phone' | 'unconfirmedPhone'>): string | null {
  return phone ?? unconfirmedPhone;
}

/** Returns the target of a goal in the unit of `countMetric`. */
export function getTargetCount({ metric, target }: Goal, { currency }: Pick<MemberRow, 'currency'>): number {
  return metric === 'spend' ? toCents(target, currency, 'target') : target;
}

/** A member's state in a goal: see db/schema/programs.ts. */
export interface GoalState {
  completions: number;
  baseline: number;
  consumed: number;
}

/** Returns what a member has counted toward a goal, in its unit; for a goal that repeats, since the last completion. */
export function countToward(goal: Goal, member: MemberRow, state: GoalState | undefined): number {
  const counted = countMetric(goal.metric, member);
  return goal.repeats ? counted - (state?.baseline ?? 0) - (state?.consumed ?? 0) : counted;
}

/** Returns a member's progress toward a goal: an amount for spending, else a count. */
export function getGoalProgress(goal: Goal, member: MemberRow, state: GoalState | undefined): number {
  const counted = Math.max(0, countToward(goal, member, state));
  return goal.metric === 'spend' ? toAmount(counted, member.currency) : counted;
}

/** Completions of one goal by one activity; the rest of what is counted completes it again with the next one. */
const MAX_COMPLETIONS_PER_ACTIVITY = 100;

/** Returns how often a member's count completes a goal now. */
export function countNewCompletions(goal: Goal, member: MemberRow, state: GoalState | undefined): number {
  const counted = countToward(goal, member, state);
  const target = getTargetCount(goal, member);
  if (goal.repeats) return Math.min(MAX_COMPLETIONS_PER_ACTIVITY, Math.max(0, Math.floor(counted / target)));
  return counted >= target && (state?.completions ?? 0) === 0 ? 1 : 0;
}

/** Returns whether a member's count no longer covers the latest completion. */
export function isLastCompletionLost(goal: Goal, member: MemberRow, state: GoalState): boolean {
  const counted = countToward(goal, member, state);
  return state.completions > 0 && (goal.repeats ? counted < 0 : counted < getTargetCount(goal, member));
}

/** Returns whether a goal repeats now and did not before, in the same metric. */
export function startsToRepeat(goal: Goal, before: ProgramRewards): boolean {
  const same = before.goals?.find(({ id }) => id === goal.id);
  return goal.repeats === true && !(same?.repeats === true && same.metric === goal.metric);
}

/** The balances of a membership. */
interface Balances {
  points: number;
  pointsSpent: number;
  visitCount: number;
  submissionCount: number;
  spendCents: number;
  pendingCents: number;
  lifetimeCents: number;
}

/** Returns whether nothing has happened in a membership, so that another can take its place without a loss. */
export function isUnused(member: Balances): boolean {
  const { points, pointsSpent, visitCount, submissionCount, spendCents, pendingCents, lifetimeCents } =
    member;
  return (
    points + pointsSpent + visitCount + submissionCount + spendCents + pendingCents + lifetimeCents === 0
  );
}
