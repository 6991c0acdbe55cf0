import { toZoned } from '../../platform/time-zone.ts';

/** The hour of Monday at which the letter about the week before is written. */
const HOUR = 8;
/** Days after which it is no longer written: on Wednesday, last week is no news. */
const GRACE_DAYS = 2;

/** A week from Monday to Sunday, as dates. */
export interface Week {
  from: string;
  to: string;
}

/** Returns the last whole week if its letter is due now; undefined otherwise. Days are those of the time zone. */
export function findDueWeek(nowMs: number, timeZone: string): Week | undefined {
  const now = toZoned(nowMs, timeZone);
  const today = now.toPlainDate();
  const daysSinceMonday = now.dayOfWeek - 1;
  if (daysSinceMonday >= GRACE_DAYS || (daysSinceMonday === 0 && now.hour < HOUR)) return undefined;
  const monday = today.subtract({ days: daysSinceMonday });
  return { from: monday.subtract({ days: 7 }).toString(), to: monday.subtract({ days: 1 }).toString() };
}
