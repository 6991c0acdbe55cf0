import { MINUTE_MS } from './clock.ts';
import { toUsableLocale, toUsableTimeZone } from './intl.ts';

const DAYS_PER_WEEK = 7;
const NS_PER_MINUTE = MINUTE_MS * 1_000_000;

/*
 * Time zones are names of the IANA database, or fixed offsets such as +05:30. Days are texts such as 2026-01-31, and
 * times are milliseconds since 1970.
 */

/** Returns the name of a zone with a fixed offset from UTC, e.g. 330 → +05:30. */
export function toOffsetZone(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Returns a time as a clock in the zone shows it. */
export function toZoned(timeMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(timeMs).toZonedDateTimeISO(toUsableTimeZone(timeZone));
}

/** Returns the day that a clock in the zone shows at a time. */
export function toLocalDay(timeMs: number, timeZone: string): string {
  return toZoned(timeMs, timeZone).toPlainDate().toString();
}

/** Returns when a day starts: at midnight, or at the first moment after it where clocks skip midnight. */
export function getStartOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(toUsableTimeZone(timeZone)).epochMilliseconds;
}

/** Returns when a day ends: the start of the next one, which no longer belongs to it. */
export function getEndOfDay(day: string, timeZone: string): number {
  return getStartOfDay(addDays(day, 1), timeZone);
}

/**
 * Returns the last millisecond of the day that is some days after the local day of a time. A promise of a number of days
 * ends then: as a time that belongs to its day, so that every date made from it is the last valid day.
 */
export function getEndOfLocalDay(timeMs: number, days: number, timeZone: string): number {
  return getEndOfDay(addDays(toLocalDay(timeMs, timeZone), days), timeZone) - 1;
}

/** Returns how many days the local day of one time is after that of another. */
export function countLocalDays(fromMs: number, untilMs: number, timeZone: string): number {
  const [from, until] = [fromMs, untilMs].map(timeMs => toZoned(timeMs, timeZone).toPlainDate());
  return (from as Temporal.PlainDate).until(until as Temporal.PlainDate).days;
}

/** Returns the day some days after another, or before it. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/**
 * Returns the time some days later at which a clock in the zone shows the same; a clock that skips it shows one hour more.
 */
export function addLocalDays(timeMs: number, days: number, timeZone: string): number {
  return toZoned(timeMs, timeZone).add({ days }).epochMilliseconds;
}

/** Returns the first day of a day's week: a Sunday, a Saturday or, in most places and without a locale, a Monday. */
export function getStartOfWeek(day: string, locale?: string): string {
  const date = Temporal.PlainDate.from(day);
  const firstDay = locale === undefined ? 1 : new Intl.Locale(toUsableLocale(locale)).getWeekInfo().firstDay;
  return addDays(day, -((date.dayOfWeek - firstDay + DAYS_PER_WEEK) % DAYS_PER_WEEK));
}

/** A part of a period in which a zone's offset from UTC is the same. */
export interface OffsetSpan {
  fromMs: number;
  /** Exclusive. */
  untilMs: number;
  offsetMinutes: number;
}

/**
 * Splits a period where the zone's offset from UTC changes, newest part first, so that a query can turn stored times into
 * local days with one constant per part.
 */
export function listOffsetSpans(fromMs: number, untilMs: number, timeZone: string): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let start = toZoned(fromMs, timeZone);
  while (start.epochMilliseconds < untilMs) {
    const change = start.getTimeZoneTransition('next');
    const endMs = Math.min(change?.epochMilliseconds ?? untilMs, untilMs);
    const offsetMinutes = Math.floor(start.offsetNanoseconds / NS_PER_MINUTE);
    spans.unshift({ fromMs: start.epochMilliseconds, untilMs: endMs, offsetMinutes });
    start = toZoned(endMs, timeZone);
  }
  return spans;
}
