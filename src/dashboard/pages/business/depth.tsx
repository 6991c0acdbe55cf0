import type { AlignedData } from 'uplot';
import type { MarketPerk } from '../../../exchange/market-model.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { PlotProps } from '../../ui/plot.tsx';

const Plot = lazyComponent(() => import('../../ui/plot.tsx'));

type Level = MarketPerk['depth']['bids'][number];

/** Room beyond the outermost prices, as a share of what lies between them. */
const MARGIN = 0.15;
const MIN_MARGIN = 0.05;

/** How much could be bought or sold up to each price: units, added up from the best price outwards. */
export function depthOf({ bids, asks }: MarketPerk['depth']): AlignedData {
  const known = [...bids, ...asks].map(({ price }) => price);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const margin = Math.max((high - low) * MARGIN, MIN_MARGIN);
  const ends = [Math.max(0, low - margin), high + margin] as const;
  const [bidAt, askAt] = [sums(bids, ends[0]), sums(asks, ends[1])];
  const prices = [...new Set([...ends, ...known])].sort((a, b) => a - b);
  const heights = (at: Map<number, number>) => prices.map(price => at.get(price) ?? null);
  return [prices, heights(bidAt), heights(askAt)];
}

/** The units up to each price, best first, and beyond the last one to the end of the picture. */
function sums(levels: Level[], end: number): Map<number, number> {
  const at = new Map<number, number>();
  let total = 0;
  for (const { price, quantity } of levels) {
    total += quantity;
    at.set(price, total);
  }
  if (levels.length > 0) at.set(end, total);
  return at;
}

const optionsOf: PlotProps['optionsOf'] = ({ axis, colour, stepped }) => {
  const side = (label: string, line: string, fill: string, align: 1 | -1) => ({
    label,
    stroke: colour(line),
    fill: colour(fill),
    width: 2,
    paths: stepped(align),
    points: { show: false },
    spanGaps: true,
  });
  return {
    scales: { x: { time: false }, y: { range: (_, _low, high) => [0, Math.max(high, 1) * 1.1] } },
    axes: [
      { ...axis, size: 30, values: (_, prices) => prices.map(price => formatMoney(price)) },
      {
        ...axis,
        size: 44,
        values: (_, units) => units.map(count => (Number.isInteger(count) ? formatNumber(count) : '')),
      },
    ],
    series: [{}, side('Wanted', '--accent', '--accent-soft', -1), side('Offered', '--bad', '--bad-soft', 1)],
  };
};

/** The book of a perk as a picture and as figures: what is wanted, and what is offered. */
export function Book({ perk }: { perk: MarketPerk }) {
  const { bids, asks } = perk.depth;
  const isEmpty = bids.length + asks.length === 0;
  return (
    <>
      {isEmpty ? (
        <p class="hint">No open orders. Place the first order.</p>
      ) : (
        <Plot
          key={perk.perkId}
          label={`Depth of the book of ${perk.name}`}
          data={depthOf(perk.depth)}
          optionsOf={optionsOf}
        />
      )}
      <div class="lot">
        <Levels name="Wanted" className="bids" levels={bids} />
        <Levels name="Offered" className="asks" levels={asks} />
      </div>
    </>
  );
}

function Levels({ name, className, levels }: { name: string; className: string; levels: Level[] }) {
  return (
    <table class={className}>
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col">Price</th>
          <th scope="col">Units</th>
        </tr>
      </thead>
      <tbody>
        {levels.length === 0 && (
          <tr>
            <td colSpan={2} class="hint">
              none
            </td>
          </tr>
        )}
        {levels.map(({ price, quantity }) => (
          <tr key={price}>
            <td>{formatMoney(price)}</td>
            <td>{formatNumber(quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
