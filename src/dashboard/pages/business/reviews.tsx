import { SUBMISSION_STATUSES } from '../../../../db/enums.ts';
import { api, send } from '../../data/api.ts';
import { enumQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FilterTabs, PageHead } from '../../ui/components.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { useQueue } from './review-queue.ts';
import { ReviewWorkspace } from './review-workspace.tsx';

const FILTERS = [
  { value: '', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];
const EMPTY_TITLES: Record<(typeof SUBMISSION_STATUSES)[number], string> = {
  pending: 'No pending submissions',
  approved: 'No approved submissions yet',
  rejected: 'No rejected submissions yet',
};

/** The review queue. */
export default function Reviews() {
  const status = enumQuery('status', SUBMISSION_STATUSES) ?? 'pending';
  const queue = useQueue(status);
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
        {data => (
          <ReviewWorkspace
            key={status}
            data={data}
            queue={queue}
            status={status}
            needsReason={business.data.value?.requireRejectReason ?? false}
          />
        )}
      </Loaded>
    </>
  );
}
