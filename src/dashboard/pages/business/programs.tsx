import { useSignal } from '@preact/signals';
import { PROGRAM_STATUSES } from '../../../../db/enums.ts';
import { api, send } from '../../data/api.ts';
import { formatNumber, formatWord } from '../../data/format.ts';
import { pageQuery, wordQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { navigate } from '../../data/router.ts';
import { businessId, tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterTabs, PageHead, StateBadge } from '../../ui/components.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, NumberField, numberOf, TextField } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';
import { Paging, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { cashbackWords, pointsWords } from './program-labels.ts';

const FILTERS = [
  { value: '', label: 'All' },
  ...PROGRAM_STATUSES.map(value => ({ value, label: formatWord(value) })),
];

/** The loyalty programs of the business. */
export default function Programs() {
  const asked = { status: wordQuery('status', PROGRAM_STATUSES), ...pageQuery(), ...tenant() };
  const list = useResource(
    abort => send(api.programs.get({ query: asked, ...abort })),
    [asked.status, asked.page, businessId.value],
    { live: ['program.', 'member.'] },
  );
  const isAdding = useSignal(false);
  const add = () => {
    isAdding.value = true;
  };
  return (
    <>
      <PageHead title="Programs" intro="Members earn points and cashback, and climb tiers.">
        <AsCode operation="listPrograms" values={asked} />
        <Button kind="primary" icon="plus" onClick={add}>
          New program
        </Button>
      </PageHead>
      <FilterTabs name="status" label="State" options={FILTERS} />
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty icon="people" title={asked.status ? `No program is ${asked.status}` : 'No programs yet'}>
            {!asked.status && (
              <>
                <p>A program is for those who come back: say what they earn, and enrol them.</p>
                <Button kind="primary" icon="plus" onClick={add}>
                  Start the first program
                </Button>
              </>
            )}
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <Table
              caption="Programs"
              items={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Name', cell: ({ id, name }) => <a href={`/dashboard/programs/${id}`}>{name}</a> },
                { head: 'State', cell: ({ status }) => <StateBadge state={status} /> },
                { head: 'Members', isNumber: true, cell: ({ memberCount }) => formatNumber(memberCount) },
                { head: 'Cashback', cell: ({ rewards }) => cashbackWords(rewards.cashback) },
                { head: 'Points', cell: ({ rewards }) => pointsWords(rewards.points) },
                { head: 'Started', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              ]}
            />
            <Paging {...pagination} />
          </>
        )}
      </Loaded>
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
  const [name, percent, most, perDollar] = [useSignal(''), useSignal(''), useSignal(''), useSignal('1')];
  const bodyOf = () => {
    const value = numberOf(percent);
    const points = numberOf(perDollar);
    return {
      name: name.value,
      rewards: {
        cashback:
          value === undefined
            ? undefined
            : { type: 'percentage' as const, value, maxPerTransaction: numberOf(most) },
        points: points === undefined ? undefined : { perDollar: points },
      },
      ...tenant(),
    };
  };
  const create = useAction(async () => {
    const { id } = await send(api.programs.post(bodyOf()));
    toast('The program runs; add tiers and goals here');
    navigate(`/dashboard/programs/${id}`);
  });
  return (
    <Dialog title="New program" onClose={onClose}>
      <form onSubmit={create.submit}>
        <TextField label="Name" value={name} error={create.of('name')} placeholder="Regulars" isRequired />
        <div class="row">
          <NumberField
            label="Cashback"
            unit="%"
            hint="Of each order; none when empty."
            value={percent}
            error={create.of('rewards.cashback.value')}
          />
          <MoneyField
            label="Maximum per order"
            value={most}
            error={create.of('rewards.cashback.maxPerTransaction')}
          />
        </div>
        <NumberField
          label="Points per dollar"
          value={perDollar}
          error={create.of('rewards.points.perDollar')}
        />
        <FormError error={create.error.value} />
        <footer>
          <AsCode operation="createProgram" values={bodyOf()} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={create.isBusy}>
            Start program
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
