import type { CounterAction } from '../../../../places/model.ts';
import type { ListedReward } from '../../../../rewards/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDateTime, formatMoney, formatValidUntil } from '../../../data/format.ts';
import { type Resource, useRead, useResource } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { hasPermission, tenantParams } from '../../../data/session.ts';
import { rewardPage as t } from '../../../messages/rewardPage/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, DetailList, PageHead, StateBadge } from '../../../ui/components.tsx';
import { lazyModule } from '../../../ui/lazy-component.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { formatMember } from '../shared/member-labels.ts';
import { MemberLink } from '../shared/member-link.tsx';
import { describeWho, listRewardSteps, nameReward, type RewardStep } from './reward-steps.ts';

const HOUR_MS = 3_600_000;
const withDialogs = lazyModule(() => import('./reward-dialogs.tsx'));

/** The redemptions and reinstatements shown of one reward. */
const MAX_ACTIONS = 100;

interface Data {
  reward: ListedReward;
  actions: CounterAction[];
}

/** One reward: whose it is, who redeemed it and where, and who undid that and why. */
export default function Reward({ params }: PageProps) {
  const { id = '' } = params;
  const record = useResource<Data>(
    async abort => {
      const query = { include: 'names,campaign,customer' };
      const kinds = { resourceId: id, page: 1, perPage: MAX_ACTIONS, ...tenantParams() };
      const [reward, actions] = await Promise.all([
        send(api.rewards({ id }).get({ query, ...abort })),
        send(api.counter.actions.get({ query: kinds, ...abort })),
      ]);
      return { reward, actions: actions.items };
    },
    [id],
    { live: ['reward.'] },
  );
  return (
    <Loaded resource={record} lines={8}>
      {({ reward, actions }) => (
        <>
          <PageHead
            title={nameReward(reward)}
            intro={<StateBadge state={reward.status} />}
            back={{ href: '/dashboard/rewards', label: t.rewards }}
          >
            <ShowCodeButton operation="getReward" values={{ id }} />
            <ReinstateButton reward={reward} record={record} />
            <OpenActions reward={reward} record={record} />
          </PageHead>
          <div class="halves">
            <Details reward={reward} />
            <History steps={listRewardSteps(reward, actions)} />
          </div>
        </>
      )}
    </Loaded>
  );
}

/** Undoes the redemption while the window of the business is open, and says until when. */
function ReinstateButton({ reward, record }: { reward: ListedReward; record: Resource<Data> }) {
  const business = useRead(api.business.get, tenantParams());
  const hours = business.data.value?.reinstateWindowHours;
  if (reward.status !== 'redeemed' || reward.redeemedAt === null || hours === undefined) return null;
  const until = Math.min(Date.parse(reward.redeemedAt) + hours * HOUR_MS, Date.parse(reward.expiresAt));
  if (hours === 0 || until < Date.now()) return null;
  return (
    <>
      <span class="hint">{formatText(t.until, { time: formatDateTime(new Date(until).toISOString()) })}</span>
      <Button onClick={() => withDialogs(dialogs => dialogs.reinstateReward(reward, record.reload))}>
        {t.reinstate}
      </Button>
    </>
  );
}

/** Redeems or withdraws a reward that is open. */
function OpenActions({ reward, record }: { reward: ListedReward; record: Resource<Data> }) {
  if (reward.status !== 'issued') return null;
  const redeem = () =>
    withDialogs(dialogs => dialogs.redeemReward(reward, nameCustomer(reward), record.reload));
  const withdraw = () => withDialogs(dialogs => dialogs.withdrawReward(reward.id, record.reload));
  return (
    <>
      {hasPermission('review') && <Button onClick={withdraw}>{t.withdraw}</Button>}
      {hasPermission('counter') && (
        <Button kind="primary" icon="ticket" onClick={redeem}>
          {t.redeem}
        </Button>
      )}
    </>
  );
}

function nameCustomer({ customer, userId }: ListedReward): string {
  return formatMember({ name: customer?.name ?? null, memberId: userId });
}

/** The customer, with the way to the member's page or, for the reward of a campaign, to the submission. */
function CustomerLink({ reward }: { reward: ListedReward }) {
  const { programId, submissionId, userId } = reward;
  const name = nameCustomer(reward);
  if (programId) return <MemberLink programId={programId} member={{ memberId: userId, name }} />;
  if (!submissionId) return <>{name}</>;
  return (
    <>
      {name} · <a href={`/dashboard/reviews?status=approved&id=${submissionId}`}>{t.showPost}</a>
    </>
  );
}

function Details({ reward }: { reward: ListedReward }) {
  const { campaign, programId, names, source, amount, cost, type, expiresAt } = reward;
  return (
    <Card title={t.details}>
      <DetailList
        items={[
          [t.customer, <CustomerLink key="customer" reward={reward} />],
          [
            t.source,
            <>
              {campaign || programId ? t.sourcesOf[source] : t.sources[source]}{' '}
              {campaign ? (
                <a href={`/dashboard/campaigns/${campaign.id}`}>{campaign.name}</a>
              ) : (
                programId && <a href={`/dashboard/programs/${programId}`}>{names?.program ?? t.aProgram}</a>
              )}
            </>,
          ],
          [t.code, <code key="code">{reward.code}</code>],
          type === 'item'
            ? [t.costsYou, formatMoney(cost)]
            : amount !== null && [t.value, formatMoney(amount)],
          [t.validUntil, formatValidUntil(expiresAt)],
        ]}
      />
    </Card>
  );
}

function History({ steps }: { steps: RewardStep[] }) {
  return (
    <Card title={t.history}>
      <ol class="history">
        {steps.map(step => (
          <li key={step.at + step.label}>
            <strong>{step.label}</strong> {describeWho(step)}{' '}
            <span class="hint">
              <RelativeTime at={step.at} />
            </span>
            {step.reason && <p>{formatText(t.quoted, { text: step.reason })}</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
