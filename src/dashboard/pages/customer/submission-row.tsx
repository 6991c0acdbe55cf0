import type { Submission } from '../../../submissions/model.ts';
import { nameOf } from '../../data/name-cache.ts';
import { Badge, type Tone } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { MAX_REVISIONS, reasonOf, STATUS_WORDS } from './submission-labels.ts';

const TONES: Record<Submission['status'], Tone> = { pending: 'info', approved: 'good', rejected: 'bad' };

export function SubmissionBadge({ status }: Pick<Submission, 'status'>) {
  return <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>;
}

/** Returns the campaign or program name if this browser knows it. */
export function titleOf({ campaignId, programId, proofType }: Submission): string {
  return nameOf(campaignId) ?? nameOf(programId) ?? (proofType === 'screenshot' ? 'Screenshot' : 'Link');
}

/** One submission in a list. */
export function SubmissionRow({ submission }: { submission: Submission }) {
  const { id, status, createdAt, revision } = submission;
  return (
    <li>
      <div>
        <a href={`/my/submissions/${id}`}>{titleOf(submission)}</a>
        <p class="hint">
          Submitted <RelativeTime at={createdAt} />
          {revision > 1 && `, attempt ${revision} of ${MAX_REVISIONS}`}
        </p>
        {status === 'rejected' && <p>{reasonOf(submission)}</p>}
      </div>
      <SubmissionBadge status={status} />
    </li>
  );
}
