import type { AnyCtx } from '../../context.ts';
import * as store from '../integrity-store.ts';

/**
 * Recomputes what the exchange keeps: counts of orders from their trades, reserves from open orders, perks
 * around, depth and statistics; and that no book is crossed.
 * @returns a sentence for each rule that is broken, naming the first row; empty when all is well
 */
export function auditExchange({ db }: AnyCtx): string[] {
  return store.listProblems(db);
}
