import type { AnyCtx } from '../../context.ts';
import * as store from '../integrity-store.ts';

/**
 * Recomputes stored values: order counts from trades, reserves from open orders, perks in circulation, depth and
 * statistics; also checks that no book is crossed.
 * @returns a sentence per violated rule, naming the first row; empty if there are no problems
 */
export function listExchangeProblems({ db }: AnyCtx): Promise<string[]> {
  return store.listProblems(db);
}
