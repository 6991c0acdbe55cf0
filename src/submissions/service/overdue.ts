import * as budget from '../../campaigns/service/budget.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import * as store from '../store.ts';
import { decide } from './review.ts';

const BATCH = 100;

/**
 * Notes each submission whose review is overdue, once, and does what its campaign says of a time-out: nothing,
 * approve or reject. An approval that no longer fits (cap, budget) leaves it pending.
 * @returns how many were noted.
 */
export async function noteOverdue(ctx: Ctx): Promise<number> {
  let noted = 0;
  for (;;) {
    const count = await atomically(ctx, noteBatch);
    noted += count;
    if (count < BATCH) return noted;
  }
}

async function noteBatch(tx: TxCtx): Promise<number> {
  const overdue = store.listOverdue(tx.db, nowIso(tx.clock), BATCH);
  for (const row of overdue) {
    const noted = store.update(tx.db, row.id, { reviewDueNotedAt: nowIso(tx.clock) });
    events.record(tx, 'submission.reviewDue', { businessId: row.businessId, object: store.present(noted) });
    const action = row.campaignId ? budget.requireRow(tx, row.campaignId).reviewOnTimeout : 'none';
    if (action !== 'none') await decideByTimeout(tx, noted, action);
  }
  return overdue.length;
}

async function decideByTimeout(
  tx: TxCtx,
  row: store.SubmissionRow,
  action: 'approve' | 'reject',
): Promise<void> {
  try {
    await atomically(tx, nested => decide(nested, row, { action, reason: 'The review was overdue' }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tx.log.info('An overdue submission stays pending', { submissionId: row.id, code: error.code });
  }
}
