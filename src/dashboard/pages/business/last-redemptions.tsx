import type { Reward } from '../../../rewards/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney } from '../../data/format.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, caller, tenant } from '../../data/session.ts';
import { Card } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

const SHOWN = { page: 1, perPage: 8 };

/** What was redeemed last, here or at another till, in the order in which it happened. */
export function LastRedemptions() {
  const list = useResource(
    async abort => {
      if (businessId.value === null) return [];
      const query = { ...SHOWN, type: 'reward.redeemed', ...tenant() };
      const { items } = await send(api.events.get({ query, ...abort }));
      return items.map(({ data, actor }) => ({ ...(data.object as Reward), by: nameOf(actor) }));
    },
    [],
    { live: ['reward.redeemed'] },
  );
  return (
    <Card title="Redeemed last">
      <Loaded
        resource={list}
        lines={3}
        isEmpty={rewards => rewards.length === 0}
        empty={<Empty icon="ticket" title="Nothing was redeemed yet" />}
      >
        {rewards => (
          <Table
            caption="Redeemed last"
            items={rewards}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Code', cell: ({ code }) => <code>{code}</code> },
              { head: 'Off the order', isNumber: true, cell: ({ amount }) => formatMoney(amount) },
              {
                head: 'Redeemed',
                cell: ({ redeemedAt }) => redeemedAt && <RelativeTime at={redeemedAt} />,
              },
              { head: 'By', cell: ({ by }) => by },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function nameOf({ kind, id }: { kind: string; id: string }): string {
  if (id === caller.value?.user.id) return 'you';
  return kind === 'apiKey' ? 'an API key' : 'a colleague';
}
