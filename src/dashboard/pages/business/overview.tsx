import { api, send } from '../../data/api.ts';
import {
  formatDistance,
  formatMoney,
  formatNumber,
  formatShare,
  formatTime,
  formatWord,
} from '../../data/format.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, caller, tenant } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, PageHead, Stat, Stats } from '../../ui/components.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { isUnderWay, OnboardingChecklist, readProgress } from './onboarding-checklist.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { Recommendations } from './recommendations.tsx';

const RECENT = { page: 1, perPage: 8 };

/** The everyday ones as people say them; the others by their name. */
const HAPPENED: Record<string, string> = {
  'campaign.created': 'A campaign was made',
  'campaign.activated': 'A campaign was launched',
  'campaign.budgetExhausted': 'The budget of a campaign is used up',
  'submission.created': 'Proof came in',
  'submission.resubmitted': 'Proof came in again',
  'submission.approved': 'Proof was approved',
  'submission.rejected': 'Proof was rejected',
  'submission.reversed': 'An approval was taken back',
  'reward.issued': 'A reward was given',
  'reward.redeemed': 'A code was redeemed',
  'reward.voided': 'A reward was taken back',
  'apiKey.created': 'An API key was made',
};

/** How the business stands, what to do next, and what happened last. */
export default function Overview() {
  if (businessId.value === null) return <NoBusiness />;
  return <OfBusiness key={businessId.value} />;
}

/** An admin has no business of its own: the menu chooses one, and the first one is made here. */
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
            <Empty icon="home" title="No business yet">
              <p>Make the first one; it takes a minute.</p>
              <ButtonLink kind="primary" href="/dashboard/welcome">
                Begin
              </ButtonLink>
            </Empty>
          ) : (
            <Empty icon="home" title="Choose a business">
              <p>The menu has {formatNumber(pagination.total)} to work in.</p>
              <ButtonLink href="/dashboard/welcome">Make another</ButtonLink>
            </Empty>
          )
        }
      </Loaded>
    </>
  );
}

function OfBusiness() {
  const progress = useResource(readProgress, [], { live: ['campaign.', 'submission.', 'reward.'] });
  const steps = progress.data.value;
  return (
    <>
      <PageHead title="Overview" intro={caller.value?.business?.name}>
        <ButtonLink
          kind={steps && isUnderWay(steps) && steps.pending === 0 ? 'primary' : 'plain'}
          icon="plus"
          href="/dashboard/campaigns/new"
        >
          New campaign
        </ButtonLink>
      </PageHead>
      <Loaded resource={progress} lines={2}>
        {now => (
          <>
            {now.pending > 0 && <Waiting count={now.pending} />}
            {!isUnderWay(now) && <OnboardingChecklist progress={now} />}
          </>
        )}
      </Loaded>
      {steps && steps.submissions > 0 && <Figures />}
      {steps && steps.campaigns > 0 && <Recommendations />}
      <Recent />
    </>
  );
}

function Waiting({ count }: { count: number }) {
  return (
    <section class="waiting" aria-label="Reviews">
      <Icon name="inbox" />
      <p>
        <strong>{count === 1 ? 'One proof waits' : `${formatNumber(count)} proofs wait`}</strong> for your
        review.
      </p>
      <ButtonLink kind="primary" href="/dashboard/reviews">
        Review now
      </ButtonLink>
    </section>
  );
}

function Figures() {
  const figures = useResource(
    abort => {
      const query = { days: 30, offsetMinutes: -new Date().getTimezoneOffset(), ...tenant() };
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
          <Stats>
            <Stat name="Proofs sent" value={formatNumber(totals.submissions)} />
            <Stat
              name="Approved"
              value={totals.approvalRate === null ? '–' : formatShare(totals.approvalRate)}
              note={`${formatNumber(totals.approved)} of ${formatNumber(totals.approved + totals.rejected)} decided`}
            />
            <Stat
              name="Rewards given"
              value={formatMoney(totals.cost)}
              note={`${formatMoney(totals.redeemed)} redeemed`}
            />
            <Stat name="Worth" value={formatMoney(totals.value)} note="what the same would cost elsewhere" />
            <Stat
              name="Return"
              value={totals.roi === null ? '–' : formatShare(totals.roi)}
              note={(totals.roi ?? 0) < 0 ? 'worth less than it cost' : 'worth above what it cost'}
            />
          </Stats>
          <OverviewCharts days={days} />
        </>
      )}
    </Loaded>
  );
}

function Recent() {
  const list = useResource(
    abort => send(api.events.get({ query: { ...RECENT, ...tenant() }, ...abort })),
    [],
    { live: [''] },
  );
  return (
    <Card title="What happened last">
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty icon="chart" title="Nothing has happened yet" />}
      >
        {({ items }) => (
          <ul class="feed">
            {items.map(({ id, type, createdAt }) => (
              <li key={id}>
                <span>{HAPPENED[type] ?? formatWord(type.replaceAll('.', ' '))}</span>
                <time dateTime={createdAt} title={formatTime(createdAt)}>
                  {formatDistance(createdAt)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
