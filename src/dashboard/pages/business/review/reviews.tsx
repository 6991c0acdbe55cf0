import { useEffect } from 'preact/hooks';
import { SUBMISSION_STATUSES } from '../../../../../db/enums.ts';
import { api, send } from '../../../data/api.ts';
import { enumQuery } from '../../../data/paging.ts';
import { useRead, useResource } from '../../../data/resource.ts';
import { query } from '../../../data/router.ts';
import { businessId, hasPermission, tenantParams } from '../../../data/session.ts';
import { review as t } from '../../../messages/review/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FilterTabs, PageHead } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx';
import { clearFilters, hasFilters, ReviewFilters } from './review-filters.tsx';
import { useReviewQueue } from './review-queue.ts';
import { ReviewWorkspace } from './review-workspace.tsx';

const Proposals = lazyComponent(() => import('./proposals.tsx'));
const FIRST_PROPOSALS = { status: 'pending', page: 1, perPage: 20 };

type Status = (typeof SUBMISSION_STATUSES)[number];

/** The review queue, and the submissions that were approved or rejected. */
export default function Reviews() {
  const status = enumQuery('status', SUBMISSION_STATUSES) ?? 'pending';
  const business = useResource(
    async abort =>
      businessId.value === null ? null : send(api.business.get({ query: tenantParams(), ...abort })),
    [],
  );
  return (
    <>
      <PageHead title={t.title}>
        <ShowCodeButton operation="listSubmissions" values={{ status, ...tenantParams() }} />
      </PageHead>
      {businessId.value !== null && hasPermission('proposals') && <PendingProposals />}
      <FilterTabs
        name="status"
        label={t.status}
        options={SUBMISSION_STATUSES.map(value => ({
          value: value === 'pending' ? '' : value,
          label: t.tabs[value],
        }))}
      />
      <ReviewFilters />
      <SubmissionQueue
        key={status}
        status={status}
        needsReason={business.data.value?.requireRejectReason ?? false}
      />
    </>
  );
}

/** Loads the code that shows requests of agents only if one waits. */
function PendingProposals() {
  const list = useRead(api.proposals.get, { ...FIRST_PROPOSALS, ...tenantParams() }, { live: ['proposal.'] });
  const items = list.data.value?.items ?? [];
  const total = list.data.value?.pagination.total ?? 0;
  useEffect(
    () => () => {
      // The focused button disappeared with its request.
      if (total > 0 && document.activeElement === document.body) document.querySelector('h1')?.focus();
    },
    [total],
  );
  return total > 0 ? <Proposals items={items} onDecided={list.reload} /> : null;
}

/** Mounted anew for each status, so that a filter never shows the submissions of the previous one. */
function SubmissionQueue({ status, needsReason }: { status: Status; needsReason: boolean }) {
  const queue = useReviewQueue(status);
  const isEmpty = queue.data.value?.total === 0;
  useEffect(() => {
    // The focused button disappeared with the last submission.
    if (isEmpty && document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [isEmpty]);
  return (
    <Loaded
      resource={queue}
      lines={8}
      isEmpty={({ total }) => total === 0}
      empty={hasFilters() ? <NoResults /> : <NoSubmissions status={status} />}
    >
      {data =>
        // The list is empty while the next submissions load.
        data.items.length === 0 ? (
          <Skeleton lines={8} />
        ) : (
          <ReviewWorkspace data={data} queue={queue} status={status} needsReason={needsReason} />
        )
      }
    </Loaded>
  );
}

function NoSubmissions({ status }: { status: Status }) {
  return (
    <EmptyState icon="inbox" title={t.none[status]}>
      {status === 'pending' && (
        <>
          <p>{t.noneHow}</p>
          <ButtonLink href="/dashboard/campaigns">{t.viewCampaigns}</ButtonLink>
        </>
      )}
    </EmptyState>
  );
}

function NoResults() {
  const text = query.value.get('q');
  return (
    <EmptyState icon="search" title={text ? formatText(t.noResultsFor, { text }) : t.noMatch}>
      <Button onClick={clearFilters}>{t.clearFilters}</Button>
    </EmptyState>
  );
}
