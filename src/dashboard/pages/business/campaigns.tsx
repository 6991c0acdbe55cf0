import { CAMPAIGN_STATES } from '../../../../db/enums.ts';
import { api, send } from '../../data/api.ts';
import { formatDate, formatLabel, formatMoney, formatReward } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FilterTabs, PageHead, StateBadge } from '../../ui/components.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Pagination, Table } from '../../ui/table.tsx';

const FILTERS = [
  { value: '', label: 'All' },
  ...CAMPAIGN_STATES.map(state => ({ value: state, label: formatLabel(state) })),
];

/** Lists the business's campaigns, newest first. */
export default function Campaigns() {
  const filters = { state: enumQuery('state', CAMPAIGN_STATES), ...pageQuery(), ...tenantParams() };
  const list = useResource(
    abort => send(api.campaigns.get({ query: filters, ...abort })),
    [filters.state, filters.page],
    { live: ['campaign.', 'submission.'] },
  );
  const isFiltered = filters.state !== undefined;
  return (
    <>
      <PageHead title="Campaigns">
        <ShowCodeButton operation="listCampaigns" values={filters} />
        <ButtonLink kind="primary" icon="plus" href="/dashboard/campaigns/new">
          Create campaign
        </ButtonLink>
      </PageHead>
      <FilterTabs name="state" label="State" options={FILTERS} />
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            icon="megaphone"
            title={isFiltered ? `No ${filters.state} campaigns` : 'No campaigns yet'}
          >
            {!isFiltered && <p>A campaign defines what customers post and the reward they get.</p>}
          </EmptyState>
        }
      >
        {({ items, pagination }) => (
          <>
            <Table
              caption="Campaigns"
              items={items}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: 'Name',
                  cell: ({ id, name }) => <a href={`/dashboard/campaigns/${id}`}>{name}</a>,
                },
                { head: 'State', cell: ({ state }) => <StateBadge state={state} /> },
                {
                  head: 'Action',
                  cell: ({ platform, actionType }) => `${formatLabel(platform)} · ${formatLabel(actionType)}`,
                },
                { head: 'Reward', isNumber: true, cell: ({ reward }) => formatReward(reward) },
                { head: 'Pending', isNumber: true, cell: ({ stats }) => stats.pending },
                { head: 'Approved', isNumber: true, cell: ({ stats }) => stats.approved },
                {
                  head: 'Budget left',
                  isNumber: true,
                  cell: ({ budget }) => (budget ? formatMoney(budget.remaining) : 'No limit'),
                },
                { head: 'Created', cell: ({ createdAt }) => formatDate(createdAt) },
              ]}
            />
            <Pagination {...pagination} />
          </>
        )}
      </Loaded>
    </>
  );
}
