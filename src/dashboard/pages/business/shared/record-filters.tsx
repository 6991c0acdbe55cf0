import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { api } from '../../../data/api.ts';
import { formatLabel } from '../../../data/format.ts';
import { useRead } from '../../../data/resource.ts';
import { query, setQuery } from '../../../data/router.ts';
import { tenantParams } from '../../../data/session.ts';
import { records as t } from '../../../messages/records/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { DateFilter } from '../../../ui/date-filter.tsx';
import type { Option } from '../../../ui/field.tsx';
import { QuerySelect } from '../../../ui/query-select.tsx';
import '../../../ui/owner-style.ts';

const MAX_CAMPAIGNS = 100;
const FILTERS = ['status', 'campaignId', 'platform', 'from', 'to', 'q'];

/** Returns true if the list of submissions or rewards is filtered. */
export function hasRecordFilters(): boolean {
  return FILTERS.some(name => query.value.has(name));
}

export function clearRecordFilters(): void {
  setQuery(Object.fromEntries(FILTERS.map(name => [name, null])));
}

/** Filters a list by status, campaign, platform and dates, behind a button on a phone. `children` come first. */
export function RecordFilters({ statuses, children }: { statuses: Option[]; children?: ComponentChildren }) {
  const campaigns = useRead(api.campaigns.get, { page: 1, perPage: MAX_CAMPAIGNS, ...tenantParams() });
  const listed = campaigns.data.value?.items ?? [];
  const platforms = new Set(listed.map(({ platform }) => platform));
  const count = FILTERS.filter(name => name !== 'q' && query.value.has(name)).length;
  const isOpen = useSignal(count > 0);
  const platform = query.value.get('platform');
  if (platform) platforms.add(platform);
  return (
    <search class="review-filters">
      {children}
      <span class="only-phone">
        <Button
          isExpanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {count === 0 ? t.filters : formatText(t.filtersSet, { count: String(count) })}
        </Button>
      </span>
      <div class={`record-fields${isOpen.value ? ' is-open' : ''}`}>
        <QuerySelect
          name="status"
          label={t.status}
          options={[{ value: '', label: t.anyStatus }, ...statuses]}
        />
        <QuerySelect
          name="campaignId"
          label={t.campaign}
          options={[
            { value: '', label: t.allCampaigns },
            ...listed.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <QuerySelect
          name="platform"
          label={t.platform}
          options={[
            { value: '', label: t.allPlatforms },
            ...[...platforms].toSorted().map(value => ({ value, label: formatLabel(value) })),
          ]}
        />
        <DateFilter />
      </div>
      {hasRecordFilters() && (
        <Button kind="quiet" onClick={clearRecordFilters}>
          {t.clear}
        </Button>
      )}
    </search>
  );
}
