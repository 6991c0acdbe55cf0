import type { Submission } from '../../../../submissions/model.ts';
import { proof as t } from '../../../messages/proof/index.ts';

/** Returns why a submission was rejected, with the business's message if there is one. */
export function getRejectionReason({ reason, rejectionCode }: Submission): string {
  const label = rejectionCode ? t.reasons[rejectionCode] : undefined;
  if (reason && label && rejectionCode !== 'other') return `${label} “${reason}”`;
  return reason ? `“${reason}”` : (label ?? t.reasons.other);
}

/** Maximum number of attempts, including the first submission. */
export const MAX_REVISIONS = 3;
