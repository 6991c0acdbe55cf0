import { type Candidate, LEAST_SPEND_CENTS } from './economics.ts';
import type { GoalFit } from './goals.ts';
import { type Line, lineOf } from './plan.ts';

/** Maximum cost of a first campaign. */
const TRIAL_CENTS = 10_000;
const MOST = 6;
const MOST_OF_A_PLATFORM = 2;
/** Actions that serve the goals well rank above those that serve them less, regardless of profit. */
const TIERS = [0.7, 0.4];

/**
 * Lists the campaigns worth trying first: by how well they serve the goals in three tiers, then by value minus cost;
 * up to two per platform.
 */
export function firstCampaigns(candidates: readonly Candidate[], { weights }: GoalFit): Line[] {
  const tierOf = ({ candidate }: Line) => {
    const tier = TIERS.findIndex(least => weights[candidate.action.type] >= least);
    return tier === -1 ? TIERS.length : tier;
  };
  const lines = candidates
    .map(trialOf)
    .sort(
      (a, b) =>
        tierOf(a) - tierOf(b) ||
        b.worthCents - b.costCents - (a.worthCents - a.costCents) ||
        (a.candidate.action.id < b.candidate.action.id ? -1 : 1),
    );
  const counts = new Map<string, number>();
  const picked = lines.filter(({ candidate }) => {
    const count = (counts.get(candidate.action.platform) ?? 0) + 1;
    counts.set(candidate.action.platform, count);
    return count <= MOST_OF_A_PLATFORM;
  });
  return picked.slice(0, MOST);
}

/** Sizes a first campaign within the first step, where every completion has its full worth. */
function trialOf(candidate: Candidate): Line {
  const { rewardCents, least, steps } = candidate;
  const affordable = Math.floor(Math.max(TRIAL_CENTS, LEAST_SPEND_CENTS) / rewardCents);
  return lineOf(candidate, Math.min(steps[0]!.completions, Math.max(least, affordable)));
}
