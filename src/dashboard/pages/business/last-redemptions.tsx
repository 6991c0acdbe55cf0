import type { Reward } from '../../../rewards/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney } from '../../data/format.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, caller, hasPermission, tenantParams } from '../../data/session.ts';
import { Card } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

const LATEST = { page: 1, perPage: 8 };

/** Lists the latest redemptions of the business, newest first, for users who may read its events. */
export function LastRedemptions() {
  return hasPermission('view') ? <RedemptionList /> : null;
}

function RedemptionList() {
  const list = useResource(
    async abort => {
      if (businessId.value === null) return [];
      const query = { ...LATEST, type: 'reward.redeemed', ...tenantParams() };
      const { items } = await send(api.events.get({ query, ...abort }));
      return items.map(({ data, actor }) => ({ ...(data.object as Reward), by: describeActor(actor) }));
    },
    [],
    { live: ['reward.redeemed'] },
  );
  return (
    <Card title="Recent redemptions">
      <Loaded
        resource={list}
        lines={3}
        isEmpty={rewards => rewards.length === 0}
        empty={<EmptyState icon="ticket" title="No redemptions yet" />}
      >
        {rewards => (
          <Table
            caption="Recent redemptions"
            items={rewards}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Code', cell: ({ code }) => <code>{code}</code> },
              { head: 'Reward', isNumber: true, cell: ({ name, amount }) => name ?? formatMoney(amount) },
              {
                head: 'Redeemed',
                cell: ({ redeemedAt }) => redeemedAt && <RelativeTime at={redeemedAt} />,
              },
              { head: 'Redeemed by', cell: ({ by }) => by },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function describeActor({ kind, id }: { kind: string; id: string }): string {
  if (id === caller.value?.user.id) return 'You';
  return kind === 'apiKey' ? 'API key' : 'Team member';
}
