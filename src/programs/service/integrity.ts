import type { AnyCtx } from '../../context.ts';
import { auditPrograms } from '../integrity-store.ts';

/** What members and programs keep that their records and the ledger do not bear out; empty when all is well. */
export function audit({ db }: AnyCtx): string[] {
  return auditPrograms(db);
}
