import { DEFAULT_CURRENCY } from '../platform/currency-digits.ts';
import { formatRoundAmount } from '../platform/money.ts';
import type { CampaignLink, Offer, Shop } from './model.ts';

/** Texts of a link preview. */
interface Preview {
  title: string;
  description: string;
  url: string;
  imageUrl: string | undefined;
}

/** Describes the page of a campaign in a link preview. */
export function describeLink({ campaign, shop, state, url }: CampaignLink): Preview {
  const offer = describeReward(campaign.reward);
  const isEnded = state === 'ended';
  return {
    title: isEnded ? `Ended: ${offer} at ${shop.name}` : `${offer} at ${shop.name}`,
    description: isEnded
      ? `This offer has ended. See what else ${shop.name} offers.`
      : (campaign.description ?? `${campaign.name}: post about ${shop.name}, and get ${offer}.`),
    url,
    imageUrl: toImageUrl(shop),
  };
}

/** Describes the page of a shop in a link preview. */
export function describeShop(shop: Shop): Preview {
  const [first] = shop.offers;
  return {
    title: `Rewards at ${shop.name}`,
    description: first
      ? `Post about ${shop.name}, and get ${describeReward(first.reward)}.`
      : `Offers of ${shop.name} for customers.`,
    url: shop.url,
    imageUrl: toImageUrl(shop),
  };
}

function toImageUrl({ logoPath, url }: Pick<Shop, 'logoPath' | 'url'>): string | undefined {
  return logoPath === null ? undefined : new URL(logoPath, url).href;
}

/** Describes a reward to customers, e.g. $5 off. */
export function describeReward({
  type,
  value,
  name,
  maxAmount,
  // Events from before businesses had currencies name none.
  currency = DEFAULT_CURRENCY,
}: Pick<Offer['reward'], 'type' | 'value' | 'name' | 'maxAmount'> & { currency?: string }): string {
  if (name) return name;
  if (type === 'fixed') return `${formatRoundAmount(value ?? 0, currency)} off`;
  return `${value ?? 0}% off${maxAmount ? `, up to ${formatRoundAmount(maxAmount, currency)}` : ''}`;
}
