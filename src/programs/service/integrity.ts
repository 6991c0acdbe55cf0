import type { AnyCtx } from '../../context.ts';
import { listProblems } from '../integrity-store.ts';
import { findWrongTerms } from '../members/integrity-store.ts';

/**
 * Lists differences between stored member and program totals and their records or the ledger, and between members and
 * the texts by which they are found; empty if there are none.
 */
export async function listProgramProblems({ db }: AnyCtx): Promise<string[]> {
  const wrongTerms = await findWrongTerms(db);
  return [...(await listProblems(db)), ...(wrongTerms ? [wrongTerms] : [])];
}
