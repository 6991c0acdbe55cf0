import { api, send } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/components.tsx';
import { RARE_ICONS } from '../../ui/rare-icons.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { HandleRow, OfferList, ShopPage, useTitle } from './shop-parts.tsx';

/** A shop's public page: its open campaigns and its accounts. */
export default function ShopHome({ params }: PageProps) {
  return <ShopView slug={params.slug ?? ''} />;
}

export function ShopView({ slug }: { slug: string }) {
  const shop = useResource(abort => send(api.shops({ slug }).get(abort)), [slug]);
  const data = shop.data.value;
  useTitle(data?.name);
  if (shop.error.value?.status === 404)
    return (
      <ShopPage>
        <EmptyState icon={RARE_ICONS.store} title="There is no shop at this address">
          <p>Check the address, or scan the code in the shop again.</p>
          <ButtonLink href="/">See all offers</ButtonLink>
        </EmptyState>
      </ShopPage>
    );
  return (
    <ShopPage {...(data && { shop: data })}>
      <Loaded resource={shop} lines={6}>
        {({ name, offers, handles }) => (
          <>
            <PageHead
              title={`Rewards at ${name}`}
              intro="Post about us, and get a reward for your next visit."
            />
            {offers.length > 0 ? (
              <OfferList offers={offers} shopName={name} />
            ) : (
              <EmptyState icon={RARE_ICONS.gift} title="No open offers right now">
                <p>Come back soon: new offers appear here.</p>
              </EmptyState>
            )}
            {Object.keys(handles).length > 0 && (
              <section class="shop-handles">
                <h2>Find us</h2>
                {Object.entries(handles).map(([platform, handle]) => (
                  <HandleRow key={platform} platform={platform} handle={handle} />
                ))}
              </section>
            )}
          </>
        )}
      </Loaded>
    </ShopPage>
  );
}
