import type { LockKeys } from '../../../db/client.ts';
import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import * as businesses from '../../businesses/service.ts';
import type { Campaign, CampaignChange } from '../../campaigns/model.ts';
import { expireDue } from '../../campaigns/service/expire.ts';
import {
  applyChange,
  assertHasChanges,
  requireChangeable,
  resolveChangeLockKeys,
  updateCampaignFields,
} from '../../campaigns/service/update.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { processDueCashback } from '../../programs/cashback/service/due.ts';
import * as rewards from '../../rewards/service.ts';
import { requireBusinessRecord, resolveLockKeys } from '../../tenancy.ts';
import type { BulkReviewed, Review, Reviewed, Submission } from '../model.ts';
import { reviewKind } from '../rules/review.ts';
import { toSubmission } from '../serialize.ts';
import * as store from '../store.ts';
import { approveOrderValue } from './order-value.ts';
import { applyReviewEffects } from './review-effects.ts';

/** A review decision by a person, a rule or a timeout. */
interface Decision {
  action: Review['action'];
  reason?: string;
  rejectionCode?: Review['rejectionCode'];
  override?: boolean;
  reverse?: boolean;
  /** Dollars confirmed by the reviewer; null for none, undefined to use the submitted value. */
  orderValue?: number | null;
}

/**
 * Decides one submission, or up to 100 independently.
 * @throws VALIDATION_ERROR, NOT_FOUND, ALREADY_REVIEWED, LIMIT_REACHED, BUDGET_EXHAUSTED, CONFLICT,
 * PROGRAM_NOT_ACTIVE, MEMBER_SUSPENDED
 */
export async function reviewSubmissions(ctx: Ctx, input: Review): Promise<Reviewed | BulkReviewed> {
  const { submissionId, submissionIds, ...decision } = input;
  if ((submissionId === undefined) === (submissionIds === undefined)) {
    throw invalid('submissionId', 'or submissionIds is required', 'required');
  }
  if (decision.orderValue !== undefined) assertOrderValueAllowed(decision.action, submissionIds);
  await processDueCashback(ctx);
  if (submissionIds) return { items: await reviewEach(ctx, submissionIds, decision) };
  const id = submissionId as string;
  const lockKeys = await resolveLockKeys(ctx.actor, SUBMISSION, () => store.find(ctx.db, id));
  return atomically(
    ctx,
    async tx => decideSubmission(tx, await requireReviewable(tx, id), decision),
    lockKeys,
  );
}

/** The submission that the body of a review names. */
const SUBMISSION = { kind: 'submission', field: 'submissionId' } as const;

function assertOrderValueAllowed(action: Review['action'], submissionIds: string[] | undefined): void {
  if (action !== 'approve') throw invalid('orderValue', 'can only be set when approving', 'conflict');
  if (submissionIds)
    throw invalid(
      'orderValue',
      'can only be set when approving a single submission by submissionId',
      'conflict',
    );
}

/** Runs one transaction with a savepoint per submission, so that one failure does not affect the others. */
async function reviewEach(ctx: Ctx, ids: string[], decision: Decision): Promise<BulkReviewed['items']> {
  const lockKeys = await resolveBulkLockKeys(ctx, ids);
  const decideEach = async (tx: TxCtx) => {
    const items: BulkReviewed['items'] = [];
    for (const submissionId of ids) {
      try {
        const row = await requireReviewable(tx, submissionId);
        // Otherwise it was created after the lock keys were resolved.
        if (!lockKeys.includes(`business:${row.businessId}`)) throw notFound(SUBMISSION);
        const { submission } = await atomically(tx, nested => decideSubmission(nested, row, decision));
        items.push({ submissionId, ok: true, submission });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        items.push({ submissionId, ok: false, error: { code: error.code, message: error.message } });
      }
    }
    return items;
  };
  return atomically(ctx, decideEach, lockKeys);
}

/** Returns the lock keys of the businesses of some submissions. Only admins may review those of several. */
async function resolveBulkLockKeys({ db, actor }: AnyCtx, ids: string[]): Promise<LockKeys> {
  if (actor.businessId !== null) return [`business:${actor.businessId}`];
  const rows = await Promise.all(ids.map(id => store.find(db, id)));
  return [...new Set(rows.flatMap(row => (row ? [`business:${row.businessId}` as const] : [])))];
}

async function requireReviewable({ db, actor }: TxCtx, id: string): Promise<SubmissionRow> {
  return requireBusinessRecord(actor, SUBMISSION, await store.find(db, id));
}

/** Applies a decision in the caller's transaction: status, budget, counts, reward and events. */
export async function decideSubmission(tx: TxCtx, row: SubmissionRow, decision: Decision): Promise<Reviewed> {
  const kind = reviewKind(row.status, decision);
  await assertHasReason(tx, row, decision);
  const isApproved = kind === 'approve' || kind === 'override';
  const value = isApproved ? await approveOrderValue(tx, row, decision) : undefined;
  const decided = value ? { ...row, orderValueCents: value.creditedCents } : row;
  const effects = await applyReviewEffects(tx, decided, kind, decision.reason);
  const updated = await store.update(tx.db, row.id, {
    status: isApproved ? 'approved' : 'rejected',
    reason: decision.reason || null,
    rejectionCode: isApproved ? null : (decision.rejectionCode ?? 'other'),
    reviewedAt: nowIso(tx.clock),
    reviewedBy: tx.actor.id,
    reviewNote: kind === 'override' || kind === 'reverse' ? kind : null,
    ...value?.change,
    ...effects,
  });
  const submission = toSubmission(tx, updated);
  await events.record(tx, EVENTS[kind], {
    businessId: row.businessId,
    object: submission,
    previous: toPreviousValues(toSubmission(tx, row), submission),
  });
  return { submission, reward: await rewards.find(tx, updated.rewardId) };
}

/** Returns the previous values for the event: the status, and the order value if the review changed it. */
function toPreviousValues({ status, orderValue }: Submission, after: Submission) {
  return { status, ...(orderValue === after.orderValue ? {} : { orderValue }) };
}

const EVENTS = {
  approve: 'submission.approved',
  override: 'submission.approved',
  reject: 'submission.rejected',
  reverse: 'submission.reversed',
} as const;

async function assertHasReason(
  tx: TxCtx,
  { businessId }: SubmissionRow,
  { action, reason }: Decision,
): Promise<void> {
  if (action !== 'reject' || reason || tx.actor.kind === 'system') return;
  if ((await businesses.requireById(tx, businessId)).requireRejectReason) {
    throw invalid('reason', 'is required: this business requires a reason for each rejection', 'required');
  }
}

/** Submissions read per batch. */
const REJECT_BATCH = 500;

/** Rejects all pending submissions of a campaign that ends. */
async function rejectAllPending(tx: TxCtx, campaignId: string): Promise<void> {
  for (;;) {
    const pending = await store.listPendingOfCampaign(tx.db, { campaignId, limit: REJECT_BATCH });
    if (pending.length === 0) return;
    for (const row of pending) {
      await decideSubmission(tx, row, {
        action: 'reject',
        rejectionCode: 'other',
        reason: 'The campaign has ended',
      });
    }
  }
}

/**
 * Updates a campaign and, if it ends with `pendingPolicy: rejectAll`, rejects its pending submissions. Defined here
 * because submissions depend on campaigns, not the reverse.
 * @throws the same errors as the campaigns' update
 */
export async function updateCampaign(ctx: Ctx, change: CampaignChange): Promise<Campaign> {
  if (change.state !== 'ended' || change.pendingPolicy !== 'rejectAll')
    return updateCampaignFields(ctx, change);
  assertHasChanges(change);
  await expireDue(ctx);
  const endCampaign = async (tx: TxCtx) => {
    const before = await requireChangeable(tx, change);
    if (before.state !== 'ended') await rejectAllPending(tx, before.id);
    return await applyChange(tx, await requireChangeable(tx, change), change);
  };
  return atomically(ctx, endCampaign, await resolveChangeLockKeys(ctx, change.id));
}
