import type { Invoice } from '../../../billing/model.ts';
import { BILLING_CURRENCY } from '../../../platform/currency-digits.ts';
import { formatLabel, formatMoney } from '../../data/format.ts';
import { pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { Badge, Card, CopyButton, type Tone } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PagedList, Table } from '../../ui/table.tsx';
import { billing } from './billing-calls.ts';

const TONES: Record<Invoice['status'], Tone> = {
  open: 'warn',
  paid: 'good',
  void: 'neutral',
  refunded: 'info',
};

/** Lists invoices, newest first. @param changes incremented after this page creates an invoice */
export function Invoices({ changes }: { changes: number }) {
  const { page, perPage } = pageQuery();
  const list = useResource(abort => billing.invoices(page, perPage, abort), [page, changes], {
    live: ['billing.'],
  });
  return (
    <Card
      title="Invoices"
      actions={<ShowCodeButton operation="manageBilling" values={{ action: 'invoices' }} />}
    >
      <PagedList resource={list} empty={<EmptyState icon="card" title="No invoices yet" />}>
        {items => (
          <Table
            caption="Invoices"
            items={items}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Number', cell: ({ number }) => number },
              {
                head: 'Status',
                cell: ({ status }) => <Badge tone={TONES[status]}>{formatLabel(status)}</Badge>,
              },
              {
                head: 'Description',
                cell: ({ kind, planId, interval }) =>
                  kind === 'topup'
                    ? 'Wallet top-up'
                    : `${formatLabel(planId ?? 'plan')}, 1 ${interval ?? 'month'}`,
              },
              { head: 'Amount', isNumber: true, cell: ({ amount }) => formatMoney(amount, BILLING_CURRENCY) },
              { head: 'Refunded', isNumber: true, cell: formatRefund },
              {
                head: 'Payment reference',
                cell: ({ reference, status }) =>
                  status === 'open' ? (
                    <span class="row-actions">
                      <code>{reference}</code>
                      <CopyButton text={reference} />
                    </span>
                  ) : (
                    <code>{reference}</code>
                  ),
              },
              {
                head: 'Due or paid',
                cell: ({ status, dueAt, paidAt }) =>
                  paidAt ? (
                    <RelativeTime at={paidAt} />
                  ) : (
                    <RelativeTime at={dueAt} isDeadline={status === 'open'} />
                  ),
              },
            ]}
          />
        )}
      </PagedList>
    </Card>
  );
}

function formatRefund({ refunded, chargedBack, shortfall }: Invoice): string {
  if (refunded === 0) return '–';
  const notes = [
    chargedBack > 0 && 'chargeback',
    shortfall > 0 && `${formatMoney(shortfall, BILLING_CURRENCY)} outstanding`,
  ];
  return [formatMoney(refunded, BILLING_CURRENCY), ...notes.filter(Boolean)].join(', ');
}
