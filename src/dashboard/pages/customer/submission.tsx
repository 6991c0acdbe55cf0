import type { Submission as SubmissionRecord } from '../../../submissions/model.ts';
import { api, send } from '../../data/api.ts';
import { formatDay } from '../../data/format.ts';
import { useNames } from '../../data/names.ts';
import { usePolling } from '../../data/poll.ts';
import { useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { Card, Facts, PageHead } from '../../ui/bits.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Loaded } from '../../ui/states.tsx';
import { ProofView } from './proof-view.tsx';
import { RewardCard } from './reward-card.tsx';
import { SubmissionBadge, titleOf } from './submission-row.tsx';
import { MAX_REVISIONS, reasonOf } from './submission-words.ts';
import { SubmitForm } from './submit-form.tsx';

/** One proof: how it stands, its reward, or why not and another try. It looks again by itself while it waits. */
export default function Submission({ params }: PageProps) {
  const { id = '' } = params;
  useNames();
  const record = useResource(abort => send(api.submissions({ id }).get(abort)), [id]);
  usePolling(record.reload, record.data.value?.status === 'pending');
  return (
    <Loaded resource={record} lines={8}>
      {submission => (
        <>
          <PageHead
            title={titleOf(submission)}
            intro={<SubmissionBadge status={submission.status} />}
            back={{ href: '/my/submissions', label: 'What you sent' }}
          />
          <div class="columns-wide">
            <div class="stack">
              <Standing submission={submission} />
              {submission.rewardId && <ItsReward id={submission.rewardId} />}
              {submission.status === 'rejected' && <Again submission={submission} />}
            </div>
            <Sent submission={submission} />
          </div>
        </>
      )}
    </Loaded>
  );
}

const ICONS: Record<SubmissionRecord['status'], IconName> = {
  pending: 'info',
  approved: 'check',
  rejected: 'warning',
};

function Standing({ submission }: { submission: SubmissionRecord }) {
  const { status, reviewDueAt } = submission;
  return (
    <div class={`standing ${status}`} role="status">
      <Icon name={ICONS[status]} />
      {status === 'pending' && (
        <p>
          The business looks at it next{reviewDueAt && `, usually by ${formatDay(reviewDueAt)}`}. This page
          tells you by itself.
        </p>
      )}
      {status === 'approved' && (
        <p>
          {submission.rewardId
            ? 'Approved. Show the code at the till.'
            : 'Approved. It counts for your membership.'}
        </p>
      )}
      {status === 'rejected' && <p>{reasonOf(submission)}</p>}
    </div>
  );
}

function ItsReward({ id }: { id: string }) {
  const reward = useResource(abort => send(api.rewards({ id }).get(abort)), [id]);
  return (
    <Loaded resource={reward}>
      {data => (
        <div class="stack">
          <RewardCard reward={data} />
          <a href="/my/rewards">All your rewards</a>
        </div>
      )}
    </Loaded>
  );
}

function Sent({ submission }: { submission: SubmissionRecord }) {
  const facts: Parameters<typeof Facts>[0]['items'] = [
    ['Sent', <Moment key="sent" at={submission.createdAt} />],
  ];
  if (submission.revision > 1) facts.push(['Try', `${submission.revision} of ${MAX_REVISIONS}`]);
  if (submission.handle) facts.push(['Account', submission.handle]);
  if (submission.notes) facts.push(['Note', submission.notes]);
  if (submission.reviewedAt) facts.push(['Reviewed', <Moment key="reviewed" at={submission.reviewedAt} />]);
  return (
    <Card title="What you sent">
      <ProofView submission={submission} />
      <Facts items={facts} />
    </Card>
  );
}

function Again({ submission }: { submission: SubmissionRecord }) {
  const { id: resubmitOf, campaignId, programId, revision } = submission;
  if (revision >= MAX_REVISIONS)
    return <p class="hint">It was sent {MAX_REVISIONS} times, which is the most.</p>;
  return (
    <Card
      title="Send it again"
      actions={campaignId && <a href={`/campaigns/${campaignId}`}>What the campaign asks for</a>}
    >
      <SubmitForm
        key={resubmitOf}
        resubmitOf={resubmitOf}
        operation={programId ? 'submitToProgram' : 'createSubmission'}
        target={programId ? { id: programId } : { campaignId: campaignId ?? '' }}
        asksAccount={!programId}
        asksOrderValue={Boolean(programId)}
        onSubmit={proof =>
          programId
            ? send(api.programs({ id: programId }).submit.post({ ...ofProgram(proof), campaignId }))
            : send(api.submissions.post({ campaignId: campaignId ?? '', ...proof }))
        }
      />
    </Card>
  );
}

/** A program takes neither account nor followers. */
function ofProgram<P extends { handle?: unknown; followers?: unknown }>({
  handle: _,
  followers: __,
  ...rest
}: P) {
  return rest;
}
