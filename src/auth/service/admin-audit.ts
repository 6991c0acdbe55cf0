import { recordAuditEntry } from '../../../db/audit-entry.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import type { UserRow } from '../store.ts';

const ANONYMOUS = { kind: 'nobody', id: 'nobody' };

/** Tells the audit log what became of an account of an admin without a session; of other people nothing is told. */
export function recordAdminSignIn(
  tx: TxCtx,
  { id, role }: UserRow,
  operation: 'login' | 'resetPassword' | 'setup',
  outcome: 'succeeded' | 'failed',
): void {
  if (role !== 'admin') return;
  const actor = outcome === 'succeeded' ? { kind: 'user', id } : ANONYMOUS;
  recordAuditEntry(
    tx.db,
    { clock: tx.clock, requestId: tx.requestId, actor },
    { operation, target: id, details: { outcome } },
  );
}

/**
 * Records a wrong password for an admin, beside the answer: to wait for it would tell an admin's address from others.
 * The login guard bounds how many there are.
 */
export function recordFailedAdminLogin(ctx: Ctx, user: UserRow | undefined): void {
  if (user?.role !== 'admin') return;
  atomically(ctx.detached(), async tx => recordAdminSignIn(tx, user, 'login', 'failed')).catch(cause =>
    ctx.log.error('A failed login of an admin was not recorded', { cause }),
  );
}
