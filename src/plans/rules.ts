import type { SubscriptionRow } from '../../db/schema/plans.ts';
import { AppError } from '../errors.ts';
import type { Plan } from '../library/plan-model.ts';
import type { QuotaMetric, Subscription } from './model.ts';

/** The unlimited plan of self-hosted installations, which is not sold. */
const SELF_HOSTED = 'selfHosted';

/** Returns whether the subscription was paid at least once and has not ended. */
export function isLive({ paymentStatus, endedAt }: SubscriptionRow): boolean {
  return paymentStatus !== null && endedAt === null;
}

/**
 * Returns the current subscription among all of a business's (newest first): the newest live one, else the newest
 * that once was. A subscription that was never paid is ignored.
 */
export function findCurrent(rows: readonly SubscriptionRow[]): SubscriptionRow | undefined {
  return rows.find(isLive) ?? rows.find(({ paymentStatus }) => paymentStatus !== null);
}

/** Returns the plan whose limits apply: the paid one, also during its grace period. */
export function resolvePlanId(current: SubscriptionRow | undefined, defaultPlanId: string): string {
  return current && isLive(current) && current.graceEndedAt === null ? current.planId : defaultPlanId;
}

export function toStatus(
  current: SubscriptionRow | undefined,
  defaultPlanId: string,
): Subscription['status'] {
  if (!current) return defaultPlanId === SELF_HOSTED ? 'active' : 'none';
  return current.endedAt === null ? (current.paymentStatus as 'active' | 'pastDue') : 'canceled';
}

const LAST_DAY_OF_ANY_MONTH = 28;

/**
 * Returns the end of a period that starts at `from`: a month or year later, on the subscription's anchor day, or the
 * last day of a shorter month.
 */
export function periodEnd(from: string, interval: 'month' | 'year', anchor: string): string {
  const day = Number(anchor.slice(8, 10));
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  const months = year * 12 + (month - 1) + (interval === 'month' ? 1 : 12);
  const [endYear, endMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const lastDay = day <= LAST_DAY_OF_ANY_MONTH ? day : Math.min(day, countDays(endYear, endMonth));
  const date = [endYear, endMonth, lastDay].map(part => String(part).padStart(2, '0')).join('-');
  return `${date}${from.slice(10)}`;
}

function countDays(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Returns the calendar month of a stored time: `2026-06`. */
export function toMonth(time: string): string {
  return time.slice(0, 7);
}

const METRIC_LABELS: Record<QuotaMetric, string> = {
  activeCampaigns: 'active campaigns',
  submissions: 'submissions per month',
  members: 'members',
};

export function planLimitError({ name }: Plan, meter: QuotaMetric, used: number, max: number): AppError {
  return new AppError(
    'PLAN_LIMIT',
    `Plan limit reached: the ${name} plan allows ${max} ${METRIC_LABELS[meter]} (${used} used); upgrade to continue`,
    {
      details: [{ field: meter, issue: `${used} of ${max} used`, rule: 'maximum', limit: max }],
    },
  );
}
