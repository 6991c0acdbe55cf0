import { REWARD_STATUSES } from '../../../../db/enums.ts';
import type { ListedReward } from '../../../rewards/model.ts';
import { api, send } from '../../data/api.ts';
import { readAll } from '../../data/csv.ts';
import { formatDate, formatLabel, formatReward } from '../../data/format.ts';
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
import { BLANK, Table } from '../../ui/table.tsx';
import { formatMember } from './member-labels.ts';
import { clearRecordFilters, hasRecordFilters, RecordFilters } from './record-filters.tsx';
import { nameReward } from './reward-steps.ts';

const STATUSES = REWARD_STATUSES.map(value => ({ value, label: formatLabel(value) }));

function readQuery() {
  return {
    status: enumQuery('status', REWARD_STATUSES),
    campaignId: query.value.get('campaignId') || undefined,
    platform: query.value.get('platform') || undefined,
    ...readTimeFilters(),
    include: 'campaign,customer',
    ...tenantParams(),
  } as const;
}

/** All rewards, newest first: what the figures of the overview add up. */
export default function Rewards() {
  const filters = readQuery();
  const list = useResource(
    abort => send(api.rewards.get({ query: { ...filters, ...pageQuery() }, ...abort })),
    [JSON.stringify(filters), pageQuery().page, businessId.value],
    { live: ['reward.'] },
  );
  const isFiltered = hasRecordFilters();
  return (
    <ListPage
      title="Rewards"
      intro="Every reward that you have given, and whether it was redeemed."
      call={{ operation: 'listRewards', values: filters }}
      actions={<ExportButton name="rewards" read={readRows} />}
      filters={<RecordFilters statuses={STATUSES} />}
      isFiltered={isFiltered}
      resource={list}
      empty={{
        icon: 'ticket',
        title: isFiltered ? 'No rewards match the filters' : 'No rewards yet',
        children: isFiltered ? (
          <Button onClick={clearRecordFilters}>Clear filters</Button>
        ) : (
          <p>Approving a submission issues its reward.</p>
        ),
      }}
    >
      {items => (
        <Table
          caption="Rewards"
          items={items}
          keyOf={({ id }) => id}
          isBrief
          columns={[
            {
              head: 'Customer',
              cell: ({ id, customer, userId }) => (
                <a href={`/dashboard/rewards/${id}`}>{formatCustomer(customer, userId)}</a>
              ),
            },
            { head: 'Reward', cell: nameReward },
            { head: 'Status', isAside: true, cell: ({ status }) => <StateBadge state={status} /> },
            {
              head: 'Campaign',
              cell: ({ campaign }) =>
                campaign ? <a href={`/dashboard/campaigns/${campaign.id}`}>{campaign.name}</a> : BLANK,
            },
            { head: 'Issued', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            {
              head: 'Redeemed',
              isWide: true,
              cell: ({ redeemedAt }) => (redeemedAt ? <RelativeTime at={redeemedAt} /> : BLANK),
            },
            { head: 'Valid until', isWide: true, cell: ({ expiresAt }) => formatDate(expiresAt) },
          ]}
        />
      )}
    </ListPage>
  );
}

function formatCustomer(customer: ListedReward['customer'], userId: string): string {
  return formatMember({ name: customer?.name ?? null, memberId: userId });
}

async function readRows() {
  const all = await readAll(paging => send(api.rewards.get({ query: { ...readQuery(), ...paging } })));
  const head = ['Customer', 'Campaign', 'Reward', 'Status', 'Issued', 'Redeemed', 'Valid until'];
  const rows = all.map(reward => [
    formatCustomer(reward.customer, reward.userId),
    reward.campaign?.name ?? null,
    formatReward(reward),
    reward.status,
    reward.createdAt,
    reward.redeemedAt,
    reward.expiresAt,
  ]);
  return [head, ...rows];
}
