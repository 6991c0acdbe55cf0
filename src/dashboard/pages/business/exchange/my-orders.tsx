import { useEffect } from 'preact/hooks';
import { ORDER_STATUSES } from '../../../../../db/enums.ts';
import type { Order } from '../../../../exchange/orders/model.ts';
import { api } from '../../../data/api.ts';
import { formatLabel, formatMoney, formatNumber } from '../../../data/format.ts';
import type { LiveMarket } from '../../../data/market.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { useRead } from '../../../data/resource.ts';
import { exchange as t } from '../../../messages/exchange/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, FilterTabs } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { cancelOrder, OrderStatusBadge } from '../../order-parts.tsx';

// This page is at the size limit for the first load.
const CsvLink = lazyComponent(async () => ({ default: (await import('../../../ui/csv-link.tsx')).CsvLink }));

const isOpen = ({ status }: Order) => status === 'open' || status === 'partiallyFilled';

/** Lists the business's orders, newest first; open ones can be cancelled. */
export function MyOrders({
  nameOf,
  need,
}: {
  nameOf: (perkId: string) => string;
  need: LiveMarket['loadPerks'];
}) {
  const filters = { status: enumQuery('status', ORDER_STATUSES), ...pageQuery() };
  const list = useRead(api.exchange.orders.get, filters, { live: ['exchange.'] });
  useEffect(() => need(list.data.value?.items.map(({ perkId }) => perkId) ?? []), [list.data.value]);
  return (
    <Card
      title={t.offers}
      actions={
        <>
          <CsvLink path="/exchange/orders" values={filters} />
          <ShowCodeButton operation="listOrders" values={filters} />
        </>
      }
    >
      <FilterTabs
        name="status"
        label={t.status}
        options={[
          { value: '', label: t.all },
          ...ORDER_STATUSES.map(value => ({ value, label: shell.states[value] ?? formatLabel(value) })),
        ]}
      />
      <PagedList
        resource={list}
        empty={<EmptyState icon="exchange" title={filters.status ? t.noMatch : t.noOffers} />}
      >
        {items => (
          <Table
            caption={t.offers}
            items={items}
            keyOf={({ id }) => id}
            columns={[
              {
                head: t.offer,
                cell: ({ type, perkId }) => formatText(t.offerOf[type], { perk: nameOf(perkId) }),
              },
              {
                head: t.status,
                cell: ({ status }) => <OrderStatusBadge status={status} />,
              },
              {
                head: t.price,
                isNumber: true,
                cell: ({ price, currency }) =>
                  price === null ? t.bestAvailable : formatMoney(price, currency),
              },
              {
                head: t.completed,
                isNumber: true,
                cell: ({ filledQuantity, quantity }) =>
                  formatText(t.countOf, {
                    count: formatNumber(filledQuantity),
                    total: formatNumber(quantity),
                  }),
              },
              {
                head: t.averagePrice,
                isNumber: true,
                cell: ({ averagePrice, currency }) => formatMoney(averagePrice, currency),
              },
              { head: t.placedAt, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              {
                head: t.actions,
                hasButtons: true,
                cell: order =>
                  isOpen(order) ? (
                    <Button isSmall onClick={() => cancelOrder(order.id, list.reload)}>
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
    </Card>
  );
}
