import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

const HEIGHT = 200;
const THIN_BELOW = 480;

export interface Line {
  name: string;
  /** A token of styles/tokens.css, without its dashes. */
  color: string;
  values: number[];
  isBar?: boolean;
}

export interface ChartProps {
  /** What the chart says, in a sentence: for those who do not see it. */
  summary: string;
  /** Days as 2026-01-31, one a value. */
  dates: string[];
  lines: Line[];
  format: (value: number) => string;
}

/** Values over days. It is drawn on a canvas, so the same figures stand beside it for screen readers. */
export default function Chart({ summary, dates, lines, format }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = box.current;
    if (!place) return;
    const times = dates.map(date => Date.parse(`${date}T12:00:00`) / 1000);
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      const options = optionsOf(lines, format, place.clientWidth);
      plot = new uPlot(options, [times, ...lines.map(({ values }) => values)], place);
    };
    draw();
    // A width changes the marks of the axes, a theme every colour: both are drawn anew.
    let width = place.clientWidth;
    const resized = new ResizeObserver(() => {
      if (place.clientWidth === width) return;
      width = place.clientWidth;
      draw();
    });
    resized.observe(place);
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      resized.disconnect();
      themed.disconnect();
      scheme.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [dates, lines]);
  return (
    <figure class="day-chart">
      <div ref={box} role="img" aria-label={summary} />
      <figcaption>
        {lines.map(({ name, color }) => (
          <span key={name} class={`key ${color}`}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function optionsOf(lines: Line[], format: (value: number) => string, width: number): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const axis = {
    stroke: colorOf('muted'),
    font: `12px ${style.getPropertyValue('--font')}`,
    grid: { stroke: colorOf('line'), width: 1 },
    ticks: { show: false },
  };
  const day = new Intl.DateTimeFormat(navigator.language, { day: 'numeric', month: 'short' });
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: true }, y: { range: (_, _low, high) => [0, Math.max(high * 1.1, 1)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: width < THIN_BELOW ? 70 : 90,
        values: (_, marks) => marks.map(mark => day.format(new Date(mark * 1000))),
      },
      { ...axis, size: 52, values: (_, marks) => marks.map(mark => format(mark)) },
    ],
    series: [
      {},
      ...lines.map(({ name, color, isBar }): uPlot.Series => {
        const stroke = colorOf(color);
        const paths = isBar ? uPlot.paths.bars?.({ size: [0.7, 24], radius: 0.2 }) : undefined;
        return {
          label: name,
          stroke,
          width: isBar ? 0 : 2,
          points: { show: false },
          ...(isBar && { fill: stroke }),
          ...(paths && { paths }),
        };
      }),
    ],
  };
}

/** The canvas knows no `light-dark()`: what the browser makes of it is read off an element. */
function colorOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
