import type { Shop } from '../../../../shops/model.ts';
import { api } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { type PageProps, path } from '../../../data/router.ts';
import { offer as t } from '../../../messages/offer/index.ts';
import { formatText, IN_LANGUAGE } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { HandleRow, OfferList, ShopPage, useTitle } from '../shared/shop-parts.tsx';
import { OtherShops } from './shop-list.tsx';

const Join = lazyComponent(() => import('./join.tsx'));
const ShopPrograms = lazyComponent(() => import('./shop-programs.tsx'));

/** A shop's public page: its programs, its open campaigns and its accounts; or how to join one of the programs. */
export default function ShopHome({ params: { slug = '' } }: PageProps) {
  const shop = useRead(api.shops({ slug }).get, IN_LANGUAGE);
  const data = shop.data.value;
  const isJoining = path.value.endsWith('/join');
  useTitle(isJoining ? undefined : data?.name);
  if (shop.error.value?.status === 404)
    return (
      <ShopPage>
        <EmptyState icon={SHOP_ICONS.store} title={t.noShop}>
          <p>{t.noShopHow}</p>
        </EmptyState>
        <OtherShops />
      </ShopPage>
    );
  return (
    <ShopPage {...(data && { shop: data })}>
      <Loaded resource={shop} lines={6}>
        {found => (isJoining ? <Join shop={found} /> : <Overview shop={found} />)}
      </Loaded>
    </ShopPage>
  );
}

function Overview({
  shop: { name, slug, programs, offers, handles, website, timeZone, invitationText },
}: {
  shop: Shop;
}) {
  return (
    <>
      <PageHead title={formatText(t.rewardsAt, { shop: name })} intro={invitationText ?? t.shopIntro} />
      {programs.length > 0 && <ShopPrograms programs={programs} slug={slug} />}
      {offers.length > 0 ? (
        <OfferList offers={offers} shop={{ name, timeZone }} />
      ) : (
        programs.length === 0 && (
          <EmptyState icon={SHOP_ICONS.gift} title={t.noOffers}>
            <p>{t.noOffersHow}</p>
            <ButtonLink href="/my/rewards">{t.seeRewards}</ButtonLink>
          </EmptyState>
        )
      )}
      {(website || Object.keys(handles).length > 0) && (
        <section class="shop-handles">
          <h2>{t.findUs}</h2>
          {website && (
            <p>
              <a class="break" href={website} rel="noreferrer noopener" target="_blank">
                {website.replace(/^https?:\/\/|\/$/g, '')}
              </a>
            </p>
          )}
          {Object.entries(handles).map(([platform, handle]) => (
            <HandleRow key={platform} platform={platform} handle={handle} />
          ))}
        </section>
      )}
    </>
  );
}
