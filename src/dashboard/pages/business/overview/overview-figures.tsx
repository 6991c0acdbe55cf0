import type { Statistics } from '../../../../statistics/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney, formatNumber, formatRatio } from '../../../data/format.ts';
import type { Period } from '../../../data/period.ts';
import { useResource } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { overview as t } from '../../../messages/overview/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Stat, StatList } from '../../../ui/components.tsx';
import { Loaded } from '../../../ui/states.tsx';
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
    <section class="figures" aria-label={t.figures}>
      <PeriodPicker period={period} />
      <Loaded resource={figures} lines={6}>
        {({ days, totals, previous, campaigns, platforms, complete }) => (
          <>
            <KeyFigures totals={totals} previous={previous.totals} dayCount={days.length} period={period} />
            {!complete && <p class="hint">{t.newestOnly}</p>}
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
  return (
    <StatList>
      <Stat
        name={t.submissions}
        value={<a href={toRecords('submissions', period)}>{formatNumber(submissions)}</a>}
        note={formatText(t.comparedWith, {
          change: formatChange(submissions, previous.submissions),
          previous: formatNumber(previous.submissions),
          days: dayCount,
        })}
      />
      {approvalRate !== null && (
        <Stat
          name={t.approvalRate}
          value={
            <a href={toRecords('submissions', period, { status: 'approved' })}>{formatRatio(approvalRate)}</a>
          }
          note={formatText(t.ofReviewed, {
            approved: formatNumber(approved),
            reviewed: formatNumber(approved + rejected),
          })}
        />
      )}
      <Stat
        name={t.rewardsIssued}
        value={<a href={toRecords('rewards', period)}>{formatMoney(cost)}</a>}
        note={
          <>
            <a href={toRecords('rewards', period, { status: 'redeemed' })}>
              {formatText(t.amountRedeemed, { amount: formatMoney(redeemed) })}
            </a>
            {formatText(t.issuedBefore, { amount: formatMoney(previous.cost) })}
          </>
        }
      />
      {approved > 0 && (
        <Stat
          name={t.estimatedValue}
          value={<a href={toRecords('submissions', period, { status: 'approved' })}>{formatMoney(value)}</a>}
          note={roi === null ? t.noCost : formatText(t.estimatedReturn, { rate: formatRatio(roi) })}
        />
      )}
    </StatList>
  );
}

/** Describes the change from the period before; without a figure before, there is no percentage. */
function formatChange(now: number, before: number): string {
  if (before === 0) return now === 0 ? t.noChange : t.new;
  const change = (now - before) / before;
  return change === 0 ? t.noChange : `${change > 0 ? '+' : '−'}${formatRatio(Math.abs(change))}`;
}

function EstimateSource() {
  return (
    <details class="more-fields">
      <summary>{t.howEstimated}</summary>
      <p class="hint">
        {t.estimateHow} <code>GET /api/v1/actions</code> {t.and} <code>GET /api/v1/pricing</code>.
      </p>
    </details>
  );
}
