import type { ReferenceLibrary } from '../library/library.ts';
import type { Action } from '../library/model.ts';
import { MIN_APPROVALS, MIN_BUSINESSES, type ObservedPrice } from '../library/observed-benchmarks.ts';
import { toShopAmounts } from '../library/shop-amounts.ts';
import type { ActionPrice, Band, Pricing } from './pricing-model.ts';

/**
 * The weight of the published price in approvals: a product choice. At 50 approvals of this installation, published
 * and observed price have equal weight.
 */
const PRIOR_APPROVALS = 50;
const CENTS = 100;
const WEIGHT_DIGITS = 4;

export const FORMULAS: Pricing['formulas'] = {
  published:
    "low = 25% and high = 100% of the action's value, typical = √(low × high); null if the platform forbids " +
    'rewards or the action is disabled',
  rounded:
    'suggestedReward is rounded to amounts that a shop would give: multiples of $0.05 below $1, $0.25 below $5, $0.50 ' +
    'below $20, else $1; an amount that would leave the range keeps its cents',
  typical:
    `typical = (${PRIOR_APPROVALS} × published typical + n × m) ÷ (${PRIOR_APPROVALS} + n), where n is the number of ` +
    'fixed rewards approved on this installation and m their observed mean, limited to between low and high',
  observed:
    `the mean of the businesses' own mean rewards, with equal weights; requires at least ${MIN_APPROVALS} approvals ` +
    `from at least ${MIN_BUSINESSES} businesses, otherwise typical is the published value`,
  prices: "cpm and cpc are the platform's published advertising prices; null if none was found",
};

/**
 * Calculates the reward band of an action. The published band is 25% to 100% of the action's value
 * (seed/pricing.json, rewardRule), with the geometric mean as the typical reward. Observed rewards shift the typical
 * reward by Bayesian shrinkage, typical = (k·p + n·m) ÷ (k + n) with k = PRIOR_APPROVALS, but never outside the
 * published band, because low and high are what the result costs elsewhere.
 */
export function calculatePrice(
  library: ReferenceLibrary,
  action: Action,
  observed: ObservedPrice | undefined,
): ActionPrice {
  const { id, platform, type, value, valueConfidence, policy, rewardable, sources } = action;
  const { cpm, cpc } = library.data.pricing.platforms[platform]!;
  const published = toPublishedBand(action);
  const weight = observed ? observed.approvals / (PRIOR_APPROVALS + observed.approvals) : 0;
  const cited = [cpm?.source, cpc?.source].filter(source => source !== undefined);
  return {
    actionId: id,
    platform,
    type,
    suggestedReward: published && toShopAmounts(blendBand(published, observed, weight)),
    cpm: cpm?.value ?? null,
    cpc: cpc?.value ?? null,
    value,
    valueConfidence,
    policy,
    rewardable,
    published,
    observed: observed ? { ...observed, weight: Number(weight.toFixed(WEIGHT_DIGITS)) } : null,
    sources: [...new Set([...sources, ...cited])],
  };
}

function toPublishedBand({ suggestedReward }: Action): Band | null {
  if (!suggestedReward) return null;
  const { low, high } = suggestedReward;
  return { low, typical: roundToCent(Math.sqrt(low * high)), high };
}

function blendBand(published: Band, observed: ObservedPrice | undefined, weight: number): Band {
  if (!observed) return published;
  const { low, typical, high } = published;
  const mean = Math.min(Math.max(observed.mean, low), high);
  return { low, typical: roundToCent((1 - weight) * typical + weight * mean), high };
}

function roundToCent(dollars: number): number {
  return Math.round(dollars * CENTS) / CENTS;
}
