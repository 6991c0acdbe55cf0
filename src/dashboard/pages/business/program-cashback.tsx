import { useSignal } from '@preact/signals';
import { CASHBACK_STATUSES } from '../../../../db/enums.ts';
import type { CashbackTransition, ListedCashback } from '../../../programs/cashback/model.ts';
import type { Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatMoney } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Card, FilterTabs, StateBadge } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PagedList, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { WithDetail } from '../../ui/with-detail.tsx';
import {
  type CashbackAction,
  describeRest,
  getRefundLabel,
  getShownStatus,
  listCashbackActions,
} from './cashback-labels.ts';
import { formatMember } from './member-labels.ts';
import { MemberLink } from './member-link.tsx';

const RefundDialog = lazyComponent(() => import('./refund-dialog.tsx'));

const FILTERS = [
  { value: '', label: 'All' },
  ...CASHBACK_STATUSES.map(value => ({ value, label: formatLabel(value) })),
];
/** The meaning of the states, for those who don't work with them every day. */
const STATUS_HINTS: Record<(typeof CASHBACK_STATUSES)[number], string> = {
  pending: "On hold until the return period ends. Members see it, but can't spend it yet.",
  available: 'Members can spend it on their next order.',
  redeemed: 'Spent on an order.',
  expired: 'Not spent in time.',
  void: 'Canceled while it was on hold.',
  reversed: 'Taken back after it could be spent.',
};
const ACTIONS: Record<CashbackTransition['action'], { label: string; description: string; success: string }> =
  {
    confirm: {
      label: 'Release cashback',
      description: 'The member can spend it immediately, before the hold period ends.',
      success: 'Cashback released',
    },
    void: {
      label: 'Void cashback',
      description: "The member receives nothing for it. This can't be undone.",
      success: 'Cashback voided',
    },
    reverse: {
      label: 'Reverse cashback',
      description: "The member can no longer spend it. This can't be undone.",
      success: 'Cashback reversed',
    },
  };

interface CashbackListProps {
  program: Program;
  /** Lists the orders of one member only. */
  memberId?: string;
}

/** Lists a program's orders with the cashback they earned, and the available actions. */
export default function CashbackList({ program: { id }, memberId }: CashbackListProps) {
  const status = enumQuery('status', CASHBACK_STATUSES);
  const filters = { memberId, status, include: 'member', ...pageQuery() };
  const list = useResource(
    abort => send(api.programs({ id }).cashback.get({ query: filters, ...abort })),
    [id, memberId, status, filters.page],
    { live: ['cashback.'] },
  );
  const refundDays = useRefundDays();
  const openDialog = useSignal<{ action: CashbackAction; record: ListedCashback } | null>(null);
  const close = () => {
    openDialog.value = null;
  };
  const finish = () => {
    close();
    list.reload();
  };
  const current = openDialog.value;
  return (
    <Card title="Cashback" actions={<ShowCodeButton operation="listCashback" values={{ id, ...filters }} />}>
      <FilterTabs name="status" label="Status" options={FILTERS} />
      {status && <p class="hint">{STATUS_HINTS[status]}</p>}
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="card" title={status ? `No ${status} cashback` : 'No cashback yet'}>
            {!status && <p>Add a purchase at the counter, or record an order on the Members tab.</p>}
          </EmptyState>
        }
      >
        {items => (
          <CashbackTable
            items={items}
            refundDays={refundDays}
            onOpen={(action, record) => {
              openDialog.value = { action, record };
            }}
          />
        )}
      </PagedList>
      {current?.action === 'refund' && (
        <RefundDialog
          programId={id}
          subject={{ cashbackId: current.record.id }}
          member={formatMember(current.record.member ?? current.record)}
          total={current.record.orderValue ?? current.record.amount}
          onClose={close}
          onDone={finish}
        />
      )}
      {current && current.action !== 'refund' && (
        <CashbackActionDialog
          action={current.action}
          record={current.record}
          onClose={close}
          onDone={finish}
        />
      )}
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
      caption="Cashback"
      items={items}
      keyOf={record => record.id}
      isCompact
      columns={[
        {
          head: 'Member',
          cell: record => <MemberLink programId={record.programId} member={record.member ?? record} />,
        },
        {
          head: 'Order',
          cell: ({ orderValue, orderId, submissionId }) => (
            <WithDetail detail={orderValue === null ? null : orderId}>
              {orderValue !== null
                ? formatMoney(orderValue)
                : (orderId ?? (submissionId ? 'Submission' : '–'))}
            </WithDetail>
          ),
        },
        {
          head: 'Cashback',
          isNumber: true,
          cell: record => <WithDetail detail={describeRest(record)}>{formatMoney(record.amount)}</WithDetail>,
        },
        {
          head: 'Status',
          cell: record => (
            <WithDetail detail={record.reason}>
              <StateBadge state={getShownStatus(record)} />
            </WithDetail>
          ),
        },
        { head: 'Date', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        {
          head: 'Actions',
          isMenu: true,
          cell: record => (
            <ActionMenu
              label={`Actions for ${formatMoney(record.amount)} of ${formatMember(record.member ?? record)}`}
              actions={listCashbackActions(record, refundDays).map(action => ({
                label: action === 'refund' ? getRefundLabel(record) : ACTIONS[action].label,
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
  const business = useResource(
    abort => send(api.business.get({ query: tenantParams(), ...abort })),
    [businessId.value],
  );
  return business.data.value?.refundWindowDays;
}

interface CashbackActionDialogProps {
  action: CashbackTransition['action'];
  record: ListedCashback;
  onClose: () => void;
  onDone: () => void;
}

function CashbackActionDialog({ action, record, onClose, onDone }: CashbackActionDialogProps) {
  const reason = useSignal('');
  const { label, description, success } = ACTIONS[action];
  const body = { action, cashbackId: record.id, reason: reason.value || undefined };
  const perform = useAction(async () => {
    await send(api.programs({ id: record.programId }).cashback.post(body));
    toast(success);
    onDone();
  });
  return (
    <ConfirmDialog
      title={`${label} of ${formatMoney(record.amount)} for ${formatMember(record.member ?? record)}?`}
      confirmLabel={label}
      isDanger={action !== 'confirm'}
      action={perform}
      onClose={onClose}
    >
      <p>{description}</p>
      <TextField label="Reason" value={reason} error={perform.fieldError('reason')} />
      <ShowCodeButton operation="createCashback" values={{ id: record.programId, ...body }} />
    </ConfirmDialog>
  );
}
