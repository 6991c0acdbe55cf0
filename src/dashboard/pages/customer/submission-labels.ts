import type { Submission } from '../../../submissions/model.ts';

type Code = NonNullable<Submission['rejectionCode']>;

const REASONS: Record<Code, string> = {
  invalidProof: 'The proof cannot be opened, or does not show the post.',
  duplicate: 'The same proof was sent before.',
  outOfWindow: 'The post is from before or after the campaign.',
  criteriaNotMet: 'Something that the campaign asks for is missing.',
  wrongAccount: 'The post is from another account than yours.',
  proofDeleted: 'The post is no longer there.',
  missingDisclosure: 'The post does not say that you are rewarded for it.',
  fraud: 'The business doubts that the proof is real.',
  other: 'The business did not accept it.',
};

/** Why proof was not accepted, in the words of the business where it gave some. */
export function reasonOf({ reason, rejectionCode }: Submission): string {
  const word = rejectionCode ? REASONS[rejectionCode] : undefined;
  if (reason && word && rejectionCode !== 'other') return `${word} “${reason}”`;
  return reason ? `“${reason}”` : (word ?? REASONS.other);
}

export const STATUS_WORDS: Record<Submission['status'], string> = {
  pending: 'waiting for review',
  approved: 'approved',
  rejected: 'not accepted',
};

/** How often one piece of proof can be sent, the first time included. */
export const MAX_REVISIONS = 3;
