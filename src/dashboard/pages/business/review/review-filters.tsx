import { useSignal } from '@preact/signals';
import { enumQuery } from '../../../data/paging.ts';
import { query, setQuery } from '../../../data/router.ts';
import { review as t } from '../../../messages/review/index.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { AGES, FLAGS } from './review-filter-values.ts';

const FilterFields = lazyComponent(() => import('./review-filter-fields.tsx'));

const FILTERS = ['q', 'campaignId', 'platform', 'flag', 'age'] as const;
const DAY_MS = 86_400_000;

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
      <SearchBox label={t.search} resets={['id']} />
      <Button
        isExpanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {count === 0 ? t.filters : `${t.filters} (${count})`}
      </Button>
      {hasFilters() && (
        <Button kind="quiet" onClick={clearFilters}>
          {t.clear}
        </Button>
      )}
      {isOpen.value && <FilterFields />}
    </search>
  );
}
