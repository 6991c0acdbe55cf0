import { DEFAULT_TIME_ZONE, toUsableTimeZone } from '../../platform/intl.ts';
import { toZoned } from '../../platform/time-zone.ts';

/** Hours of the day in which a person wants no mail, such as 22:00 to 08:00. */
interface QuietHours {
  /** Hours and minutes, HH:MM. */
  from: string;
  to: string;
}

/**
 * Returns when quiet hours end, in milliseconds; undefined outside of them. Hours are those of the clocks in the time
 * zone, so days of 23 and 25 hours are right.
 */
export function findQuietEnd(nowMs: number, { from, to }: QuietHours, timeZone: string): number | undefined {
  const now = toZoned(nowMs, timeZone);
  const time = now.toPlainTime();
  const [start, end] = [Temporal.PlainTime.from(from), Temporal.PlainTime.from(to)];
  const isAfterStart = Temporal.PlainTime.compare(time, start) >= 0;
  const isBeforeEnd = Temporal.PlainTime.compare(time, end) < 0;
  const isOvernight = Temporal.PlainTime.compare(start, end) > 0;
  if (isOvernight ? !isAfterStart && !isBeforeEnd : !isAfterStart || !isBeforeEnd) return undefined;
  const day = isOvernight && isAfterStart ? now.toPlainDate().add({ days: 1 }) : now.toPlainDate();
  // If a clock change repeats the hour, its first occurrence may be over.
  return day.toPlainDateTime(end).toZonedDateTime(toUsableTimeZone(timeZone), { disambiguation: 'later' })
    .epochMilliseconds;
}

/**
 * Returns the zone in which a person lives, as far as it is known: the one of the account, of the business where the
 * person works, or of a shop nearby.
 */
export function getZone(
  person: { timeZone: string | null; businessTimeZone: string | null },
  shop?: { timeZone: string },
): string {
  return person.timeZone ?? person.businessTimeZone ?? shop?.timeZone ?? DEFAULT_TIME_ZONE;
}
