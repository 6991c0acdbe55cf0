import { invalid } from '../errors.ts';
import { DAY_MS } from '../platform/clock.ts';
import { roundAmount, toAmount } from '../platform/money.ts';
import { addDays } from '../platform/time-zone.ts';
import type { Statistics, Totals } from './model.ts';

/** The number of submissions by day, campaign and status. */
interface SubmissionCount {
  day: string;
  campaignId: string | null;
  status: 'pending' | 'approved' | 'rejected';
  count: number;
}

/** The rewards of one day and campaign: their cost so far and the redeemed part of it. */
interface RewardTotals {
  day: string;
  campaignId: string | null;
  costCents: number;
  redeemedCents: number;
}

/** The submissions and the rewards of some days. */
interface Activity {
  sent: SubmissionCount[];
  granted: RewardTotals[];
}

export interface Period {
  /** Days such as 2026-01-31, both included. */
  from: string;
  to: string;
}

/** The campaign fields that statistics show, and the value of one approved action as an amount of its currency. */
export interface CampaignFacts {
  name: string;
  platform: string;
  /** Null where the library's value in dollars can't be stated in the currency. */
  actionValue: number | null;
}

function countDays({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Returns the period of the same length that ends before another starts. */
export function getPreviousPeriod(period: Period): Period {
  return { from: addDays(period.from, -countDays(period)), to: addDays(period.from, -1) };
}

/** @throws VALIDATION_ERROR unless the days exist, are in order, and span up to `maxDays` */
export function assertPeriod(period: Period, maxDays: number): void {
  for (const field of ['from', 'to'] as const) {
    const ms = Date.parse(`${period[field]}T00:00:00Z`);
    if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== period[field])
      throw invalid(field, 'must be a day such as 2026-01-31', 'format');
  }
  if (period.from > period.to) throw invalid('to', 'must not be before from', 'conflict');
  if (countDays(period) > maxDays)
    throw invalid('from', `must be at most ${maxDays} days before to`, 'conflict');
}

/** Returns the statistics per day, in total, per campaign and per platform. */
export function summarize(
  period: Period,
  activity: Activity,
  campaigns: ReadonlyMap<string, CampaignFacts>,
  currency: string,
): Omit<Statistics, 'complete'> {
  const total = (own: Activity | undefined) => toTotals(own, campaigns, currency);
  const dates = Array.from({ length: countDays(period) }, (_, index) => addDays(period.from, index));
  const previous = getPreviousPeriod(period);
  const current = within(activity, period);
  const byDay = groupBy(current, ({ day }) => day);
  const byCampaign = groupBy(current, ({ campaignId }) => campaignId);
  const platformOf = (id: string | null) => (id === null ? undefined : campaigns.get(id)?.platform);
  const byPlatform = groupBy(current, ({ campaignId }) => platformOf(campaignId));
  return {
    ...period,
    currency,
    days: dates.map(date => {
      const { redeemed, approvalRate, roi, ...figures } = total(byDay.get(date));
      return { date, ...figures };
    }),
    totals: total(current),
    previous: { ...previous, totals: total(within(activity, previous)) },
    campaigns: [...byCampaign]
      .flatMap(([campaignId, own]) => {
        const facts = campaignId === null ? undefined : campaigns.get(campaignId);
        if (!facts || campaignId === null) return [];
        const totals = total(own);
        const costPerApproval =
          totals.approved === 0 ? null : roundAmount(totals.cost / totals.approved, currency);
        return [{ campaignId, name: facts.name, platform: facts.platform, ...totals, costPerApproval }];
      })
      .sort(byVolume),
    platforms: [...byPlatform]
      .flatMap(([platform, own]) => (platform ? [{ platform, ...total(own) }] : []))
      .sort(byVolume),
  };
}

function byVolume(a: Totals, b: Totals): number {
  return b.submissions - a.submissions || b.cost - a.cost;
}

function within({ sent, granted }: Activity, { from, to }: Period): Activity {
  const isIn = ({ day }: { day: string }) => day >= from && day <= to;
  return { sent: sent.filter(isIn), granted: granted.filter(isIn) };
}

function groupBy<K>(activity: Activity, keyOf: (row: SubmissionCount | RewardTotals) => K): Map<K, Activity> {
  const groups = new Map<K, Activity>();
  const groupOf = (row: SubmissionCount | RewardTotals) => {
    const group = groups.get(keyOf(row)) ?? { sent: [], granted: [] };
    groups.set(keyOf(row), group);
    return group;
  };
  for (const row of activity.sent) groupOf(row).sent.push(row);
  for (const row of activity.granted) groupOf(row).granted.push(row);
  return groups;
}

function toTotals(
  { sent, granted }: Activity = { sent: [], granted: [] },
  campaigns: ReadonlyMap<string, CampaignFacts>,
  currency: string,
): Totals {
  const count = (status: SubmissionCount['status']) =>
    sumBy(sent, row => (row.status === status ? row.count : 0));
  const estimate = ({ campaignId, status, count: approved }: SubmissionCount) =>
    status === 'approved' && campaignId !== null
      ? approved * (campaigns.get(campaignId)?.actionValue ?? 0)
      : 0;
  const [pending, approved, rejected] = [count('pending'), count('approved'), count('rejected')];
  const cost = toAmount(
    sumBy(granted, row => row.costCents),
    currency,
  );
  const value = roundAmount(sumBy(sent, estimate), currency);
  const decided = approved + rejected;
  const isValued = sent.every(
    ({ campaignId }) => campaignId === null || campaigns.get(campaignId)?.actionValue !== null,
  );
  return {
    submissions: pending + decided,
    pending,
    approved,
    rejected,
    cost,
    value,
    redeemed: toAmount(
      sumBy(granted, row => row.redeemedCents),
      currency,
    ),
    approvalRate: decided === 0 ? null : approved / decided,
    roi: cost === 0 || !isValued ? null : (value - cost) / cost,
  };
}

function sumBy<T>(items: T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
