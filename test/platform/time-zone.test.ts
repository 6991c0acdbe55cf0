import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../src/platform/clock.ts';
import {
  addDays,
  addLocalDays,
  countLocalDays,
  getEndOfDay,
  getEndOfLocalDay,
  getStartOfDay,
  getStartOfWeek,
  listOffsetSpans,
  toLocalDay,
  toOffsetZone,
} from '../../src/platform/time-zone.ts';
import { FIRST_DAY, LAST_DAY, ZONES } from '../support/time-zones.ts';

const START = Date.parse(FIRST_DAY);
const END = Date.parse(LAST_DAY) + DAY_MS;
const DAYS = (END - START) / DAY_MS;

/** The day and the time of a clock by Intl, which the module does not use for arithmetic. */
function createClock(timeZone: string): (timeMs: number) => { day: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return timeMs => {
    const [day = '', time = ''] = format.format(timeMs).split(' ');
    return { day, time };
  };
}

describe.each(ZONES)('%s over ten years', zone => {
  const clockAt = createClock(zone);

  test('every day starts where the day before ends, at midnight unless clocks skip it', () => {
    const skipped: string[] = [];
    for (let index = 0, day = FIRST_DAY; index < DAYS; index += 1, day = addDays(day, 1)) {
      const startMs = getStartOfDay(day, zone);
      expect(getEndOfDay(day, zone)).toBe(getStartOfDay(addDays(day, 1), zone));
      const [start, before] = [clockAt(startMs), clockAt(startMs - 1)];
      expect([start.day, before.day]).toEqual([day, addDays(day, -1)]);
      expect([toLocalDay(startMs, zone), toLocalDay(startMs - 1, zone)]).toEqual([day, addDays(day, -1)]);
      if (start.time !== '00:00:00') skipped.push(day);
      const hours = (getEndOfDay(day, zone) - startMs) / HOUR_MS;
      expect([23, 23.5, 24, 24.5, 25]).toContain(hours);
    }
    const skipsMidnight = ['America/Sao_Paulo', 'Africa/Cairo', 'Asia/Beirut'].includes(zone);
    expect(skipped.length > 0).toBe(skipsMidnight);
  });

  test('spans cover the period without gaps, and their offset gives the day of every time', () => {
    const spans = listOffsetSpans(START, END, zone).reverse();
    expect([spans[0]?.fromMs, spans.at(-1)?.untilMs]).toEqual([START, END]);
    for (const [index, { fromMs, untilMs, offsetMinutes }] of spans.entries()) {
      if (index > 0) expect(fromMs).toBe(spans[index - 1]?.untilMs as number);
      for (let at = fromMs; at < untilMs; at += DAY_MS + 7 * HOUR_MS + 11 * MINUTE_MS)
        expect(iso(at + offsetMinutes * MINUTE_MS).slice(0, 10)).toBe(clockAt(at).day);
      const last = untilMs - 1;
      expect(iso(last + offsetMinutes * MINUTE_MS).slice(0, 10)).toBe(clockAt(last).day);
    }
  });

  test('some days later, clocks show the same time unless they skip it', () => {
    let moved = 0;
    for (let at = START + 9 * HOUR_MS + 30 * MINUTE_MS; at < END; at += 13 * DAY_MS) {
      const later = addLocalDays(at, 7, zone);
      expect(clockAt(later).time).toBe(clockAt(at).time);
      if (later - at !== 7 * DAY_MS) moved += 1;
    }
    const changes = listOffsetSpans(START, END, zone).length - 1;
    expect(moved > 0).toBe(changes > 3);
  });
});

/** Zones whose clocks change by an hour at most. */
const PROMISE_ZONES = [
  ...ZONES,
  'America/Santiago',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  '+05:30',
];

test('days from any time end with the last day, and at most a clock change before as many times 24 hours', () => {
  const promise = fc.record({
    zone: fc.constantFrom(...PROMISE_ZONES),
    timeMs: fc.integer({ min: START, max: END }),
    days: fc.nat(3_650),
  });
  fc.assert(
    fc.property(promise, ({ zone, timeMs, days }) => {
      const endMs = getEndOfLocalDay(timeMs, days, zone);
      const lastDay = addDays(toLocalDay(timeMs, zone), days);
      expect([toLocalDay(endMs, zone), toLocalDay(endMs + 1, zone)]).toEqual([lastDay, addDays(lastDay, 1)]);
      expect(endMs).toBeGreaterThanOrEqual(timeMs + days * DAY_MS - HOUR_MS);
      expect(countLocalDays(timeMs, endMs, zone)).toBe(days);
    }),
    { numRuns: 500 },
  );
});

test('a time that clocks skip becomes the next one that they show', () => {
  const before = Date.parse('2026-03-28T01:30:00.000Z');
  expect(iso(addLocalDays(before, 1, 'Europe/Berlin'))).toBe('2026-03-29T01:30:00.000Z');
  expect(iso(addLocalDays(before, 2, 'Europe/Berlin'))).toBe('2026-03-30T00:30:00.000Z');
});

test('weeks start on Monday, or on the first day of the locale', () => {
  const sunday = '2026-06-07';
  expect(getStartOfWeek(sunday)).toBe('2026-06-01');
  expect(getStartOfWeek(sunday, 'de-DE')).toBe('2026-06-01');
  expect(getStartOfWeek(sunday, 'en-US')).toBe(sunday);
  expect(getStartOfWeek(sunday, 'ar-EG')).toBe('2026-06-06');
});

test('offsets are zones as well', () => {
  expect([0, 330, -210, 840].map(toOffsetZone)).toEqual(['+00:00', '+05:30', '-03:30', '+14:00']);
  expect(iso(getStartOfDay('2026-06-07', toOffsetZone(330)))).toBe('2026-06-06T18:30:00.000Z');
  expect(listOffsetSpans(START, END, toOffsetZone(-210))).toEqual([
    { fromMs: START, untilMs: END, offsetMinutes: -210 },
  ]);
});
