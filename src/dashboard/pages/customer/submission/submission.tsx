import type { Reward } from '../../../../rewards/model.ts';
import type { Submission as SubmissionRecord } from '../../../../submissions/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDate } from '../../../data/format.ts';
import { useOwnChanges } from '../../../data/poll.ts';
import { type Resource, useRead, useResource } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { mine as t } from '../../../messages/mine/index.ts';
import { offer } from '../../../messages/offer/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card, DetailList, PageHead } from '../../../ui/components.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { RewardCard } from '../reward/reward-card.tsx';
import { readShop } from '../shared/memberships.ts';
import { ShopPage, useTitle } from '../shared/shop-parts.tsx';
import { ProofView } from './proof-view.tsx';
import { getRejectionReason, MAX_REVISIONS } from './submission-labels.ts';
import { getSubmissionTitle, SubmissionBadge } from './submission-row.tsx';

/** Only for a rejected submission. */
const Resubmit = lazyComponent(() => import('./resubmit.tsx'));

const WITH_SHOP = { include: 'names,business' } as const;

/** One submission in the frame of its shop: status, reward, or rejection reason and resubmission. */
export default function Submission({ params }: PageProps) {
  const { id = '' } = params;
  const record = useRead(api.submissions({ id }).get, WITH_SHOP);
  const { status, rewardId = null } = record.data.value ?? {};
  const reward = useResource(
    async abort =>
      rewardId === null
        ? null
        : send(api.rewards({ id: rewardId }).get({ query: { include: 'names' }, ...abort })),
    [rewardId],
  );
  const hasOpenReward = rewardId !== null && (reward.data.value?.status ?? 'issued') === 'issued';
  const refresh = () => {
    if (!navigator.onLine) return;
    record.reload();
    reward.reload();
  };
  useOwnChanges(refresh, status && (status === 'pending' || hasOpenReward));
  const businessId = record.data.value?.business?.id;
  const shop = useResource(
    async abort => (businessId === undefined ? undefined : readShop({ businessId }, abort)),
    [businessId],
  ).data.value;
  const title = record.data.value && getSubmissionTitle(record.data.value);
  useTitle(shop && title && formatText(offer.offerAt, { offer: title, shop: shop.name }));
  return (
    <ShopPage {...(shop && { shop })}>
      <Loaded resource={record} lines={8}>
        {submission => (
          <>
            <PageHead
              title={getSubmissionTitle(submission)}
              intro={<SubmissionBadge status={submission.status} />}
              back={{ href: '/my/submissions', label: t.submissions }}
            />
            <div class="columns-wide">
              <div class="stack">
                <StatusNotice submission={submission} reward={reward.data.value} />
                {submission.rewardId && <RewardSection reward={reward} />}
                {submission.status === 'rejected' && <Resubmit submission={submission} />}
              </div>
              <SubmittedProof submission={submission} />
            </div>
          </>
        )}
      </Loaded>
    </ShopPage>
  );
}

const ICONS: Record<SubmissionRecord['status'], IconName> = {
  pending: 'info',
  approved: 'check',
  rejected: 'warning',
};

interface StatusNoticeProps {
  submission: SubmissionRecord;
  /** Undefined while loading. */
  reward: Reward | null | undefined;
}

function StatusNotice({ submission, reward }: StatusNoticeProps) {
  const { status, reviewDueAt, rewardId } = submission;
  const shop = submission.names?.business ?? '';
  return (
    <div class={`status-notice ${status}`} role="status">
      <Icon name={ICONS[status]} />
      {status === 'pending' && (
        <p>
          {reviewDueAt
            ? formatText(t.willReviewBy, { shop, date: formatDate(reviewDueAt) })
            : formatText(t.willReview, { shop })}{' '}
          <MailNotice shop={shop} /> {t.updates}
        </p>
      )}
      {status === 'approved' && (
        <p>
          {rewardId === null && t.countsToward}
          {rewardId !== null && (reward ? t.approvedBy[reward.status] : t.approved)}
        </p>
      )}
      {status === 'rejected' && <p>{getRejectionReason(submission)}</p>}
    </div>
  );
}

/** Says that a mail will come, if the installation sends mail and the customer gets this one. */
function MailNotice({ shop }: { shop: string }) {
  const { canSend, kinds } = useRead(api.account.notifications.get).data.value ?? {};
  const isMailed =
    canSend && kinds?.some(({ kind, isEnabled }) => kind === 'submission.decided' && isEnabled);
  return isMailed ? <span>{formatText(t.willEmail, { shop })}</span> : null;
}

function RewardSection({ reward }: { reward: Resource<Reward | null> }) {
  return (
    <Loaded resource={reward}>
      {data =>
        data && (
          <div class="stack">
            <RewardCard reward={data} />
            <a href="/my/rewards">{t.allRewards}</a>
          </div>
        )
      }
    </Loaded>
  );
}

function SubmittedProof({ submission }: { submission: SubmissionRecord }) {
  const facts: Parameters<typeof DetailList>[0]['items'] = [
    [t.submitted, <RelativeTime key="sent" at={submission.createdAt} />],
  ];
  if (submission.revision > 1)
    facts.push([t.attempt, formatText(t.attemptOf, { attempt: submission.revision, max: MAX_REVISIONS })]);
  if (submission.handle) facts.push([t.account, submission.handle]);
  if (submission.notes) facts.push([t.note, submission.notes]);
  if (submission.reviewedAt)
    facts.push([t.reviewed, <RelativeTime key="reviewed" at={submission.reviewedAt} />]);
  return (
    <Card title={t.yourSubmission}>
      <ProofView submission={submission} />
      <DetailList items={facts} />
    </Card>
  );
}
