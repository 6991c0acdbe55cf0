import { type Candidate, MIN_SPEND_CENTS } from './economics.ts';
import type { GoalFit } from './goals.ts';
import { type PlanCurrency, restateCents } from './local-money.ts';
import { type Line, toLine } from './plan.ts';

/** Maximum cost of a first campaign, in US cents. */
const TRIAL_CENTS = 10_000;
const MAX_CAMPAIGNS = 6;
const MAX_PER_PLATFORM = 2;
/** Actions that serve the goals well rank above those that serve them less, regardless of profit. */
const FIT_TIERS = [0.7, 0.4];

/**
 * Lists the campaigns worth trying first: by how well they serve the goals in three tiers, then by value minus cost;
 * up to two per platform.
 */
export function rankFirstCampaigns(
  candidates: readonly Candidate[],
  { weights }: GoalFit,
  into: PlanCurrency,
): Line[] {
  const trialCents = restateCents(Math.max(TRIAL_CENTS, MIN_SPEND_CENTS), into);
  const tierOf = ({ candidate }: Line) => {
    const tier = FIT_TIERS.findIndex(least => weights[candidate.action.type] >= least);
    return tier === -1 ? FIT_TIERS.length : tier;
  };
  const lines = candidates
    .map(candidate => toTrial(candidate, trialCents))
    .sort(
      (a, b) =>
        tierOf(a) - tierOf(b) ||
        b.valueCents - b.costCents - (a.valueCents - a.costCents) ||
        (a.candidate.action.id < b.candidate.action.id ? -1 : 1),
    );
  const counts = new Map<string, number>();
  const picked = lines.filter(({ candidate }) => {
    const count = (counts.get(candidate.action.platform) ?? 0) + 1;
    counts.set(candidate.action.platform, count);
    return count <= MAX_PER_PLATFORM;
  });
  return picked.slice(0, MAX_CAMPAIGNS);
}

/** Sizes a first campaign within the first step, where every completion has its full value. */
function toTrial(candidate: Candidate, trialCents: number): Line {
  const { rewardCents, minCompletions, steps } = candidate;
  const affordable = Math.floor(trialCents / rewardCents);
  return toLine(candidate, Math.min(steps[0]!.completions, Math.max(minCompletions, affordable)));
}
