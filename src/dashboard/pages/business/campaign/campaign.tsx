import type { Campaign as CampaignRecord } from '../../../../campaigns/model.ts';
import { api } from '../../../data/api.ts';
import {
  formatDateTime,
  formatLabel,
  formatLastDay,
  formatMoney,
  formatNumber,
  formatReward,
} from '../../../data/format.ts';
import { toLocalInput } from '../../../data/local-time.ts';
import { useRead } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { campaign as t } from '../../../messages/campaign/index.ts';
import { formatText, IN_LANGUAGE } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, DetailList, PageHead, Stat, StateBadge, StatList } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Warnings } from '../policy/warnings.tsx';
import { CampaignActions } from './campaign-actions.tsx';

const PolicyChange = lazyComponent(() => import('../policy/policy-change.tsx'));
const CampaignResults = lazyComponent(async () => ({
  default: (await import('./campaign-results.tsx')).CampaignResults,
}));
const Share = lazyComponent(async () => ({ default: (await import('../share/share.tsx')).Share }));
/** The library has fewer actions for every platform. */
const MAX_ACTIONS = 100;
const CAN_SHARE: CampaignRecord['state'][] = ['draft', 'active', 'paused'];

/** One campaign: its state, terms and actions. */
export default function Campaign({ params }: PageProps) {
  const { id = '' } = params;
  const record = useRead(api.campaigns({ id }).get, IN_LANGUAGE, { live: ['campaign.', 'submission.'] });
  return (
    <Loaded resource={record} lines={8}>
      {campaign => (
        <>
          <PageHead
            title={campaign.name}
            intro={
              <>
                <StateBadge state={campaign.state} />
                {campaign.stateReason && ` ${t.reasons[campaign.stateReason]}`}
              </>
            }
            back={{ href: '/dashboard/campaigns', label: t.campaigns }}
          >
            {(campaign.state === 'draft' || campaign.state === 'ended') && (
              <ShowCodeButton operation="getCampaign" values={{ id }} />
            )}
            {CAN_SHARE.includes(campaign.state) && (
              <Button onClick={() => document.getElementById('share')?.scrollIntoView({ block: 'center' })}>
                {t.share}
              </Button>
            )}
            <CampaignActions campaign={campaign} record={record} />
          </PageHead>
          <StatList>
            <Stat
              name={t.pending}
              value={campaign.stats.pending}
              note={
                campaign.stats.pending > 0 && <a href={`/dashboard/reviews?campaignId=${id}`}>{t.review}</a>
              }
            />
            <Stat name={t.approved} value={campaign.stats.approved} note={listLink(campaign, 'approved')} />
            <Stat name={t.rejected} value={campaign.stats.rejected} note={listLink(campaign, 'rejected')} />
            <Stat
              name={t.budgetLeft}
              value={campaign.budget ? formatMoney(campaign.budget.remaining) : t.noLimit}
              note={campaign.budget && formatText(t.ofTotal, { amount: formatMoney(campaign.budget.total) })}
            />
          </StatList>
          {campaign.budget && <BudgetBar {...campaign.budget} />}
          {campaign.policyChange && <PolicyChange campaign={campaign} record={record} />}
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
  return stats[status] > 0 && <a href={`/dashboard/reviews?status=${status}&campaignId=${id}`}>{t.view}</a>;
}

/** Returns the library's name of the campaign's action; undefined while it loads or if there is none. */
function useActionName({ platform, actionId }: CampaignRecord): string | undefined {
  const library = useRead(api.actions.get, {
    platform,
    page: 1,
    perPage: MAX_ACTIONS,
    ...IN_LANGUAGE,
  });
  return library.data.value?.items.find(({ id }) => id === actionId)?.name;
}

function Terms({ campaign }: { campaign: CampaignRecord }) {
  const actionName = useActionName(campaign) ?? formatLabel(campaign.actionType);
  const { requirements, disclosure, limits } = campaign;
  return (
    <Card title={t.terms}>
      <DetailList
        items={[
          [t.action, `${actionName} · ${formatLabel(campaign.platform)}`],
          [
            t.reward,
            formatText(t.validFor, {
              reward: formatReward(campaign.reward),
              days: campaign.reward.expiresInDays,
            }),
          ],
          [t.minFollowers, requirements.minFollowers > 0 ? formatNumber(requirements.minFollowers) : t.none],
          [t.hashtags, requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ') || t.none],
          [t.perCustomer, formatText(t.upToTimes, { count: limits.perUser })],
          limits.maxApprovals !== null && [
            t.approvals,
            formatText(t.upTo, { count: formatNumber(limits.maxApprovals) }),
          ],
          [t.review, formatReviewPolicy(campaign)],
          [t.starts, campaign.startsAt ? formatDateTime(campaign.startsAt) : t.atLaunch],
          [t.ends, campaign.endsAt ? formatEnd(campaign.endsAt) : t.noEnd],
          [t.disclosure, disclosure.text ?? t.none],
          [
            t.rules,
            <a key="rules" href={`/dashboard/campaigns/${campaign.id}/compliance`}>
              {t.complianceCard}
            </a>,
          ],
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
  const by = mode === 'manual' ? t.manual : t.automatic;
  return slaHours === null ? by : formatText(t.within[onTimeout], { by, hours: slaHours });
}

/** Shows the budget spent, reserved by pending submissions, and remaining. */
function BudgetBar({ total, spent, reserved, remaining }: NonNullable<CampaignRecord['budget']>) {
  const parts = formatText(t.budgetParts, {
    spent: formatMoney(spent),
    reserved: formatMoney(reserved),
    left: formatMoney(remaining),
  });
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
