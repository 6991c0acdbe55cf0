import type { AnyCtx } from '../../context.ts';
import { auditPrograms } from '../integrity-store.ts';

/**
 * Lists differences between stored member and program totals and their records or the ledger; empty if there are
 * none.
 */
export function audit({ db }: AnyCtx): string[] {
  return auditPrograms(db);
}
