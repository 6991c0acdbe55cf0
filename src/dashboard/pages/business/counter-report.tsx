import { useSignal } from '@preact/signals';
import type { CounterReport } from '../../../places/model.ts';
import { api, send } from '../../data/api.ts';
import { downloadCsv } from '../../data/csv.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import { useResource } from '../../data/resource.ts';
import { query, setQuery } from '../../data/router.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, PageHead, Stat, StatList } from '../../ui/components.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { RARE_ICONS } from '../../ui/rare-icons.ts';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';

const DAY_COUNT = 30;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ALL = { page: 1, perPage: 100 };

/** Returns a day of this device's time zone, some days before today. */
function toDay(daysAgo: number, offsetMinutes: number): string {
  return new Date(Date.now() + offsetMinutes * MINUTE_MS - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

/** Visits, purchases, redemptions and refunds by person and place. */
export default function CounterReportPage() {
  const offsetMinutes = -new Date(Date.now()).getTimezoneOffset();
  const from = query.value.get('from') ?? toDay(DAY_COUNT - 1, offsetMinutes);
  const to = query.value.get('to') ?? toDay(0, offsetMinutes);
  const placeId = query.value.get('place') ?? undefined;
  const filter = { from, to, offsetMinutes, ...(placeId ? { placeId } : {}), ...tenantParams() };
  const report = useResource(
    abort => send(api.statistics.counter.get({ query: filter, ...abort })),
    [from, to, placeId, businessId.value],
  );
  return (
    <>
      <PageHead title="Counter report" intro="What was done at the counter, by person and place.">
        <ShowCodeButton operation="getCounterReport" values={filter} />
      </PageHead>
      <Filters from={from} to={to} placeId={placeId} />
      <Loaded resource={report}>{data => <Report report={data} />}</Loaded>
    </>
  );
}

interface FilterProps {
  from: string;
  to: string;
  placeId: string | undefined;
}

function Filters({ from, to, placeId }: FilterProps) {
  const [first, last, place] = [useSignal(from), useSignal(to), useSignal(placeId ?? '')];
  const places = useResource(
    abort => send(api.business.places.get({ query: { ...ALL, ...tenantParams() }, ...abort })),
    [businessId.value],
  );
  const names = places.data.value?.items ?? [];
  return (
    <form
      class="form-row"
      onSubmit={event => {
        event.preventDefault();
        setQuery({ from: first.value, to: last.value, place: place.value });
      }}
    >
      <TextField label="From" type="date" value={first} isRequired />
      <TextField label="To" type="date" value={last} isRequired />
      <SelectField
        label="Place"
        value={place}
        options={[
          { value: '', label: 'All places' },
          ...names.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        isRequired
      />
      <Button type="submit">Show report</Button>
    </form>
  );
}

type Row = CounterReport['rows'][number];

const COUNTS: [head: string, count: keyof Row, value?: keyof Row][] = [
  ['Visits', 'visits'],
  ['Stamps', 'stamps'],
  ['Purchases', 'purchases', 'purchaseValue'],
  ['Redemptions', 'redemptions', 'redemptionValue'],
  ['Reinstatements', 'reinstatements', 'reinstatementValue'],
  ['Refunds', 'refunds', 'refundValue'],
];

function Report({ report }: { report: CounterReport }) {
  const { rows, totals } = report;
  if (rows.length === 0)
    return (
      <EmptyState icon="chart" title="No counter activity in this period">
        <p>Visits, purchases and redemptions appear here.</p>
      </EmptyState>
    );
  return (
    <>
      {!report.complete && (
        <p class="notice warn">Only the newest actions are counted. Choose a shorter period.</p>
      )}
      <StatList>
        <Stat name="Visits" value={formatNumber(totals.visits)} />
        <Stat name="Purchases" value={formatMoney(totals.purchaseValue)} />
        <Stat name="Redemptions" value={formatMoney(totals.redemptionValue)} />
        <Stat name="Refunds" value={formatMoney(totals.refundValue)} />
      </StatList>
      <Card
        title="By person and place"
        actions={
          <Button isSmall icon={RARE_ICONS.download} onClick={() => download(report)}>
            Download CSV
          </Button>
        }
      >
        <Table
          caption="Counter activity by person and place"
          items={rows}
          keyOf={({ actor, place }) => `${actor.id} ${place?.id}`}
          columns={[
            { head: 'Person', cell: ({ actor }) => nameOf(actor) },
            { head: 'Place', cell: ({ place }) => place?.name ?? 'No place' },
            ...COUNTS.map(([head, count, value]) => ({
              head,
              isNumber: true,
              cell: (row: Row) =>
                `${formatNumber(row[count] as number)}${value && row[count] ? ` (${formatMoney(row[value] as number)})` : ''}`,
            })),
          ]}
        />
      </Card>
    </>
  );
}

function nameOf({ kind, name }: Row['actor']): string {
  if (name) return name;
  return kind === 'apiKey' ? 'API key' : kind === 'system' ? 'System' : 'Removed user';
}

/** Downloads the report with the columns of the API's rows. */
function download({ from, to, rows }: CounterReport): void {
  const figures = COUNTS.flatMap(([, count, value]) => (value ? [count, value] : [count]));
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
