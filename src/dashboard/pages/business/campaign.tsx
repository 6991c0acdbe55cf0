import type { Campaign as CampaignRecord } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import {
  formatDateTime,
  formatLabel,
  formatLastDay,
  formatMoney,
  formatNumber,
  formatReward,
  plural,
} from '../../data/format.ts';
import { toLocalInput } from '../../data/local-time.ts';
import { useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { Button } from '../../ui/button.tsx';
import { Card, DetailList, PageHead, Stat, StateBadge, StatList } from '../../ui/components.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { Loaded } from '../../ui/states.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignResults } from './campaign-results.tsx';
import { Warnings } from './warnings.tsx';

const Share = lazyComponent(async () => ({ default: (await import('./share.tsx')).Share }));
/** The library has fewer actions for every platform. */
const MAX_ACTIONS = 100;
const CAN_SHARE: CampaignRecord['state'][] = ['draft', 'active', 'paused'];
const REASONS: Record<NonNullable<CampaignRecord['stateReason']>, string> = {
  manual: '',
  scheduled: 'Accepts submissions from its start date',
  budgetExhausted: 'Budget exhausted. Increase it to resume.',
  capReached: 'Approval limit reached. Increase it to resume.',
  endDatePassed: 'End date passed. Set a later one to resume.',
  planLimit: 'Your plan allows no more active campaigns.',
};

/** One campaign: its state, terms and actions. */
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
              <ShowCodeButton operation="getCampaign" values={{ id }} />
            )}
            {CAN_SHARE.includes(campaign.state) && (
              <Button onClick={() => document.getElementById('share')?.scrollIntoView({ block: 'center' })}>
                Share
              </Button>
            )}
            <CampaignActions campaign={campaign} record={record} />
          </PageHead>
          <StatList>
            <Stat
              name="Pending"
              value={campaign.stats.pending}
              note={campaign.stats.pending > 0 && <a href={`/dashboard/reviews?campaignId=${id}`}>Review</a>}
            />
            <Stat name="Approved" value={campaign.stats.approved} note={listLink(campaign, 'approved')} />
            <Stat name="Rejected" value={campaign.stats.rejected} note={listLink(campaign, 'rejected')} />
            <Stat
              name="Budget left"
              value={campaign.budget ? formatMoney(campaign.budget.remaining) : 'No limit'}
              note={campaign.budget && `of ${formatMoney(campaign.budget.total)}`}
            />
          </StatList>
          {campaign.budget && <BudgetBar {...campaign.budget} />}
          <Warnings
            warnings={campaign.warnings}
            isAcknowledged={campaign.state !== 'draft'}
            hasAlternative={campaign.state === 'draft'}
          />
          {CAN_SHARE.includes(campaign.state) && (
            <div id="share">
              <Share campaign={campaign} />
            </div>
          )}
          <CampaignResults campaign={campaign} />
          <Terms campaign={campaign} />
        </>
      )}
    </Loaded>
  );
}

function listLink({ id, stats }: CampaignRecord, status: 'approved' | 'rejected') {
  return stats[status] > 0 && <a href={`/dashboard/reviews?status=${status}&campaignId=${id}`}>View</a>;
}

/** Returns the library's name of the campaign's action; undefined while it loads or if there is none. */
function useActionName({ platform, actionId }: CampaignRecord): string | undefined {
  const library = useResource(
    abort => send(api.actions.get({ query: { platform, page: 1, perPage: MAX_ACTIONS }, ...abort })),
    [platform],
  );
  return library.data.value?.items.find(({ id }) => id === actionId)?.name;
}

function Terms({ campaign }: { campaign: CampaignRecord }) {
  const actionName = useActionName(campaign) ?? formatLabel(campaign.actionType);
  const { requirements, disclosure, limits } = campaign;
  return (
    <Card title="Terms">
      <DetailList
        items={[
          ['Action', `${actionName} · ${formatLabel(campaign.platform)}`],
          [
            'Reward',
            `${formatReward(campaign.reward)}, valid for ${plural(campaign.reward.expiresInDays, 'day')}`,
          ],
          [
            'Minimum followers',
            requirements.minFollowers > 0 ? formatNumber(requirements.minFollowers) : 'None',
          ],
          ['Hashtags', requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ') || 'None'],
          ['Per customer', limits.perUser === 1 ? 'Once' : `Up to ${limits.perUser} times`],
          limits.maxApprovals !== null && ['Approvals', `Up to ${formatNumber(limits.maxApprovals)}`],
          ['Review', formatReviewPolicy(campaign)],
          ['Starts', campaign.startsAt ? formatDateTime(campaign.startsAt) : 'At launch'],
          ['Ends', campaign.endsAt ? formatEnd(campaign.endsAt) : 'No end date'],
          ['Disclosure', disclosure.text ?? 'None'],
        ]}
      />
    </Card>
  );
}

/** Formats when a campaign ends: its last day, unless it ends during a day. */
function formatEnd(endsAt: string): string {
  return toLocalInput(endsAt, 'end').includes('T') ? formatDateTime(endsAt) : formatLastDay(endsAt);
}

function formatReviewPolicy({ reviewPolicy: { mode, slaHours, onTimeout } }: CampaignRecord): string {
  const by = mode === 'manual' ? 'Manual' : 'Automatic if checks pass, otherwise manual';
  if (slaHours === null) return by;
  const late = { none: '', approve: ', then approved', reject: ', then rejected' }[onTimeout];
  return `${by}, within ${plural(slaHours, 'hour')}${late}`;
}

/** Shows the budget spent, reserved by pending submissions, and remaining. */
function BudgetBar({ total, spent, reserved, remaining }: NonNullable<CampaignRecord['budget']>) {
  const parts = `${formatMoney(spent)} spent, ${formatMoney(reserved)} reserved for pending submissions, ${formatMoney(remaining)} left`;
  return (
    <div class="budget">
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" role="img" aria-label={parts}>
        <rect class="reserved" width={percentOf(spent + reserved, total)} height="2" />
        <rect class="spent" width={percentOf(spent, total)} height="2" />
      </svg>
      <p class="hint">{parts}</p>
    </div>
  );
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, (part / whole) * 100);
}
