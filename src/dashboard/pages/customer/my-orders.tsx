import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import type { LiveMarket } from '../../data/market.ts';
import { getCachedName } from '../../data/name-cache.ts';
import { pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PagedList, Table } from '../../ui/table.tsx';
import { CancelOrderDialog, OrderStatusBadge } from '../order-parts.tsx';

const UNKNOWN_PERK = 'Delisted perk';

interface ListProps {
  /** A change reloads the list. */
  version: number;
  onChange: () => void;
  /** Called with the perks in the list, to load their names. */
  need: LiveMarket['loadPerks'];
}

/** The customer's orders; open ones can be cancelled. */
export function MyOrders({ version, onChange, need }: ListProps) {
  const paging = pageQuery();
  const list = useResource(
    abort => send(api.exchange.orders.get({ query: paging, ...abort })),
    [paging.page, version],
  );
  useEffect(() => need(list.data.value?.items.map(({ perkId }) => perkId) ?? []), [list.data.value]);
  const cancellingId = useSignal<string | null>(null);
  const close = () => {
    cancellingId.value = null;
  };
  return (
    <>
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="exchange" title="No orders yet">
            <ButtonLink href="/my/perks" kind="primary">
              View market
            </ButtonLink>
          </EmptyState>
        }
      >
        {items => (
          <Table
            caption="Your orders"
            items={items}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Order',
                cell: ({ type, perkId, quantity }) =>
                  `${type === 'buy' ? 'Buy' : 'Sell'} ${formatNumber(quantity)} × ${getCachedName(perkId) ?? UNKNOWN_PERK}`,
              },
              {
                head: 'Price',
                cell: ({ price, currency }) => (price === null ? 'Market' : formatMoney(price, currency)),
                isNumber: true,
              },
              {
                head: 'Filled',
                cell: ({ filledQuantity, averagePrice, currency }) =>
                  averagePrice === null
                    ? '0'
                    : `${formatNumber(filledQuantity)} at ${formatMoney(averagePrice, currency)}`,
                isNumber: true,
              },
              {
                head: 'Status',
                cell: ({ status }) => <OrderStatusBadge status={status} />,
              },
              { head: 'Placed', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              {
                head: 'Actions',
                cell: order =>
                  order.remainingQuantity > 0 ? (
                    <Button
                      isSmall
                      onClick={() => {
                        cancellingId.value = order.id;
                      }}
                    >
                      Cancel order
                    </Button>
                  ) : (
                    '–'
                  ),
              },
            ]}
          />
        )}
      </PagedList>
      {cancellingId.value && (
        <CancelOrderDialog
          id={cancellingId.value}
          onClose={close}
          onCancelled={() => {
            list.reload();
            onChange();
          }}
        />
      )}
    </>
  );
}

/** The customer's trades. */
export function MyTrades({ version, need }: Omit<ListProps, 'onChange'>) {
  const paging = pageQuery();
  const list = useResource(
    abort => send(api.exchange.trades.get({ query: paging, ...abort })),
    [paging.page, version],
  );
  useEffect(() => need(list.data.value?.items.map(({ perkId }) => perkId) ?? []), [list.data.value]);
  return (
    <PagedList resource={list} empty={<EmptyState icon="exchange" title="No trades yet" />}>
      {items => (
        <Table
          caption="Your trades"
          items={items}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Perk', cell: ({ perkId }) => getCachedName(perkId) ?? UNKNOWN_PERK },
            { head: 'Quantity', cell: ({ quantity }) => formatNumber(quantity), isNumber: true },
            {
              head: 'Price per unit',
              cell: ({ price, currency }) => formatMoney(price, currency),
              isNumber: true,
            },
            { head: 'Total', cell: ({ total, currency }) => formatMoney(total, currency), isNumber: true },
            { head: 'Executed', cell: ({ executedAt }) => <RelativeTime at={executedAt} /> },
          ]}
        />
      )}
    </PagedList>
  );
}
