import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Campaign } from '../../../../campaigns/model.ts';
import type { ListedSubmission, Submission, SubmissionCustomer } from '../../../../submissions/model.ts';
import { useActionLabel } from '../../../data/action-name.ts';
import { formatLabel, formatMoney, formatNumber } from '../../../data/format.ts';
import { getUploadPath, isImage } from '../../../data/proof.ts';
import { review as t } from '../../../messages/review/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Badge, Card, DetailList } from '../../../ui/components.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { formatGrant, formatHistory, getHost } from './review-labels.ts';
import { formatHandle, getSender } from './sender.ts';

/** Only decided submissions have a history. */
const ReviewHistory = lazyComponent(() => import('./review-history.tsx'));
const LinkPreview = lazyComponent(() => import('./link-preview.tsx'));
const CheckCard = lazyComponent(() => import('./check-card.tsx'));

type SubmissionAccount = NonNullable<SubmissionCustomer['account']>;

interface SubmissionDetailProps {
  submission: ListedSubmission;
  /** Absent for submissions to a program. */
  campaign: Campaign | undefined;
  children?: ComponentChildren;
}

/** A submission next to its requirements and check results. `children` are rendered above the requirements. */
export function SubmissionDetail({ submission, campaign, children }: SubmissionDetailProps) {
  return (
    <div class="submission-detail">
      <Card title={formatText(t.submissionFrom, { sender: getSender(submission) })}>
        <ProofPreview submission={submission} />
        <SubmissionFacts submission={submission} />
      </Card>
      <div class="submission-side">
        {children}
        {campaign ? (
          <CampaignRequirements campaign={campaign} submission={submission} />
        ) : (
          <ProgramRequirements {...submission} />
        )}
        <CheckResults submission={submission} />
        {submission.status !== 'pending' && <ReviewHistory submission={submission} />}
      </div>
    </div>
  );
}

/** Links that the reviewer has opened. */
const openedLinks = signal<ReadonlySet<string>>(new Set());

/** The uploaded image, or a link to the proof. */
function ProofPreview({ submission }: { submission: ListedSubmission }) {
  const { proofUrl } = submission;
  const isBroken = useSignal(false);
  const path = getUploadPath(submission);
  if (path && isImage(submission) && !isBroken.value) {
    return (
      <a class="proof-picture" href={path} target="_blank" rel="noreferrer">
        <img
          key={path}
          src={path}
          alt={formatText(t.uploadedBy, { sender: getSender(submission) })}
          onError={() => {
            isBroken.value = true;
          }}
        />
      </a>
    );
  }
  const isOpened = openedLinks.value.has(proofUrl);
  return (
    <a
      class="proof-card"
      href={path ?? proofUrl}
      target="_blank"
      rel="noreferrer"
      onClick={() => {
        openedLinks.value = new Set([...openedLinks.value, proofUrl]);
      }}
    >
      {!path && <LinkPreview key={submission.id} submission={submission} />}
      <Icon name="link" />
      <strong>{path ? t.openFile : formatText(t.openOn, { host: getHost(proofUrl) })}</strong>
      {!path && <span class="hint">{proofUrl}</span>}
      {isOpened && <Badge tone="good">{t.opened}</Badge>}
    </a>
  );
}

function SubmissionFacts({ submission }: { submission: ListedSubmission }) {
  const { notes, handle, followers, orderValue, orderValueConfirmed, createdAt, revision } = submission;
  const { customer, reviewDueAt, status } = submission;
  return (
    <DetailList
      items={[
        customer !== undefined && [t.facts.history, formatHistory(submission)],
        customer?.account != null && [t.facts.account, formatAccount(customer.account)],
        handle !== null && [t.facts.handle, formatHandle(handle)],
        notes !== '' && [t.facts.notes, <q key="notes">{notes}</q>],
        followers !== null && [t.facts.followers, formatNumber(followers)],
        orderValue !== null && [
          t.facts.orderValue,
          formatText(orderValueConfirmed ? t.confirmed : t.declared, { amount: formatMoney(orderValue) }),
        ],
        [t.facts.submitted, <RelativeTime key="sent" at={createdAt} />],
        status === 'pending' && [
          t.facts.due,
          reviewDueAt ? <RelativeTime key="due" at={reviewDueAt} isDeadline /> : t.noDeadline,
        ],
        revision > 1 && [t.facts.attempt, String(revision)],
      ]}
    />
  );
}

function formatAccount({ platform, handle, followers }: SubmissionAccount): string {
  const reach = followers === null ? '' : ` · ${formatText(t.followerCount, { count: followers })}`;
  return `${formatHandle(handle)} · ${formatLabel(platform)}${reach}`;
}

function CampaignRequirements({ campaign, submission }: { campaign: Campaign; submission: Submission }) {
  const { requirements, disclosure } = campaign;
  const action = useActionLabel(campaign);
  return (
    <Card title={t.requirements}>
      <p class="granted-reward">
        <Icon name="ticket" /> {t.reward} <strong>{formatGrant(submission, campaign)}</strong>
      </p>
      <DetailList
        items={[
          [
            t.campaign,
            <a key="c" href={`/dashboard/campaigns/${campaign.id}`}>
              {campaign.name}
            </a>,
          ],
          [t.action, action],
          campaign.action !== null && [t.howToCheck, t.publicCheck[campaign.action.publicCheck]],
          requirements.minFollowers > 0 && [t.minFollowers, formatNumber(requirements.minFollowers)],
          requirements.hashtags.length > 0 && [
            t.hashtags,
            requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' '),
          ],
          disclosure.required && [t.disclosure, disclosure.text ?? t.anyDisclosure],
          campaign.instructions !== null && [t.instructions, campaign.instructions],
        ]}
      />
    </Card>
  );
}

function ProgramRequirements({ programId }: Submission) {
  if (!programId) return null;
  return (
    <Card title={t.requirements}>
      <p>{t.programHow}</p>
      <div class="actions">
        <ButtonLink href={`/dashboard/programs/${programId}`}>{t.viewProgram}</ButtonLink>
      </div>
    </Card>
  );
}

function CheckResults({ submission }: { submission: Submission }) {
  const { risk, verification } = submission;
  if (risk.flags.length + verification.checks.length > 0 || verification.status !== 'unverified')
    return <CheckCard submission={submission} />;
  return (
    <p class="no-risk">
      <Icon name="check" /> {t.noRisk}
    </p>
  );
}
