import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Order } from '../../../exchange/orders/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import type { LiveMarket } from '../../data/market.ts';
import { getCachedName } from '../../data/name-cache.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, type Tone } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PagedList, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

const STATUS: Record<Order['status'], [label: string, tone: Tone]> = {
  open: ['Open', 'info'],
  partiallyFilled: ['Partially filled', 'info'],
  filled: ['Filled', 'good'],
  cancelled: ['Cancelled', 'neutral'],
  expired: ['Expired', 'neutral'],
};

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
  const cancelling = useSignal<Order | null>(null);
  const close = () => {
    cancelling.value = null;
  };
  const cancel = useAction(async () => {
    await send(api.exchange.orders({ id: cancelling.value?.id ?? '' }).delete());
    close();
    toast('Order cancelled');
    list.reload();
    onChange();
  });
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
                cell: ({ price }) => (price === null ? 'Market' : formatMoney(price)),
                isNumber: true,
              },
              {
                head: 'Filled',
                cell: ({ filledQuantity, averagePrice }) =>
                  averagePrice === null
                    ? '0'
                    : `${formatNumber(filledQuantity)} at ${formatMoney(averagePrice)}`,
                isNumber: true,
              },
              {
                head: 'Status',
                cell: ({ status }) => <Badge tone={STATUS[status][1]}>{STATUS[status][0]}</Badge>,
              },
              { head: 'Placed', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              {
                head: 'Actions',
                cell: order =>
                  order.remainingQuantity > 0 ? (
                    <Button
                      isSmall
                      onClick={() => {
                        cancelling.value = order;
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
      {cancelling.value && (
        <ConfirmDialog title="Cancel this order?" confirmLabel="Cancel order" action={cancel} onClose={close}>
          <p>The reserved amount will be released.</p>
          <ShowCodeButton operation="cancelOrder" values={{ id: cancelling.value.id }} />
        </ConfirmDialog>
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
            { head: 'Price per unit', cell: ({ price }) => formatMoney(price), isNumber: true },
            { head: 'Total', cell: ({ total }) => formatMoney(total), isNumber: true },
            { head: 'Executed', cell: ({ executedAt }) => <RelativeTime at={executedAt} /> },
          ]}
        />
      )}
    </PagedList>
  );
}
