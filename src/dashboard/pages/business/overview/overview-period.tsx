import { lastDays, toDay } from '../../../data/local-time.ts';
import { type Period, readPeriod } from '../../../data/period.ts';
import { query, setQuery } from '../../../data/router.ts';
import { overview as t } from '../../../messages/overview/index.ts';
import { formatText } from '../../../messages/text.ts';
import { DateFilter } from '../../../ui/date-filter.tsx';

const DEFAULT_DAYS = 30;
const YEAR_DAYS = 365;
const LENGTHS = [7, DEFAULT_DAYS, 90, YEAR_DAYS];

function readLength(): number {
  const days = Number(query.value.get('days'));
  return LENGTHS.includes(days) ? days : DEFAULT_DAYS;
}

/** Returns the dates in the URL, or the last days that it names. */
export function readChosenPeriod(): Period {
  return readPeriod() ?? lastDays(readLength());
}

/** Chooses the last days, or any two dates. */
export function PeriodPicker({ period }: { period: Period }) {
  const isFree = readPeriod() !== undefined;
  return (
    <div class="period-picker">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its own default style and needs a legend */}
      <div class="tabs" role="group" aria-label={t.period}>
        {LENGTHS.map(days => (
          <button
            key={days}
            type="button"
            aria-pressed={!isFree && days === readLength()}
            onClick={() => setQuery({ days: days === DEFAULT_DAYS ? null : days, from: null, to: null })}
          >
            {days === YEAR_DAYS ? t.year : formatText(t.lastDays, { count: days })}
          </button>
        ))}
      </div>
      <DateFilter
        from={period.from}
        to={period.to}
        max={toDay(Date.now())}
        onChange={({ from, to }) => setQuery({ days: null, from, to })}
      />
    </div>
  );
}

type List = 'submissions' | 'rewards';

/** Returns the link to the records of a period that a figure counts. */
export function toRecords(list: List, { from, to }: Period, filters: Record<string, string> = {}): string {
  return `/dashboard/${list}?${new URLSearchParams({ ...filters, from, to })}`;
}
