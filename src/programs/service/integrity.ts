import type { AnyCtx } from '../../context.ts';
import { listProblems } from '../integrity-store.ts';

/**
 * Lists differences between stored member and program totals and their records or the ledger; empty if there are
 * none.
 */
export function listProgramProblems({ db }: AnyCtx): Promise<string[]> {
  return listProblems(db);
}
