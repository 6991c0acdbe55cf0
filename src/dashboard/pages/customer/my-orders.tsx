import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Order } from '../../../exchange/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import type { LiveMarket } from '../../data/market.ts';
import { nameOf } from '../../data/name-cache.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, type Tone } from '../../ui/components.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Paging, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

const STATUS: Record<Order['status'], [word: string, tone: Tone]> = {
  open: ['waiting', 'info'],
  partiallyFilled: ['partly done', 'info'],
  filled: ['done', 'good'],
  cancelled: ['cancelled', 'neutral'],
  expired: ['expired', 'neutral'],
};

const NAMELESS = 'A perk that is no longer traded';

interface ListProps {
  /** Changes whenever the list is to be read again. */
  version: number;
  onChange: () => void;
  /** Hears which perks the list names. */
  need: LiveMarket['need'];
}

/** What this customer ordered; what still waits can be cancelled. */
export function MyOrders({ version, onChange, need }: ListProps) {
  const asked = pageQuery();
  const list = useResource(
    abort => send(api.exchange.orders.get({ query: asked, ...abort })),
    [asked.page, version],
  );
  useEffect(() => need(list.data.value?.items.map(({ perkId }) => perkId) ?? []), [list.data.value]);
  const asking = useSignal<Order | null>(null);
  const close = () => {
    asking.value = null;
  };
  const cancel = useAction(async () => {
    await send(api.exchange.orders({ id: asking.value?.id ?? '' }).delete());
    close();
    toast('Cancelled');
    list.reload();
    onChange();
  });
  return (
    <Loaded
      resource={list}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <Empty icon="exchange" title="You have no orders">
          <ButtonLink href="/my/perks" kind="primary">
            See the market
          </ButtonLink>
        </Empty>
      }
    >
      {({ items, pagination }) => (
        <>
          <Table
            caption="Your orders"
            items={items}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Order',
                cell: ({ type, perkId, quantity }) =>
                  `${type === 'buy' ? 'Buy' : 'Sell'} ${formatNumber(quantity)} × ${nameOf(perkId) ?? NAMELESS}`,
              },
              {
                head: 'Price',
                cell: ({ price }) => (price === null ? 'best' : formatMoney(price)),
                isNumber: true,
              },
              {
                head: 'Done',
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
                head: 'Change',
                cell: order =>
                  order.remainingQuantity > 0 ? (
                    <Button
                      isSmall
                      onClick={() => {
                        asking.value = order;
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
          {asking.value && (
            <Confirm title="Cancel this order?" verb="Cancel the order" action={cancel} onClose={close}>
              <p>The reserved amount will be released.</p>
              <AsCode operation="cancelOrder" values={{ id: asking.value.id }} />
            </Confirm>
          )}
        </>
      )}
    </Loaded>
  );
}

/** What this customer bought and sold. */
export function MyTrades({ version, need }: Omit<ListProps, 'onChange'>) {
  const asked = pageQuery();
  const list = useResource(
    abort => send(api.exchange.trades.get({ query: asked, ...abort })),
    [asked.page, version],
  );
  useEffect(() => need(list.data.value?.items.map(({ perkId }) => perkId) ?? []), [list.data.value]);
  return (
    <Loaded
      resource={list}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty icon="exchange" title="You have bought and sold nothing yet" />}
    >
      {({ items, pagination }) => (
        <>
          <Table
            caption="Your trades"
            items={items}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Perk', cell: ({ perkId }) => nameOf(perkId) ?? NAMELESS },
              { head: 'How many', cell: ({ quantity }) => formatNumber(quantity), isNumber: true },
              { head: 'Price of one', cell: ({ price }) => formatMoney(price), isNumber: true },
              { head: 'In all', cell: ({ total }) => formatMoney(total), isNumber: true },
              { head: 'When', cell: ({ executedAt }) => <RelativeTime at={executedAt} /> },
            ]}
          />
          <Paging {...pagination} />
        </>
      )}
    </Loaded>
  );
}
