import type { AnyCtx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import * as store from '../store.ts';

/** So many pending and so many recent submissions are looked at, whatever the size of the business. */
const MOST_PENDING = 1_000;
const MOST_RECENT = 500;

/** What the submissions of a business say about how it goes. */
export interface Signals {
  approved: number;
  rejected: number;
  /** Of the oldest 1,000 pending: those past their promise. */
  overdue: { campaignId: string; count: number; dueSince: string }[];
  /** Of the newest 500: how many show a proof that somebody sent before. */
  recent: { campaignId: string; submissions: number; duplicates: number }[];
}

export function signalsOf({ db, clock }: AnyCtx, businessId: string): Signals {
  const total = (status: string) => store.list(db, { businessId, status }, 1, 0).total;
  return {
    approved: total('approved'),
    rejected: total('rejected'),
    overdue: store.countOverdue(db, { businessId, now: nowIso(clock), limit: MOST_PENDING }),
    recent: store.countDuplicates(db, { businessId, limit: MOST_RECENT }),
  };
}
