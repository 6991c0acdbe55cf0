import type { AnyCtx } from '../../context.ts';
import * as store from '../store.ts';

/** Submissions of a business by day, campaign and status: of the newest `limit` since the time given. */
export function countByDay({ db }: AnyCtx, query: store.DayQuery) {
  return store.countByDay(db, query);
}
