import type { ShopSummary } from '../../../../shops/model.ts';
import { api } from '../../../data/api.ts';
import { pageQuery } from '../../../data/paging.ts';
import { type Resource, useRead } from '../../../data/resource.ts';
import { query } from '../../../data/router.ts';
import { offer as t } from '../../../messages/offer/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedList, type PageOf } from '../../../ui/table.tsx';
import { formatOffer, ShopMark } from '../shared/shop-parts.tsx';

type ShopResource = Resource<PageOf<ShopSummary>>;

/** Loads a page of the shops with open offers, for the search and page number of the URL. */
export function useShops(): ShopResource {
  const paging = pageQuery();
  const q = query.value.get('q') ?? undefined;
  return useRead(api.shops.get, { q, ...paging });
}

/** Returns the only shop with open offers; undefined while loading, and if there are none or several. */
export function getOnlyShop({ data }: ShopResource): ShopSummary | undefined {
  const { items = [], pagination } = data.value ?? {};
  return !query.value.get('q') && pagination?.total === 1 ? items[0] : undefined;
}

/** Shops with open offers, to search and to page through. */
export function ShopList({ shops }: { shops: ShopResource }) {
  const isSearched = query.value.has('q');
  const isLong = (shops.data.value?.pagination.totalPages ?? 0) > 1;
  return (
    <>
      {(isLong || isSearched) && <SearchBox label={t.searchShops} />}
      <PagedList resource={shops} empty={isSearched ? <NoMatch /> : <NoOffers />}>
        {items => <ShopCards items={items} />}
      </PagedList>
    </>
  );
}

function NoMatch() {
  return (
    <EmptyState icon="search" title={t.noMatch}>
      <p>{t.noMatchHow}</p>
    </EmptyState>
  );
}

function NoOffers() {
  return (
    <EmptyState icon={SHOP_ICONS.gift} title={t.noOffers}>
      <p>{t.noOffersHow}</p>
      <ButtonLink href="/my/rewards">{t.seeRewards}</ButtonLink>
    </EmptyState>
  );
}

/** Shops as links, with what they offer. */
function ShopCards({ items }: { items: ShopSummary[] }) {
  return (
    <ul class="offers">
      {items.map(shop => (
        <li key={shop.slug}>
          <a class="offer" href={`/s/${shop.slug}`}>
            <ShopMark shop={shop} />
            <span>
              <strong>{shop.name}</strong>
              <span>{formatOffer(shop.bestReward)}</span>
              <span class="hint">{formatText(t.openOffers, { count: shop.offers })}</span>
            </span>
            <Icon name="next" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Offers other shops on a page that has nothing to offer itself; renders nothing if there are none. */
export function OtherShops() {
  const shops = useRead(api.shops.get, { page: 1, perPage: 6 });
  const items = shops.data.value?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section class="stack">
      <h2>{t.openNow}</h2>
      <ShopCards items={items} />
    </section>
  );
}
