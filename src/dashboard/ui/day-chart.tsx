import { useMemo } from 'preact/hooks';
import type { AlignedData, Series } from 'uplot';
import { FORMAT_LOCALE } from '../messages/text.ts';
import './chart-style.ts';
import { lazyComponent } from './lazy-component.tsx';
import type { PlotProps, PlotStyle } from './plot.tsx';

const Plot = lazyComponent(() => import('./plot.tsx'));

const NARROW_BELOW_PX = 480;
const HALF_DAY_SECONDS = 43_200;
/** Distances between labels: counts and dollars are labeled without decimals, so fractions would repeat a label. */
const WHOLE_INCREMENTS = Array.from({ length: 10 }, (_, exponent) =>
  [1, 2, 5].map(n => n * 10 ** exponent),
).flat();

export interface ChartSeries {
  name: string;
  /** A token of styles/tokens.css, without its dashes. */
  color: string;
  values: number[];
  isBar?: boolean;
}

interface DayChartProps {
  /** Describes the chart in one sentence, for screen readers. */
  summary: string;
  /** Days as 2026-01-31, one per value. */
  dates: string[];
  series: ChartSeries[];
  format: (value: number) => string;
}

/** Plots values per day with a legend. `dates` and `series` are compared by identity. */
export function DayChart({ summary, dates, series, format }: DayChartProps) {
  const data = useMemo((): AlignedData => {
    const times = dates.map(date => Date.parse(`${date}T12:00:00`) / 1000);
    return [times, ...series.map(({ values }) => values)];
  }, [dates, series]);
  return (
    <figure class="day-chart">
      <Plot label={summary} data={data} buildOptions={style => buildOptions(style, series, format)} />
      <figcaption>
        {series.map(({ name, color }) => (
          <span key={name} class={`key ${color}`}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Half a day more on each side, so that the first and the last bar are whole. */
function toWholeDays(_: unknown, first: number, last: number): [number, number] {
  return [first - HALF_DAY_SECONDS, last + HALF_DAY_SECONDS];
}

function buildOptions(
  { axis, resolveColor, bars }: PlotStyle,
  lines: ChartSeries[],
  format: (value: number) => string,
): ReturnType<PlotProps['buildOptions']> {
  const day = new Intl.DateTimeFormat(FORMAT_LOCALE, { day: 'numeric', month: 'short' });
  return {
    scales: {
      x: { time: true, range: toWholeDays },
      y: { range: (_, _low, high) => [0, Math.max(high * 1.1, 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: ({ width }) => (width < NARROW_BELOW_PX ? 70 : 90),
        values: (_, marks) => marks.map(mark => day.format(new Date(mark * 1000))),
      },
      { ...axis, size: 52, incrs: WHOLE_INCREMENTS, values: (_, marks) => marks.map(mark => format(mark)) },
    ],
    series: [
      {},
      ...lines.map(({ name, color, isBar }): Series => {
        const stroke = resolveColor(`--${color}`);
        const line = { label: name, stroke, width: isBar ? 0 : 2, points: { show: false } };
        const paths = isBar ? bars() : undefined;
        return { ...line, ...(isBar && { fill: stroke }), ...(paths && { paths }) };
      }),
    ],
  };
}
