import { PROGRAM_STATUSES } from '../../../../db/enums.ts';
import type { Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatMoney, formatNumber, plural } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { businessId, hasPermission, tenantParams } from '../../data/session.ts';
import { FilterTabs, StateBadge } from '../../ui/components.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { listOffers } from './program-labels.ts';
import '../../ui/owner-style.ts';

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
        <ul class="program-list">
          {items.map(program => (
            <ProgramCard key={program.id} program={program} hasFigures={items.length <= MAX_WITH_FIGURES} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

/** Figures of each program are loaded up to this number of programs; more would be too many requests. */
const MAX_WITH_FIGURES = 8;

interface ProgramCardProps {
  program: Program;
  hasFigures: boolean;
}

function ProgramCard({ program: { id, name, status, memberCount, rewards }, hasFigures }: ProgramCardProps) {
  const offers = listOffers(rewards);
  return (
    <li class="card campaign-card">
      <div>
        <header class="program-name">
          <h2>
            <a href={`/dashboard/programs/${id}`}>{name}</a>
          </h2>
          {status !== 'active' && <StateBadge state={status} />}
        </header>
        <ul class="offers">
          {offers.map(offer => (
            <li key={offer}>
              <Icon name="check" />
              {offer}
            </li>
          ))}
          {offers.length === 0 && <li>Nothing to earn yet. Add terms.</li>}
        </ul>
      </div>
      {hasFigures ? <Figures id={id} memberCount={memberCount} /> : <p>{plural(memberCount, 'member')}</p>}
    </li>
  );
}

/** Members, visits and open cashback of a program. */
function Figures({ id, memberCount }: { id: string; memberCount: number }) {
  const progress = useResource(
    abort => send(api.programs({ id }).progress.get({ query: {}, ...abort })),
    [id],
  );
  const data = progress.data.value;
  const summary = data && 'summary' in data ? data.summary : undefined;
  const figures = [
    ['Members', formatNumber(memberCount)],
    ['Visits', summary ? formatNumber(summary.visits) : '…'],
    summary &&
      summary.shop.length > 0 && [
        'Bought with points',
        formatNumber(summary.shop.reduce((sum, item) => sum + item.bought, 0)),
      ],
    summary && summary.cashback.redeemed > 0 && ['Cashback spent', formatMoney(summary.cashback.redeemed)],
  ].filter(figure => !!figure);
  return (
    <dl class="program-figures">
      {figures.map(([figure, value]) => (
        <div key={figure}>
          <dt>{figure}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
