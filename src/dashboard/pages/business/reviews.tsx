import { SUBMISSION_STATUSES } from '../../../../db/enums.ts';
import { api, send } from '../../data/api.ts';
import { enumQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FilterTabs, PageHead } from '../../ui/components.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { useReviewQueue } from './review-queue.ts';
import { ReviewWorkspace } from './review-workspace.tsx';

type Status = (typeof SUBMISSION_STATUSES)[number];

const FILTERS = [
  { value: '', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];
const EMPTY_TITLES: Record<Status, string> = {
  pending: 'No pending submissions',
  approved: 'No approved submissions yet',
  rejected: 'No rejected submissions yet',
};

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
      <PageHead title="Reviews">
        <ShowCodeButton operation="listSubmissions" values={{ status, ...tenantParams() }} />
      </PageHead>
      <FilterTabs name="status" label="Status" options={FILTERS} />
      <SubmissionQueue
        key={status}
        status={status}
        needsReason={business.data.value?.requireRejectReason ?? false}
      />
    </>
  );
}

/** Mounted anew for each status, so that a filter never shows the submissions of the previous one. */
function SubmissionQueue({ status, needsReason }: { status: Status; needsReason: boolean }) {
  const queue = useReviewQueue(status);
  return (
    <Loaded
      resource={queue}
      lines={8}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState icon="inbox" title={EMPTY_TITLES[status]}>
          {status === 'pending' && (
            <>
              <p>Submissions from customers appear here automatically.</p>
              <ButtonLink href="/dashboard/campaigns">View campaigns</ButtonLink>
            </>
          )}
        </EmptyState>
      }
    >
      {data => <ReviewWorkspace data={data} queue={queue} status={status} needsReason={needsReason} />}
    </Loaded>
  );
}
