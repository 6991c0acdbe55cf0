import { CAMPAIGN_STATES } from '../../../../db/enums.ts';
import { api, send } from '../../data/api.ts';
import { formatDate, formatLabel, formatMoney, formatReward } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';
import { FilterTabs, StateBadge } from '../../ui/components.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Table } from '../../ui/table.tsx';

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
    <ListPage
      title="Campaigns"
      call={{ operation: 'listCampaigns', values: filters }}
      create={{ label: 'Create campaign', href: '/dashboard/campaigns/new' }}
      filters={<FilterTabs name="state" label="State" options={FILTERS} />}
      isFiltered={isFiltered}
      resource={list}
      empty={{
        icon: 'megaphone',
        title: isFiltered ? `No ${filters.state} campaigns` : 'No campaigns yet',
        children: !isFiltered && <p>A campaign defines what customers post and the reward they get.</p>,
      }}
    >
      {items => (
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
      )}
    </ListPage>
  );
}
