import type { Submission } from '../../../submissions/model.ts';

type Code = NonNullable<Submission['rejectionCode']>;

const REASONS: Record<Code, string> = {
  invalidProof: "The proof can't be opened or doesn't show the post.",
  duplicate: 'This proof was already submitted.',
  outOfWindow: 'The post is outside the campaign dates.',
  criteriaNotMet: 'A campaign requirement is not met.',
  wrongAccount: 'The post is from a different account.',
  proofDeleted: 'The post was deleted.',
  missingDisclosure: 'The post is missing the required disclosure.',
  fraud: 'The proof may not be genuine.',
  other: "The business didn't accept the submission.",
};

/** Returns why a submission was rejected, with the business's message if there is one. */
export function getRejectionReason({ reason, rejectionCode }: Submission): string {
  const label = rejectionCode ? REASONS[rejectionCode] : undefined;
  if (reason && label && rejectionCode !== 'other') return `${label} “${reason}”`;
  return reason ? `“${reason}”` : (label ?? REASONS.other);
}

export const STATUS_LABELS: Record<Submission['status'], string> = {
  pending: 'Pending review',
  approved: 'Approved',
  rejected: 'Rejected',
};

/** Maximum number of attempts, including the first submission. */
export const MAX_REVISIONS = 3;
