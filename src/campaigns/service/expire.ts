import { atomically, type TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { isOver } from '../rules.ts';
import * as store from '../store.ts';

/** So many are expired in one transaction; the rest follow in the next. */
const BATCH = 200;

/**
 * Expires every campaign whose end has passed: the job calls it each minute, and so does whoever reads or
 * submits in between, so that nobody sees a campaign outlive its end.
 * @returns how many.
 */
export async function expireDue(ctx: TxCtx): Promise<number> {
  const now = nowIso(ctx.clock);
  // In a transaction of its own: what is over is over, even when the request that noticed it is refused.
  const own: TxCtx = { ...ctx, claim: undefined };
  let expired = 0;
  while (store.listDue(ctx.db, now, 1).length > 0)
    expired += await atomically(own, tx => expireBatch(tx, now));
  return expired;
}

async function expireBatch(tx: TxCtx, now: string): Promise<number> {
  const due = store.listDue(tx.db, now, BATCH);
  for (const id of due) {
    const before = store.find(tx.db, id);
    if (!before || !isOver(before, now)) continue;
    const row = store.update(tx.db, id, { state: 'expired', stateReason: 'endDatePassed', updatedAt: now });
    const system: TxCtx = { ...tx, actor: { kind: 'system', id: 'jobs', role: 'admin', businessId: null } };
    events.record(system, 'campaign.expired', {
      businessId: row.businessId,
      object: store.present(row, now),
      previous: { state: before.state },
    });
  }
  return due.length;
}

/** As expireDue for a reader: a full disk or a busy writer must not keep anybody from reading. */
export async function expireDueIfPossible(ctx: TxCtx): Promise<void> {
  try {
    await expireDue(ctx);
  } catch (cause) {
    ctx.log.warn('Due campaigns were not expired', { cause });
  }
}
