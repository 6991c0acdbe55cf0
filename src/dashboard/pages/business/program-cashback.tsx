import { useSignal } from '@preact/signals';
import { CASHBACK_STATUSES } from '../../../../db/enums.ts';
import type { Cashback, CashbackTransition } from '../../../programs/cashback/model.ts';
import type { Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatMoney } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Card, FilterTabs, StateBadge } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PagedList, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatMember } from './program-labels.ts';

const FILTERS = [
  { value: '', label: 'All' },
  ...CASHBACK_STATUSES.map(value => ({ value, label: formatLabel(value) })),
];

type CashbackAction = CashbackTransition['action'];
const ACTIONS: Record<CashbackAction, { label: string; description: string; success: string }> = {
  confirm: {
    label: 'Release cashback',
    description: 'The member can spend it immediately, before the hold period ends.',
    success: 'Cashback released',
  },
  void: {
    label: 'Void cashback',
    description: "Use this for a refunded order. The member receives nothing for it. This can't be undone.",
    success: 'Cashback voided',
  },
  reverse: {
    label: 'Reverse cashback',
    description: "The member can no longer spend it. This can't be undone.",
    success: 'Cashback reversed',
  },
};

/** Lists a program's cashback with the available actions. */
export default function CashbackList({ program: { id } }: { program: Program }) {
  const filters = { status: enumQuery('status', CASHBACK_STATUSES), ...pageQuery() };
  const list = useResource(
    abort => send(api.programs({ id }).cashback.get({ query: filters, ...abort })),
    [id, filters.status, filters.page],
    { live: ['cashback.'] },
  );
  const openDialog = useSignal<{ action: CashbackAction; record: Cashback } | null>(null);
  const listActions = (record: Cashback): CashbackAction[] => {
    if (record.status === 'pending') return ['confirm', 'void'];
    return record.status === 'available' && record.remaining === record.amount ? ['reverse'] : [];
  };
  return (
    <Card title="Cashback" actions={<ShowCodeButton operation="listCashback" values={{ id, ...filters }} />}>
      <FilterTabs name="status" label="Status" options={FILTERS} />
      <PagedList
        resource={list}
        empty={
          <EmptyState
            icon="card"
            title={filters.status ? `No ${filters.status} cashback` : 'No cashback yet'}
          >
            {!filters.status && <p>Record a member's order on the Members tab.</p>}
          </EmptyState>
        }
      >
        {items => (
          <Table
            caption="Cashback"
            items={items}
            keyOf={record => record.id}
            columns={[
              { head: 'Member', cell: formatMember },
              { head: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
              { head: 'Amount', isNumber: true, cell: ({ amount }) => formatMoney(amount) },
              { head: 'Remaining', isNumber: true, cell: ({ remaining }) => formatMoney(remaining) },
              { head: 'Order value', isNumber: true, cell: ({ orderValue }) => formatMoney(orderValue) },
              { head: 'Receipt', cell: ({ orderId }) => orderId ?? '–' },
              {
                head: 'Available',
                cell: ({ status, availableAt }) =>
                  status === 'pending' ? <RelativeTime at={availableAt} /> : '–',
              },
              {
                head: 'Actions',
                isMenu: true,
                cell: record => (
                  <ActionMenu
                    label={`Actions for ${formatMoney(record.amount)} of ${formatMember(record)}`}
                    actions={listActions(record).map(action => ({
                      label: ACTIONS[action].label,
                      isDanger: action !== 'confirm',
                      onClick: () => {
                        openDialog.value = { action, record };
                      },
                    }))}
                  />
                ),
              },
            ]}
          />
        )}
      </PagedList>
      {openDialog.value && (
        <CashbackActionDialog
          {...openDialog.value}
          onClose={() => {
            openDialog.value = null;
          }}
          onDone={() => {
            openDialog.value = null;
            list.reload();
          }}
        />
      )}
    </Card>
  );
}

interface CashbackActionDialogProps {
  action: CashbackAction;
  record: Cashback;
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
      title={`${label} of ${formatMoney(record.amount)} for ${formatMember(record)}?`}
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
