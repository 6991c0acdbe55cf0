import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CampaignLink, Offer, Shop } from '../../../../shops/model.ts';
import {
  formatLabel,
  formatLastDay,
  formatMoney,
  formatPercent,
  formatRoundMoney,
} from '../../../data/format.ts';
import { caller } from '../../../data/session.ts';
import { offer as t } from '../../../messages/offer/index.ts';
import { formatText } from '../../../messages/text.ts';
import { LanguageSwitch } from '../../../shell/language-switch.tsx';
import { ThemeSwitch } from '../../../shell/switches.tsx';
import { CopyButton } from '../../../ui/components.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';

type ShopFields = CampaignLink['shop'];

/** Formats a reward for customers, e.g. $5 off, 15% off up to $20 or the name of an item. */
export function formatOffer({ type, currency, value, name, maxAmount }: Offer['reward']): string {
  if (name) return name;
  const amount = value ?? 0;
  if (type === 'fixed') return formatText(t.off, { amount: formatShortMoney(amount, currency) });
  const percent = formatPercent(amount);
  return maxAmount
    ? formatText(t.offUpTo, { amount: percent, max: formatShortMoney(maxAmount, currency) })
    : formatText(t.off, { amount: percent });
}

function formatShortMoney(amount: number, currency: string): string {
  return Number.isInteger(amount) ? formatRoundMoney(amount, currency) : formatMoney(amount, currency);
}

/** Names the first step, whose details the task describes. */
export function getStepTitle({ actionType, platform }: Pick<Offer, 'actionType' | 'platform'>): string {
  const title = t.steps[actionType as keyof typeof t.steps] ?? t.steps.other;
  return formatText(t.onPlatform, { text: title, platform: formatLabel(platform) });
}

/** Describes a task in one sentence that names the shop and the platform. */
export function describeTask(
  { action, actionType, platform }: Pick<Offer, 'action' | 'actionType' | 'platform'>,
  shopName: string,
): string {
  const label = formatLabel(platform);
  const shop = { shop: shopName };
  const text = action
    ? formatText(action.task, shop)
    : formatText(t.tasks[actionType as keyof typeof t.tasks] ?? t.tasks.other, shop);
  return text.toLowerCase().includes(label.toLowerCase())
    ? text
    : formatText(action ? t.taskOn : t.onPlatform, { text, platform: label });
}

/** Describes the task below the name of an offer; only the platform, if the name says the task already. */
export function addTask(offer: Pick<Offer, 'name' | 'action' | 'actionType' | 'platform'>, shopName: string) {
  const task = describeTask(offer, shopName);
  return task.includes(offer.name) ? formatLabel(offer.platform) : task;
}

/** Uses the shop's color on the page. Set by script, because the Content Security Policy allows no inline styles. */
export function useAccentColor(color: string | null | undefined): void {
  useEffect(() => {
    const { style } = document.documentElement;
    if (!color) return;
    style.setProperty('--shop-accent', color);
    return () => style.removeProperty('--shop-accent');
  }, [color]);
}

/** Uses a title that names the shop, as the server's does. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}

/** A shop's logo, or a sign in its color. */
export function ShopMark({ shop }: { shop: Pick<ShopFields, 'logoPath' | 'accentColor'> }) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (shop.accentColor) element.current?.style.setProperty('--shop-accent', shop.accentColor);
  }, [shop.accentColor]);
  return (
    <span ref={element} class={shop.logoPath ? 'shop-mark has-logo' : 'shop-mark'}>
      {shop.logoPath ? <img src={shop.logoPath} alt="" /> : <Icon name={SHOP_ICONS.store} />}
    </span>
  );
}

/**
 * The frame of a shop's public pages: the shop's name and logo in place of the product's, and the way to the customer's own
 * pages.
 */
export function ShopPage({ shop, children }: { shop?: ShopFields; children: ComponentChildren }) {
  useAccentColor(shop?.accentColor);
  return (
    <div class="shop-page">
      <header class="shop-head">
        {shop && (
          <a class="shop-name" href={`/s/${shop.slug}`}>
            <ShopMark shop={shop} />
            {shop.name}
          </a>
        )}
        <CustomerLinks />
      </header>
      {children}
      <footer class="shop-foot">
        {shop?.showsPerkmint !== false && (
          <p>
            <a href="/">Perkmint</a>
            {caller.value === null && (
              <>
                {' · '}
                <a href="/login">{t.shopOwners}</a>
              </>
            )}
          </p>
        )}
        <div class="actions">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </footer>
    </div>
  );
}

function CustomerLinks() {
  const next = encodeURIComponent(location.pathname + location.search);
  if (caller.value === null) return <a href={`/login?next=${next}`}>{t.logIn}</a>;
  if (caller.value?.user.role !== 'customer') return <a href="/dashboard">{t.dashboard}</a>;
  return (
    <nav aria-label={t.yourPages}>
      <a href="/">{t.offers}</a>
      <a href="/my/submissions">{t.submissions}</a>
      <a href="/my/rewards">{t.rewards}</a>
    </nav>
  );
}

/** Open campaigns of a shop as links. */
export function OfferList({ offers, shop }: { offers: Offer[]; shop: Pick<Shop, 'name' | 'timeZone'> }) {
  return (
    <ul class="offers">
      {offers.map(offer => (
        <li key={offer.slug}>
          <a class="offer" href={`/c/${offer.slug}`}>
            <span>
              <strong>{formatOffer(offer.reward)}</strong>
              <span>{offer.name}</span>
              <span class="hint">{addTask(offer, shop.name)}</span>
              {offer.endsAt && (
                <span class="hint">
                  {formatText(t.until, { date: formatLastDay(offer.endsAt, shop.timeZone) })}
                </span>
              )}
            </span>
            <Icon name="next" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The account to mention on a platform, to copy. */
export function HandleRow({ platform, handle }: { platform: string; handle: string }) {
  return <CopyRow label={formatText(t.mention, { platform: formatLabel(platform) })} text={`@${handle}`} />;
}

export function CopyRow({ label, text }: { label: string; text: string }) {
  return (
    <div class="copyable">
      <p class="hint">{label}</p>
      <CopyButton text={text} />
      <p dir="auto">{text}</p>
    </div>
  );
}
