import type { MANDATE_WINDOWS } from '../../db/enums.ts';
import { invalid } from '../errors.ts';
import type { EventKind } from '../events/model.ts';
import type { AgentMandate } from '../platform/actor.ts';
import { iso } from '../platform/clock.ts';
import { toAmount, toCents, toCentsOrZero } from '../platform/money.ts';
import { getStartOfDay, getStartOfWeek, toLocalDay } from '../platform/time-zone.ts';
import type { Mandate } from './model.ts';

/** Converts a mandate to the smallest unit of its currency. @throws VALIDATION_ERROR */
export function toStored(
  { budget, approvalAbove, ...rest }: Mandate,
  currency: string,
  nowMs: number,
): AgentMandate {
  const expiresAtMs = Date.parse(rest.expiresAt);
  if (expiresAtMs <= nowMs)
    throw invalid('mandate.expiresAt', 'must be in the future', { rule: 'future', limit: iso(nowMs) });
  return {
    ...rest,
    currency,
    budgetCents: toCentsOrZero(budget.amount, currency, 'mandate.budget.amount'),
    window: budget.window,
    approvalAboveCents: toCentsOrZero(approvalAbove, currency, 'mandate.approvalAbove'),
    expiresAt: iso(expiresAtMs),
  };
}

export function toMandate({
  currency,
  budgetCents,
  window,
  approvalAboveCents,
  ...rest
}: AgentMandate): Mandate {
  return {
    ...(rest as Pick<Mandate, 'tools' | 'expiresAt'>),
    budget: { amount: toAmount(budgetCents, currency), window },
    approvalAbove: toAmount(approvalAboveCents, currency),
  };
}

/** Returns the start of the window that contains a time; the earliest text for one without a start. */
export function getWindowStart(
  window: (typeof MANDATE_WINDOWS)[number],
  nowMs: number,
  timeZone: string,
): string {
  const day = toLocalDay(nowMs, timeZone);
  switch (window) {
    case 'day':
      return iso(getStartOfDay(day, timeZone));
    case 'week':
      return iso(getStartOfDay(getStartOfWeek(day), timeZone));
    case 'month':
      return iso(getStartOfDay(`${day.slice(0, -2)}01`, timeZone));
    case 'total':
      return '';
  }
}

/** An event of a request, of which its cost is calculated. */
export interface RecordedEvent {
  type: EventKind;
  object: EventObject;
  previous?: EventObject | undefined;
}

/** The fields of records that cost something, or that belong to a campaign or program. */
interface EventObject {
  id?: string;
  campaignId?: string | null;
  programId?: string | null;
  state?: string;
  currency?: string;
  type?: string;
  value?: number | null;
  maxAmount?: number | null;
  amount?: number | null;
  points?: number;
  visits?: number;
  cost?: number | null;
  reward?: unknown;
  budget?: { total: number; remaining: number } | null;
}

/** A part of what a request costs; `campaignId` for the budget of a campaign that it launches. Null if it can't be known. */
export interface Cost {
  cents: number | null;
  campaignId?: string;
}

type CostOf = (event: RecordedEvent) => Cost;

const free: CostOf = () => ({ cents: 0 });
/** Changes of terms, money and access that no amount limits. */
const unknown: CostOf = () => ({ cents: null });

/** @param event of a reward, whose percentage is limited by its largest amount only */
const costOfReward: CostOf = ({ object: { type, value, cost, maxAmount, currency } }) => {
  const amount = type === 'percentage' ? maxAmount : (cost ?? value ?? 0);
  return { cents: amount == null ? null : toWhole(amount, currency) };
};

const costOfCashback: CostOf = ({ object: { amount, currency } }) => ({
  cents: toWhole(amount ?? 0, currency),
});

/** A campaign that starts can spend the rest of its budget. */
const costOfLaunch: CostOf = ({ object: { id = '', budget, currency } }) => ({
  cents: budget ? toWhole(budget.remaining, currency) : null,
  campaignId: id,
});

/** The fields of a campaign that decide what it spends, if no budget limits it. */
const MONEY_TERMS = ['budget', 'reward', 'limits', 'endsAt', 'reviewPolicy'];

const costOfCampaignChange: CostOf = ({ object: { id = '', state, budget, currency }, previous = {} }) => {
  if (state === 'draft' || !MONEY_TERMS.some(term => term in previous)) return { cents: 0 };
  if (!budget) return { cents: null };
  const before = 'budget' in previous ? previous.budget : budget;
  if (!before) return { cents: toWhole(budget.remaining, currency), campaignId: id };
  return { cents: toWhole(Math.max(0, budget.total - before.total), currency), campaignId: id };
};

/** Points and visits that are added without a purchase or a visit are worth what is bought with them later. */
const costOfCorrection: CostOf = ({ object: { points = 0, visits = 0 } }) => ({
  cents: points > 0 || visits > 0 ? null : 0,
});

function toWhole(amount: number, currency = 'USD'): number {
  return amount === 0 ? 0 : toCents(amount, currency, 'amount');
}

/** The cost of each kind of change. A new kind must be added here. */
const COSTS: Record<EventKind, CostOf> = {
  'campaign.created': free,
  'campaign.updated': costOfCampaignChange,
  'campaign.deleted': free,
  'campaign.activated': costOfLaunch,
  'campaign.paused': free,
  'campaign.resumed': costOfLaunch,
  'campaign.ended': free,
  'campaign.expired': free,
  'campaign.policyChanged': free,
  'campaign.budgetExhausted': free,
  'submission.created': free,
  'submission.resubmitted': free,
  'submission.verified': free,
  'submission.reviewDue': free,
  'submission.approved': free,
  'submission.rejected': free,
  'submission.reversed': free,
  'reward.issued': costOfReward,
  'reward.redeemed': free,
  'reward.reinstated': costOfReward,
  'reward.expired': free,
  'reward.voided': free,
  'business.placeCreated': free,
  'business.placeUpdated': free,
  'business.placeDeleted': free,
  'business.deviceAdded': unknown,
  'business.deviceRevoked': free,
  'business.pinLocked': free,
  'influencer.created': free,
  'influencer.updated': free,
  'influencer.deleted': free,
  'program.created': unknown,
  'program.updated': unknown,
  'program.paused': free,
  'program.resumed': unknown,
  'program.ended': free,
  'program.deleted': free,
  'member.enrolled': free,
  'member.updated': free,
  'member.tierChanged': free,
  'member.goalCompleted': free,
  'member.claimed': free,
  'member.erased': unknown,
  'member.cardReplaced': free,
  'member.merged': unknown,
  'member.adjusted': costOfCorrection,
  'member.visited': free,
  'import.completed': unknown,
  'import.undone': unknown,
  'cashback.created': costOfCashback,
  'cashback.available': free,
  'cashback.redeemed': free,
  'cashback.voided': free,
  'cashback.reversed': free,
  'cashback.refunded': free,
  'cashback.expired': free,
  'referral.paid': free,
  'referral.reversed': free,
  'exchange.enrolled': unknown,
  'exchange.order.created': unknown,
  'exchange.order.filled': unknown,
  'exchange.order.cancelled': free,
  'exchange.order.expired': free,
  'exchange.trade.executed': unknown,
  'exchange.perk.redeemed': unknown,
  'billing.subscriptionUpdated': unknown,
  'billing.paymentFailed': free,
  'billing.limitReached': free,
  'proposal.created': free,
  'proposal.approved': free,
  'proposal.expired': free,
  'proposal.rejected': free,
  'apiKey.created': unknown,
  'apiKey.rotated': unknown,
  'apiKey.revoked': free,
  'integration.created': unknown,
  'integration.updated': unknown,
  'integration.removed': free,
  'exportLink.created': unknown,
  'exportLink.revoked': free,
  'platform.connected': unknown,
  'platform.disconnected': free,
  'webhook.ping': free,
  'webhook.created': unknown,
  'webhook.updated': unknown,
  'webhook.rotated': unknown,
  'webhook.deleted': free,
  'webhook.disabled': free,
};

/** Events that record what became due before the request, whatever it is about. */
const AUTOMATIC: readonly EventKind[] = [
  'campaign.expired',
  'campaign.policyChanged',
  'submission.reviewDue',
  'reward.expired',
  'cashback.available',
  'cashback.expired',
  'exchange.order.expired',
  'proposal.expired',
];

/**
 * Returns the parts of what a request costs, by its events.
 * @param launched campaigns whose budgets are charged to the agent already, so that their rewards are not counted again
 */
export function calculateCosts(events: readonly RecordedEvent[], launched: ReadonlySet<string>): Cost[] {
  return events.flatMap(event => {
    const { campaignId } = event.object;
    const cost = COSTS[event.type](event);
    const isCovered =
      (cost.campaignId === undefined && campaignId != null && launched.has(campaignId)) ||
      (event.type === 'campaign.resumed' && launched.has(cost.campaignId ?? ''));
    return isCovered || cost.cents === 0 ? [] : [cost];
  });
}

/** Returns the sum of costs; null if one of them can't be known. */
export function sumCosts(costs: readonly Cost[]): number | null {
  return costs.reduce<number | null>(
    (sum, { cents }) => (sum === null || cents === null ? null : sum + cents),
    0,
  );
}

/**
 * Returns whether all changes of a request are in the campaigns and programs of a mandate. Changes in a program that follow
 * from one in such a campaign, such as the cashback of an approval, are.
 */
export function isWithin(
  { campaignIds, programIds }: Pick<AgentMandate, 'campaignIds' | 'programIds'>,
  events: readonly RecordedEvent[],
): boolean {
  if (!campaignIds && !programIds) return true;
  const places = events.filter(({ type }) => !AUTOMATIC.includes(type)).map(toPlace);
  const isInCampaign = ({ campaignId }: Place) =>
    campaignId != null && (campaignIds?.includes(campaignId) ?? false);
  const isInProgram = ({ programId }: Place) =>
    programId != null && (programIds?.includes(programId) ?? false);
  const follows = places.some(isInCampaign);
  return places.every(place => {
    if (place.campaignId == null && place.programId == null) return true;
    return isInCampaign(place) || isInProgram(place) || (place.campaignId == null && follows);
  });
}

interface Place {
  campaignId?: string | null | undefined;
  programId?: string | null | undefined;
}

function toPlace({ type, object }: RecordedEvent): Place {
  const { id, campaignId, programId } = object;
  if (type.startsWith('campaign.')) return { campaignId: id, programId };
  return { campaignId, programId: type.startsWith('program.') ? id : programId };
}
