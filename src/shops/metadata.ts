import type { CampaignLink, Shop } from './model.ts';
import { previewLink, previewShop } from './preview.ts';
import { describeReward } from './rules.ts';

/** Texts and picture of a link preview. */
interface Metadata {
  title: string;
  description: string;
  url: string;
  imageUrl: string;
}

/** Describes the page of a campaign in a link preview. */
export function describeLink(link: CampaignLink): Metadata {
  const { campaign, shop, state, url } = link;
  const offer = describeReward(campaign.reward);
  const isEnded = state === 'ended';
  return {
    title: isEnded ? `Ended: ${offer} at ${shop.name}` : `${offer} at ${shop.name}`,
    description: isEnded
      ? `This offer has ended. See what else ${shop.name} offers.`
      : (campaign.description ?? `${campaign.name}: post about ${shop.name}, and get ${offer}.`),
    url,
    imageUrl: previewLink(link).url,
  };
}

/** Describes the page of a shop in a link preview. */
export function describeShop(shop: Shop): Metadata {
  const [first] = shop.offers;
  return {
    title: `Rewards at ${shop.name}`,
    description:
      shop.invitationText ??
      (first
        ? `Post about ${shop.name}, and get ${describeReward(first.reward)}.`
        : `Offers of ${shop.name} for customers.`),
    url: shop.url,
    imageUrl: previewShop(shop).url,
  };
}
