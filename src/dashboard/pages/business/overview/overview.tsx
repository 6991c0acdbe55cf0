import { api } from '../../../data/api.ts';
import { failedChecks } from '../../../data/counts.ts';
import { useRead, useResource } from '../../../data/resource.ts';
import { businessId, caller, hasPermission } from '../../../data/session.ts';
import { hasDeviceZone, timeZone } from '../../../data/time-zone.ts';
import { overview as t } from '../../../messages/overview/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/components.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { isOnboarded, readProgress } from './onboarding-progress.ts';
import { OverviewFigures } from './overview-figures.tsx';

const UnconfirmedAddress = lazyComponent(() => import('../../unconfirmed-address.tsx'));
const HealthNotice = lazyComponent(() => import('../health/health-notice.tsx'));
const ZoneNotice = lazyComponent(() => import('../settings/zone-setup.tsx'));
const OnboardingChecklist = lazyComponent(() => import('./onboarding-checklist.tsx'));
// The figures above them come first, to keep the first load small.
const RecentActivity = lazyComponent(() => import('./overview-activity.tsx'));
const Recommendations = lazyComponent(async () => ({
  default: (await import('./recommendations.tsx')).Recommendations,
}));

/** Key figures, next steps and recent activity. */
export default function Overview() {
  if (businessId.value === null) return <NoBusiness />;
  return <BusinessOverview key={businessId.value} />;
}

/** Admins choose a business from the menu, or create the first one here. */
function NoBusiness() {
  const list = useRead(api.businesses.get, { page: 1, perPage: 1 });
  return (
    <>
      <PageHead title={t.title} />
      <Loaded resource={list}>
        {({ pagination }) =>
          pagination.total === 0 ? (
            <EmptyState icon="home" title={t.noBusinesses}>
              <p>{t.noBusinessesHow}</p>
              <ButtonLink kind="primary" href="/dashboard/welcome">
                {t.createBusiness}
              </ButtonLink>
            </EmptyState>
          ) : (
            <EmptyState icon="home" title={t.chooseBusiness}>
              <p>{formatText(t.chooseHow, { count: pagination.total })}</p>
              <ButtonLink href="/dashboard/welcome">{t.createAnother}</ButtonLink>
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
      <PageHead title={t.title} intro={caller.value?.business?.name}>
        {hasPermission('places') && steps && isOnboarded(steps) && (
          <ButtonLink icon="chart" href="/dashboard/counter-report">
            {t.counterReport}
          </ButtonLink>
        )}
        <ButtonLink
          kind={steps && isOnboarded(steps) && steps.pending === 0 ? 'primary' : 'plain'}
          icon="plus"
          href="/dashboard/campaigns/new"
        >
          {t.createCampaign}
        </ButtonLink>
      </PageHead>
      {caller.value?.user.emailConfirmed === false && hasPermission('users') && <UnconfirmedAddress />}
      {failedChecks.value > 0 && <HealthNotice />}
      <Loaded resource={progress} lines={2}>
        {now => (
          <>
            {now.pending > 0 && <PendingReviews count={now.pending} />}
            {!isOnboarded(now) && <OnboardingChecklist progress={now} />}
          </>
        )}
      </Loaded>
      {hasDeviceZone && timeZone.value === 'UTC' && hasPermission('settings') && <ZoneNotice />}
      {steps && steps.submissions > 0 && <OverviewFigures />}
      {steps && steps.campaigns > 0 && <Recommendations />}
      <RecentActivity />
    </>
  );
}

function PendingReviews({ count }: { count: number }) {
  return (
    <section class="pending-reviews" aria-label={t.reviews}>
      <Icon name="inbox" />
      <p>
        <strong>{formatText(t.submissionCount, { count })}</strong> {formatText(t.pendingReview, { count })}
      </p>
      <ButtonLink kind="primary" href="/dashboard/reviews">
        {t.reviewSubmissions}
      </ButtonLink>
    </section>
  );
}
