import type { Statistics } from '../../../statistics/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatMoney, formatNumber, formatRatio, plural } from '../../data/format.ts';
import { useResource } from '../../data/resource.ts';
import { query } from '../../data/router.ts';
import { tenantParams } from '../../data/session.ts';
import { Card, FilterTabs, Stat, StatList } from '../../ui/components.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { OverviewCharts } from './overview-charts.tsx';

type Totals = Statistics['totals'];
type CampaignFigures = Statistics['campaigns'][number];
type PlatformFigures = Statistics['platforms'][number];

const DEFAULT_DAYS = 30;
const PERIODS = [
  { value: '7', label: '7 days' },
  { value: '', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '12 months' },
];
const DAY_MS = 86_400_000;
const MAX_ROWS = 10;

/** Figures of a period that the user chooses, compared with the period before, and where they come from. */
export function OverviewFigures() {
  const chosen = PERIODS.find(({ value }) => value === query.value.get('days'));
  const length = Number(chosen?.value || DEFAULT_DAYS);
  const figures = useResource(
    abort => {
      const offsetMinutes = -new Date(Date.now()).getTimezoneOffset();
      const toDay = (ms: number) => new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 10);
      const period = { from: toDay(Date.now() - (length - 1) * DAY_MS), to: toDay(Date.now()) };
      return send(
        api.business.statistics.get({ query: { ...period, offsetMinutes, ...tenantParams() }, ...abort }),
      );
    },
    [length],
    { live: ['submission.', 'reward.'] },
  );
  return (
    <section class="figures" aria-label="Figures">
      <FilterTabs name="days" label="Period" options={PERIODS} />
      <Loaded resource={figures} lines={6}>
        {({ days, totals, previous, campaigns, platforms, complete }) => (
          <>
            <KeyFigures totals={totals} previous={previous.totals} dayCount={days.length} />
            {!complete && <p class="hint">Only the newest records of this period are counted.</p>}
            <OverviewCharts days={days} />
            {campaigns.length > 0 && <CampaignTable items={campaigns.slice(0, MAX_ROWS)} />}
            {platforms.length > 1 && <PlatformTable items={platforms} />}
            <EstimateSource />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface KeyFiguresProps {
  totals: Totals;
  previous: Totals;
  dayCount: number;
}

function KeyFigures({ totals, previous, dayCount }: KeyFiguresProps) {
  const { submissions, approved, rejected, approvalRate, cost, redeemed, value, roi } = totals;
  const before = `in the ${plural(dayCount, 'day')} before`;
  return (
    <StatList>
      <Stat
        name="Submissions"
        value={<a href="/dashboard/reviews">{formatNumber(submissions)}</a>}
        note={`${formatChange(submissions, previous.submissions)} (${formatNumber(previous.submissions)} ${before})`}
      />
      {approvalRate !== null && (
        <Stat
          name="Approval rate"
          value={formatRatio(approvalRate)}
          note={`${formatNumber(approved)} of ${formatNumber(approved + rejected)} reviewed`}
        />
      )}
      <Stat
        name="Rewards issued"
        value={formatMoney(cost)}
        note={`${formatMoney(redeemed)} redeemed, ${formatMoney(previous.cost)} issued before`}
      />
      {approved > 0 && (
        <Stat
          name="Estimated value"
          value={formatMoney(value)}
          note={roi === null ? 'No cost yet' : `Estimated return ${formatRatio(roi)}`}
        />
      )}
    </StatList>
  );
}

/** Describes the change from the period before; without a figure before, there is no percentage. */
function formatChange(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'No change' : 'New';
  const change = (now - before) / before;
  return change === 0 ? 'No change' : `${change > 0 ? '+' : '−'}${formatRatio(Math.abs(change))}`;
}

const RESULT_COLUMNS: Column<Totals>[] = [
  { head: 'Submissions', isNumber: true, cell: row => formatNumber(row.submissions) },
  { head: 'Approved', isNumber: true, cell: row => formatNumber(row.approved) },
  {
    head: 'Approval rate',
    isNumber: true,
    cell: row => (row.approvalRate === null ? '–' : formatRatio(row.approvalRate)),
  },
  { head: 'Cost', isNumber: true, cell: row => formatMoney(row.cost) },
];
const VALUE_COLUMN: Column<Totals> = {
  head: 'Est. value',
  isNumber: true,
  cell: row => formatMoney(row.value),
};

function CampaignTable({ items }: { items: CampaignFigures[] }) {
  return (
    <Card title="By campaign">
      <Table
        caption="Results by campaign"
        items={items}
        keyOf={({ campaignId }) => campaignId}
        columns={[
          {
            head: 'Campaign',
            cell: ({ campaignId, name }) => <a href={`/dashboard/campaigns/${campaignId}`}>{name}</a>,
          },
          ...RESULT_COLUMNS,
          {
            head: 'Cost per approval',
            isNumber: true,
            cell: row => formatMoney(row.costPerApproval),
          },
          VALUE_COLUMN,
        ]}
      />
    </Card>
  );
}

function PlatformTable({ items }: { items: PlatformFigures[] }) {
  return (
    <Card title="By platform">
      <Table
        caption="Results by platform"
        items={items}
        keyOf={({ platform }) => platform}
        columns={[
          {
            head: 'Platform',
            cell: ({ platform }) => (
              <a href={`/dashboard/campaigns?platform=${platform}`}>{formatLabel(platform)}</a>
            ),
          },
          ...RESULT_COLUMNS,
          VALUE_COLUMN,
        ]}
      />
    </Card>
  );
}

function EstimateSource() {
  return (
    <details class="more-fields">
      <summary>How the value is estimated</summary>
      <p class="hint">
        Each approved action counts with what comparable advertising costs: the published figures of the
        action library, such as the price for 1,000 views. It is an estimate, not revenue. Sources are listed
        with each action under <code>GET /api/v1/actions</code> and <code>GET /api/v1/pricing</code>.
      </p>
    </details>
  );
}
