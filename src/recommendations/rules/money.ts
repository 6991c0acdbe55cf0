import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { NewCampaign } from '../../campaigns/model.ts';
import { canReserve, getRewardCost } from '../../campaigns/rules.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import { cutText } from '../../platform/cut-text.ts';
import { getMaxAmount, toAmount } from '../../platform/money.ts';
import { addLocalDays } from '../../platform/time-zone.ts';
import type { Band } from '../../reference/pricing-model.ts';
import {
  countReviewed,
  type Facts,
  type Finding,
  joinSentences,
  MAX_NAME,
  roundRate,
  roundReward,
  toCreateRequest,
  toUpdateRequest,
} from './finding.ts';
import { wilsonInterval } from './wilson.ts';

/** A reward above twice the band's upper end or below half its lower end is an outlier: our judgment. */
const OUTLIER_FACTOR = 2;
const DAYS_PER_MONTH = 30;
/** Minimum elapsed share of a campaign's duration before its pace is meaningful. */
const MIN_ELAPSED_SHARE = 0.1;
const ENDING_DAYS = 7;
const MAX_EXTENSION_DAYS = 30;

/** Finds a fixed reward far above or below the usual cost of the result. */
export function checkReward(facts: Facts, row: CampaignRow): Finding | undefined {
  const band = findBand(facts, row);
  if (row.rewardType !== 'fixed' || row.rewardItem !== null || !band || band.high === 0) return undefined;
  const { currency } = row;
  const { texts, text, money } = facts.wording;
  const t = texts.rewardOffOracle;
  const format = (amount: number) => money(amount, currency);
  const reward = toAmount(row.rewardValue, currency);
  if (reward <= band.high * OUTLIER_FACTOR && reward >= band.low / OUTLIER_FACTOR) return undefined;
  const typical = roundReward(band, currency);
  const isFrozen = countReviewed(row) + row.pendingCount > 0;
  const reason = text(reward > band.high ? t.above : t.below, {
    reward: format(reward),
    low: format(band.low),
    high: format(band.high),
  });
  return {
    type: 'rewardOffOracle',
    subject: row.id,
    campaignId: row.id,
    priority: 'medium',
    title: text(t.title, { typical: format(typical), reward: format(reward), name: row.name }),
    reason: joinSentences(reason, describeSaving(facts, row, reward - typical), isFrozen && t.frozen),
    impact: { metric: 'reward', from: reward, to: typical },
    apply: isFrozen
      ? toCreateRequest(facts, copyCampaign(facts, row, typical))
      : toUpdateRequest({ id: row.id, reward: toFixedReward(row, typical) }),
  };
}

/** Describes what a lower reward saves per month at the campaign's pace, if that is at least one unit of the currency. */
function describeSaving(
  { nowMs, wording }: Facts,
  { approvedCount, currency, createdAt }: CampaignRow,
  saving: number,
): string | undefined {
  const months = Math.max(1, (nowMs - Date.parse(createdAt)) / (DAYS_PER_MONTH * DAY_MS));
  const amount = Math.round((saving * approvedCount) / months);
  if (amount < 1) return undefined;
  const { texts, text, roundMoney } = wording;
  return text(texts.rewardOffOracle.saving, { amount: roundMoney(amount, currency) });
}

/** Returns the pricing oracle's band across all actions that match the campaign. */
function findBand({ library, suggestReward }: Facts, row: CampaignRow): Band | null {
  const bands = library.match(row).actions.flatMap(action => suggestReward(action) ?? []);
  if (bands.length <= 1) return bands[0] ?? null;
  const low = Math.min(...bands.map(band => band.low));
  const high = Math.max(...bands.map(band => band.high));
  return { low, typical: Math.round(Math.sqrt(low * high) * 100) / 100, high };
}

function toFixedReward(row: CampaignRow, value: number) {
  return { type: 'fixed' as const, value, expiresInDays: row.rewardExpiresInDays };
}

/** Copies a campaign as a draft with another reward, without its program and schedule start. */
function copyCampaign({ nowMs, wording }: Facts, row: CampaignRow, value: number): NewCampaign {
  const isEndAhead = row.endsAt !== null && Date.parse(row.endsAt) > nowMs;
  const { text, texts } = wording;
  const { copy } = texts.rewardOffOracle;
  return {
    name: text(copy, { name: cutText(row.name, MAX_NAME - text(copy, { name: '' }).length) }),
    description: row.description,
    instructions: row.instructions,
    platform: row.platform,
    actionType: row.actionType,
    actionId: row.actionId,
    reward: toFixedReward(row, value),
    requirements: { minFollowers: row.minFollowers, hashtags: row.hashtags },
    endsAt: isEndAhead ? row.endsAt : null,
    budget: row.budgetTotalCents === null ? null : { total: toAmount(row.budgetTotalCents, row.currency) },
    limits: { maxApprovals: row.maxApprovals, perUser: row.perUser },
    reviewPolicy: { mode: row.reviewMode, slaHours: row.reviewSlaHours, onTimeout: row.reviewOnTimeout },
    disclosure: { required: row.disclosureRequired, text: row.disclosureText },
  };
}

/**
 * Finds a budget that will run out early or not be used up. Compares the share of rewards that are reserved or spent
 * with the elapsed share of the duration; the pace is fast or slow only if the confidence interval excludes the
 * elapsed share. At the current pace, the campaign ends with (share used) ÷ (share elapsed) of its budget used.
 */
export function checkBudgetPace({ nowMs, wording }: Facts, row: CampaignRow): Finding | undefined {
  const elapsed = calculateElapsedShare(row, nowMs);
  const cost = getRewardCost(row);
  const total = row.budgetTotalCents;
  if (elapsed === null || elapsed < MIN_ELAPSED_SHARE || total === null || cost === 0 || total < cost)
    return undefined;
  const usedCents = row.budgetReservedCents + row.budgetSpentCents;
  const [used, covered] = [Math.floor(usedCents / cost), Math.floor(total / cost)];
  const interval = wilsonInterval(used, covered);
  const isFast = interval.low > elapsed;
  if (!isFast && interval.high >= elapsed) return undefined;
  const atEnd = usedCents / total / elapsed;
  const neededCents = Math.max(Math.ceil(total * atEnd), usedCents + cost);
  const budget = Math.min(toAmount(neededCents, row.currency), getMaxAmount(row.currency));
  const { texts, text, money, percent } = wording;
  const t = texts.budgetPace;
  return {
    type: 'budgetPace',
    subject: row.id,
    campaignId: row.id,
    priority: isFast ? 'medium' : 'low',
    title: text(isFast ? t.increase : t.reduce, { name: row.name, amount: money(budget, row.currency) }),
    reason: text(isFast ? t.fast : t.slow, {
      used,
      covered,
      elapsed: percent(elapsed),
      low: percent(interval.low),
      high: percent(interval.high),
      left: percent(1 - atEnd),
    }),
    impact: { metric: 'budgetUsedAtEnd', from: roundRate(atEnd), to: 1 },
    apply: toUpdateRequest({ id: row.id, budget: { total: budget } }),
  };
}

/** Returns the elapsed share of a campaign's duration; null without an end or before its start. */
function calculateElapsedShare(row: CampaignRow, nowMs: number): number | null {
  const start = Date.parse(row.startsAt ?? row.createdAt);
  if (row.endsAt === null || nowMs <= start) return null;
  return (nowMs - start) / (Date.parse(row.endsAt) - start);
}

/** Finds a campaign with approvals and remaining budget that ends soon. */
export function checkCampaignEnd({ nowMs, timeZone, wording }: Facts, row: CampaignRow): Finding | undefined {
  if (row.endsAt === null || row.approvedCount === 0 || !canReserve(row, getRewardCost(row)))
    return undefined;
  const end = Date.parse(row.endsAt);
  const daysLeft = Math.ceil((end - nowMs) / DAY_MS);
  if (daysLeft > ENDING_DAYS) return undefined;
  const ran = Math.ceil((end - Date.parse(row.startsAt ?? row.createdAt)) / DAY_MS);
  const more = Math.min(Math.max(ran, ENDING_DAYS), MAX_EXTENSION_DAYS);
  const { texts, text, money } = wording;
  const t = texts.campaignEnding;
  const total = row.budgetTotalCents;
  const left = (total ?? 0) - row.budgetReservedCents - row.budgetSpentCents;
  return {
    type: 'campaignEnding',
    subject: row.id,
    campaignId: row.id,
    priority: 'low',
    title: text(t.title, { name: row.name, count: more }),
    reason: text(total === null ? t.reason : t.withBudget, {
      days: daysLeft,
      approvals: row.approvedCount,
      amount: money(toAmount(left, row.currency), row.currency),
    }),
    impact: { metric: 'daysLeft', from: daysLeft, to: daysLeft + more },
    apply: toUpdateRequest({ id: row.id, endsAt: iso(addLocalDays(end, more, timeZone)) }),
  };
}
