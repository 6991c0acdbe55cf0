import type { AnyCtx } from '../../context.ts';
import { listProblems } from '../integrity-store.ts';

/** What is wrong with use, invoices and top-ups, a sentence a rule; empty when all is well. */
export function auditBilling({ db }: AnyCtx): string[] {
  return listProblems(db);
}
