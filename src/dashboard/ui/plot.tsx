import './chart-style.ts';
import { useEffect, useRef } from 'preact/hooks';
import uPlot, { type AlignedData, type Axis, type Options, type Series } from 'uplot';

export interface PlotStyle {
  /** Resolves a token such as `--accent` in the current theme. */
  resolveColor(token: string): string;
  /** Options shared by all axes. */
  axis: Axis;
  /** Stepped lines: 1 extends a value to the right of its point, -1 to the left. */
  stepped(align: 1 | -1): Series.PathBuilder | undefined;
  /** One bar per point. */
  bars(): Series.PathBuilder | undefined;
}

export interface PlotProps {
  /** Describes the chart for screen readers. */
  label: string;
  data: AlignedData;
  /** Called again when the theme changes. */
  buildOptions: (style: PlotStyle) => Omit<Options, 'width' | 'height'>;
}

const HEIGHT = 200;

/** A uPlot chart in the theme's colors, as wide as its container. Render it through `lazyComponent`. */
export default function Plot({ label, data, buildOptions }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    const element = place.current as HTMLDivElement;
    const draw = () => {
      plot.current?.destroy();
      const options = {
        legend: { show: false },
        cursor: { show: false },
        ...buildOptions(readPlotStyle(element)),
        width: element.clientWidth,
        height: HEIGHT,
      };
      plot.current = new uPlot(options, latest.current, element);
    };
    draw();
    const resized = new ResizeObserver(() => {
      plot.current?.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    resized.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resized.disconnect();
      dark.removeEventListener('change', draw);
      themed.disconnect();
      plot.current?.destroy();
    };
  }, []);
  useEffect(() => {
    plot.current?.setData(data);
  }, [data]);
  return <div ref={place} class="chart" role="img" aria-label={label} />;
}

function readPlotStyle(element: HTMLElement): PlotStyle {
  const resolveColor = (token: string) => resolveToken(element, token);
  const font = `12px ${getComputedStyle(element).getPropertyValue('--font')}`;
  return {
    resolveColor,
    axis: {
      stroke: resolveColor('--muted'),
      font,
      grid: { stroke: resolveColor('--line'), width: 1 },
      ticks: { show: false },
    },
    stepped: align => uPlot.paths.stepped?.({ align }),
    bars: () => uPlot.paths.bars?.({ size: [0.7, 24], radius: 0.2 }),
  };
}

/** Resolves a CSS variable to a color, since canvas can't use variables and a variable may be a light-dark() pair. */
function resolveToken(element: HTMLElement, token: string): string {
  element.style.color = `var(${token})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}
