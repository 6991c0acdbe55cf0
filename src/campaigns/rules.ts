import { POLICY_LEVELS, type PolicyLevel } from '../../db/enums.ts';
import type { CampaignRow } from '../../db/schema/campaigns.ts';
import { AppError, invalid } from '../errors.ts';
import type { EventKind } from '../events/model.ts';
import { HOUR_MS, iso } from '../platform/clock.ts';
import type { NewReward } from '../rewards/model.ts';
import { toRewardTerms } from '../rewards/rules.ts';
import type { Campaign, CampaignWarning, NewCampaign } from './model.ts';

export type State = Campaign['state'];

/** Transitions that a caller may request, each with its event. Expiry is automatic. */
const TRANSITIONS: Record<State, Partial<Record<State, EventKind>>> = {
  draft: { active: 'campaign.activated', ended: 'campaign.ended' },
  active: { paused: 'campaign.paused', ended: 'campaign.ended' },
  paused: { active: 'campaign.resumed', ended: 'campaign.ended' },
  expired: { active: 'campaign.resumed' },
  ended: {},
};

/** Returns the event of a transition. @throws INVALID_TRANSITION naming both states */
export function getTransitionEvent(from: State, to: State): EventKind {
  const event = TRANSITIONS[from][to];
  if (!event) throw transitionError(from, to);
  return event;
}

export function transitionError(from: State, to: State, detail = ''): AppError {
  return new AppError('INVALID_TRANSITION', `Cannot change campaign from ${from} to ${to}${detail}`);
}

/** Reward terms as stored in the database. */
interface RewardColumns {
  rewardType: 'percentage' | 'fixed';
  rewardValue: number;
  rewardMaxCents: number | null;
}

/** @throws VALIDATION_ERROR for a percentage above 100, a missing value or name, or a field of another type */
export function toRewardColumns(
  reward: NewReward,
  currency: string,
): RewardColumns & { rewardItem: string | null } {
  const { type, value, maxCents, item } = toRewardTerms(reward, currency, 'reward');
  return { rewardType: type, rewardValue: value, rewardMaxCents: maxCents, rewardItem: item };
}

/** Returns the cents of budget that one submission reserves: a fixed reward, or a percentage's cap (0 without one). */
export function getRewardCost({ rewardType, rewardValue, rewardMaxCents }: RewardColumns): number {
  return rewardType === 'fixed' ? rewardValue : (rewardMaxCents ?? 0);
}

interface Budget {
  budgetTotalCents: number | null;
  budgetReservedCents: number;
  budgetSpentCents: number;
}

/** Returns whether the budget has room for another `cents`. */
export function canReserve(
  { budgetTotalCents, budgetReservedCents, budgetSpentCents }: Budget,
  cents: number,
): boolean {
  return budgetTotalCents === null || budgetTotalCents - budgetReservedCents - budgetSpentCents >= cents;
}

/**
 * Returns whether the unspent budget is too small for another reward. A reward that costs nothing never exhausts it.
 */
function isExhausted(campaign: Budget & RewardColumns): boolean {
  const { budgetTotalCents, budgetSpentCents } = campaign;
  const cost = getRewardCost(campaign);
  return budgetTotalCents !== null && cost > 0 && budgetTotalCents - budgetSpentCents < cost;
}

/** Returns why an active campaign must pause after an approval, if it must. */
export function pauseReason(
  campaign: Budget & RewardColumns & { maxApprovals: number | null; approvedCount: number },
): 'budgetExhausted' | 'capReached' | null {
  if (isExhausted(campaign)) return 'budgetExhausted';
  const { maxApprovals, approvedCount } = campaign;
  return maxApprovals !== null && approvedCount >= maxApprovals ? 'capReached' : null;
}

/** @throws VALIDATION_ERROR for an end in the past or not after the start */
export function assertSchedule(
  startsAt: string | null,
  endsAt: string | null,
  now: number,
  isEndNew: boolean,
): void {
  if (endsAt === null) return;
  if (isEndNew && Date.parse(endsAt) <= now)
    throw invalid('endsAt', 'must be in the future', { rule: 'future', limit: iso(now) });
  if (startsAt !== null && endsAt <= startsAt) throw invalid('endsAt', 'must be after startsAt', 'conflict');
}

/** Returns whether the campaign's end date has passed in a state that it ends. */
export function isPastEnd(campaign: { state: State; endsAt: string | null }, now: string): boolean {
  return (
    (campaign.state === 'active' || campaign.state === 'paused') &&
    campaign.endsAt !== null &&
    campaign.endsAt <= now
  );
}

export function hasStarted(startsAt: string | null, now: string): boolean {
  return startsAt === null || startsAt <= now;
}

/**
 * Returns when a campaign runs or ran; the end is null while none is set. A campaign without a start begins when it is
 * created, and one that stopped early ends at its last change.
 * @returns undefined for a draft without dates, and for a campaign that ended before it began
 */
export function getRunningTime({
  state,
  startsAt,
  endsAt,
  createdAt,
  updatedAt,
}: Pick<CampaignRow, 'state' | 'startsAt' | 'endsAt' | 'createdAt' | 'updatedAt'>):
  | { startsAt: string; endsAt: string | null }
  | undefined {
  if (state === 'draft' && startsAt === null && endsAt === null) return undefined;
  const start = startsAt ?? createdAt;
  const hasStopped = state === 'ended' || state === 'expired';
  const end = hasStopped && (endsAt === null || updatedAt < endsAt) ? updatedAt : endsAt;
  return end !== null && end < start ? undefined : { startsAt: start, endsAt: end };
}

/** Returns the review deadline of a submission made now; null without an SLA. */
export function reviewDueAt(slaHours: number | null, now: number): string | null {
  return slaHours === null ? null : iso(now + slaHours * HOUR_MS);
}

/** Returns the platform and action type as slugs. */
export function normalizeSlugs({ platform, actionType }: Pick<NewCampaign, 'platform' | 'actionType'>) {
  return { platform: platform.toLowerCase(), actionType: actionType.toLowerCase() };
}

/** The levels of warnings about policies; warnings with other codes state no rule of their own. */
const LEVEL_OF_WARNING: Readonly<Record<string, PolicyLevel>> = {
  policyDisclose: 'disclose',
  actionSwitchedOff: 'switchedOff',
  policyForbidden: 'forbidden',
};

type CodedWarnings = readonly Pick<CampaignWarning, 'code'>[];

/** Returns how strictly an action is ruled according to its warnings. */
export function getPolicyLevel(warnings: CodedWarnings): PolicyLevel {
  const levels = warnings.map(({ code }) => LEVEL_OF_WARNING[code]);
  return POLICY_LEVELS.findLast(level => levels.includes(level)) ?? 'allowed';
}

/** Returns whether the rules behind `now` are stricter than those behind `before`. */
export function isStricter(now: CodedWarnings, before: CodedWarnings): boolean {
  return POLICY_LEVELS.indexOf(getPolicyLevel(now)) > POLICY_LEVELS.indexOf(getPolicyLevel(before));
}

/** Returns whether rules that became stricter still have to be acknowledged. */
export function isPolicyPending({
  policyChange,
  policyAcknowledgedAt,
}: Pick<CampaignRow, 'policyChange' | 'policyAcknowledgedAt'>): boolean {
  return policyChange !== null && policyAcknowledgedAt === null;
}
