import type { MemberRow } from '../../../db/schema/programs.ts';
import { toDollars } from '../../platform/money.ts';
import type { Goal, ProgramRewards } from '../model.ts';

/** An approved submission, a paid order, or both. */
export interface Activity {
  isApproval: boolean;
  spendCents: number;
}

/** Caps the points per activity: more would be a mistake in the terms or an attempt to overflow the ledger. */
export const MAX_POINTS_PER_ACTIVITY = 1000000000;
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
