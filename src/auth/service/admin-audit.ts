import { recordAuditEntry } from '../../../db/audit-entry.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { ANONYMOUS } from '../../platform/actor.ts';
import type { UserRow } from '../store.ts';

/** Records a sign-in attempt for an admin account, made without a session. Ignores other accounts. */
export async function recordAdminSignIn(
  tx: TxCtx,
  { id, role }: UserRow,
  operation: 'login' | 'resetPassword' | 'setup',
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  if (role !== 'admin') return;
  const actor = outcome === 'succeeded' ? { kind: 'user', id } : ANONYMOUS;
  await recordAuditEntry(
    tx.db,
    { clock: tx.clock, requestId: tx.requestId, actor },
    { operation, target: id, details: { outcome } },
  );
}

/**
 * Records a wrong password for an admin account. Not awaited, because the response time would reveal which accounts are
 * admins. The login throttle limits how many entries there are.
 */
export function recordFailedAdminLogin(ctx: Ctx, user: UserRow | undefined): void {
  if (user?.role !== 'admin') return;
  const record = atomically(ctx.detached(), tx => recordAdminSignIn(tx, user, 'login', 'failed'));
  ctx.backgroundTasks.run(record, cause => ctx.log.error('failed to record a failed admin login', { cause }));
}
