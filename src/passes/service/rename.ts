import type { TxCtx } from '../../context.ts';
import { toSubject } from '../rules/content.ts';
import * as store from '../store.ts';

/** Makes the passes of a membership follow it under a new reference. */
export async function renamePassesOf(
  tx: TxCtx,
  businessId: string,
  { programId, from, to }: { programId: string; from: string; to: string },
): Promise<void> {
  const [before, after] = [from, to].map(memberId => toSubject({ programId, memberId })) as [string, string];
  await store.renameSubject(tx.db, businessId, before, after);
}
