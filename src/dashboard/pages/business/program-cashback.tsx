import { useSignal } from '@preact/signals';
import { CASHBACK_STATUSES } from '../../../../db/enums.ts';
import type { Cashback, CashbackTransition } from '../../../programs/cashback/model.ts';
import type { Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatWord } from '../../data/format.ts';
import { pageQuery, wordQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, FilterTabs, StateBadge } from '../../ui/components.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Paging, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

const FILTERS = [
  { value: '', label: 'All' },
  ...CASHBACK_STATUSES.map(value => ({ value, label: formatWord(value) })),
];

type Move = CashbackTransition['action'];
const MOVES: Record<Move, { verb: string; text: string; done: string }> = {
  confirm: {
    verb: 'Release cashback',
    text: 'The member can spend it immediately, before the hold period ends.',
    done: 'Cashback released',
  },
  void: {
    verb: 'Void cashback',
    text: "Use this for a refunded order. The member receives nothing for it. This can't be undone.",
    done: 'Cashback voided',
  },
  reverse: {
    verb: 'Reverse cashback',
    text: "The member can no longer spend it. This can't be undone.",
    done: 'Cashback reversed',
  },
};

/** Lists a program's cashback with the available actions. */
export function CashbackList({ program: { id } }: { program: Program }) {
  const filters = { status: wordQuery('status', CASHBACK_STATUSES), ...pageQuery() };
  const list = useResource(
    abort => send(api.programs({ id }).cashback.get({ query: filters, ...abort })),
    [id, filters.status, filters.page],
    { live: ['cashback.'] },
  );
  const openDialog = useSignal<{ move: Move; record: Cashback } | null>(null);
  const listMoves = (record: Cashback): Move[] => {
    if (record.status === 'pending') return ['confirm', 'void'];
    return record.status === 'available' && record.remaining === record.amount ? ['reverse'] : [];
  };
  return (
    <Card title="Cashback" actions={<AsCode operation="listCashback" values={{ id, ...filters }} />}>
      <FilterTabs name="status" label="State" options={FILTERS} />
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty icon="card" title={filters.status ? `No ${filters.status} cashback` : 'No cashback yet'}>
            {!filters.status && <p>Record a member's order on the Members tab.</p>}
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <Table
              caption="Cashback"
              items={items}
              keyOf={record => record.id}
              columns={[
                { head: 'Member', cell: ({ memberId }) => memberId },
                { head: 'State', cell: ({ status }) => <StateBadge state={status} /> },
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
                  cell: record => (
                    <span class="row-actions">
                      {listMoves(record).map(move => (
                        <Button
                          key={move}
                          isSmall
                          onClick={() => {
                            openDialog.value = { move, record };
                          }}
                        >
                          {MOVES[move].verb}
                        </Button>
                      ))}
                    </span>
                  ),
                },
              ]}
            />
            <Paging {...pagination} />
          </>
        )}
      </Loaded>
      {openDialog.value && (
        <MoveDialog
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

interface MoveProps {
  move: Move;
  record: Cashback;
  onClose: () => void;
  onDone: () => void;
}

function MoveDialog({ move, record, onClose, onDone }: MoveProps) {
  const reason = useSignal('');
  const { verb, text, done } = MOVES[move];
  const body = { action: move, cashbackId: record.id, reason: reason.value || undefined };
  const act = useAction(async () => {
    await send(api.programs({ id: record.programId }).cashback.post(body));
    toast(done);
    onDone();
  });
  return (
    <Confirm
      title={`${verb} of ${formatMoney(record.amount)} for ${record.memberId}?`}
      verb={verb}
      isDanger={move !== 'confirm'}
      action={act}
      onClose={onClose}
    >
      <p>{text}</p>
      <TextField label="Reason" value={reason} error={act.of('reason')} />
      <AsCode operation="createCashback" values={{ id: record.programId, ...body }} />
    </Confirm>
  );
}
