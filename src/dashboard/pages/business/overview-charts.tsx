import { useMemo } from 'preact/hooks';
import type { Statistics } from '../../../statistics/model.ts';
import { formatNumber, formatRoundMoney, plural } from '../../data/format.ts';
import { Card } from '../../ui/components.tsx';
import { type ChartSeries, DayChart } from '../../ui/day-chart.tsx';

/** Returns the submissions per day by status, stacked: each bar covers the lower part of the one before. */
export function getSubmissionSeries(days: Statistics['days']): ChartSeries[] {
  return [
    { name: 'Pending', color: 'info', values: days.map(day => day.submissions), isBar: true },
    { name: 'Rejected', color: 'bad', values: days.map(day => day.approved + day.rejected), isBar: true },
    { name: 'Approved', color: 'accent', values: days.map(day => day.approved), isBar: true },
  ];
}

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
        { name: 'Estimated value', color: 'accent', values: sumUp(days.map(({ value }) => value)) },
        { name: 'Cost', color: 'warn', values: sumUp(days.map(({ cost }) => cost)) },
      ],
    };
  }, [days]);
  const last = (values: number[] | undefined) => formatRoundMoney(values?.at(-1) ?? 0);
  const total = formatNumber(days.reduce((sum, { submissions }) => sum + submissions, 0));
  return (
    <div class="charts">
      <Card title="Submissions per day">
        <DayChart
          summary={`Submissions per day: ${total} in ${plural(days.length, 'day')}`}
          dates={charts.dates}
          series={charts.submissions}
          format={formatNumber}
        />
      </Card>
      <Card title="Cost vs. estimated value">
        <DayChart
          summary={`In ${plural(days.length, 'day')}: estimated value ${last(charts.money[0]?.values)}, cost ${last(charts.money[1]?.values)}`}
          dates={charts.dates}
          series={charts.money}
          format={formatRoundMoney}
        />
      </Card>
    </div>
  );
}
