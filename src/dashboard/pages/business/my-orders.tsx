import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ORDER_STATUSES } from '../../../../db/enums.ts';
import type { Order } from '../../../exchange/wallet/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber, formatWord } from '../../data/format.ts';
import type { LiveMarket } from '../../data/market.ts';
import { pageQuery, wordQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, FilterTabs, type Tone } from '../../ui/components.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Paging, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

const FILTERS = [
  { value: '', label: 'All' },
  ...ORDER_STATUSES.map(value => ({ value, label: formatWord(value) })),
];
const TONES: Partial<Record<Order['status'], Tone>> = {
  open: 'info',
  partiallyFilled: 'info',
  filled: 'good',
};
const isOpen = ({ status }: Order) => status === 'open' || status === 'partiallyFilled';

/** Lists the business's orders, newest first; open ones can be cancelled. */
export function MyOrders({ nameOf, need }: { nameOf: (perkId: string) => string; need: LiveMarket['need'] }) {
  const filters = { status: wordQuery('status', ORDER_STATUSES), ...pageQuery() };
  const list = useResource(
    abort => send(api.exchange.orders.get({ query: filters, ...abort })),
    [filters.status, filters.page],
    { live: ['exchange.'] },
  );
  useEffect(() => need(list.data.value?.items.map(({ perkId }) => perkId) ?? []), [list.data.value]);
  const cancellingId = useSignal<string | null>(null);
  const close = () => {
    cancellingId.value = null;
  };
  const cancel = useAction(async () => {
    await send(api.exchange.orders({ id: cancellingId.value ?? '' }).delete());
    close();
    toast('Order cancelled');
    list.reload();
  });
  return (
    <Card title="Your orders" actions={<AsCode operation="listOrders" values={filters} />}>
      <FilterTabs name="status" label="State" options={FILTERS} />
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty icon="exchange" title={filters.status ? 'No matching orders' : 'No orders yet'} />}
      >
        {({ items, pagination }) => (
          <>
            <Table
              caption="Your orders"
              items={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Order', cell: ({ type, perkId }) => `${formatWord(type)} ${nameOf(perkId)}` },
                {
                  head: 'State',
                  cell: ({ status }) => <Badge tone={TONES[status] ?? 'neutral'}>{formatWord(status)}</Badge>,
                },
                {
                  head: 'Price',
                  isNumber: true,
                  cell: ({ price }) => (price === null ? 'Market' : formatMoney(price)),
                },
                {
                  head: 'Filled',
                  isNumber: true,
                  cell: ({ filledQuantity, quantity }) =>
                    `${formatNumber(filledQuantity)} of ${formatNumber(quantity)}`,
                },
                {
                  head: 'Average price',
                  isNumber: true,
                  cell: ({ averagePrice }) => formatMoney(averagePrice),
                },
                { head: 'Placed', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
                {
                  head: 'Actions',
                  cell: order =>
                    isOpen(order) ? (
                      <Button
                        isSmall
                        onClick={() => {
                          cancellingId.value = order.id;
                        }}
                      >
                        Cancel
                      </Button>
                    ) : (
                      '–'
                    ),
                },
              ]}
            />
            <Paging {...pagination} />
          </>
        )}
      </Loaded>
      {cancellingId.value && (
        <Confirm title="Cancel this order?" verb="Cancel order" action={cancel} onClose={close}>
          <p>The reserved amount will be released.</p>
          <AsCode operation="cancelOrder" values={{ id: cancellingId.value }} />
        </Confirm>
      )}
    </Card>
  );
}
