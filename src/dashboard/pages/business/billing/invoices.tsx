import type { Invoice } from '../../../../billing/model.ts';
import { BILLING_CURRENCY } from '../../../../platform/currency-digits.ts';
import { formatLabel, formatMoney } from '../../../data/format.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useResource } from '../../../data/resource.ts';
import { billing as t } from '../../../messages/billing/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Badge, Card, CopyButton, type Tone } from '../../../ui/components.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { billing } from './billing-calls.ts';

/** The largest page of the API. */
const MAX_PER_PAGE = 100;
const TONES: Record<Invoice['status'], Tone> = {
  open: 'warn',
  paid: 'good',
  void: 'neutral',
  refunded: 'info',
};

const COLUMNS = [
  ...['number', 'kind', 'planId', 'interval', 'status', 'amount', 'refunded', 'currency', 'reference'],
  ...['createdAt', 'dueAt', 'paidAt'],
] as (keyof Invoice)[];

/** Reads all invoices as rows, headed by the names of their fields. The action of the API has no CSV. */
async function readRows() {
  const all: Invoice[] = [];
  for (let page = 1, total = 1; page <= total; page += 1) {
    const { items, pagination } = await billing.invoices(page, MAX_PER_PAGE);
    all.push(...items);
    total = pagination.totalPages;
  }
  return [COLUMNS, ...all.map(invoice => COLUMNS.map(name => invoice[name]))];
}

/** Lists invoices, newest first. @param changes incremented after this page creates an invoice */
export function Invoices({ changes }: { changes: number }) {
  const { page, perPage } = pageQuery();
  const list = useResource(abort => billing.invoices(page, perPage, abort), [page, changes], {
    live: ['billing.'],
  });
  return (
    <Card
      title={t.invoices}
      actions={
        <>
          <ExportButton name="invoices" isSmall read={readRows} />
          <ShowCodeButton operation="manageBilling" values={{ action: 'invoices' }} />
        </>
      }
    >
      <PagedList resource={list} empty={<EmptyState icon="card" title={t.noInvoices} />}>
        {items => (
          <Table
            caption={t.invoices}
            items={items}
            keyOf={({ id }) => id}
            columns={[
              { head: t.number, cell: ({ number }) => number },
              {
                head: t.status,
                cell: ({ status }) => <Badge tone={TONES[status]}>{t.invoiceStates[status]}</Badge>,
              },
              {
                head: t.description,
                cell: ({ kind, planId, interval }) =>
                  kind === 'topup'
                    ? t.topUp
                    : formatText(t.invoiceLines[interval ?? 'month'], {
                        plan: formatLabel(planId ?? 'plan'),
                      }),
              },
              { head: t.amount, isNumber: true, cell: ({ amount }) => formatMoney(amount, BILLING_CURRENCY) },
              { head: t.refunded, isNumber: true, cell: formatRefund },
              {
                head: t.reference,
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
                head: t.dueOrPaid,
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
    chargedBack > 0 && t.chargeback,
    shortfall > 0 && formatText(t.outstanding, { amount: formatMoney(shortfall, BILLING_CURRENCY) }),
  ];
  return [formatMoney(refunded, BILLING_CURRENCY), ...notes.filter(Boolean)].join(', ');
}
