import { addDays, getStartOfDay } from './local-time.ts';
import { query } from './router.ts';

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The longest period that the API has statistics for, in days. */
const MAX_PERIOD_DAYS = 366;

/** A period in days of the pages' time zone, both included, as 2026-01-31. */
export interface Period {
  from: string;
  to: string;
}

/** Returns whether the text is a day of the calendar. */
function isDay(text: string | null): text is string {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns the period of `?from=&to=`; undefined unless it is valid and not too long. */
export function readPeriod(): Period | undefined {
  const [from, to] = [query.value.get('from'), query.value.get('to')];
  if (!isDay(from) || !isDay(to)) return undefined;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= MAX_PERIOD_DAYS ? { from, to } : undefined;
}

/** Returns the times of `?from=` and `?to=`, each of which may be absent, as filters of a list. */
export function readTimeFilters(): { createdFrom?: string; createdTo?: string } {
  const [from, to] = [query.value.get('from'), query.value.get('to')];
  return {
    ...(isDay(from) && { createdFrom: toStart(from) }),
    ...(isDay(to) && { createdTo: toStart(addDays(to, 1)) }),
  };
}

function toStart(day: string): string {
  return new Date(getStartOfDay(day)).toISOString();
}
