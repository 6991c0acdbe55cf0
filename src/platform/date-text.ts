import { toUsableTimeZone } from './intl.ts';

/** Whether 3/7/2024 is in July or in March. */
export type DateOrder = 'dayFirst' | 'monthFirst';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME =
  /(?:[T ,]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?\s?(?<half>[AaPp][Mm])?\s?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/;
const DAY = /(?<day>\d{1,2})/;
const MONTH = /(?<month>\d{1,2})/;
const MONTH_NAME = RegExp(`(?<name>${MONTHS.join('|')})[a-z]*\\.?`, 'i');
const YEAR = /(?<year>\d{4})/;
const SHORT_YEAR = /(?<year>\d{4}|\d\d)/;
/** Countries that write dates with points have the day first. */
const DOTTED = /^\d{1,2}\./;
/** The century of a year of two digits, as spreadsheets write it. */
const CENTURY = 2_000;
const NOON = 12;

const YEAR_FIRST = join('^', YEAR, '([-/.])', MONTH, '\\2', DAY, TIME);
const NAMED = [
  join('^', MONTH_NAME, ' ', DAY, ',? ', YEAR, TIME),
  join('^', DAY, '\\.? ', MONTH_NAME, ' ', YEAR, TIME),
];
const YEAR_LAST: Record<DateOrder, RegExp> = {
  dayFirst: join('^', DAY, '([-/.])', MONTH, '\\2', SHORT_YEAR, TIME),
  monthFirst: join('^', MONTH, '([-/.])', DAY, '\\2', SHORT_YEAR, TIME),
};

function join(...parts: (string | RegExp)[]): RegExp {
  return RegExp(parts.map(part => (typeof part === 'string' ? part : part.source)).join(''), 'i');
}

/**
 * Reads a date as files of other systems write it, with or without a time: `2024-03-07`, `7.3.2024`, `Mar 7, 2024`, or
 * `3/7/2024`.
 * @param dateOrder undefined if it is not certain, so that such dates are not read
 * @returns the time, without one the start of the day; undefined for any other text
 */
export function readDataDate(
  text: string,
  { timeZone, dateOrder }: { timeZone: string; dateOrder: DateOrder | undefined },
): number | undefined {
  const order = DOTTED.test(text) ? 'dayFirst' : dateOrder;
  const formats = [YEAR_FIRST, ...NAMED, ...(order ? [YEAR_LAST[order]] : [])];
  const groups = formats.map(format => format.exec(text)?.groups).find(found => found);
  if (!groups) return undefined;
  const { year = '', month, name = '', day, hour = 0, minute = 0, second = 0, half, zone } = groups;
  const fields = {
    year: Number(year) + (year.length === 2 ? CENTURY : 0),
    month: month === undefined ? MONTHS.indexOf(name.toLowerCase()) + 1 : Number(month),
    day: Number(day),
    hour: half === undefined ? Number(hour) : toHour(Number(hour), half),
    minute: Number(minute),
    second: Number(second),
  };
  const offset = zone?.replace(/^[a-z]+$/i, '+00:00');
  try {
    const local = Temporal.PlainDateTime.from(fields, { overflow: 'reject' });
    return local.toZonedDateTime(offset ?? toUsableTimeZone(timeZone)).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Turns 12 AM into 0 and 1 PM into 13. An hour that no such clock has becomes one that no day has. */
function toHour(hour: number, half: string): number {
  if (hour < 1 || hour > NOON) return Number.NaN;
  return (hour % NOON) + (half.toLowerCase() === 'pm' ? NOON : 0);
}

/** Returns the order of day and month in a country, by the language of most people there; undefined if the year is first. */
export function findDateOrder(country: string | null): DateOrder | undefined {
  if (country === null) return undefined;
  const { language } = new Intl.Locale('und', { region: country }).maximize();
  const [first] = new Intl.DateTimeFormat(`${language}-${country}`).formatToParts(0);
  if (first?.type === 'day') return 'dayFirst';
  return first?.type === 'month' ? 'monthFirst' : undefined;
}
