import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Campaign } from '../../../campaigns/model.ts';
import type { Submission } from '../../../submissions/model.ts';
import { formatMoney, formatNumber, formatWord } from '../../data/format.ts';
import { isPicture, uploadPathOf } from '../../data/proof.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, DetailList } from '../../ui/components.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import {
  checkedAs,
  checkName,
  grantOf,
  hostOf,
  REJECTIONS,
  RISKS,
  riskOf,
  senderOf,
} from './review-labels.ts';

interface ProofProps {
  submission: Submission;
  /** Absent for proof sent to a program, or while it is read. */
  campaign: Campaign | undefined;
  children?: ComponentChildren;
}

/** What somebody sent, beside what was asked for; `children` come before that. */
export function SubmissionDetail({ submission, campaign, children }: ProofProps) {
  return (
    <div class="proof">
      <Card title={`Submission from ${senderOf(submission)}`}>
        <Shown submission={submission} />
        <Said submission={submission} />
      </Card>
      <div class="proof-side">
        {children}
        {campaign ? <Asked campaign={campaign} submission={submission} /> : <OfProgram {...submission} />}
        <Evidence submission={submission} />
      </div>
    </div>
  );
}

/** The picture itself where it was uploaded here; otherwise the way to it. */
function Shown({ submission }: { submission: Submission }) {
  const { proofUrl } = submission;
  const isBroken = useSignal(false);
  const path = uploadPathOf(submission);
  if (path && isPicture(submission) && !isBroken.value) {
    return (
      <a class="picture" href={path} target="_blank" rel="noreferrer">
        <img
          key={path}
          src={path}
          alt={`Uploaded by ${senderOf(submission)}`}
          onError={() => {
            isBroken.value = true;
          }}
        />
      </a>
    );
  }
  return (
    <div class="proof-link">
      <a class="button plain" href={path ?? proofUrl} target="_blank" rel="noreferrer">
        <Icon name="link" />
        {path ? 'Open uploaded file' : `Open on ${hostOf(proofUrl)}`}
      </a>
      {!path && <code>{proofUrl}</code>}
    </div>
  );
}

function Said({ submission }: { submission: Submission }) {
  const { notes, followers, orderValue, orderValueConfirmed, createdAt, revision } = submission;
  const { reviewDueAt, status, reviewedAt, rejectionCode, reason } = submission;
  return (
    <DetailList
      items={[
        notes !== '' && ['Notes', <q key="notes">{notes}</q>],
        followers !== null && ['Minimum followers', formatNumber(followers)],
        orderValue !== null && [
          'Order value',
          `${formatMoney(orderValue)}, ${orderValueConfirmed ? 'confirmed' : 'declared by the customer'}`,
        ],
        ['Submitted', <RelativeTime key="sent" at={createdAt} />],
        status === 'pending' && [
          'Review due',
          reviewDueAt ? <RelativeTime key="due" at={reviewDueAt} isDeadline /> : 'No deadline',
        ],
        revision > 1 && ['Attempt', String(revision)],
        reviewedAt !== null && ['Reviewed', <RelativeTime key="decided" at={reviewedAt} />],
        rejectionCode !== null && ['Rejection reason', REJECTIONS[rejectionCode]],
        reason !== null && ['Message', reason],
      ]}
    />
  );
}

function Asked({ campaign, submission }: { campaign: Campaign; submission: Submission }) {
  const { requirements, disclosure } = campaign;
  return (
    <Card title="Requirements">
      <p class="grant">
        <Icon name="ticket" /> Reward: <strong>{grantOf(submission, campaign)}</strong>
      </p>
      <DetailList
        items={[
          [
            'Campaign',
            <a key="c" href={`/dashboard/campaigns/${campaign.id}`}>
              {campaign.name}
            </a>,
          ],
          ['Action', `${formatWord(campaign.platform)} · ${formatWord(campaign.actionType)}`],
          [
            'Minimum followers',
            requirements.minFollowers > 0
              ? `${formatNumber(requirements.minFollowers)} or more`
              : 'any number',
          ],
          ['Hashtags', requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ') || 'none'],
          disclosure.required && ['Required disclosure', disclosure.text ?? 'that the post is rewarded'],
          campaign.instructions !== null && ['Instructions', campaign.instructions],
        ]}
      />
    </Card>
  );
}

function OfProgram({ programId }: Submission) {
  if (!programId) return null;
  return (
    <Card title="Requirements">
      <p>Sent to a program, not to a campaign: an approval counts for the member.</p>
      <div class="actions">
        <ButtonLink href={`/dashboard/programs/${programId}`}>Open the program</ButtonLink>
      </div>
    </Card>
  );
}

function Evidence({ submission }: { submission: Submission }) {
  const { risk, verification } = submission;
  const [riskWords, riskTone] = riskOf(submission);
  const [checkWords, checkTone] = checkedAs(submission);
  return (
    <Card
      title="Checks"
      actions={
        <span class="tags">
          <Badge tone={riskTone}>{riskWords}</Badge>
          <Badge tone={checkTone}>{checkWords}</Badge>
        </span>
      }
    >
      {risk.flags.length + verification.checks.length === 0 ? (
        <p class="hint">No issues found. Look at the proof and decide.</p>
      ) : (
        <ul class="evidence">
          {risk.flags.map(flag => (
            <li key={flag} class="against">
              <Icon name="warning" /> {RISKS[flag]}
            </li>
          ))}
          {verification.checks.map(({ name, passed, detail }) => (
            <li key={name} class={passed ? 'for' : 'against'}>
              <Icon name={passed ? 'check' : 'cross'} label={passed ? 'Passed' : 'Failed'} />
              <span>
                {checkName(name)}
                {detail && <span class="hint"> {detail}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
