import type { AnyCtx } from '../../context.ts';
import * as store from '../store.ts';

/** Counts a business's submissions by day, campaign and status, among the newest `limit` since the given time. */
export function countByDay({ db }: AnyCtx, query: store.DayQuery) {
  return store.countByDay(db, query);
}
