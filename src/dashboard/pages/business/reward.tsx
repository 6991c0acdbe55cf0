import { useSignal } from '@preact/signals';
import type { CounterAction } from '../../../places/model.ts';
import type { ListedReward } from '../../../rewards/model.ts';
import { api, send } from '../../data/api.ts';
import { formatDateTime, formatMoney } from '../../data/format.ts';
import { type Resource, useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, DetailList, PageHead, StateBadge } from '../../ui/components.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { Loaded } from '../../ui/states.tsx';
import { formatMember } from './member-labels.ts';
import { describeWho, listRewardSteps, nameReward, type RewardStep } from './reward-steps.ts';

const ReinstateDialog = lazyComponent(() => import('./reinstate-dialog.tsx'));

const HOUR_MS = 3_600_000;
/** The redemptions and reinstatements shown of one reward. */
const MAX_ACTIONS = 100;
const SOURCES: Record<ListedReward['source'], string> = {
  submission: 'Approved submission',
  perk: 'Perk from the exchange',
  goal: 'Completed goal',
  shop: 'Bought with points',
};

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
            back={{ href: '/dashboard/rewards', label: 'Rewards' }}
          >
            <ShowCodeButton operation="getReward" values={{ id }} />
            <ReinstateButton reward={reward} record={record} />
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
  const isOpen = useSignal(false);
  const business = useResource(
    abort => send(api.business.get({ query: tenantParams(), ...abort })),
    [businessId.value],
  );
  const hours = business.data.value?.reinstateWindowHours;
  if (reward.status !== 'redeemed' || reward.redeemedAt === null || hours === undefined) return null;
  const until = Math.min(Date.parse(reward.redeemedAt) + hours * HOUR_MS, Date.parse(reward.expiresAt));
  if (hours === 0 || until < Date.now()) return null;
  return (
    <>
      <span class="hint">Until {formatDateTime(new Date(until).toISOString())}</span>
      <Button
        onClick={() => {
          isOpen.value = true;
        }}
      >
        Reinstate reward
      </Button>
      {isOpen.value && (
        <ReinstateDialog
          reward={reward}
          onClose={() => {
            isOpen.value = false;
          }}
          onDone={() => {
            isOpen.value = false;
            record.reload();
          }}
        />
      )}
    </>
  );
}

function Details({ reward }: { reward: ListedReward }) {
  const { campaign, programId, names, customer, userId, source, amount, cost, type, expiresAt } = reward;
  return (
    <Card title="Details">
      <DetailList
        items={[
          ['Customer', formatMember({ name: customer?.name ?? null, memberId: userId })],
          [
            'Source',
            <>
              {SOURCES[source]}
              {campaign && (
                <>
                  {' of '}
                  <a href={`/dashboard/campaigns/${campaign.id}`}>{campaign.name}</a>
                </>
              )}
              {!campaign && programId && (
                <>
                  {' of '}
                  <a href={`/dashboard/programs/${programId}`}>{names?.program ?? 'a program'}</a>
                </>
              )}
            </>,
          ],
          ['Code', <code key="code">{reward.code}</code>],
          type === 'item'
            ? ['Costs you', formatMoney(cost)]
            : amount !== null && ['Value', formatMoney(amount)],
          ['Valid until', formatDateTime(expiresAt)],
        ]}
      />
    </Card>
  );
}

function History({ steps }: { steps: RewardStep[] }) {
  return (
    <Card title="History">
      <ol class="history">
        {steps.map(step => (
          <li key={step.at + step.label}>
            <strong>{step.label}</strong> {describeWho(step)}{' '}
            <span class="hint">
              <RelativeTime at={step.at} />
            </span>
            {step.reason && <p>“{step.reason}”</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
