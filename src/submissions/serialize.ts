import type { SubmissionRow } from '../../db/schema/submissions.ts';
import { describeAction } from '../campaigns/serialize.ts';
import type { AnyCtx } from '../context.ts';
import { toNullableAmount } from '../platform/money.ts';
import type { Submission } from './model.ts';

/** Converts a submission to its API representation. */
export function toSubmission(ctx: Pick<AnyCtx, 'library'>, row: SubmissionRow): Submission {
  return {
    id: row.id,
    campaignId: row.campaignId,
    programId: row.programId,
    actionId: row.actionId,
    action: describeAction(ctx, row.actionId),
    memberId: row.memberId,
    userId: row.userId,
    proofUrl: row.proofUrl,
    proofType: row.proofType,
    upload: toUploadReference(row),
    status: row.status,
    notes: row.notes ?? '',
    handle: row.handle,
    followers: row.followers,
    currency: row.currency,
    orderValue: toNullableAmount(row.orderValueCents, row.currency),
    orderValueConfirmed: row.orderValueConfirmed,
    rewardId: row.rewardId,
    reason: row.reason,
    rejectionCode: row.rejectionCode,
    reviewedAt: row.reviewedAt,
    reviewedBy: row.reviewedBy,
    reviewDueAt: row.reviewDueAt,
    revision: row.revision,
    resubmitOf: row.resubmitOf,
    verification: {
      status: row.verificationStatus,
      checks: row.verificationChecks,
      checkedAt: row.verifiedAt,
    },
    risk: { score: row.riskScore, flags: row.riskFlags },
    createdAt: row.createdAt,
  };
}

function toUploadReference({ uploadId, uploadMediaType, proofUrl }: SubmissionRow): Submission['upload'] {
  if (uploadId === null || uploadMediaType === null) return null;
  return { id: uploadId, contentType: uploadMediaType, url: proofUrl };
}
