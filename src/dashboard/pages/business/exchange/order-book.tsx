import { useMemo } from 'preact/hooks';
import type { AlignedData } from 'uplot';
import type { MarketPerk } from '../../../../exchange/market/model.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { exchange as t } from '../../../messages/exchange/index.ts';
import { formatText } from '../../../messages/text.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { PlotProps } from '../../../ui/plot.tsx';

const Plot = lazyComponent(() => import('../../../ui/plot.tsx'));

type Level = MarketPerk['depth']['bids'][number];

/** Margin beyond the outermost prices, as a fraction of their range. */
const MARGIN = 0.15;
const MIN_MARGIN = 0.05;

/** Returns the cumulative units at each price, from the best price outward. */
export function toDepthChart({ bids, asks }: MarketPerk['depth']): AlignedData {
  const levelPrices = [...bids, ...asks].map(({ price }) => price);
  const [low, high] = [Math.min(...levelPrices), Math.max(...levelPrices)];
  const margin = Math.max((high - low) * MARGIN, MIN_MARGIN);
  const ends = [Math.max(0, low - margin), high + margin] as const;
  const [bidAt, askAt] = [accumulateUnits(bids, ends[0]), accumulateUnits(asks, ends[1])];
  const prices = [...new Set([...ends, ...levelPrices])].sort((a, b) => a - b);
  const heights = (at: Map<number, number>) => prices.map(price => at.get(price) ?? null);
  return [prices, heights(bidAt), heights(askAt)];
}

/** Accumulates units by price, best first, and extends the last level to the end of the chart. */
function accumulateUnits(levels: Level[], end: number): Map<number, number> {
  const at = new Map<number, number>();
  let total = 0;
  for (const { price, quantity } of levels) {
    total += quantity;
    at.set(price, total);
  }
  if (levels.length > 0) at.set(end, total);
  return at;
}

const buildDepthOptions =
  (currency: string): PlotProps['buildOptions'] =>
  ({ axis, resolveColor, stepped }) => {
    const side = (label: string, line: string, fill: string, align: 1 | -1) => ({
      label,
      stroke: resolveColor(line),
      fill: resolveColor(fill),
      width: 2,
      paths: stepped(align),
      points: { show: false },
      spanGaps: true,
    });
    return {
      scales: { x: { time: false }, y: { range: (_, _low, high) => [0, Math.max(high, 1) * 1.1] } },
      axes: [
        { ...axis, size: 30, values: (_, prices) => prices.map(price => formatMoney(price, currency)) },
        {
          ...axis,
          size: 44,
          values: (_, units) => units.map(count => (Number.isInteger(count) ? formatNumber(count) : '')),
        },
      ],
      series: [
        {},
        side(t.buyersOffer, '--accent', '--accent-soft', -1),
        side(t.forSale, '--bad', '--bad-soft', 1),
      ],
    };
  };

/** The order book of a perk as a chart and tables of what buyers offer and what is for sale. */
export function OrderBook({ perk }: { perk: MarketPerk }) {
  const { bids, asks } = perk.depth;
  const { currency } = perk;
  const isEmpty = bids.length + asks.length === 0;
  const options = useMemo(() => buildDepthOptions(currency), [currency]);
  return (
    <>
      {isEmpty ? (
        <p class="hint">{t.noOrders}</p>
      ) : (
        <Plot
          key={perk.perkId}
          label={formatText(t.depthOf, { perk: perk.name })}
          data={toDepthChart(perk.depth)}
          buildOptions={options}
        />
      )}
      <div class="order-book">
        <Levels name={t.buyersOffer} className="bids" levels={bids} currency={currency} />
        <Levels name={t.forSale} className="asks" levels={asks} currency={currency} />
      </div>
    </>
  );
}

function Levels({
  name,
  className,
  levels,
  currency,
}: {
  name: string;
  className: string;
  levels: Level[];
  currency: string;
}) {
  return (
    <table class={className}>
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col">{t.price}</th>
          <th scope="col">{t.units}</th>
        </tr>
      </thead>
      <tbody>
        {levels.length === 0 && (
          <tr>
            <td colSpan={2} class="hint">
              {t.noLevels}
            </td>
          </tr>
        )}
        {levels.map(({ price, quantity }) => (
          <tr key={price}>
            <td>{formatMoney(price, currency)}</td>
            <td>{formatNumber(quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
