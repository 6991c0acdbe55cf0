import { useEffect } from 'preact/hooks';
import { api } from '../../../data/api.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import type { LiveMarket } from '../../../data/market.ts';
import { getCachedName } from '../../../data/name-cache.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useRead } from '../../../data/resource.ts';
import { market as t } from '../../../messages/market/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { cancelOrder, OrderStatusBadge } from '../../order-parts.tsx';

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
  const list = useRead(api.exchange.orders.get, paging, { also: [version] });
  useEffect(() => need(list.data.value?.items.map(({ perkId }) => perkId) ?? []), [list.data.value]);
  const reload = () => {
    list.reload();
    onChange();
  };
  return (
    <PagedList
      resource={list}
      empty={
        <EmptyState icon="exchange" title={t.noOrders}>
          <ButtonLink href="/my/perks" kind="primary">
            {t.viewMarket}
          </ButtonLink>
        </EmptyState>
      }
    >
      {items => (
        <Table
          caption={t.views.orders}
          items={items}
          keyOf={({ id }) => id}
          columns={[
            {
              head: t.order,
              cell: ({ type, perkId, quantity }) =>
                formatText(type === 'buy' ? t.buyOf : t.sellOf, {
                  quantity: formatNumber(quantity),
                  perk: getCachedName(perkId) ?? t.delisted,
                }),
            },
            {
              head: t.price,
              cell: ({ price, currency }) => (price === null ? t.atMarket : formatMoney(price, currency)),
              isNumber: true,
            },
            {
              head: t.filled,
              cell: ({ filledQuantity, averagePrice, currency }) =>
                averagePrice === null
                  ? '0'
                  : formatText(t.filledAt, {
                      quantity: formatNumber(filledQuantity),
                      amount: formatMoney(averagePrice, currency),
                    }),
              isNumber: true,
            },
            {
              head: t.status,
              cell: ({ status }) => <OrderStatusBadge status={status} />,
            },
            { head: t.placed, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            {
              head: t.actions,
              hasButtons: true,
              cell: order =>
                order.remainingQuantity > 0 ? (
                  <Button isSmall onClick={() => cancelOrder(order.id, reload)}>
                    {t.cancelOrder}
                  </Button>
                ) : (
                  '–'
                ),
            },
          ]}
        />
      )}
    </PagedList>
  );
}

/** The customer's trades. */
export function MyTrades({ version, need }: Omit<ListProps, 'onChange'>) {
  const paging = pageQuery();
  const list = useRead(api.exchange.trades.get, paging, { also: [version] });
  useEffect(() => need(list.data.value?.items.map(({ perkId }) => perkId) ?? []), [list.data.value]);
  return (
    <PagedList resource={list} empty={<EmptyState icon="exchange" title={t.noTrades} />}>
      {items => (
        <Table
          caption={t.views.trades}
          items={items}
          keyOf={({ id }) => id}
          columns={[
            { head: t.perk, cell: ({ perkId }) => getCachedName(perkId) ?? t.delisted },
            { head: t.quantity, cell: ({ quantity }) => formatNumber(quantity), isNumber: true },
            {
              head: t.unitPrice,
              cell: ({ price, currency }) => formatMoney(price, currency),
              isNumber: true,
            },
            { head: t.total, cell: ({ total, currency }) => formatMoney(total, currency), isNumber: true },
            { head: t.executed, cell: ({ executedAt }) => <RelativeTime at={executedAt} /> },
          ]}
        />
      )}
    </PagedList>
  );
}
