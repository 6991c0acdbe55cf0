import { PROGRAM_STATUSES } from '../../../../../db/enums.ts';
import type { Program } from '../../../../programs/model.ts';
import { api } from '../../../data/api.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { useRead } from '../../../data/resource.ts';
import { hasPermission, tenantParams } from '../../../data/session.ts';
import { programs as t } from '../../../messages/programs/index.ts';
import { formatText } from '../../../messages/text.ts';
import { FilterTabs, formatState, StateBadge } from '../../../ui/components.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { listOffers } from '../shared/program-labels.ts';
import '../../../ui/owner-style.ts';

/** With fewer programs, there is nothing to filter. */
const MIN_FILTERED = 3;

/** Lists the business's loyalty programs. */
export default function Programs() {
  const filters = { status: enumQuery('status', PROGRAM_STATUSES), ...pageQuery(), ...tenantParams() };
  const list = useRead(api.programs.get, filters, { live: ['program.', 'member.'] });
  const isFiltered = filters.status !== undefined;
  const options = [
    { value: '', label: t.all },
    ...PROGRAM_STATUSES.map(value => ({ value, label: formatState(value) })),
  ];
  const hasFilters = isFiltered || (list.data.value?.pagination.total ?? 0) >= MIN_FILTERED;
  return (
    <ListPage
      title={t.title}
      intro={t.intro}
      call={{ operation: 'listPrograms', values: filters }}
      csvPath="/programs"
      create={hasPermission('programs') ? { label: t.create, href: '/dashboard/programs/new' } : undefined}
      filters={hasFilters && <FilterTabs name="status" label={t.status} options={options} />}
      isFiltered={isFiltered}
      resource={list}
      empty={{
        icon: 'people',
        title: filters.status ? t.noneIn[filters.status] : t.none,
        children: !filters.status && <p>{t.noneHow}</p>,
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
          {offers.length === 0 && <li>{t.noTerms}</li>}
        </ul>
      </div>
      {hasFigures ? (
        <Figures id={id} memberCount={memberCount} />
      ) : (
        <p>{formatText(t.memberCount, { count: memberCount })}</p>
      )}
    </li>
  );
}

/** Members, visits and open cashback of a program. */
function Figures({ id, memberCount }: { id: string; memberCount: number }) {
  const progress = useRead(api.programs({ id }).progress.get);
  const data = progress.data.value;
  const summary = data && 'summary' in data ? data.summary : undefined;
  const figures = [
    [t.members, formatNumber(memberCount)],
    [t.visits, summary ? formatNumber(summary.visits) : '…'],
    summary &&
      summary.shop.length > 0 && [
        t.boughtWithPoints,
        formatNumber(summary.shop.reduce((sum, item) => sum + item.bought, 0)),
      ],
    summary && summary.cashback.redeemed > 0 && [t.cashbackSpent, formatMoney(summary.cashback.redeemed)],
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
