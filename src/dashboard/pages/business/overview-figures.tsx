import type { Statistics } from '../../../statistics/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber, formatRatio, plural } from '../../data/format.ts';
import type { Period } from '../../data/period.ts';
import { useResource } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';
import { Stat, StatList } from '../../ui/components.tsx';
import { Loaded } from '../../ui/states.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { PeriodPicker, readChosenPeriod, toRecords } from './overview-period.tsx';
import { CampaignTable, PlatformTable } from './overview-tables.tsx';

type Totals = Statistics['totals'];

/** Figures of a period that the user chooses, compared with the period before, and where they come from. */
export function OverviewFigures() {
  const period = readChosenPeriod();
  const figures = useResource(
    abort => {
      const asked = { ...readChosenPeriod(), ...tenantParams() };
      return send(api.business.statistics.get({ query: asked, ...abort }));
    },
    [period.from, period.to],
    { live: ['submission.', 'reward.'] },
  );
  return (
    <section class="figures" aria-label="Figures">
      <PeriodPicker period={period} />
      <Loaded resource={figures} lines={6}>
        {({ days, totals, previous, campaigns, platforms, complete }) => (
          <>
            <KeyFigures totals={totals} previous={previous.totals} dayCount={days.length} period={period} />
            {!complete && <p class="hint">Only the newest records of this period are counted.</p>}
            <OverviewCharts days={days} />
            {campaigns.length > 0 && <CampaignTable items={campaigns} period={period} />}
            {platforms.length > 1 && <PlatformTable items={platforms} period={period} />}
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
  period: Period;
}

function KeyFigures({ totals, previous, dayCount, period }: KeyFiguresProps) {
  const { submissions, approved, rejected, approvalRate, cost, redeemed, value, roi } = totals;
  const before = `in the ${plural(dayCount, 'day')} before`;
  return (
    <StatList>
      <Stat
        name="Submissions"
        value={<a href={toRecords('submissions', period)}>{formatNumber(submissions)}</a>}
        note={`${formatChange(submissions, previous.submissions)} (${formatNumber(previous.submissions)} ${before})`}
      />
      {approvalRate !== null && (
        <Stat
          name="Approval rate"
          value={
            <a href={toRecords('submissions', period, { status: 'approved' })}>{formatRatio(approvalRate)}</a>
          }
          note={`${formatNumber(approved)} of ${formatNumber(approved + rejected)} reviewed`}
        />
      )}
      <Stat
        name="Rewards issued"
        value={<a href={toRecords('rewards', period)}>{formatMoney(cost)}</a>}
        note={
          <>
            <a href={toRecords('rewards', period, { status: 'redeemed' })}>
              {formatMoney(redeemed)} redeemed
            </a>
            , {formatMoney(previous.cost)} issued before
          </>
        }
      />
      {approved > 0 && (
        <Stat
          name="Estimated value"
          value={<a href={toRecords('submissions', period, { status: 'approved' })}>{formatMoney(value)}</a>}
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
