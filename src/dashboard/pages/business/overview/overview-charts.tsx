import { useMemo } from 'preact/hooks';
import type { Statistics } from '../../../../statistics/model.ts';
import { formatNumber, formatRoundMoney } from '../../../data/format.ts';
import { overview as t } from '../../../messages/overview/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card } from '../../../ui/components.tsx';
import { DayChart } from '../../../ui/day-chart.tsx';
import { getSubmissionSeries } from './submission-series.ts';

/** Submissions per day, and cumulative cost and estimated value. */
export function OverviewCharts({ days }: { days: Statistics['days'] }) {
  const charts = useMemo(() => {
    const sumUp = (values: number[]) => {
      let total = 0;
      return values.map(value => {
        total += value;
        return total;
      });
    };
    return {
      dates: days.map(({ date }) => date),
      submissions: getSubmissionSeries(days),
      money: [
        { name: t.estimatedValue, color: 'accent', values: sumUp(days.map(({ value }) => value)) },
        { name: t.cost, color: 'warn', values: sumUp(days.map(({ cost }) => cost)) },
      ],
    };
  }, [days]);
  const last = (values: number[] | undefined) => formatRoundMoney(values?.at(-1) ?? 0);
  const total = formatNumber(days.reduce((sum, { submissions }) => sum + submissions, 0));
  return (
    <div class="charts">
      <Card title={t.submissionsPerDay}>
        <DayChart
          summary={formatText(t.submissionsSummary, { total, days: days.length })}
          dates={charts.dates}
          series={charts.submissions}
          format={formatNumber}
        />
      </Card>
      <Card title={t.costAndValue}>
        <DayChart
          summary={formatText(t.moneySummary, {
            value: last(charts.money[0]?.values),
            cost: last(charts.money[1]?.values),
            days: days.length,
          })}
          dates={charts.dates}
          series={charts.money}
          format={formatRoundMoney}
        />
      </Card>
    </div>
  );
}
