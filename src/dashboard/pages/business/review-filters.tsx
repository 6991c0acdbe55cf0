import { useSignal } from '@preact/signals';
import { RISK_FLAGS } from '../../../../db/enums.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel } from '../../data/format.ts';
import { enumQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { query, setQuery } from '../../data/router.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import type { Option } from '../../ui/field.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { RISK_LABELS } from './review-labels.ts';

const FILTERS = ['q', 'campaignId', 'platform', 'flag', 'age'] as const;
const FLAGS = ['any', ...RISK_FLAGS] as const;
/** Minimum ages in days. */
const AGES = ['1', '3', '7'] as const;
const DAY_MS = 86_400_000;
const MAX_CAMPAIGNS = 100;

/** Returns the filters in the URL as parameters of the list. */
export function readFilters() {
  const read = (name: string) => query.value.get(name) || undefined;
  const age = enumQuery('age', AGES);
  const filters = {
    q: read('q'),
    campaignId: read('campaignId'),
    platform: read('platform'),
    flag: enumQuery('flag', FLAGS),
    // Whole minutes, so that the request is the same for a while.
    createdTo: age && new Date(Math.floor(Date.now() / 60_000) * 60_000 - Number(age) * DAY_MS).toISOString(),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Partial<
    typeof filters
  >;
}

/** Returns true if the list is filtered. */
export function hasFilters(): boolean {
  return FILTERS.some(name => query.value.has(name));
}

export function clearFilters(): void {
  setQuery({ id: null, ...Object.fromEntries(FILTERS.map(name => [name, null])) });
}

/** Searches the submissions and filters them by campaign, platform, risk and age. */
export function ReviewFilters() {
  const isOpen = useSignal(FILTERS.slice(1).some(name => query.value.has(name)));
  const count = FILTERS.slice(1).filter(name => query.value.has(name)).length;
  return (
    <search class="review-filters">
      <SearchBox label="Search customers and campaigns" resets={['id']} />
      <Button
        isExpanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {hasFilters() && (
        <Button kind="quiet" onClick={clearFilters}>
          Clear
        </Button>
      )}
      {isOpen.value && <FilterFields />}
    </search>
  );
}

function FilterFields() {
  const campaigns = useResource(
    abort =>
      send(api.campaigns.get({ query: { page: 1, perPage: MAX_CAMPAIGNS, ...tenantParams() }, ...abort })),
    [],
  );
  const listed = campaigns.data.value?.items ?? [];
  const platforms = [...new Set(listed.map(({ platform }) => platform))].toSorted();
  return (
    <div class="filter-fields">
      <Filter
        name="campaignId"
        label="Campaign"
        all="All campaigns"
        options={listed.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Filter
        name="platform"
        label="Platform"
        all="All platforms"
        options={platforms.map(value => ({ value, label: formatLabel(value) }))}
      />
      <Filter
        name="flag"
        label="Risk"
        all="All"
        options={FLAGS.map(value => ({
          value,
          label: value === 'any' ? 'Any risk signal' : RISK_LABELS[value],
        }))}
      />
      <Filter
        name="age"
        label="Age"
        all="Any age"
        options={AGES.map(value => ({
          value,
          label: `Older than ${value} ${value === '1' ? 'day' : 'days'}`,
        }))}
      />
    </div>
  );
}

function Filter({
  name,
  label,
  all,
  options,
}: {
  name: string;
  label: string;
  all: string;
  options: Option[];
}) {
  const chosen = query.value.get(name) ?? '';
  return (
    <label>
      {label}
      <select
        value={chosen}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value, id: null })}
      >
        <option value="">{all}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
