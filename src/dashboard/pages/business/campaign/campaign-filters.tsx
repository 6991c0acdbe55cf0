import { CAMPAIGN_SORTS, CAMPAIGN_STATES } from '../../../../../db/enums.ts';
import { api, send } from '../../../data/api.ts';
import { formatLabel, formatNumber } from '../../../data/format.ts';
import { enumQuery } from '../../../data/paging.ts';
import { COMMON_PLATFORMS } from '../../../data/platforms.ts';
import { useResource } from '../../../data/resource.ts';
import { query } from '../../../data/router.ts';
import { tenantParams } from '../../../data/session.ts';
import { campaigns as t } from '../../../messages/campaigns/index.ts';
import { FilterTabs, formatState } from '../../../ui/components.tsx';
import { QuerySelect } from '../../../ui/query-select.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';

const NOTHING = { page: 1, perPage: 1 };

/** Returns the filters and the order in the URL as parameters of the list. */
export function readCampaignFilters() {
  return {
    state: enumQuery('state', CAMPAIGN_STATES),
    platform: query.value.get('platform') || undefined,
    q: query.value.get('q') || undefined,
    sort: enumQuery('sort', CAMPAIGN_SORTS),
  };
}

/** Searches campaigns, filters them by platform and state, and sorts them. */
export function CampaignFilters() {
  const counts = useResource(
    async abort => {
      const count = async (state?: (typeof CAMPAIGN_STATES)[number]) => {
        const { pagination } = await send(
          api.campaigns.get({ query: { ...NOTHING, state, ...tenantParams() }, ...abort }),
        );
        return pagination.total;
      };
      return { total: await count(), states: await Promise.all(CAMPAIGN_STATES.map(count)) };
    },
    [],
    { live: ['campaign.'] },
  );
  const { total, states } = counts.data.value ?? {};
  const withCount = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${formatNumber(count)})`;
  const tabs = [
    { value: '', label: withCount(t.all, total) },
    ...CAMPAIGN_STATES.map((state, index) => ({
      value: state,
      label: withCount(formatState(state), states?.[index]),
    })),
  ];
  const sorts = CAMPAIGN_SORTS.map(value => ({
    value: value === '-createdAt' ? '' : value,
    label: t.sorts[value],
  }));
  const platform = query.value.get('platform');
  const platforms =
    platform && !COMMON_PLATFORMS.includes(platform) ? [...COMMON_PLATFORMS, platform] : COMMON_PLATFORMS;
  return (
    <>
      <search class="review-filters">
        <SearchBox label={t.search} />
        <QuerySelect
          name="platform"
          label={t.platform}
          options={[
            { value: '', label: t.allPlatforms },
            ...platforms.map(value => ({ value, label: formatLabel(value) })),
          ]}
        />
        <QuerySelect name="sort" label={t.sortBy} options={sorts} />
      </search>
      <FilterTabs name="state" label={t.state} options={tabs} />
    </>
  );
}
