import { useSignal } from '@preact/signals';
import { CASHBACK_STATUSES } from '../../../../db/enums.ts';
import type { Cashback, CashbackMove } from '../../../programs/cashback-model.ts';
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

type Move = CashbackMove['action'];
const MOVES: Record<Move, { verb: string; text: string; done: string }> = {
  confirm: {
    verb: 'Release now',
    text: 'The member can spend it at once, without waiting for the days that it is held.',
    done: 'It can be spent',
  },
  void: {
    verb: 'Cancel it',
    text: 'For an order that was given back: the member gets nothing for it. This cannot be taken back.',
    done: 'Cancelled',
  },
  reverse: {
    verb: 'Take it back',
    text: 'The member can no longer spend it. This cannot be taken back.',
    done: 'Taken back',
  },
};

/** The cashback of a program, with what can still be done about each. */
export function CashbackList({ program: { id } }: { program: Program }) {
  const asked = { status: wordQuery('status', CASHBACK_STATUSES), ...pageQuery() };
  const list = useResource(
    abort => send(api.programs({ id }).cashback.get({ query: asked, ...abort })),
    [id, asked.status, asked.page],
    { live: ['cashback.'] },
  );
  const asking = useSignal<{ move: Move; record: Cashback } | null>(null);
  const movesOf = (record: Cashback): Move[] => {
    if (record.status === 'pending') return ['confirm', 'void'];
    return record.status === 'available' && record.remaining === record.amount ? ['reverse'] : [];
  };
  return (
    <Card title="Cashback" actions={<AsCode operation="listCashback" values={{ id, ...asked }} />}>
      <FilterTabs name="status" label="State" options={FILTERS} />
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty icon="card" title={asked.status ? `None is ${asked.status}` : 'No cashback yet'}>
            {!asked.status && <p>Add an order of a member, under Members.</p>}
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
                { head: 'Left', isNumber: true, cell: ({ remaining }) => formatMoney(remaining) },
                { head: 'Order', isNumber: true, cell: ({ orderValue }) => formatMoney(orderValue) },
                { head: 'Receipt', cell: ({ orderId }) => orderId ?? '–' },
                {
                  head: 'To be spent',
                  cell: ({ status, availableAt }) =>
                    status === 'pending' ? <RelativeTime at={availableAt} /> : '–',
                },
                {
                  head: 'Change',
                  cell: record => (
                    <span class="row-actions">
                      {movesOf(record).map(move => (
                        <Button
                          key={move}
                          isSmall
                          onClick={() => {
                            asking.value = { move, record };
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
      {asking.value && (
        <MoveDialog
          {...asking.value}
          onClose={() => {
            asking.value = null;
          }}
          onDone={() => {
            asking.value = null;
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
      title={`${verb}: ${formatMoney(record.amount)} of ${record.memberId}?`}
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
