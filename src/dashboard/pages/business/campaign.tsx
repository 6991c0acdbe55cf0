import { useSignal } from '@preact/signals';
import type { Campaign as CampaignRecord } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatReward, formatTime, formatWord } from '../../data/format.ts';
import { type Resource, useAction, useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Card, CopyButton, Facts, PageHead, Stat, StateBadge, Stats } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { LaunchDialog } from './launch-dialog.tsx';
import { Warnings } from './warnings.tsx';

/** One campaign: how it stands, what it says, and its moves. */
export default function Campaign({ params }: PageProps) {
  const { id = '' } = params;
  const record = useResource(abort => send(api.campaigns({ id }).get(abort)), [id], {
    live: ['campaign.', 'submission.'],
  });
  return (
    <Loaded resource={record} lines={8}>
      {campaign => (
        <>
          <PageHead
            title={campaign.name}
            intro={<StateBadge state={campaign.state} />}
            back={{ href: '/dashboard/campaigns', label: 'Campaigns' }}
          >
            <AsCode operation="getCampaign" values={{ id }} />
            <Moves campaign={campaign} record={record} />
          </PageHead>
          <Stats>
            <Stat name="Pending" value={campaign.stats.pending} />
            <Stat name="Approved" value={campaign.stats.approved} />
            <Stat name="Rejected" value={campaign.stats.rejected} />
            <Stat
              name="Budget left"
              value={campaign.budget ? formatMoney(campaign.budget.remaining) : 'No limit'}
              note={
                campaign.budget &&
                `${formatMoney(campaign.budget.spent)} of ${formatMoney(campaign.budget.total)} spent`
              }
            />
          </Stats>
          <Warnings warnings={campaign.warnings} />
          <Terms campaign={campaign} />
        </>
      )}
    </Loaded>
  );
}

function Terms({ campaign }: { campaign: CampaignRecord }) {
  const { requirements, disclosure, limits } = campaign;
  return (
    <Card
      title="Terms"
      actions={
        <CopyButton text={`${location.origin}/campaigns/${campaign.id}`} label="Copy link for customers" />
      }
    >
      <Facts
        items={[
          ['Action', `${formatWord(campaign.platform)} · ${formatWord(campaign.actionType)}`],
          ['Reward', `${formatReward(campaign.reward)}, good for ${campaign.reward.expiresInDays} days`],
          [
            'Followers',
            requirements.minFollowers > 0 ? `${requirements.minFollowers} or more` : 'any number',
          ],
          ['Hashtags', requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ') || 'none'],
          ['Each customer', limits.perUser === 1 ? 'once' : `up to ${limits.perUser} times`],
          ['Starts', campaign.startsAt ? formatTime(campaign.startsAt) : 'when launched'],
          ['Ends', campaign.endsAt ? formatTime(campaign.endsAt) : 'when you end it'],
          ['Disclosure', disclosure.text ?? 'none'],
          ['Id', <code key="id">{campaign.id}</code>],
        ]}
      />
    </Card>
  );
}

type State = CampaignRecord['state'];
const CAN_END: State[] = ['draft', 'active', 'paused'];

function Moves({ campaign, record }: { campaign: CampaignRecord; record: Resource<CampaignRecord> }) {
  const asking = useSignal<'launch' | 'end' | null>(null);
  const { id, state } = campaign;
  const close = () => {
    asking.value = null;
  };
  const move = useAction(async (to: 'active' | 'paused') => {
    record.set(await send(api.campaigns.put({ id, state: to })));
    toast(to === 'paused' ? 'Paused' : 'Active again');
  });
  const end = useAction(async () => {
    record.set(await send(api.campaigns.put({ id, state: 'ended' })));
    close();
    toast('Ended');
  });
  return (
    <>
      {state === 'active' && (
        <Button busy={move.isBusy} onClick={() => void move.run('paused')}>
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button kind="primary" busy={move.isBusy} onClick={() => void move.run('active')}>
          Resume
        </Button>
      )}
      {state === 'draft' && (
        <Button
          kind="primary"
          onClick={() => {
            asking.value = 'launch';
          }}
        >
          Launch
        </Button>
      )}
      {CAN_END.includes(state) && state !== 'draft' && (
        <Button
          onClick={() => {
            asking.value = 'end';
          }}
        >
          End
        </Button>
      )}
      <FormError error={move.error.value} />
      {asking.value === 'end' && (
        <Confirm title="End this campaign?" verb="End campaign" isDanger action={end} onClose={close}>
          <p>
            Customers can no longer take part, and it cannot be resumed. Proof that waits can still be
            reviewed.
          </p>
        </Confirm>
      )}
      {asking.value === 'launch' && (
        <LaunchDialog
          campaign={campaign}
          onClose={close}
          onLaunched={launched => {
            close();
            record.set(launched);
          }}
        />
      )}
    </>
  );
}
