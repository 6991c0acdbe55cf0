import { REWARD_STATUSES } from '../../../../../db/enums.ts';
import type { ListedReward } from '../../../../rewards/model.ts';
import { api } from '../../../data/api.ts';
import { formatValidUntil } from '../../../data/format.ts';
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
import { BLANK, Table } from '../../../ui/table.tsx';
import { formatMember } from '../shared/member-labels.ts';
import { clearRecordFilters, hasRecordFilters, RecordFilters } from '../shared/record-filters.tsx';
import { nameReward } from './reward-steps.ts';

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
  const list = useRead(api.rewards.get, { ...filters, ...pageQuery() }, { live: ['reward.'] });
  const isFiltered = hasRecordFilters();
  return (
    <ListPage
      title={t.rewards}
      intro={t.rewardsIntro}
      call={{ operation: 'listRewards', values: filters }}
      csvPath="/rewards"
      filters={
        <RecordFilters statuses={REWARD_STATUSES.map(value => ({ value, label: formatState(value) }))} />
      }
      isFiltered={isFiltered}
      resource={list}
      empty={{
        icon: 'ticket',
        title: isFiltered ? t.noRewardsMatch : t.noRewards,
        children: isFiltered ? (
          <Button onClick={clearRecordFilters}>{t.clearFilters}</Button>
        ) : (
          <p>{t.noRewardsHow}</p>
        ),
      }}
    >
      {items => (
        <Table
          caption={t.rewards}
          items={items}
          keyOf={({ id }) => id}
          isBrief
          columns={[
            {
              head: t.customer,
              cell: ({ id, customer, userId }) => (
                <a href={`/dashboard/rewards/${id}`}>{formatCustomer(customer, userId)}</a>
              ),
            },
            { head: t.reward, cell: nameReward },
            { head: t.status, isAside: true, cell: ({ status }) => <StateBadge state={status} /> },
            {
              head: t.campaign,
              cell: ({ campaign }) =>
                campaign ? <a href={`/dashboard/campaigns/${campaign.id}`}>{campaign.name}</a> : BLANK,
            },
            { head: t.issued, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            {
              head: t.redeemed,
              isWide: true,
              cell: ({ redeemedAt }) => (redeemedAt ? <RelativeTime at={redeemedAt} /> : BLANK),
            },
            { head: t.validUntil, isWide: true, cell: ({ expiresAt }) => formatValidUntil(expiresAt) },
          ]}
        />
      )}
    </ListPage>
  );
}

function formatCustomer(customer: ListedReward['customer'], userId: string): string {
  return formatMember({ name: customer?.name ?? null, memberId: userId });
}
