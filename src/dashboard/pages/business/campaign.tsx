import type { Campaign as CampaignRecord } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatReward, formatTime, formatWord } from '../../data/format.ts';
import { useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Card, DetailList, PageHead, Stat, StateBadge, Stats } from '../../ui/components.tsx';
import { Loaded } from '../../ui/states.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { Share } from './share.tsx';
import { Warnings } from './warnings.tsx';

const CAN_SHARE: CampaignRecord['state'][] = ['draft', 'active', 'paused'];
const REASONS: Record<NonNullable<CampaignRecord['stateReason']>, string> = {
  manual: '',
  scheduled: 'Accepts submissions from its start date',
  budgetExhausted: 'because the budget is used up: raise it, then resume',
  capReached: 'Approval limit reached. Increase it to resume.',
  endDatePassed: 'because its end has passed: set a later one to go on',
  planLimit: 'because your plan allows no more active campaigns',
};

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
            intro={
              <>
                <StateBadge state={campaign.state} />
                {campaign.stateReason && ` ${REASONS[campaign.stateReason]}`}
              </>
            }
            back={{ href: '/dashboard/campaigns', label: 'Campaigns' }}
          >
            {(campaign.state === 'draft' || campaign.state === 'ended') && (
              <AsCode operation="getCampaign" values={{ id }} />
            )}
            <CampaignActions campaign={campaign} record={record} />
          </PageHead>
          <Stats>
            <Stat
              name="Pending"
              value={campaign.stats.pending}
              note={campaign.stats.pending > 0 && <a href="/dashboard/reviews">Review</a>}
            />
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
          {campaign.budget && <BudgetBar {...campaign.budget} />}
          <Warnings warnings={campaign.warnings} />
          {CAN_SHARE.includes(campaign.state) && <Share campaign={campaign} />}
          <Terms campaign={campaign} />
        </>
      )}
    </Loaded>
  );
}

function Terms({ campaign }: { campaign: CampaignRecord }) {
  const { requirements, disclosure, limits } = campaign;
  return (
    <Card title="Terms">
      <DetailList
        items={[
          ['Action', `${formatWord(campaign.platform)} · ${formatWord(campaign.actionType)}`],
          ['Reward', `${formatReward(campaign.reward)}, good for ${campaign.reward.expiresInDays} days`],
          [
            'Followers',
            requirements.minFollowers > 0 ? `${requirements.minFollowers} or more` : 'any number',
          ],
          ['Hashtags', requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ') || 'none'],
          ['Each customer', limits.perUser === 1 ? 'once' : `up to ${limits.perUser} times`],
          limits.maxApprovals !== null && ['Approvals', `${limits.maxApprovals} at most`],
          ['Review', reviewWords(campaign)],
          ['Starts', campaign.startsAt ? formatTime(campaign.startsAt) : 'when launched'],
          ['Ends', campaign.endsAt ? formatTime(campaign.endsAt) : 'when you end it'],
          ['Disclosure', disclosure.text ?? 'none'],
          ['Id', <code key="id">{campaign.id}</code>],
        ]}
      />
    </Card>
  );
}

function reviewWords({ reviewPolicy: { mode, slaHours, onTimeout } }: CampaignRecord): string {
  const by = mode === 'manual' ? 'by you' : 'by itself where the checks pass, else by you';
  if (slaHours === null) return by;
  const late = { none: '', approve: ', then approved', reject: ', then rejected' }[onTimeout];
  return `${by}, within ${slaHours} hours${late}`;
}

/** How far the money has gone: spent, held by proof that waits, left. */
function BudgetBar({ total, spent, reserved, remaining }: NonNullable<CampaignRecord['budget']>) {
  const parts = `${formatMoney(spent)} spent, ${formatMoney(reserved)} held by proof that waits, ${formatMoney(remaining)} left`;
  return (
    <div class="budget">
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" role="img" aria-label={parts}>
        <rect class="held" width={share(spent + reserved, total)} height="2" />
        <rect class="spent" width={share(spent, total)} height="2" />
      </svg>
      <p class="hint">{parts}</p>
    </div>
  );
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, (part / whole) * 100);
}
