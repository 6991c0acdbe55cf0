import { useEffect, useRef } from 'preact/hooks';
import uPlot, { type AlignedData, type Options, type Series } from 'uplot';

/** Resolves a token such as `--accent`. */
type Colour = (token: string) => string;
/** Lines that change at points only: 1 keeps a height to the right of its point, -1 to the left. */
type Stepped = (align: 1 | -1) => Series.PathBuilder | undefined;

export interface PlotProps {
  /** What the picture shows, for those who do not see it. */
  label: string;
  data: AlignedData;
  /** Made again when the theme changes. */
  optionsOf: (colour: Colour, stepped: Stepped) => Omit<Options, 'width' | 'height'>;
}

const HEIGHT = 200;

/** A chart by uPlot in the colours of the theme, as wide as its place. Draw it by `lazily`. */
export default function Plot({ label, data, optionsOf }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    const element = place.current as HTMLDivElement;
    const draw = () => {
      plot.current?.destroy();
      const size = { width: element.clientWidth, height: HEIGHT };
      const options = optionsOf(
        token => resolve(element, token),
        align => uPlot.paths.stepped?.({ align }),
      );
      plot.current = new uPlot({ ...options, ...size }, latest.current, element);
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

/** Canvases know no tokens, and a token may hold two colours: the browser says which one counts. */
function resolve(element: HTMLElement, token: string): string {
  element.style.color = `var(${token})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}
