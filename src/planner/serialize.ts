import type { CampaignWarning, NewCampaign } from '../campaigns/model.ts';
import type { ReferenceLibrary } from '../library/library.ts';
import type { Action } from '../library/model.ts';
import { DEFAULT_CURRENCY } from '../platform/currency-digits.ts';
import { formatAmount, formatCents, toAmount } from '../platform/money.ts';
import type { Estimate } from './model.ts';
import type { PlanCurrency } from './rules/local-money.ts';
import type { Line, Plan } from './rules/plan.ts';

/** The confidence levels of the library as numbers. */
const CONFIDENCE_SCORES = { high: 0.9, medium: 0.7, low: 0.4, none: 0 } as const;
const HUNDRED = 100;

interface CampaignIds {
  businessId: string;
  suggestionId: string;
}

/** Returns the POST /campaigns body for a line of a plan. */
export function toCampaignBody(
  { candidate, completions, costCents }: Line,
  { businessId, suggestionId }: CampaignIds,
  currency: string,
): NewCampaign {
  const { action, rewardCents } = candidate;
  const minFollowers = parseMinFollowers(action);
  return {
    name: action.name,
    description: action.description,
    instructions: `${action.description} How we check: ${action.verificationHint}`,
    platform: action.platform,
    actionType: action.type,
    actionId: action.id,
    reward: { type: 'fixed', value: toAmount(rewardCents, currency) },
    ...(minFollowers ? { requirements: { minFollowers } } : {}),
    budget: { total: toAmount(costCents, currency) },
    limits: { maxApprovals: completions, perUser: 1 },
    ...(action.policy === 'disclose' ? { disclosure: { required: true } } : {}),
    businessId,
    suggestionId,
  };
}

const AUDIENCE_PATTERN = /([\d,]+)(?:-[\d,]+|\+) (?:followers|subscribers)/;

/** Returns the audience size that the value assumes; smaller accounts would be overpaid. */
function parseMinFollowers({ referenceAudience }: Action): number | undefined {
  const least = AUDIENCE_PATTERN.exec(referenceAudience ?? '')?.[1];
  return least === undefined ? undefined : Number(least.replaceAll(',', ''));
}

export function listCampaignWarnings(
  library: ReferenceLibrary,
  { platform, type, id }: Action,
): CampaignWarning[] {
  return library.warningsFor({ platform, actionType: type, actionId: id });
}

export function toConfidenceScore({ valueConfidence }: Action): number {
  return CONFIDENCE_SCORES[valueConfidence];
}

export function toEstimate({ costCents, valueCents, completions, reach }: Line, currency: string): Estimate {
  return {
    cost: toAmount(costCents, currency),
    completions,
    reach,
    value: toAmount(valueCents, currency),
    roi: calculateRoi(valueCents, costCents),
  };
}

/** Returns (value − cost) ÷ cost with two decimals; null if nothing is spent. */
export function calculateRoi(valueCents: number, costCents: number): number | null {
  return costCents === 0 ? null : Math.round(((valueCents - costCents) / costCents) * HUNDRED) / HUNDRED;
}

/** Explains the calculation of a line, so that it can be verified by hand. */
export function explainLine(line: Line, { currency, usdRate }: PlanCurrency): string {
  const format = (cents: number) => formatCents(cents, currency);
  const { candidate, completions, costCents, valueCents } = line;
  const { action, rewardCents, rate, factors } = candidate;
  const counted = [
    `${formatAmount(action.value, DEFAULT_CURRENCY)} published`,
    ...(currency === DEFAULT_CURRENCY ? [] : [`× ${usdRate} ${currency} per US dollar`]),
    ...(factors.confidence === 1 ? [] : [`× ${factors.confidence} (confidence ${action.valueConfidence})`]),
    ...(factors.freshness === 1
      ? []
      : [`× ${roundToHundredths(factors.freshness)} (oldest figure of ${action.valueYear})`]),
    ...(factors.industry === 1
      ? []
      : [`× ${roundToHundredths(factors.industry)} (engagement rate of the industry)`]),
  ];
  return (
    `${completions} completions at ${format(rewardCents)} cost ${format(costCents)}. One is valued at ` +
    `${format(candidate.valueCents)} (${counted.join(' ')}), so ${describeSteps(line, format)} are ` +
    `${format(valueCents)}. ${roundToHundredths(rate * HUNDRED)}% of the customers asked are expected to take part.`
  );
}

function describeSteps({ candidate, completions }: Line, format: (cents: number) => string): string {
  let left = completions;
  const parts = candidate.steps.flatMap(step => {
    const count = Math.min(left, step.completions);
    left -= count;
    return count > 0 ? [`${count} × ${format(step.valueCents)}`] : [];
  });
  return parts.join(' + ');
}

function roundToHundredths(value: number): number {
  return Math.round(value * HUNDRED) / HUNDRED;
}

/** Returns each platform's share, largest first. Percentages have two decimals and add up to 100. */
export function allocateByPlatform({ lines, costCents }: Plan, currency: string) {
  const amounts = new Map<string, number>();
  for (const { candidate, costCents: cents } of lines) {
    const { platform } = candidate.action;
    amounts.set(platform, (amounts.get(platform) ?? 0) + cents);
  }
  const parts = [...amounts]
    .map(([platform, cents]) => ({ platform, cents, exact: (cents / costCents) * HUNDRED * HUNDRED }))
    .sort((a, b) => b.cents - a.cents || (a.platform < b.platform ? -1 : 1))
    .map(part => ({ ...part, points: Math.floor(part.exact) }));
  // Largest remainder method: the remainder from rounding down goes to the largest fractions.
  const missing = HUNDRED * HUNDRED - parts.reduce((sum, { points }) => sum + points, 0);
  const byRemainder = parts.toSorted((a, b) => b.exact - b.points - (a.exact - a.points));
  for (const part of byRemainder.slice(0, parts.length > 0 ? missing : 0)) part.points += 1;
  return parts.map(({ platform, cents, points }) => ({
    platform,
    amount: toAmount(cents, currency),
    percent: points / HUNDRED,
  }));
}
