import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { toDollars } from '../platform/money.ts';
import type { Statistics } from './model.ts';

/** The number of submissions by day, campaign and status. */
export interface SubmissionCount {
  day: string;
  campaignId: string | null;
  status: 'pending' | 'approved' | 'rejected';
  count: number;
}

/** The rewards of one day: their cost so far and the redeemed part of it. */
export interface RewardTotals {
  day: string;
  costCents: number;
  redeemedCents: number;
}

/** Lists the last `count` days in a time zone, oldest first, such as 2026-01-31. */
export function listDays(nowMs: number, count: number, offsetMinutes: number): string[] {
  const todayMs = nowMs + offsetMinutes * MINUTE_MS;
  return Array.from({ length: count }, (_, index) =>
    new Date(todayMs - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Returns the start of a day in a time zone, in milliseconds since 1970. */
export function toStartMs(day: string, offsetMinutes: number): number {
  return Date.parse(`${day}T00:00:00Z`) - offsetMinutes * MINUTE_MS;
}

/**
 * Returns the statistics per day and in total.
 * @param getActionValue returns the value of an approved action of a campaign, in dollars
 */
export function summarize(
  dates: string[],
  { sent, granted }: { sent: SubmissionCount[]; granted: RewardTotals[] },
  getActionValue: (campaignId: string) => number,
): Omit<Statistics, 'complete'> {
  const days = dates.map(date => {
    const onDay = sent.filter(({ day }) => day === date);
    const count = (status: SubmissionCount['status']) =>
      sumBy(
        onDay.filter(row => row.status === status),
        row => row.count,
      );
    const [pending, approved, rejected] = [count('pending'), count('approved'), count('rejected')];
    const worth = (row: SubmissionCount) =>
      row.status === 'approved' && row.campaignId ? row.count * getActionValue(row.campaignId) : 0;
    return {
      date,
      submissions: pending + approved + rejected,
      pending,
      approved,
      rejected,
      cost: toDollars(
        sumBy(
          granted.filter(({ day }) => day === date),
          row => row.costCents,
        ),
      ),
      value: roundToCent(sumBy(onDay, worth)),
    };
  });
  return { days, totals: toTotals(days, toDollars(sumBy(granted, row => row.redeemedCents))) };
}

function toTotals(days: Statistics['days'], redeemed: number): Statistics['totals'] {
  const total = (name: Exclude<keyof Statistics['days'][number], 'date'>) => sumBy(days, day => day[name]);
  const [approved, rejected] = [total('approved'), total('rejected')];
  const [cost, value] = [roundToCent(total('cost')), roundToCent(total('value'))];
  const decided = approved + rejected;
  return {
    submissions: total('submissions'),
    pending: total('pending'),
    approved,
    rejected,
    cost,
    value,
    redeemed,
    approvalRate: decided === 0 ? null : approved / decided,
    roi: cost === 0 ? null : (value - cost) / cost,
  };
}

function sumBy<T>(items: T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function roundToCent(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}
