import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { api, send } from '../../../data/api.ts';
import { SLOW_POLL_MS, useOwnChanges } from '../../../data/poll.ts';
import { useRead, useResource } from '../../../data/resource.ts';
import { navigate, type PageProps } from '../../../data/router.ts';
import { caller, getHomePath } from '../../../data/session.ts';
import { canRegister, useSignInOptions } from '../../../data/sign-in.ts';
import { mine as t } from '../../../messages/mine/index.ts';
import { formatText, IN_LANGUAGE } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/components.tsx';
import { Icon, type IconName, type IconSource } from '../../../ui/icon.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { isExpiring } from '../shared/expiry.ts';
import { readCards } from '../shared/memberships.ts';
import { OfferList } from '../shared/shop-parts.tsx';
import { getOnlyShop, ShopList, useShops } from './shop-list.tsx';

/** The home page: own open items and offers for customers, the shops with open offers for everyone else. */
export default function Home(_: PageProps) {
  const user = caller.value?.user;
  const home = user && getHomePath(user);
  useEffect(() => {
    if (home && home !== '/') navigate(home, { replace: true });
  }, [home]);
  return user?.role === 'customer' ? <CustomerHome /> : <VisitorHome />;
}

function CustomerHome() {
  const shops = useShops();
  const only = getOnlyShop(shops);
  return (
    <>
      <PageHead title={t.offers} intro={t.offersIntro} />
      <OpenItems />
      {only ? <ShopOffers slug={only.slug} name={only.name} /> : <ShopList shops={shops} />}
    </>
  );
}

/** The offers of the only shop, without a page in between. */
function ShopOffers({ slug, name }: { slug: string; name: string }) {
  const shop = useRead(api.shops({ slug }).get, IN_LANGUAGE);
  return (
    <section class="stack">
      <h2>
        <a href={`/s/${slug}`}>{name}</a>
      </h2>
      <Loaded resource={shop}>{found => <OfferList offers={found.offers} shop={found} />}</Loaded>
    </section>
  );
}

/** Programs that are searched for a card to show; the page of memberships lists all. */
const MAX_PROGRAMS = 5;

/** Shows the member's card, usable codes and pending submissions; renders nothing if there are none. */
function OpenItems() {
  const cards = useResource(abort => readCards(MAX_PROGRAMS, abort), []);
  const [card, ...otherCards] = cards.data.value ?? [];
  const counts = useResource(async abort => {
    const [pending, rewards] = await Promise.all([
      send(api.submissions.get({ query: { status: 'pending', page: 1, perPage: 1 }, ...abort })),
      send(api.rewards.get({ query: { status: 'issued', page: 1, perPage: 100 }, ...abort })),
    ]);
    return {
      pending: pending.pagination.total,
      codes: rewards.pagination.total,
      expiring: rewards.items.filter(isExpiring).length,
    };
  }, []);
  useOwnChanges(counts.reload, counts.data.value && counts.data.value.pending > 0, SLOW_POLL_MS);
  const { pending = 0, codes = 0, expiring = 0 } = counts.data.value ?? {};
  if (pending + codes === 0 && !card) return null;
  return (
    <nav class="tiles" aria-label={t.openItems}>
      {card && (
        <Tile href={otherCards.length > 0 ? '/my/programs' : `/my/programs/${card.id}`} icon="card">
          <strong>{otherCards.length > 0 ? t.memberCards : t.memberCard}</strong>
          {otherCards.length === 0 && `, ${card.name}`}
        </Tile>
      )}
      {codes > 0 && (
        <Tile href="/my/rewards" icon="ticket" isUrgent={expiring > 0}>
          <strong>{formatText(t.rewards, { count: codes })}</strong> {t.readyToUse}
          {expiring > 0 && `, ${formatText(t.expiring, { count: expiring })}`}
        </Tile>
      )}
      {pending > 0 && (
        <Tile href="/my/submissions?status=pending" icon="inbox">
          <strong>{formatText(t.submissionCount, { count: pending })}</strong> {t.pendingReview}
        </Tile>
      )}
    </nav>
  );
}

interface TileProps {
  href: string;
  icon: IconName;
  isUrgent?: boolean;
  children: ComponentChildren;
}

function Tile({ href, icon, isUrgent, children }: TileProps) {
  return (
    <a href={href} class={isUrgent ? 'tile warn' : 'tile'}>
      <Icon name={icon} />
      <span>{children}</span>
      <Icon name="next" />
    </a>
  );
}

function listSteps(): [icon: IconSource, title: string, text: string][] {
  return [
    [SHOP_ICONS.camera, t.post, t.postHow],
    ['inbox', t.send, t.sendHow],
    ['ticket', t.redeem, t.redeemHow],
  ];
}

/** The shops with open offers. The only one is shown right away. */
function VisitorHome() {
  const shops = useShops();
  const isVisitor = caller.value === null;
  const only = isVisitor ? getOnlyShop(shops) : undefined;
  useEffect(() => {
    if (only) navigate(`/s/${only.slug}`, { replace: true });
  }, [only?.slug]);
  if (only) return <Skeleton />;
  return (
    <div class="welcome">
      <PageHead title={t.welcome} intro={t.welcomeIntro} />
      {isVisitor && (
        <p>
          {t.beenHere} <a href="/login">{t.logInToSee}</a>
        </p>
      )}
      <ShopList shops={shops} />
      <ol class="how-it-works">
        {listSteps().map(([icon, title, text]) => (
          <li key={title}>
            <Icon name={icon} />
            <strong>{title}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p class="owner-line">
        {isVisitor ? (
          <>
            {t.runShop} <a href="/login">{t.logIn}</a>
            <AddShopLink />
          </>
        ) : (
          <ButtonLink href="/dashboard" kind="primary">
            {t.dashboard}
          </ButtonLink>
        )}
      </p>
    </div>
  );
}

/** The way to the sign-up of businesses, if they can register. */
function AddShopLink() {
  const options = useSignInOptions();
  if (!options.data.value || !canRegister(options, 'business')) return null;
  return (
    <>
      {' · '}
      <a href="/register?as=business">{t.addShop}</a>
    </>
  );
}
