import { SUBMISSION_STATUSES } from '../../../../db/enums.ts';
import type { ListedSubmission } from '../../../submissions/model.ts';
import { api, send } from '../../data/api.ts';
import { readAll } from '../../data/csv.ts';
import { formatLabel, formatReward } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { readTimeFilters } from '../../data/period.ts';
import { useResource } from '../../data/resource.ts';
import { query } from '../../data/router.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { StateBadge } from '../../ui/components.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { BLANK, Table } from '../../ui/table.tsx';
import { clearRecordFilters, hasRecordFilters, RecordFilters } from './record-filters.tsx';
import { getSender } from './review-labels.ts';

const STATUSES = SUBMISSION_STATUSES.map(value => ({ value, label: formatLabel(value) }));

function readQuery() {
  return {
    q: query.value.get('q') || undefined,
    status: enumQuery('status', SUBMISSION_STATUSES),
    campaignId: query.value.get('campaignId') || undefined,
    platform: query.value.get('platform') || undefined,
    ...readTimeFilters(),
    include: 'campaign,customer,reward',
    ...tenantParams(),
  } as const;
}

/** All submissions, newest first: what the figures of the overview count. */
export default function Submissions() {
  const filters = readQuery();
  const list = useResource(
    abort => send(api.submissions.get({ query: { ...filters, ...pageQuery() }, ...abort })),
    [JSON.stringify(filters), pageQuery().page, businessId.value],
    { live: ['submission.'] },
  );
  const isFiltered = hasRecordFilters();
  return (
    <ListPage
      title="Submissions"
      intro="Everything that customers have submitted."
      call={{ operation: 'listSubmissions', values: filters }}
      actions={<ExportButton name="submissions" read={readRows} />}
      filters={
        <RecordFilters statuses={STATUSES}>
          <SearchBox label="Search" />
        </RecordFilters>
      }
      isFiltered={isFiltered}
      resource={list}
      empty={{
        icon: 'inbox',
        title: isFiltered ? 'No submissions match the filters' : 'No submissions yet',
        children: isFiltered && <Button onClick={clearRecordFilters}>Clear filters</Button>,
      }}
    >
      {items => (
        <Table
          caption="Submissions"
          items={items}
          keyOf={({ id }) => id}
          isBrief
          columns={[
            {
              head: 'Customer',
              cell: submission => <a href={toReviewLink(submission)}>{getSender(submission)}</a>,
            },
            { head: 'Campaign', cell: ({ campaign }) => campaign?.name ?? 'Program' },
            { head: 'Status', isAside: true, cell: ({ status }) => <StateBadge state={status} /> },
            { head: 'Reward', cell: ({ reward }) => (reward ? formatReward(reward) : BLANK) },
            { head: 'Submitted', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            {
              head: 'Reviewed',
              isWide: true,
              cell: ({ reviewedAt }) => (reviewedAt ? <RelativeTime at={reviewedAt} /> : BLANK),
            },
          ]}
        />
      )}
    </ListPage>
  );
}

/** Returns the link to the review queue that shows the submission, narrowed to its campaign. */
function toReviewLink({ id, status, campaignId }: ListedSubmission): string {
  const parameters = new URLSearchParams({
    ...(status !== 'pending' && { status }),
    ...(campaignId && { campaignId }),
    id,
  });
  return `/dashboard/reviews?${parameters}`;
}

async function readRows() {
  const all = await readAll(paging => send(api.submissions.get({ query: { ...readQuery(), ...paging } })));
  const head = ['Customer', 'Campaign', 'Platform', 'Status', 'Proof', 'Reward', 'Submitted', 'Reviewed'];
  const rows = all.map(submission => [
    getSender(submission),
    submission.campaign?.name ?? null,
    submission.campaign?.platform ?? null,
    submission.status,
    submission.proofUrl,
    submission.reward ? formatReward(submission.reward) : null,
    submission.createdAt,
    submission.reviewedAt,
  ]);
  return [head, ...rows];
}
