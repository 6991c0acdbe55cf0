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
  /** Absent for program submissions and while loading. */
  campaign: Campaign | undefined;
  children?: ComponentChildren;
}

/** A submission next to the campaign's requirements; `children` follow the checks. */
export function SubmissionDetail({ submission, campaign, children }: ProofProps) {
  return (
    <div class="proof">
      <Card title={`Submission from ${senderOf(submission)}`}>
        <ProofPreview submission={submission} />
        <SubmissionFacts submission={submission} />
      </Card>
      <div class="proof-side">
        {children}
        {campaign ? <Asked campaign={campaign} submission={submission} /> : <OfProgram {...submission} />}
        <Evidence submission={submission} />
      </div>
    </div>
  );
}

/** Shows an uploaded image, or a link to the proof. */
function ProofPreview({ submission }: { submission: Submission }) {
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

function SubmissionFacts({ submission }: { submission: Submission }) {
  const { notes, followers, orderValue, orderValueConfirmed, createdAt, revision } = submission;
  const { reviewDueAt, status, reviewedAt, rejectionCode, reason } = submission;
  return (
    <DetailList
      items={[
        notes !== '' && ['Notes', <q key="notes">{notes}</q>],
        followers !== null && ['Followers', formatNumber(followers)],
        orderValue !== null && [
          'Order value',
          `${formatMoney(orderValue)}, ${orderValueConfirmed ? 'confirmed' : 'declared by the customer'}`,
        ],
        ['Submitted', <RelativeTime key="sent" at={createdAt} />],
        status === 'pending' && [
          'Review due',
          reviewDueAt ? <RelativeTime key="due" at={reviewDueAt} isDeadline /> : 'No deadline',
        ],
        revision > 1 && ['Attempt', formatNumber(revision)],
        reviewedAt !== null && ['Reviewed', <RelativeTime key="decided" at={reviewedAt} />],
        rejectionCode !== null && ['Rejection reason', REJECTIONS[rejectionCode]],
        reason !== null && ['Message', reason],
      ]}
    />
  );
}

function Requirements({ campaign, submission }: { campaign: Campaign; submission: Submission }) {
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
            requirements.minFollowers > 0 ? formatNumber(requirements.minFollowers) : 'None',
          ],
          ['Hashtags', requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ') || 'None'],
          disclosure.required && ['Required disclosure', disclosure.text ?? 'Any wording'],
          campaign.instructions !== null && ['Instructions', campaign.instructions],
        ]}
      />
    </Card>
  );
}

function ProgramNote({ programId }: Submission) {
  if (!programId) return null;
  return (
    <Card title="Requirements">
      <p>Submitted to a program. An approval counts toward the member's progress.</p>
      <div class="actions">
        <ButtonLink href={`/dashboard/programs/${programId}`}>View program</ButtonLink>
      </div>
    </Card>
  );
}

function Checks({ submission }: { submission: Submission }) {
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
        <p class="hint">No issues found.</p>
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
