import { useSignal } from '@preact/signals';
import { PROGRAM_STATUSES } from '../../../../db/enums.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatNumber } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { navigate } from '../../data/router.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { FilterTabs, StateBadge } from '../../ui/components.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, NumberField, parseNumber, TextField } from '../../ui/field.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatCashbackTerms, formatPoints } from './program-labels.ts';

const FILTERS = [
  { value: '', label: 'All' },
  ...PROGRAM_STATUSES.map(value => ({ value, label: formatLabel(value) })),
];

/** Lists the business's loyalty programs. */
export default function Programs() {
  const filters = { status: enumQuery('status', PROGRAM_STATUSES), ...pageQuery(), ...tenantParams() };
  const list = useResource(
    abort => send(api.programs.get({ query: filters, ...abort })),
    [filters.status, filters.page, businessId.value],
    { live: ['program.', 'member.'] },
  );
  const isAdding = useSignal(false);
  const add = () => {
    isAdding.value = true;
  };
  return (
    <>
      <ListPage
        title="Programs"
        intro="Reward regular customers with points, cashback and tiers."
        call={{ operation: 'listPrograms', values: filters }}
        create={{ label: 'Create program', onClick: add }}
        filters={<FilterTabs name="status" label="Status" options={FILTERS} />}
        isFiltered={filters.status !== undefined}
        resource={list}
        empty={{
          icon: 'people',
          title: filters.status ? `No ${filters.status} programs` : 'No programs yet',
          children: !filters.status && <p>Define what regular customers earn, then enroll them.</p>,
        }}
      >
        {items => (
          <Table
            caption="Programs"
            items={items}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Name', cell: ({ id, name }) => <a href={`/dashboard/programs/${id}`}>{name}</a> },
              { head: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
              { head: 'Members', isNumber: true, cell: ({ memberCount }) => formatNumber(memberCount) },
              { head: 'Cashback', cell: ({ rewards }) => formatCashbackTerms(rewards.cashback) },
              { head: 'Points', cell: ({ rewards }) => formatPoints(rewards.points) },
              { head: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
            ]}
          />
        )}
      </ListPage>
      {isAdding.value && (
        <NewProgramDialog
          onClose={() => {
            isAdding.value = false;
          }}
        />
      )}
    </>
  );
}

function NewProgramDialog({ onClose }: { onClose: () => void }) {
  const [name, percent, maxPerOrder, perDollar] = [
    useSignal(''),
    useSignal(''),
    useSignal(''),
    useSignal('1'),
  ];
  const buildBody = () => {
    const value = parseNumber(percent);
    const points = parseNumber(perDollar);
    return {
      name: name.value,
      rewards: {
        cashback:
          value === undefined
            ? undefined
            : { type: 'percentage' as const, value, maxPerTransaction: parseNumber(maxPerOrder) },
        points: points === undefined ? undefined : { perDollar: points },
      },
      ...tenantParams(),
    };
  };
  const create = useAction(async () => {
    const { id } = await send(api.programs.post(buildBody()));
    toast('Program created. Add tiers and goals under Terms.');
    navigate(`/dashboard/programs/${id}`);
  });
  return (
    <Dialog title="Create program" onClose={onClose}>
      <form onSubmit={create.submit}>
        <TextField
          label="Name"
          value={name}
          error={create.fieldError('name')}
          placeholder="Regulars"
          isRequired
        />
        <div class="row">
          <NumberField
            label="Cashback"
            unit="%"
            hint="Percentage of each order. Leave empty for none."
            value={percent}
            error={create.fieldError('rewards.cashback.value')}
          />
          <MoneyField
            label="Maximum per order"
            value={maxPerOrder}
            error={create.fieldError('rewards.cashback.maxPerTransaction')}
          />
        </div>
        <NumberField
          label="Points per dollar"
          value={perDollar}
          error={create.fieldError('rewards.points.perDollar')}
        />
        <FormError error={create.error.value} />
        <footer>
          <ShowCodeButton operation="createProgram" values={buildBody()} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={create.isBusy}>
            Create program
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
