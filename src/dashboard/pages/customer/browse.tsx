import type { Campaign } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { formatDate, formatLabel, formatNumber, formatReward } from '../../data/format.ts';
import { getCachedName, useNames } from '../../data/name-cache.ts';
import { pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { Badge, PageHead } from '../../ui/components.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PagedList } from '../../ui/table.tsx';

/** Lists the active campaigns. */
export function Browse() {
  useNames();
  const paging = pageQuery();
  const list = useResource(
    abort => send(api.campaigns.get({ query: { state: 'active', ...paging }, ...abort })),
    [paging.page],
  );
  return (
    <>
      <PageHead title="Campaigns" intro="Complete a campaign, submit proof, and get a reward." />
      <PagedList resource={list} empty={<EmptyState icon="megaphone" title="No open campaigns yet" />}>
        {items => (
          <ul class="card-grid">
            {items.map(campaign => (
              <CampaignCard key={campaign.id} campaign={campaign} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function CampaignCard({ campaign }: { campaign: Campaign }) {
  const { minFollowers, hashtags } = campaign.requirements;
  return (
    <li class="card campaign-card">
      <p class="reward">{formatReward(campaign.reward)}</p>
      <h2>
        <a href={`/campaigns/${campaign.id}`}>{campaign.name}</a>
      </h2>
      {getCachedName(campaign.businessId) && <p class="hint">{getCachedName(campaign.businessId)}</p>}
      {campaign.description && <p>{campaign.description}</p>}
      <p class="tags">
        <Badge tone="info">
          {formatLabel(campaign.platform)} · {formatLabel(campaign.actionType)}
        </Badge>
        {minFollowers > 0 && <Badge>At least {formatNumber(minFollowers)} followers</Badge>}
        {hashtags.map(tag => (
          <Badge key={tag}>#{tag.replace(/^#/, '')}</Badge>
        ))}
        {campaign.endsAt && <Badge tone="warn">Until {formatDate(campaign.endsAt)}</Badge>}
      </p>
    </li>
  );
}
