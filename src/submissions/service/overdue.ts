import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import { getCampaignRow } from '../../campaigns/service/read.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { type DueWork, processDue } from '../../due-work.ts';
import { AppError } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { toSubmission } from '../serialize.ts';
import * as store from '../store.ts';
import { flagUnconfirmed } from './order-value.ts';
import { decideSubmission } from './review.ts';

/** Submissions pending longer than the review deadline. */
const overdue: DueWork<SubmissionRow> = {
  find: (ctx, limit) => store.listOverdue(ctx.db, { now: nowIso(ctx.clock), limit }),
  handle: async (tx, row) => {
    const { id, businessId, campaignId } = row;
    const action = campaignId ? (await getCampaignRow(tx, campaignId)).reviewOnTimeout : 'none';
    const risk = action === 'approve' ? await flagUnconfirmed(tx, row) : {};
    const noted = await store.update(tx.db, id, { reviewDueNotedAt: nowIso(tx.clock), ...risk });
    await events.record(tx, 'submission.reviewDue', { businessId, object: toSubmission(tx, noted) });
    if (action !== 'none') await decideByTimeout(tx, noted, action);
  },
};

/**
 * Marks each overdue submission once and applies its campaign's timeout policy: none, approve or reject. It stays
 * pending if the approval exceeds a limit or the budget, or would credit an order value that requires confirmation.
 * @returns how many were marked
 */
export async function markOverdue(ctx: Ctx): Promise<number> {
  return processDue(ctx, overdue);
}

async function decideByTimeout(tx: TxCtx, row: SubmissionRow, action: 'approve' | 'reject'): Promise<void> {
  try {
    await atomically(tx, nested =>
      decideSubmission(nested, row, { action, reason: 'Decided automatically: review deadline passed' }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tx.log.info('Overdue submission left pending', { submissionId: row.id, code: error.code });
  }
}
