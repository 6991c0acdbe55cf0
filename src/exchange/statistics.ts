import type { BucketRow } from '../../db/schema/exchange.ts';
import { DAY_MS, SECOND_MS } from '../platform/clock.ts';
import type { Fill, Resting, Side } from './rules.ts';

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3_600;
const SPANS_SECONDS = [MINUTE_SECONDS, HOUR_SECONDS];

/** So long after it a trade counts half. */
const HALF_LIFE_MS = DAY_MS;
/** Ranks are whole numbers of this part of a doubling. */
const RANK_PRECISION = 1_000_000;
/** A perk that is listed is as active as one of which this much was traded at that moment. */
export const LISTING_CENTS = 100;

/**
 * How active a perk is once so much more of it was traded: the logarithm of all its trades in cents, each counting
 * half as much as one a day later. Counted from a fixed moment, so that what ranks perks today ranks them tomorrow.
 * @param activity what it was before; 0 for a new perk
 */
export function activityAfter(activity: number, cents: number, nowMs: number): number {
  const before = activity / RANK_PRECISION;
  const added = nowMs / HALF_LIFE_MS + Math.log2(cents);
  const [high, low] = before > added ? [before, added] : [added, before];
  return Math.round((high + Math.log2(1 + 2 ** (low - high))) * RANK_PRECISION);
}

/** A price as the book sorts it: the best is the lowest on both sides. */
export function rankOf(side: Side, priceCents: number | null): number {
  if (priceCents === null) return 0;
  return side === 'buy' ? -priceCents : priceCents;
}

/** Fills of one moment as the buckets that they go into. */
export function bucketsOf(perkId: string, fills: Fill<Resting>[], nowMs: number): BucketRow[] {
  const seconds = Math.floor(nowMs / SECOND_MS);
  const prices = fills.map(({ priceCents }) => priceCents);
  const sum = (value: (fill: Fill<Resting>) => number) =>
    fills.reduce((total, fill) => total + value(fill), 0);
  const [first] = prices;
  const last = prices.at(-1);
  if (first === undefined || last === undefined) return [];
  // By price the fills of one order rise or fall: the first and the last are the lowest and the highest.
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

/** A stretch of time to read in buckets of one size, in epoch seconds: from, up to. */
export interface Stretch {
  spanSeconds: number;
  from: number;
  to: number;
}

/** The last 24 hours, to the minute: minutes up to the first whole hour, hours from there on. */
export function lastDay(nowMs: number): [minutes: Stretch, hours: Stretch] {
  const startSeconds = Math.floor((nowMs - DAY_MS) / SECOND_MS);
  const from = Math.ceil(startSeconds / MINUTE_SECONDS) * MINUTE_SECONDS;
  const turn = Math.ceil(from / HOUR_SECONDS) * HOUR_SECONDS;
  const end = Math.floor(nowMs / SECOND_MS) + 1;
  return [
    { spanSeconds: MINUTE_SECONDS, from, to: Math.min(turn, end) },
    { spanSeconds: HOUR_SECONDS, from: turn, to: Math.max(turn, end) },
  ];
}

export interface Day {
  openCents: number | null;
  highCents: number | null;
  lowCents: number | null;
  volumeCents: number;
  trades: number;
}

/** The figures of a day from its buckets, oldest first. */
export function summarize(buckets: readonly BucketRow[]): Day {
  const day: Day = { openCents: null, highCents: null, lowCents: null, volumeCents: 0, trades: 0 };
  for (const bucket of buckets) {
    day.openCents ??= bucket.openCents;
    day.highCents = Math.max(day.highCents ?? bucket.highCents, bucket.highCents);
    day.lowCents = Math.min(day.lowCents ?? bucket.lowCents, bucket.lowCents);
    day.volumeCents += bucket.volumeCents;
    day.trades += bucket.trades;
  }
  return day;
}
