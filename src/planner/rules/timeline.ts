import { iso } from '../../platform/clock.ts';
import { DEFAULT_TIME_ZONE } from '../../platform/intl.ts';
import { addLocalDays } from '../../platform/time-zone.ts';
import type { Line, Plan } from './plan.ts';

export const WEEKS = 4;
const WEEK_DAYS = 7;
/** Absorbs floating-point error, so that 7 approvals at a rate of 0.7 are exactly 10 reviews. */
const EPSILON = 1e-9;

/** Review capacity: one in `1 / approvalRate` submissions is approved. */
export interface ReviewCapacity {
  approvalRate: number;
  perWeek: number | undefined;
}

/** Returns the approvals possible per week; undefined without a limit. */
export function calculateApprovalsPerWeek({ approvalRate, perWeek }: ReviewCapacity): number | undefined {
  return perWeek === undefined ? undefined : Math.floor(perWeek * approvalRate);
}

interface WeekShare {
  line: Line;
  completions: number;
  isLaunch: boolean;
}

export interface Week {
  week: number;
  startsAt: string;
  endsAt: string;
  shares: WeekShare[];
  completions: number;
  /** Submissions to review for these completions. */
  reviews: number;
}

/**
 * Spreads the plan's completions over four weeks as evenly as possible, within the weekly review capacity and one
 * campaign after another, so that not all launch at once. Weeks start at the same hour in the time zone.
 */
export function buildTimeline(
  plan: Plan,
  reviewers: ReviewCapacity,
  startMs: number,
  timeZone: string = DEFAULT_TIME_ZONE,
): Week[] {
  const startOf = (week: number) => iso(addLocalDays(startMs, week * WEEK_DAYS, timeZone));
  const queue = plan.lines.map(line => ({ line, left: line.completions, isLaunched: false }));
  return Array.from({ length: WEEKS }, (_, index) => {
    const quota = Math.floor(plan.completions / WEEKS) + (index < plan.completions % WEEKS ? 1 : 0);
    const shares: WeekShare[] = [];
    let open = quota;
    for (const entry of queue) {
      const completions = Math.min(open, entry.left);
      if (completions === 0) continue;
      shares.push({ line: entry.line, completions, isLaunch: !entry.isLaunched });
      entry.left -= completions;
      entry.isLaunched = true;
      open -= completions;
    }
    return {
      week: index + 1,
      startsAt: startOf(index),
      endsAt: startOf(index + 1),
      shares,
      completions: quota,
      reviews: Math.ceil(quota / reviewers.approvalRate - EPSILON),
    };
  });
}
