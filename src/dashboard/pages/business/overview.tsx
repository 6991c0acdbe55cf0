import { api, send } from '../../data/api.ts';
import { plural } from '../../data/format.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, caller, hasPermission } from '../../data/session.ts';
import { hasDeviceZone, timeZone } from '../../data/time-zone.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/components.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { isOnboarded, OnboardingChecklist, readProgress } from './onboarding-checklist.tsx';
import { RecentActivity } from './overview-activity.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { Recommendations } from './recommendations.tsx';

const ZoneNotice = lazyComponent(() => import('./zone-setup.tsx'));

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
        {hasPermission('places') && steps && isOnboarded(steps) && (
          <ButtonLink icon="chart" href="/dashboard/counter-report">
            Counter report
          </ButtonLink>
        )}
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
      {hasDeviceZone && timeZone.value === 'UTC' && hasPermission('settings') && <ZoneNotice />}
      {steps && steps.submissions > 0 && <OverviewFigures />}
      {steps && steps.campaigns > 0 && <Recommendations />}
      <RecentActivity />
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
