import type { Submission } from '../../../../submissions/model.ts';
import { proof as t } from '../../../messages/proof/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Badge, type Tone } from '../../../ui/components.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { getRejectionReason, MAX_REVISIONS } from './submission-labels.ts';

const TONES: Record<Submission['status'], Tone> = { pending: 'info', approved: 'good', rejected: 'bad' };

export function SubmissionBadge({ status }: Pick<Submission, 'status'>) {
  return <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>;
}

/** Returns the name of the campaign or program. */
export function getSubmissionTitle({ names, proofType }: Submission): string {
  return names?.campaign ?? names?.program ?? (proofType === 'screenshot' ? t.screenshot : t.link);
}

/** One submission in a list. */
export function SubmissionRow({ submission }: { submission: Submission }) {
  const { id, status, createdAt, revision } = submission;
  return (
    <li>
      <div>
        <a href={`/my/submissions/${id}`}>{getSubmissionTitle(submission)}</a>
        <p class="hint">
          {submission.names && `${submission.names.business} · `}
          {t.submitted} <RelativeTime at={createdAt} />
          {revision > 1 && `, ${formatText(t.attempt, { attempt: revision, max: MAX_REVISIONS })}`}
        </p>
        {status === 'rejected' && <p>{getRejectionReason(submission)}</p>}
      </div>
      <SubmissionBadge status={status} />
    </li>
  );
}
