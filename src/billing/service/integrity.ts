import type { AnyCtx } from '../../context.ts';
import { listProblems } from '../integrity-store.ts';

/** Lists problems with usage, invoices and top-ups, one sentence per violated rule; empty if there are none. */
export function checkBillingIntegrity({ db }: AnyCtx): Promise<string[]> {
  return listProblems(db);
}
