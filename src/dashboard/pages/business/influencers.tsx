import { useSignal } from '@preact/signals';
import type { Influencer } from '../../../influencers/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatMoney, formatPercent, formatRoundMoney, plural } from '../../data/format.ts';
import { pageQuery } from '../../data/paging.ts';
import { PLATFORM_OPTIONS } from '../../data/platforms.ts';
import { useResource } from '../../data/resource.ts';
import { query, setQuery } from '../../data/router.ts';
import { businessId, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/components.tsx';
import { NumberField, SelectField, TextField } from '../../ui/field.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { NewInfluencerDialog } from './new-influencer.tsx';

const ANY = { value: '', label: 'Any platform' };

/** Lists influencers with the suggested price per post. */
export default function Influencers() {
  const getParam = (name: string) => query.value.get(name) || undefined;
  const minFollowers = Number(getParam('minFollowers'));
  const filters = {
    search: getParam('search'),
    platform: getParam('platform'),
    minFollowers: Number.isInteger(minFollowers) && minFollowers > 0 ? minFollowers : undefined,
    ...pageQuery(),
    ...tenantParams(),
  };
  const list = useResource(
    abort => send(api.influencers.get({ query: filters, ...abort })),
    [filters.search, filters.platform, filters.minFollowers, filters.page, businessId.value],
    { live: ['influencer.'] },
  );
  const isFiltered = [filters.search, filters.platform, filters.minFollowers].some(
    value => value !== undefined,
  );
  const isAdding = useSignal(false);
  const add = () => {
    isAdding.value = true;
  };
  const close = () => {
    isAdding.value = false;
  };
  return (
    <>
      <ListPage
        title="Influencers"
        intro="Creators you work with, and suggested prices for their posts."
        call={{ operation: 'listInfluencers', values: filters }}
        create={{ label: 'Add influencer', onClick: add }}
        filters={<Filters />}
        isFiltered={isFiltered}
        resource={list}
        empty={{
          icon: 'star',
          title: isFiltered ? 'No matching influencers' : 'No influencers yet',
          children: isFiltered && (
            <Button onClick={() => setQuery({ search: null, platform: null, minFollowers: null })}>
              Clear filters
            </Button>
          ),
        }}
      >
        {items => (
          <div class="cards-list">
            {items.map(influencer => (
              <InfluencerCard key={influencer.id} influencer={influencer} />
            ))}
          </div>
        )}
      </ListPage>
      {isAdding.value && (
        <NewInfluencerDialog
          onClose={close}
          onAdded={() => {
            close();
            list.reload();
          }}
        />
      )}
    </>
  );
}

function Filters() {
  const getParam = (name: string) => query.value.get(name) ?? '';
  const search = useSignal(getParam('search'));
  const platform = useSignal(getParam('platform'));
  const minFollowers = useSignal(getParam('minFollowers'));
  const submit = (event: Event) => {
    event.preventDefault();
    setQuery({ search: search.value, platform: platform.value, minFollowers: minFollowers.value });
  };
  return (
    <form onSubmit={submit}>
      <div class="form-row">
        <TextField label="Search" type="search" placeholder="Name, email or handle" value={search} />
        <SelectField label="Platform" value={platform} options={[ANY, ...PLATFORM_OPTIONS]} />
        <NumberField label="Minimum followers" value={minFollowers} />
        <Button type="submit" icon="search">
          Search
        </Button>
      </div>
    </form>
  );
}

function InfluencerCard({ influencer }: { influencer: Influencer }) {
  const { name, email, niches, country, engagementRate, suggestedPrices, notes, rateCard } = influencer;
  const about = [
    country,
    engagementRate === null ? null : `${formatPercent(engagementRate)} engagement rate`,
  ].filter(Boolean);
  return (
    <Card>
      <div>
        <h2>{name}</h2>
        <p class="hint">
          <a href={`mailto:${email}`}>{email}</a>
          {about.length > 0 && ` · ${about.join(' · ')}`}
        </p>
      </div>
      {niches.length > 0 && (
        <p class="tags">
          {niches.map(niche => (
            <Badge key={niche}>{niche}</Badge>
          ))}
        </p>
      )}
      <ul class="plain-list">
        {suggestedPrices.map(price => (
          <li key={`${price.platform}${price.handle}`}>
            <strong>{formatLabel(price.platform)}</strong> {price.handle} ·{' '}
            {plural(price.followers, 'follower')}
            <br />
            {price.typical === null ? (
              <span class="hint">{price.note ?? 'No published rate for this platform.'}</span>
            ) : (
              <span>
                Suggested price per post: <strong>{formatRoundMoney(price.typical)}</strong>{' '}
                <span class="hint">
                  ({formatRoundMoney(price.low ?? 0)}–{formatRoundMoney(price.high ?? 0)}
                  {price.source && `, source: ${price.source.publisher} ${price.source.year}`})
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {rateCard.length > 0 && (
        <p>
          Rates:{' '}
          {rateCard
            .map(
              ({ platform, format, price, currency }) =>
                `${currency === 'USD' ? formatMoney(price) : `${price} ${currency}`} per ${format} (${formatLabel(platform)})`,
            )
            .join(', ')}
          .
        </p>
      )}
      {notes && <p class="hint">{notes}</p>}
    </Card>
  );
}
