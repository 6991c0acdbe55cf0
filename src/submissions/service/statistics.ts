import type { AnyCtx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import type { SubmissionStats } from '../model.ts';
import * as store from '../store.ts';

/** Limits how many submissions are read, regardless of the size of the business. */
const MAX_PENDING = 1_000;
const MAX_RECENT = 500;

export async function getSubmissionStats(
  { db, clock }: AnyCtx,
  businessId: string,
): Promise<SubmissionStats> {
  const total = (status: string) => store.list.count(db, { businessId, status });
  return {
    approved: await total('approved'),
    rejected: await total('rejected'),
    overdue: await store.countOverdue(db, { businessId, now: nowIso(clock), limit: MAX_PENDING }),
    recent: await store.countDuplicates(db, { businessId, limit: MAX_RECENT }),
  };
}

/** Counts a business's submissions by day, campaign and status, among the newest `limit` since the given time. */
export function countByDay({ db }: AnyCtx, query: store.DayQuery) {
  return store.countByDay(db, query);
}
