import { api, send } from '../../data/api.ts';
import {
  formatDateTime,
  formatLabel,
  formatMoney,
  formatNumber,
  formatRatio,
  formatRelativeTime,
  plural,
} from '../../data/format.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, caller, tenantParams } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, PageHead, Stat, StatList } from '../../ui/components.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { isOnboarded, OnboardingChecklist, readProgress } from './onboarding-checklist.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { Recommendations } from './recommendations.tsx';

const RECENT = { page: 1, perPage: 8 };

/** Labels of common events; others are derived from their kind. */
const EVENT_LABELS: Record<string, string> = {
  'campaign.created': 'Campaign created',
  'campaign.activated': 'Campaign launched',
  'campaign.budgetExhausted': 'Campaign budget exhausted',
  'submission.created': 'Submission received',
  'submission.resubmitted': 'Submission resubmitted',
  'submission.approved': 'Submission approved',
  'submission.rejected': 'Submission rejected',
  'submission.reversed': 'Approval undone',
  'reward.issued': 'Reward issued',
  'reward.redeemed': 'Reward redeemed',
  'reward.voided': 'Reward voided',
  'apiKey.created': 'API key created',
};

/** Key figures, next steps and recent activity. */
export default function Overview() {
  if (businessId.value === null) return <NoBusiness />;
  return <BusinessOverview key={businessId.value} />;
}

/** Admins choose a business from the menu, or create the first one here. */
function NoBusiness() {
  const list = useResource(
    abort => send(api.businesses.get({ query: { page: 1, perPage: 1 }, ...abort })),
    [],
  );
  return (
    <>
      <PageHead title="Overview" />
      <Loaded resource={list}>
        {({ pagination }) =>
          pagination.total === 0 ? (
            <EmptyState icon="home" title="No businesses yet">
              <p>Create your first business to get started.</p>
              <ButtonLink kind="primary" href="/dashboard/welcome">
                Create business
              </ButtonLink>
            </EmptyState>
          ) : (
            <EmptyState icon="home" title="Choose a business">
              <p>Choose one of {plural(pagination.total, 'business', 'businesses')} from the menu.</p>
              <ButtonLink href="/dashboard/welcome">Create another business</ButtonLink>
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

function BusinessOverview() {
  const progress = useResource(readProgress, [], { live: ['campaign.', 'submission.', 'reward.'] });
  const steps = progress.data.value;
  return (
    <>
      <PageHead title="Overview" intro={caller.value?.business?.name}>
        <ButtonLink
          kind={steps && isOnboarded(steps) && steps.pending === 0 ? 'primary' : 'plain'}
          icon="plus"
          href="/dashboard/campaigns/new"
        >
          Create campaign
        </ButtonLink>
      </PageHead>
      <Loaded resource={progress} lines={2}>
        {now => (
          <>
            {now.pending > 0 && <PendingReviews count={now.pending} />}
            {!isOnboarded(now) && <OnboardingChecklist progress={now} />}
          </>
        )}
      </Loaded>
      {steps && steps.submissions > 0 && <Figures />}
      {steps && steps.campaigns > 0 && <Recommendations />}
      <Recent />
    </>
  );
}

function PendingReviews({ count }: { count: number }) {
  return (
    <section class="pending-reviews" aria-label="Reviews">
      <Icon name="inbox" />
      <p>
        <strong>{plural(count, 'submission')}</strong> pending review
      </p>
      <ButtonLink kind="primary" href="/dashboard/reviews">
        Review submissions
      </ButtonLink>
    </section>
  );
}

function Figures() {
  const figures = useResource(
    abort => {
      const query = { days: 30, offsetMinutes: -new Date(Date.now()).getTimezoneOffset(), ...tenantParams() };
      return send(api.business.statistics.get({ query, ...abort }));
    },
    [],
    { live: ['submission.', 'reward.'] },
  );
  return (
    <Loaded resource={figures} lines={6}>
      {({ days, totals }) => (
        <>
          <h2 class="section">Last 30 days</h2>
          <StatList>
            <Stat name="Submissions" value={formatNumber(totals.submissions)} />
            <Stat
              name="Approval rate"
              value={totals.approvalRate === null ? '–' : formatRatio(totals.approvalRate)}
              note={`${formatNumber(totals.approved)} of ${formatNumber(totals.approved + totals.rejected)} reviewed`}
            />
            <Stat
              name="Rewards issued"
              value={formatMoney(totals.cost)}
              note={`${formatMoney(totals.redeemed)} redeemed`}
            />
            <Stat
              name="Estimated value"
              value={formatMoney(totals.value)}
              note="Cost of comparable advertising"
            />
            <Stat
              name="Return"
              value={totals.roi === null ? '–' : formatRatio(totals.roi)}
              note={(totals.roi ?? 0) < 0 ? 'Value below cost' : 'Value above cost'}
            />
          </StatList>
          <OverviewCharts days={days} />
        </>
      )}
    </Loaded>
  );
}

function Recent() {
  const list = useResource(
    abort => send(api.events.get({ query: { ...RECENT, ...tenantParams() }, ...abort })),
    [],
    { live: [''] },
  );
  return (
    <Card title="Recent activity">
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState icon="chart" title="No activity yet" />}
      >
        {({ items }) => (
          <ul class="activity-list">
            {items.map(({ id, type, createdAt }) => (
              <li key={id}>
                <span>{EVENT_LABELS[type] ?? formatLabel(type.replaceAll('.', ' '))}</span>
                <time dateTime={createdAt} title={formatDateTime(createdAt)}>
                  {formatRelativeTime(createdAt)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
