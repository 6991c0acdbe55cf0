import type { CampaignWarning, NewCampaign } from '../../campaigns/model.ts';
import type { ReferenceLibrary } from '../../library/library.ts';
import type { Action } from '../../library/model.ts';
import { toDollars } from '../../platform/money.ts';
import type { Estimate } from '../model.ts';
import type { Line, Plan } from './plan.ts';

/** Numeric confidence of each confidence level. */
const CONFIDENCE = { high: 0.9, medium: 0.7, low: 0.4, none: 0 } as const;
const HUNDRED = 100;

export interface BodyOf {
  businessId: string;
  suggestionId: string;
}

/** Returns the POST /campaigns body for a line of a plan. */
export function campaignOf(
  { candidate, completions, costCents }: Line,
  { businessId, suggestionId }: BodyOf,
): NewCampaign {
  const { action, rewardCents } = candidate;
  const minFollowers = audienceOf(action);
  return {
    name: action.name,
    description: action.description,
    instructions: `${action.description} How we check: ${action.verificationHint}`,
    platform: action.platform,
    actionType: action.type,
    actionId: action.id,
    reward: { type: 'fixed', value: toDollars(rewardCents) },
    ...(minFollowers ? { requirements: { minFollowers } } : {}),
    budget: { total: toDollars(costCents) },
    limits: { maxApprovals: completions, perUser: 1 },
    ...(action.policy === 'disclose' ? { disclosure: { required: true } } : {}),
    businessId,
    suggestionId,
  };
}

const AUDIENCE = /([\d,]+)(?:-[\d,]+|\+) (?:followers|subscribers)/;

/** Returns the audience size that the value assumes: a smaller account brings less than is paid for. */
function audienceOf({ referenceAudience }: Action): number | undefined {
  const least = AUDIENCE.exec(referenceAudience ?? '')?.[1];
  return least === undefined ? undefined : Number(least.replaceAll(',', ''));
}

export function warningsOf(library: ReferenceLibrary, { platform, type, id }: Action): CampaignWarning[] {
  return library.warningsFor({ platform, actionType: type, actionId: id });
}

export function confidenceOf({ valueConfidence }: Action): number {
  return CONFIDENCE[valueConfidence];
}

export function estimateOf({ costCents, worthCents, completions, reach }: Line): Estimate {
  return {
    cost: toDollars(costCents),
    completions,
    reach,
    value: toDollars(worthCents),
    roi: roiOf(worthCents, costCents),
  };
}

/** Returns (value − cost) ÷ cost with two decimals; null if nothing is spent. */
export function roiOf(worthCents: number, costCents: number): number | null {
  return costCents === 0 ? null : Math.round(((worthCents - costCents) / costCents) * HUNDRED) / HUNDRED;
}

/** Explains the arithmetic of a line in words, so that it can be verified by hand. */
export function rationaleOf(line: Line): string {
  const { candidate, completions, costCents, worthCents } = line;
  const { action, rewardCents, rate, factors } = candidate;
  const counted = [
    `${dollars(action.value * HUNDRED)} published`,
    ...(factors.confidence === 1 ? [] : [`× ${factors.confidence} (confidence ${action.valueConfidence})`]),
    ...(factors.industry === 1 ? [] : [`× ${rounded(factors.industry)} (engagement of the trade there)`]),
  ];
  return (
    `${completions} completions at ${dollars(rewardCents)} cost ${dollars(costCents)}. One is counted at ` +
    `${dollars(candidate.worthCents)} (${counted.join(' ')}), so ${stepsOf(line)} are ` +
    `${dollars(worthCents)}. ${rounded(rate * HUNDRED)} % of the customers asked are expected to take part.`
  );
}

function stepsOf({ candidate, completions }: Line): string {
  let left = completions;
  const parts = candidate.steps.flatMap(step => {
    const count = Math.min(left, step.completions);
    left -= count;
    return count > 0 ? [`${count} × ${dollars(step.worthCents)}`] : [];
  });
  return parts.join(' + ');
}

function dollars(cents: number): string {
  return `$${(cents / HUNDRED).toFixed(2)}`;
}

function rounded(value: number): number {
  return Math.round(value * HUNDRED) / HUNDRED;
}

/** Returns each platform's share, largest first; percents with two decimals that add up to 100. */
export function allocationOf({ lines, costCents }: Plan) {
  const amounts = new Map<string, number>();
  for (const { candidate, costCents: cents } of lines) {
    const { platform } = candidate.action;
    amounts.set(platform, (amounts.get(platform) ?? 0) + cents);
  }
  const parts = [...amounts]
    .map(([platform, cents]) => ({ platform, cents, exact: (cents / costCents) * HUNDRED * HUNDRED }))
    .sort((a, b) => b.cents - a.cents || (a.platform < b.platform ? -1 : 1))
    .map(part => ({ ...part, points: Math.floor(part.exact) }));
  // The largest remainders receive what rounding down left over.
  const missing = HUNDRED * HUNDRED - parts.reduce((sum, { points }) => sum + points, 0);
  const byRemainder = parts.toSorted((a, b) => b.exact - b.points - (a.exact - a.points));
  for (const part of byRemainder.slice(0, parts.length > 0 ? missing : 0)) part.points += 1;
  return parts.map(({ platform, cents, points }) => ({
    platform,
    amount: toDollars(cents),
    percent: points / HUNDRED,
  }));
}
