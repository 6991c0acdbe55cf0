import type { CounterReport } from '../../../../places/model.ts';
import { api } from '../../../data/api.ts';
import { downloadCsv } from '../../../data/csv.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { useRead } from '../../../data/resource.ts';
import { query, setQuery } from '../../../data/router.ts';
import { tenantParams } from '../../../data/session.ts';
import { counterReport as t } from '../../../messages/counterReport/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, PageHead, Stat, StatList } from '../../../ui/components.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { BLANK, Table } from '../../../ui/table.tsx';
import { PeriodPicker, readChosenPeriod } from '../overview/overview-period.tsx';

const ALL = { page: 1, perPage: 100 };

/** Visits, purchases, redemptions and refunds by person and place. */
export default function CounterReportPage() {
  const period = readChosenPeriod();
  const { from, to } = period;
  const placeId = query.value.get('place') ?? undefined;
  const filter = {
    from,
    to,
    ...(placeId ? { placeId } : {}),
    ...tenantParams(),
  };
  const report = useRead(api.statistics.counter.get, filter);
  return (
    <>
      <PageHead title={t.title} intro={t.intro}>
        <ShowCodeButton operation="getCounterReport" values={filter} />
      </PageHead>
      <div class="figures">
        <PeriodPicker period={period} />
        <PlaceFilter placeId={placeId} />
      </div>
      <Loaded resource={report}>{data => <Report report={data} />}</Loaded>
    </>
  );
}

/** Chooses one of the places, for a business that has several. */
function PlaceFilter({ placeId }: { placeId: string | undefined }) {
  const places = useRead(api.business.places.get, { ...ALL, ...tenantParams() });
  const names = places.data.value?.items ?? [];
  if (names.length < 2) return null;
  const options = [{ id: '', name: t.allPlaces }, ...names];
  return (
    <label class="place-filter">
      <span class="visually-hidden">{t.place}</span>
      <select
        value={placeId ?? ''}
        onChange={({ currentTarget: { value } }) => setQuery({ place: value || null })}
      >
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

type Row = CounterReport['rows'][number];

const COUNTS: [count: keyof typeof t.counts, value?: keyof Row][] = [
  ['visits'],
  ['stamps'],
  ['purchases', 'purchaseValue'],
  ['redemptions', 'redemptionValue'],
  ['reinstatements', 'reinstatementValue'],
  ['refunds', 'refundValue'],
  ['shopOrders'],
  ['cancellations'],
];

function Report({ report }: { report: CounterReport }) {
  const { rows, totals } = report;
  if (rows.length === 0)
    return (
      <EmptyState icon="chart" title={t.none}>
        <p>{t.noneHow}</p>
      </EmptyState>
    );
  return (
    <>
      {!report.complete && <p class="notice warn">{t.incomplete}</p>}
      <StatList>
        <Stat name={t.counts.visits} value={formatNumber(totals.visits)} />
        <Stat name={t.counts.purchases} value={formatMoney(totals.purchaseValue)} />
        <Stat name={t.redemptions} value={formatMoney(totals.redemptionValue)} />
        <Stat name={t.refunds} value={formatMoney(totals.refundValue)} />
      </StatList>
      <Card
        title={t.byPerson}
        actions={
          <Button isSmall icon={RARE_ICONS.download} onClick={() => download(report)}>
            {t.download}
          </Button>
        }
      >
        <p class="hint">{t.visitsHow}</p>
        <Table
          caption={t.table}
          items={rows}
          isCompact
          isWide
          keyOf={({ actor, place }) => `${actor.id} ${place?.id}`}
          columns={[
            { head: t.person, cell: ({ actor }) => nameOf(actor) },
            { head: t.place, cell: ({ place }) => place?.name ?? t.noPlace },
            ...listUsed(totals).map(([count, value]) => ({
              head: t.counts[count],
              isNumber: true,
              cell: (row: Row) => formatFigure(row, count, value),
            })),
          ]}
        />
      </Card>
    </>
  );
}

/** Returns the figures of which the total is not zero. */
function listUsed(totals: CounterReport['totals']): typeof COUNTS {
  return COUNTS.filter(([count]) => (totals as Partial<Record<string, number>>)[count]);
}

function formatFigure(row: Row, count: keyof Row, value: keyof Row | undefined): string {
  if (!row[count]) return BLANK;
  const number = formatNumber(row[count] as number);
  return value ? `${number} (${formatMoney(row[value] as number)})` : number;
}

function nameOf({ kind, name }: Row['actor']): string {
  if (name) return name;
  return kind === 'apiKey' ? t.apiKey : kind === 'system' ? t.system : t.removedUser;
}

/** Downloads the report with the columns of the API's rows. */
function download({ from, to, rows }: CounterReport): void {
  const figures = COUNTS.flatMap(([count, value]) => (value ? [count, value] : [count]));
  const head = ['person', 'personId', 'place', 'placeId', ...figures];
  const cells = rows.map(row => [
    nameOf(row.actor),
    row.actor.id,
    row.place?.name ?? null,
    row.place?.id ?? null,
    ...figures.map(name => row[name] as number),
  ]);
  downloadCsv(`counter-${from}-${to}`, [head, ...cells]);
}
