import type { BucketRow } from '../../../../db/schema/exchange.ts';
import { DAY_MS, SECOND_MS } from '../../../platform/clock.ts';
import type { Fill, Resting, Side } from '../../orders/rules.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const SPANS_SECONDS = [MINUTE_SECONDS, HOUR_SECONDS];

/** The half-life of a trade's weight in the activity score. */
const HALF_LIFE_MS = DAY_MS;
/** Ranks are integers in units of this fraction of a doubling. */
const RANK_PRECISION = 1_000_000;
/** A newly listed perk is ranked as if this amount had just been traded. */
export const LISTING_VALUE = 1;
/** The unit of the ranked amounts, so that the smallest has a weight. */
const HUNDREDTHS = 100;

/**
 * Returns a perk's activity after a trade: the logarithm of all its trades in hundredths of a major unit, weighted with a
 * half-life of one day. Measured from a fixed epoch, so that ranks stay comparable over time. Amounts are not converted:
 * one of any currency counts the same.
 * @param activity the previous value; 0 for a new perk
 */
export function addActivity(activity: number, amount: number, nowMs: number): number {
  const before = activity / RANK_PRECISION;
  const added = nowMs / HALF_LIFE_MS + Math.log2(amount * HUNDREDTHS);
  const [high, low] = before > added ? [before, added] : [added, before];
  return Math.round((high + Math.log2(1 + 2 ** (low - high))) * RANK_PRECISION);
}

/** Maps a price to its sort rank: lower is better on both sides. */
export function toRankCents(side: Side, priceCents: number | null): number {
  if (priceCents === null) return 0;
  return side === 'buy' ? -priceCents : priceCents;
}

/** Converts simultaneous fills to the time buckets they belong to. */
export function toBuckets(perkId: string, fills: Fill<Resting>[], nowMs: number): BucketRow[] {
  const seconds = Math.floor(nowMs / SECOND_MS);
  const prices = fills.map(({ priceCents }) => priceCents);
  const sum = (value: (fill: Fill<Resting>) => number) =>
    fills.reduce((total, fill) => total + value(fill), 0);
  const [first] = prices;
  const last = prices.at(-1);
  if (first === undefined || last === undefined) return [];
  // The fills of one order are sorted by price, so the first and last are the extremes.
  const trading = {
    openCents: first,
    highCents: Math.max(first, last),
    lowCents: Math.min(first, last),
    closeCents: last,
    volumeCents: sum(({ priceCents, quantity }) => priceCents * quantity),
    quantity: sum(({ quantity }) => quantity),
    trades: fills.length,
  };
  return SPANS_SECONDS.map(spanSeconds => ({
    perkId,
    spanSeconds,
    startsAt: seconds - (seconds % spanSeconds),
    ...trading,
  }));
}

/** A time range to read in buckets of one size, in epoch seconds; the end is exclusive. */
export interface TimeRange {
  spanSeconds: number;
  from: number;
  to: number;
}

/** Covers the last 24 hours to the minute: minute buckets up to the first full hour, hour buckets after it. */
export function getLast24Hours(nowMs: number): [minutes: TimeRange, hours: TimeRange] {
  const startSeconds = Math.floor((nowMs - DAY_MS) / SECOND_MS);
  const from = Math.ceil(startSeconds / MINUTE_SECONDS) * MINUTE_SECONDS;
  const firstFullHour = Math.ceil(from / HOUR_SECONDS) * HOUR_SECONDS;
  const end = Math.floor(nowMs / SECOND_MS) + 1;
  return [
    { spanSeconds: MINUTE_SECONDS, from, to: Math.min(firstFullHour, end) },
    { spanSeconds: HOUR_SECONDS, from: firstFullHour, to: Math.max(firstFullHour, end) },
  ];
}

interface DayStatistics {
  openCents: number | null;
  highCents: number | null;
  lowCents: number | null;
  volumeCents: number;
  trades: number;
}

/** Computes the figures of a day from its buckets, oldest first. */
export function summarize(buckets: readonly BucketRow[]): DayStatistics {
  const day: DayStatistics = { openCents: null, highCents: null, lowCents: null, volumeCents: 0, trades: 0 };
  for (const bucket of buckets) {
    day.openCents ??= bucket.openCents;
    day.highCents = Math.max(day.highCents ?? bucket.highCents, bucket.highCents);
    day.lowCents = Math.min(day.lowCents ?? bucket.lowCents, bucket.lowCents);
    day.volumeCents += bucket.volumeCents;
    day.trades += bucket.trades;
  }
  return day;
}
