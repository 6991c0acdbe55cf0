import type { Submission } from '../../../submissions/model.ts';
import { nameOf } from '../../data/name-cache.ts';
import { Badge, type Tone } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { MAX_REVISIONS, reasonOf, STATUS_WORDS } from './submission-labels.ts';

const TONES: Record<Submission['status'], Tone> = { pending: 'info', approved: 'good', rejected: 'bad' };

export function SubmissionBadge({ status }: Pick<Submission, 'status'>) {
  return <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>;
}

/** What the proof was for, as far as this browser knows. */
export function titleOf({ campaignId, programId, proofType }: Submission): string {
  return (
    nameOf(campaignId) ??
    nameOf(programId) ??
    (proofType === 'screenshot' ? 'A screenshot that you sent' : 'A link that you sent')
  );
}

/** One piece of proof in a list. */
export function SubmissionRow({ submission }: { submission: Submission }) {
  const { id, status, createdAt, revision } = submission;
  return (
    <li>
      <div>
        <a href={`/my/submissions/${id}`}>{titleOf(submission)}</a>
        <p class="hint">
          Sent <RelativeTime at={createdAt} />
          {revision > 1 && `, try ${revision} of ${MAX_REVISIONS}`}
        </p>
        {status === 'rejected' && <p>{reasonOf(submission)}</p>}
      </div>
      <SubmissionBadge status={status} />
    </li>
  );
}
