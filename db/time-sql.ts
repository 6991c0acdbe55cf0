import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS, iso, MINUTE_MS } from '../src/platform/clock.ts';

/** The UTC day of a row, and whether the row is after the time zone's midnight on that day. */
export interface UtcDay {
  utcDay: string;
  isAfterMidnight: 0 | 1;
}

/**
 * Selects the columns of `UtcDay` from a `created_at` column. Both are parts of the stored text, because engines have
 * different date functions. `offsetMinutes` is the time zone's offset from UTC.
 */
export function selectUtcDay(offsetMinutes: number): SQL {
  const midnight = iso(DAY_MS - offsetMinutes * MINUTE_MS).slice(11, 16);
  return sql`substr(created_at, 1, 10) as "utcDay",
    case when substr(created_at, 12, 5) >= ${midnight} then 1 else 0 end as "isAfterMidnight"`;
}

/** Returns the day in the time zone, such as 2026-01-31. */
export function toLocalDay({ utcDay, isAfterMidnight }: UtcDay, offsetMinutes: number): string {
  const midnightMs = Date.parse(utcDay) + ((((-offsetMinutes * MINUTE_MS) % DAY_MS) + DAY_MS) % DAY_MS);
  const dayMs = midnightMs + offsetMinutes * MINUTE_MS - (isAfterMidnight ? 0 : DAY_MS);
  return iso(dayMs).slice(0, 10);
}

/** Days from the last day of February of the year 0 to 1970-01-01, plus the one that months start with. */
const DAYS_BEFORE_EPOCH = 719_469;

/**
 * Returns the minutes since the Unix epoch of a time, computed without the date functions of an engine. Years start in
 * March, so that the leap day is the last one.
 */
export function toEpochMinute(column: string): SQL {
  const part = (from: number, length: number) => `cast(substr(${column}, ${from}, ${length}) as bigint)`;
  const [month, day, hour, minute] = [part(6, 2), part(9, 2), part(12, 2), part(15, 2)];
  const year = `(${part(1, 4)} - case when ${month} < 3 then 1 else 0 end)`;
  const dayOfYear = `(153 * ((${month} + 9) % 12) + 2) / 5 + ${day}`;
  const days = `(365 * ${year} + ${year} / 4 - ${year} / 100 + ${year} / 400 + ${dayOfYear} - ${DAYS_BEFORE_EPOCH})`;
  return sql.raw(`((${days} * 24 + ${hour}) * 60 + ${minute})`);
}
