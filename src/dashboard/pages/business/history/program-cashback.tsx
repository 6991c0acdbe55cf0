import { signal } from '@preact/signals';
import { CASHBACK_STATUSES } from '../../../../../db/enums.ts';
import type { CashbackTransition, ListedCashback } from '../../../../programs/cashback/model.ts';
import type { Program } from '../../../../programs/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney } from '../../../data/format.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { programLists as t } from '../../../messages/programLists/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Card, FilterTabs, formatState, StateBadge } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { TextField } from '../../../ui/field.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { WithDetail } from '../../../ui/with-detail.tsx';
import {
  type CashbackAction,
  describeRest,
  getRefundLabel,
  getShownStatus,
  listCashbackActions,
} from '../shared/cashback-labels.ts';
import { formatMember } from '../shared/member-labels.ts';
import { MemberLink } from '../shared/member-link.tsx';

const RefundDialog = lazyComponent(() => import('./refund-dialog.tsx'));

interface CashbackListProps {
  program: Program;
  /** Lists the orders of one member only. */
  memberId?: string;
}

/** Lists a program's orders with the cashback they earned, and the available actions. */
export default function CashbackList({ program: { id }, memberId }: CashbackListProps) {
  const status = enumQuery('status', CASHBACK_STATUSES);
  const filters = { memberId, status, include: 'member', ...pageQuery() };
  const list = useRead(api.programs({ id }).cashback.get, filters, { live: ['cashback.'] });
  const options = [
    { value: '', label: t.all },
    ...CASHBACK_STATUSES.map(value => ({ value, label: formatState(value) })),
  ];
  const refundDays = useRefundDays();
  const open = (action: CashbackAction, record: ListedCashback) => {
    if (action !== 'refund') change(action, record, list.reload);
    else
      openDialog(close => (
        <RefundDialog
          programId={id}
          subject={{ cashbackId: record.id }}
          member={formatMember(record.member ?? record)}
          total={record.orderValue ?? record.amount}
          onClose={close}
          onDone={list.reload}
        />
      ));
  };
  return (
    <Card
      title={t.cashback}
      actions={
        <>
          <CsvLink path={`/programs/${id}/cashback`} values={filters} />
          <ShowCodeButton operation="listCashback" values={{ id, ...filters }} />
        </>
      }
    >
      <FilterTabs name="status" label={t.status} options={options} />
      {status && <p class="hint">{t.hints[status]}</p>}
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="card" title={status ? t.noneIn[status] : t.noCashback}>
            {!status && <p>{t.noCashbackHow}</p>}
          </EmptyState>
        }
      >
        {items => <CashbackTable items={items} refundDays={refundDays} onOpen={open} />}
      </PagedList>
    </Card>
  );
}

interface CashbackTableProps {
  items: ListedCashback[];
  refundDays: number | undefined;
  onOpen: (action: CashbackAction, record: ListedCashback) => void;
}

function CashbackTable({ items, refundDays, onOpen }: CashbackTableProps) {
  return (
    <Table
      caption={t.cashback}
      items={items}
      keyOf={record => record.id}
      isCompact
      columns={[
        {
          head: t.member,
          cell: record => <MemberLink programId={record.programId} member={record.member ?? record} />,
        },
        {
          head: t.order,
          cell: ({ orderValue, orderId, submissionId }) => (
            <WithDetail detail={orderValue === null ? null : orderId}>
              {orderValue !== null
                ? formatMoney(orderValue)
                : (orderId ?? (submissionId ? t.submission : '–'))}
            </WithDetail>
          ),
        },
        {
          head: t.cashback,
          isNumber: true,
          cell: record => <WithDetail detail={describeRest(record)}>{formatMoney(record.amount)}</WithDetail>,
        },
        {
          head: t.status,
          cell: record => (
            <WithDetail detail={record.reason}>
              <StateBadge state={getShownStatus(record)} />
            </WithDetail>
          ),
        },
        { head: t.date, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        {
          head: t.actions,
          isMenu: true,
          cell: record => (
            <ActionMenu
              label={formatText(t.actionsFor, {
                thing: formatMoney(record.amount),
                member: formatMember(record.member ?? record),
              })}
              actions={listCashbackActions(record, refundDays).map(action => ({
                label: action === 'refund' ? getRefundLabel(record) : t.labels[action],
                isDanger: action !== 'confirm',
                onClick: () => onOpen(action, record),
              }))}
            />
          ),
        },
      ]}
    />
  );
}

/** Returns how many days after an order it can be refunded; undefined while loading. */
function useRefundDays(): number | undefined {
  const business = useRead(api.business.get, tenantParams());
  return business.data.value?.refundWindowDays;
}

/** Confirms, cancels or reverses cashback, after confirmation. */
function change(action: CashbackTransition['action'], record: ListedCashback, onDone: () => void): void {
  const reason = signal('');
  const body = () => ({ action, cashbackId: record.id, reason: reason.value || undefined });
  openForm({
    title: formatText(t.confirmTitles[action], {
      amount: formatMoney(record.amount),
      member: formatMember(record.member ?? record),
    }),
    submitLabel: t.labels[action],
    isDanger: action !== 'confirm',
    content: (
      <>
        <p>{t.effects[action]}</p>
        <TextField label={t.reason} value={reason} name="reason" />
      </>
    ),
    call: () => ({ operation: 'createCashback', values: { id: record.programId, ...body() } }),
    run: async () => {
      await send(api.programs({ id: record.programId }).cashback.post(body()));
      toast(t.done[action]);
      onDone();
    },
  });
}
