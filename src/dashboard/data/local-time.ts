import { toUsableTimeZone } from '../../platform/intl.ts';
import { timeZone } from './time-zone.ts';

const DAY_MS = 86_400_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/*
 * Safari has no Temporal yet, so that this converts with Intl. Readings of a clock are numbers as well: the milliseconds
 * since 1970 at which a clock in UTC shows the same.
 */

/** Returns what a clock in the zone shows at a time. */
function readClock(timeMs: number, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    // Swedish notation is that of ISO 8601.
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: toUsableTimeZone(zone),
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    clocks.set(zone, clock);
  }
  return Date.parse(`${clock.format(timeMs).replace(' ', 'T')}Z`);
}

/**
 * Returns when a clock in the zone shows a reading: the first time, if it does so twice; the same time after the gap, if
 * clocks skip it.
 */
function toTime(reading: number, zone: string): number {
  const offsetAt = (timeMs: number) => readClock(timeMs, zone) - timeMs;
  const [before, after] = [offsetAt(reading - DAY_MS), offsetAt(reading + DAY_MS)];
  const times = [reading - before, reading - after];
  return times.find(timeMs => readClock(timeMs, zone) === reading) ?? reading - before;
}

function toIso(reading: number): string {
  return new Date(reading).toISOString();
}

/** Returns the minute that a clock shows at a time, such as 2026-01-31T18:00. */
function readMinute(timeMs: number, zone: string): string {
  return toIso(readClock(timeMs, zone)).slice(0, 16);
}

/** Returns the day of a time, such as 2026-01-31. */
export function toDay(timeMs: number, zone: string = timeZone.value): string {
  return toIso(readClock(timeMs, zone)).slice(0, 10);
}

/** Returns the day some days after another, or before it. */
export function addDays(day: string, days: number): string {
  return toIso(Date.parse(day) + days * DAY_MS).slice(0, 10);
}

/** Returns when a day starts, in milliseconds since 1970. */
export function getStartOfDay(day: string, zone: string = timeZone.value): number {
  return toTime(Date.parse(day), zone);
}

/** Returns the first and the last of some days that end with today. */
export function lastDays(count: number, nowMs: number = Date.now()): { from: string; to: string } {
  const to = toDay(nowMs);
  return { from: addDays(to, 1 - count), to };
}

/** Whether a day alone means its start, or its end, which is the midnight after it. */
export type Edge = 'start' | 'end';

/** Converts an ISO time to the value of a DayTimeField: a day, with a time unless it is the edge; null becomes ''. */
export function toLocalInput(iso: string | null, edge: Edge, zone: string = timeZone.value): string {
  if (iso === null) return '';
  const text = readMinute(Date.parse(iso), zone);
  const day = text.slice(0, 10);
  // Where clocks skip midnight, a day starts later.
  if (text !== readMinute(getStartOfDay(day, zone), zone)) return text;
  return edge === 'start' ? day : addDays(day, -1);
}

/** Converts the value of a DayTimeField to an ISO time; an empty or invalid value becomes null. */
export function fromLocalInput(text: string, edge: Edge, zone: string = timeZone.value): string | null {
  const hasTime = text.includes('T');
  const reading = Date.parse(hasTime ? `${text}Z` : text);
  if (Number.isNaN(reading)) return null;
  return toIso(toTime(edge === 'end' && !hasTime ? reading + DAY_MS : reading, zone));
}
