import { AppError } from '../../errors.ts';
import type { Submission } from '../model.ts';

/** Maximum number of revisions of a rejected submission. */
const MAX_REVISIONS = 3;
export type ReviewKind = 'approve' | 'reject' | 'override' | 'reverse';

/**
 * Returns the kind of a review: a decision on a pending submission, an override of a rejection, or a reversal of an
 * approval.
 * @throws ALREADY_REVIEWED for anything else
 */
export function reviewKind(
  status: Submission['status'],
  { action, override, reverse }: { action: 'approve' | 'reject'; override?: boolean; reverse?: boolean },
): ReviewKind {
  if (status === 'pending') return action;
  if (status === 'rejected' && action === 'approve' && override) return 'override';
  if (status === 'approved' && action === 'reject' && reverse) return 'reverse';
  throw new AppError('ALREADY_REVIEWED', `The submission has already been ${status}`);
}

/** @throws CONFLICT unless it was rejected, LIMIT_REACHED after the last revision */
export function nextRevision(previous: { status: Submission['status']; revision: number }): number {
  if (previous.status !== 'rejected') {
    throw new AppError(
      'CONFLICT',
      `Only rejected submissions can be resubmitted (status: ${previous.status})`,
    );
  }
  if (previous.revision >= MAX_REVISIONS) {
    throw new AppError('LIMIT_REACHED', `Limit of ${MAX_REVISIONS} revisions per submission reached`);
  }
  return previous.revision + 1;
}
