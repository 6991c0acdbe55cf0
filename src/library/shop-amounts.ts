/** A range of rewards in dollars: at least, typical and at most. */
interface Band {
  low: number;
  typical: number;
  high: number;
}

const CENTS = 100;
/** Amounts that a shop would give: below a number of cents, multiples of `step` cents. A product choice. */
const SHOP_AMOUNTS = [
  { below: 100, step: 5 },
  { below: 500, step: 25 },
  { below: 2_000, step: 50 },
  { below: Number.POSITIVE_INFINITY, step: 100 },
];

/**
 * Rounds a range of rewards in dollars to amounts that a shop would give: the typical one to the nearest, the others
 * inward. An amount that would leave the range keeps its cents, so that no suggestion is worth more than its result.
 */
export function toShopAmounts({ low, typical, high }: Band): Band {
  const lowest = Math.round(low * CENTS);
  const highest = Math.round(high * CENTS);
  const round = (dollars: number, direction: 'ceil' | 'round' | 'floor') => {
    const exact = Math.round(dollars * CENTS);
    const { step } = SHOP_AMOUNTS.find(({ below }) => exact < below)!;
    const cents = Math[direction](exact / step) * step;
    return (cents >= lowest && cents <= highest && cents > 0 ? cents : exact) / CENTS;
  };
  return { low: round(low, 'ceil'), typical: round(typical, 'round'), high: round(high, 'floor') };
}
