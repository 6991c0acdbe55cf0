import { weighFigure } from '../../library/freshness.ts';
import type { ReferenceLibrary } from '../../library/library.ts';
import type { Action } from '../../library/model.ts';
import type { Band } from '../../reference/pricing-model.ts';

/*
 * The monthly value and cost of a campaign for an action, calculated from the figures in seed/*.json and the
 * assumptions below, which every plan lists. Money is in integer cents.
 */

/** Customers a small business can ask per month if it gives no number: our assumption. */
export const DEFAULT_CUSTOMERS_PER_MONTH = 500;
/** Share of customers asked who share something: the middle of 5 to 9 % [friendbuy-benchmarks]. */
export const SHARE_RATE = 0.07;
const CLICKS_PER_SHARE = 2.3;
/** Share of clicking friends who buy: the middle of the median band, 3 to 5 % [referralcandy-2025]. */
const REFERRAL_CONVERSION = 0.04;
/** The effort of sharing (one or two taps) is 1, and of referring a friend who buys, 5. */
const SHARE_EFFORT = 1;
const REFERRAL_EFFORT = 5;
/** Factor on completions per additional level of effort, so that both published rates lie on the curve: 0.551. */
export const EFFORT_DECAY =
  (CLICKS_PER_SHARE * REFERRAL_CONVERSION) ** (1 / (REFERRAL_EFFORT - SHARE_EFFORT));
/** Doubling the reward for the same work adds 19% completions: our assumption, low because of [perkalead-ama]. */
export const REWARD_ELASTICITY = 0.25;
const REWARD_EFFECT = { least: 0.5, most: 2 };
/**
 * Diminishing returns: the first half of potential participants has the full value, and later ones less, because more
 * and more of their friends overlap.
 */
export const RETURN_STEPS = [
  { share: 0.5, value: 1 },
  { share: 0.3, value: 0.75 },
  { share: 0.2, value: 0.5 },
] as const;
/** Minimum completions that justify setting up a campaign: our assumption. */
export const MIN_COMPLETIONS = 3;
export const MIN_SPEND_CENTS = 500;
/** Share of a value that is counted, by confidence: our assumption. */
export const CONFIDENCE_FACTORS = { high: 1, medium: 0.9, low: 0.7, none: 0 } as const;
/** Limits how far an industry's engagement rate scales a value, because the rates are brand medians. */
const INDUSTRY_EFFECT = { least: 0.5, most: 2 };
/** Platforms where only some industries find customers: our judgment. All others suit every industry. */
const PLATFORM_INDUSTRIES: Record<string, readonly string[]> = {
  linkedin: ['business-services', 'finance-insurance', 'education', 'legal', 'real-estate', 'all'],
  tripadvisor: ['travel-hospitality', 'restaurants-food', 'arts-entertainment', 'all'],
};
const CENTS = 100;

/** The parameters that differ between businesses. */
export interface Market {
  /** The current year, by which figures age. */
  year: number;
  /** Industry id of the benchmarks; `all` when unknown. */
  industry: string;
  customersPerMonth: number;
  /** Performance of this installation's campaigns relative to the curve, by effort. */
  calibration: ReadonlyMap<number, number>;
  /** Returns the pricing oracle's reward band; null if the action must not be rewarded. */
  suggestReward(action: Action): Band | null;
}

/** A number of completions with the value of each. */
export interface Step {
  completions: number;
  valueCents: number;
}

/** An action that a campaign could be based on. */
export interface Candidate {
  action: Action;
  rewardCents: number;
  /** The adjusted full value of a completion, and its range according to the sources. */
  valueCents: number;
  lowCents: number;
  highCents: number;
  /** People reached per completion. */
  reach: number;
  /** Minimum completions that justify a campaign; part of the first step. */
  minCompletions: number;
  /** Steps of diminishing value; those with a value below their cost are omitted. */
  steps: Step[];
  /** The completion rate, for the explanation in the response. */
  rate: number;
  factors: { industry: number; confidence: number; freshness: number; calibration: number };
}

/**
 * Lists every action that may be rewarded and justifies a campaign in this market, in library order. Of equivalent
 * actions on one platform (same type, reward, value and capacity, such as three kinds of video) only the first is
 * kept, because they would ask the same people for the same thing.
 */
export function listCandidates(library: ReferenceLibrary, market: Market): Candidate[] {
  const all = library
    .actions({ rewardable: true })
    .flatMap(action => toCandidate(library, action, market) ?? []);
  return [...Map.groupBy(all, equivalenceKey).values()].map(([first]) => first!);
}

function equivalenceKey({ action, rewardCents, valueCents, steps }: Candidate): string {
  return JSON.stringify([action.platform, action.type, rewardCents, valueCents, steps]);
}

function toCandidate(library: ReferenceLibrary, action: Action, market: Market): Candidate | undefined {
  const band = market.suggestReward(action);
  const trades = PLATFORM_INDUSTRIES[action.platform];
  if (action.policy === 'forbidden' || !band || (trades && !trades.includes(market.industry)))
    return undefined;
  const rewardCents = Math.max(1, Math.round(band.typical * CENTS));
  const industry = calculateIndustryFactor(library, action, market);
  const confidence = CONFIDENCE_FACTORS[action.valueConfidence];
  const freshness = weighFigure(action.valueYear, market.year);
  const calibration = market.calibration.get(action.effort) ?? 1;
  const counted = (dollars: number) => Math.round(dollars * industry * confidence * freshness * CENTS);
  const valueCents = counted(action.value);
  const rate = Math.min(1, estimateCompletionRate(library, action.effort, rewardCents) * calibration);
  const least = Math.max(MIN_COMPLETIONS, Math.ceil(MIN_SPEND_CENTS / rewardCents));
  const steps = buildSteps(Math.floor(market.customersPerMonth * rate), least, valueCents, rewardCents);
  if (steps.length === 0) return undefined;
  const { low, high } = action.valueRange;
  return {
    action,
    rewardCents,
    valueCents,
    lowCents: Math.min(valueCents, counted(low ?? action.value)),
    highCents: Math.max(valueCents, counted(high ?? action.value)),
    reach: parseReach(action),
    minCompletions: least,
    steps,
    rate,
    factors: { industry, confidence, freshness, calibration },
  };
}

/**
 * Estimates the share of customers asked who complete an action of this effort for this reward:
 *
 *   rate = 7% × 0.551^(effort − 1) × (reward ÷ price of the time it takes)^0.25, the last factor between ½ and 2
 *
 * 7% share something (effort 1). With 2.3 clicks per share and 4% of the clicks leading to a purchase, 0.64% refer
 * a buyer (effort 5). The ratio between effort levels is constant. The price of time is from seed/pricing.json
 * (12 USD per hour [prolific-pay]).
 */
export function estimateCompletionRate(
  library: ReferenceLibrary,
  effort: number,
  rewardCents: number,
): number {
  const time = library.data.pricing.timePrice.byEffort.find(each => each.effort === effort);
  const timeCents = Math.max(1, (time?.cost ?? 0) * CENTS);
  const { least, most } = REWARD_EFFECT;
  const effect = Math.min(Math.max((rewardCents / timeCents) ** REWARD_ELASTICITY, least), most);
  return SHARE_RATE * EFFORT_DECAY ** (effort - SHARE_EFFORT) * effect;
}

function buildSteps(most: number, least: number, valueCents: number, rewardCents: number): Step[] {
  if (most < least || valueCents < rewardCents) return [];
  let left = most;
  const steps: Step[] = [];
  for (const { share, value } of RETURN_STEPS) {
    const wanted = Math.ceil(most * share);
    const completions = Math.min(left, steps.length === 0 ? Math.max(least, wanted) : wanted);
    left -= completions;
    const stepValueCents = Math.round(valueCents * value);
    if (completions > 0 && stepValueCents >= rewardCents)
      steps.push({ completions, valueCents: stepValueCents });
  }
  return steps;
}

/**
 * Scales the value of posts by industry engagement; actions with their own price have the same value everywhere. The
 * older the rates, the closer the factor is to 1: 1 + (factor − 1) × weight of the older rate.
 */
function calculateIndustryFactor(library: ReferenceLibrary, action: Action, market: Market): number {
  if (action.valueMethod !== 'media-equivalent') return 1;
  const own = findEngagementRate(library, market.industry, action.platform);
  const overall = findEngagementRate(library, 'all', action.platform);
  if (!own?.value || !overall?.value) return 1;
  const { least, most } = INDUSTRY_EFFECT;
  const factor = Math.min(Math.max(own.value / overall.value, least), most);
  return 1 + (factor - 1) * weighFigure(Math.min(own.year, overall.year), market.year);
}

function findEngagementRate(library: ReferenceLibrary, industry: string, platform: string) {
  const figures = library.benchmarks(industry).items[0]?.figures ?? [];
  return figures.find(each => each.platform === platform && each.metric === 'engagementRate');
}

const REACH_PATTERN = /^(\d+(?:\.\d+)?) (?:views|clicks?) x /;

/** Returns the views or clicks counted by the value's formula; 1 if it counts none. */
function parseReach({ valueBasis }: Action): number {
  const counted = REACH_PATTERN.exec(valueBasis)?.[1];
  return counted === undefined ? 1 : Math.max(1, Number(counted));
}
