import { signal } from '@preact/signals';
import { INBOUND_ORDER_STATUSES } from '../../../../../db/enums.ts';
import type { InboundOrder, Source } from '../../../../programs/integrations/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney } from '../../../data/format.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { useRead } from '../../../data/resource.ts';
import { hasPermission, tenantParams } from '../../../data/session.ts';
import { shopSystems as t } from '../../../messages/shopSystems/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, FilterTabs, type Tone } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { TextField } from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { BLANK, PagedList, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { WithDetail } from '../../../ui/with-detail.tsx';
import { SYSTEM_NAMES } from './shop-system-steps.tsx';

const TONES: Record<InboundOrder['status'], Tone> = {
  waiting: 'neutral',
  parked: 'warn',
  credited: 'good',
  refused: 'bad',
  canceled: 'neutral',
};

/** The orders that a shop system sent, with the reason of those that are not counted. */
export default function ShopOrders({ source }: { source: Source }) {
  const filters = { status: enumQuery('status', INBOUND_ORDER_STATUSES), ...pageQuery(), ...tenantParams() };
  const list = useRead(api.integrations({ source }).orders.get, filters, { live: ['member.', 'cashback.'] });
  const needsHelp = ({ status, reason }: InboundOrder) =>
    hasPermission('review') && (reason !== null || status === 'waiting');
  return (
    <Card
      title={formatText(t.ordersFrom, { name: SYSTEM_NAMES[source] })}
      actions={
        <>
          <CsvLink path={`/integrations/${source}/orders`} values={filters} />
          <ShowCodeButton operation="listInboundOrders" values={{ source, ...filters }} />
        </>
      }
    >
      <FilterTabs
        name="status"
        label={t.status}
        options={[
          { value: '', label: t.all },
          ...INBOUND_ORDER_STATUSES.map(value => ({ value, label: t.statuses[value] })),
        ]}
      />
      <PagedList
        resource={list}
        empty={<EmptyState icon="inbox" title={filters.status ? t.noMatch : t.none} />}
      >
        {items => (
          <Table
            isWide
            caption={formatText(t.ordersFrom, { name: SYSTEM_NAMES[source] })}
            items={items}
            keyOf={({ id }) => id}
            columns={[
              { head: t.order, cell: ({ orderId }) => <span class="break">{orderId}</span> },
              {
                head: t.status,
                cell: ({ status, reason }) => (
                  <WithDetail detail={reason?.message}>
                    <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>
                  </WithDetail>
                ),
              },
              { head: t.member, cell: ({ memberId, email, phone }) => memberId ?? email ?? phone ?? BLANK },
              {
                head: t.amount,
                isNumber: true,
                cell: ({ amount, currency }) => (amount === null ? BLANK : formatMoney(amount, currency)),
              },
              {
                head: t.refunded,
                isNumber: true,
                cell: ({ refunded, currency }) => (refunded === 0 ? BLANK : formatMoney(refunded, currency)),
              },
              { head: t.date, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              {
                head: t.actions,
                hasButtons: true,
                cell: order =>
                  needsHelp(order) && (
                    <Button
                      isSmall
                      label={formatText(t.retryOf, { order: order.orderId })}
                      onClick={() => retry(order, list.reload)}
                    >
                      {t.retry}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </PagedList>
    </Card>
  );
}

/** Counts an order again, or for a member that the person names. */
function retry({ id, source, orderId, reason, memberId: counted }: InboundOrder, onDone: () => void): void {
  const memberId = signal('');
  const body = () => (memberId.value.trim() === '' ? {} : { memberId: memberId.value.trim() });
  openForm({
    title: formatText(t.retryOf, { order: orderId }),
    submitLabel: t.retryOrder,
    content: (
      <>
        {reason && <p>{reason.message}.</p>}
        {counted === null && (
          <TextField label={t.memberId} hint={t.memberIdHint} value={memberId} name="memberId" />
        )}
      </>
    ),
    call: () => ({ operation: 'retryInboundOrder', values: { source, id, ...body() } }),
    run: async () => {
      const after = await send(api.integrations({ source }).orders({ id }).retry.post(body()));
      toast(after.reason ? after.reason.message : t.counted);
      onDone();
    },
  });
}
