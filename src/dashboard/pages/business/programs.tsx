import { PROGRAM_STATUSES } from '../../../../db/enums.ts';
import type { Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, plural } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, hasPermission, tenantParams } from '../../data/session.ts';
import { FilterTabs, StateBadge } from '../../ui/components.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { listOffers } from './program-labels.ts';

const FILTERS = [
  { value: '', label: 'All' },
  ...PROGRAM_STATUSES.map(value => ({ value, label: formatLabel(value) })),
];
/** With fewer programs, there is nothing to filter. */
const MIN_FILTERED = 3;

/** Lists the business's loyalty programs. */
export default function Programs() {
  const filters = { status: enumQuery('status', PROGRAM_STATUSES), ...pageQuery(), ...tenantParams() };
  const list = useResource(
    abort => send(api.programs.get({ query: filters, ...abort })),
    [filters.status, filters.page, businessId.value],
    { live: ['program.', 'member.'] },
  );
  const isFiltered = filters.status !== undefined;
  const hasFilters = isFiltered || (list.data.value?.pagination.total ?? 0) >= MIN_FILTERED;
  return (
    <ListPage
      title="Programs"
      intro="Bring customers back with stamp cards, points and cashback."
      call={{ operation: 'listPrograms', values: filters }}
      create={
        hasPermission('programs') ? { label: 'Create program', href: '/dashboard/programs/new' } : undefined
      }
      filters={hasFilters && <FilterTabs name="status" label="Status" options={FILTERS} />}
      isFiltered={isFiltered}
      resource={list}
      empty={{
        icon: 'people',
        title: filters.status ? `No ${filters.status} programs` : 'Turn visitors into regulars',
        children: !filters.status && (
          <p>A stamp card such as “10th coffee free” is ready in one click. Points and cashback work too.</p>
        ),
      }}
    >
      {items => (
        <ul class="card-grid">
          {items.map(program => (
            <ProgramCard key={program.id} program={program} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function ProgramCard({ program: { id, name, status, memberCount, rewards } }: { program: Program }) {
  const offers = listOffers(rewards);
  return (
    <li class="card campaign-card">
      <header>
        <h2>
          <a href={`/dashboard/programs/${id}`}>{name}</a>
        </h2>
        {status !== 'active' && <StateBadge state={status} />}
      </header>
      <p class="hint">{plural(memberCount, 'member')}</p>
      <ul class="offers">
        {offers.map(offer => (
          <li key={offer}>
            <Icon name="check" />
            {offer}
          </li>
        ))}
        {offers.length === 0 && <li>Nothing to earn yet. Add terms.</li>}
      </ul>
    </li>
  );
}
