import { SUBMISSION_STATUSES } from '../../../../../db/enums.ts';
import type { ListedSubmission } from '../../../../submissions/model.ts';
import { api } from '../../../data/api.ts';
import { formatReward } from '../../../data/format.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { readTimeFilters } from '../../../data/period.ts';
import { useRead } from '../../../data/resource.ts';
import { query } from '../../../data/router.ts';
import { tenantParams } from '../../../data/session.ts';
import { records as t } from '../../../messages/records/index.ts';
import { Button } from '../../../ui/button.tsx';
import { formatState, StateBadge } from '../../../ui/components.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { BLANK, Table } from '../../../ui/table.tsx';
import { clearRecordFilters, hasRecordFilters, RecordFilters } from '../shared/record-filters.tsx';
import { getSender } from './sender.ts';

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
  const list = useRead(api.submissions.get, { ...filters, ...pageQuery() }, { live: ['submission.'] });
  const isFiltered = hasRecordFilters();
  return (
    <ListPage
      title={t.submissions}
      intro={t.submissionsIntro}
      call={{ operation: 'listSubmissions', values: filters }}
      csvPath="/submissions"
      filters={
        <RecordFilters statuses={SUBMISSION_STATUSES.map(value => ({ value, label: formatState(value) }))}>
          <SearchBox label={t.search} />
        </RecordFilters>
      }
      isFiltered={isFiltered}
      resource={list}
      empty={{
        icon: 'inbox',
        title: isFiltered ? t.noSubmissionsMatch : t.noSubmissions,
        children: isFiltered && <Button onClick={clearRecordFilters}>{t.clearFilters}</Button>,
      }}
    >
      {items => (
        <Table
          caption={t.submissions}
          items={items}
          keyOf={({ id }) => id}
          isBrief
          columns={[
            {
              head: t.customer,
              cell: submission => <a href={toReviewLink(submission)}>{getSender(submission)}</a>,
            },
            { head: t.campaign, cell: ({ campaign }) => campaign?.name ?? t.program },
            { head: t.status, isAside: true, cell: ({ status }) => <StateBadge state={status} /> },
            { head: t.reward, cell: ({ reward }) => (reward ? formatReward(reward) : BLANK) },
            { head: t.submitted, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            {
              head: t.reviewed,
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
