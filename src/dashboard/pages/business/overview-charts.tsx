import { useMemo } from 'preact/hooks';
import type { Statistics } from '../../../statistics/model.ts';
import { formatNumber, formatRoundMoney } from '../../data/format.ts';
import { Card } from '../../ui/components.tsx';
import { DayChart } from '../../ui/day-chart.tsx';

/** Proof by day, and what it cost against what it is worth, added up. */
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
      // Bars stand before each other: the taller one is drawn first, so that both show.
      proof: [
        { name: 'Sent', color: 'info', values: days.map(day => day.submissions), isBar: true },
        { name: 'Approved', color: 'accent', values: days.map(day => day.approved), isBar: true },
      ],
      money: [
        { name: 'Worth', color: 'accent', values: sumUp(days.map(({ value }) => value)) },
        { name: 'Cost', color: 'warn', values: sumUp(days.map(({ cost }) => cost)) },
      ],
    };
  }, [days]);
  const last = (values: number[] | undefined) => formatRoundMoney(values?.at(-1) ?? 0);
  const total = formatNumber(days.reduce((sum, { submissions }) => sum + submissions, 0));
  return (
    <div class="charts">
      <Card title="Proof by day">
        <DayChart
          summary={`Proof by day: ${total} in ${days.length} days`}
          dates={charts.dates}
          lines={charts.proof}
          format={formatNumber}
        />
      </Card>
      <Card title="Cost against worth">
        <DayChart
          summary={`In ${days.length} days: worth ${last(charts.money[0]?.values)}, cost ${last(charts.money[1]?.values)}`}
          dates={charts.dates}
          lines={charts.money}
          format={formatRoundMoney}
        />
      </Card>
    </div>
  );
}
