import { api } from '../../../data/api.ts';
import { formatLabel } from '../../../data/format.ts';
import { useRead } from '../../../data/resource.ts';
import { query, setQuery } from '../../../data/router.ts';
import { tenantParams } from '../../../data/session.ts';
import { reviewParts as t } from '../../../messages/reviewParts/index.ts';
import { formatText } from '../../../messages/text.ts';
import type { Option } from '../../../ui/field.tsx';
import { AGES, FLAGS } from './review-filter-values.ts';

const MAX_CAMPAIGNS = 100;

/** The filters of the review queue, loaded when they are opened. */
export default function FilterFields() {
  const campaigns = useRead(api.campaigns.get, { page: 1, perPage: MAX_CAMPAIGNS, ...tenantParams() });
  const listed = campaigns.data.value?.items ?? [];
  const platforms = [...new Set(listed.map(({ platform }) => platform))].toSorted();
  return (
    <div class="filter-fields">
      <Filter
        name="campaignId"
        label={t.campaign}
        all={t.allCampaigns}
        options={listed.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Filter
        name="platform"
        label={t.platform}
        all={t.allPlatforms}
        options={platforms.map(value => ({ value, label: formatLabel(value) }))}
      />
      <Filter
        name="flag"
        label={t.risk}
        all={t.all}
        options={FLAGS.map(value => ({
          value,
          label: value === 'any' ? t.anyRisk : t.risks[value],
        }))}
      />
      <Filter
        name="age"
        label={t.age}
        all={t.anyAge}
        options={AGES.map(value => ({
          value,
          label: formatText(t.olderThan, { days: Number(value) }),
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
