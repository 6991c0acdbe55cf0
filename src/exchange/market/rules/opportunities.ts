import type { PerkRow } from '../../../../db/schema/exchange.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { formatCents, toAmount, toNullableAmount } from '../../../platform/money.ts';
import type { Opportunity } from '../model.ts';

const NEW_DAYS = 7;
const SOON_DAYS = 14;
const MAX_SCORE = 100;
/** Base score of each kind; the details of an opportunity add to it. */
const BASE_SCORE = {
  belowFaceValue: 40,
  newListing: 30,
  demand: 25,
  expiringSoon: 35,
  campaign: 20,
} as const;

/** The best open order of a side. */
export interface BestOrder {
  orderId: string;
  priceCents: number;
  quantity: number;
}

/** A perk with the best prices in its book. */
export interface Listing {
  perk: PerkRow;
  businessName: string;
  ask: BestOrder | undefined;
  bid: BestOrder | undefined;
}

/** Lists a perk's current opportunities, up to one per kind. */
export function findOpportunities({ perk, businessName, ask, bid }: Listing, nowMs: number): Opportunity[] {
  const found: Opportunity[] = [];
  const add = (kind: keyof typeof BASE_SCORE, offer: BestOrder | undefined, bonus: number, reason: string) =>
    found.push({
      id: `${kind}:${perk.id}`,
      kind,
      perkId: perk.id,
      perkName: perk.name,
      businessName,
      campaignId: null,
      orderId: offer?.orderId ?? null,
      currency: perk.currency,
      price: toNullableAmount(offer?.priceCents ?? null, perk.currency),
      faceValue: toAmount(perk.faceValueCents, perk.currency),
      discountPercent: offer ? calculateDiscountPercent(perk.faceValueCents, offer.priceCents) : null,
      availableQuantity: offer?.quantity ?? null,
      reason,
      score: calculateScore(kind, bonus),
      expiresAt: perk.expiresAt,
    });
  if (ask) {
    const discount = calculateDiscountPercent(perk.faceValueCents, ask.priceCents);
    if (discount > 0) add('belowFaceValue', ask, discount * 0.6, `${discount}% below face value`);
    const ageDays = (nowMs - Date.parse(perk.createdAt)) / DAY_MS;
    if (ageDays < NEW_DAYS) add('newListing', ask, (NEW_DAYS - ageDays) * 3, 'Listed within the last week');
    const leftDays = perk.expiresAt === null ? null : (Date.parse(perk.expiresAt) - nowMs) / DAY_MS;
    if (leftDays !== null && leftDays < SOON_DAYS)
      add('expiringSoon', ask, Math.max(0, discount) * 0.4, `Expires within ${SOON_DAYS} days`);
  }
  if (bid) {
    const premium = -calculateDiscountPercent(perk.faceValueCents, bid.priceCents);
    add('demand', bid, 25 + Math.max(-25, premium * 0.5), 'Open buy order for this perk');
  }
  return found;
}

/** Returns the percentage below face value, to two decimals; negative if above it. */
function calculateDiscountPercent(faceValueCents: number, priceCents: number): number {
  return Math.round(((faceValueCents - priceCents) / faceValueCents) * 10_000) / 100;
}

function calculateScore(kind: keyof typeof BASE_SCORE, bonus: number): number {
  return Math.max(0, Math.min(MAX_SCORE, Math.round(BASE_SCORE[kind] + bonus)));
}

/** The campaign fields that an opportunity needs. */
interface OpenCampaign {
  id: string;
  name: string;
  businessName: string;
  currency: string;
  rewardType: 'fixed' | 'percentage';
  /** Cents or basis points. */
  rewardValue: number;
  /** The name of an item, which is a fixed reward of its cost. */
  rewardItem: string | null;
  endsAt: string | null;
}

const BASIS_POINTS_PER_PERCENT = 100;

/** Describes a campaign in which a reward can be earned. */
export function toCampaignOpportunity(campaign: OpenCampaign): Opportunity {
  const { id, name, businessName, currency, rewardType, rewardValue, rewardItem, endsAt } = campaign;
  // Its cost is not what an item is worth to a customer.
  const isFixed = rewardType === 'fixed' && rewardItem === null;
  const amount = isFixed ? formatCents(rewardValue, currency) : `${rewardValue / BASIS_POINTS_PER_PERCENT}%`;
  const reward = rewardItem ?? `${amount} reward`;
  return {
    id: `campaign:${id}`,
    kind: 'campaign',
    perkId: null,
    perkName: null,
    businessName,
    campaignId: id,
    orderId: null,
    currency: isFixed ? currency : null,
    price: null,
    faceValue: isFixed ? toAmount(rewardValue, currency) : null,
    discountPercent: null,
    availableQuantity: null,
    reason: `${name}: ${reward}`,
    score: calculateScore('campaign', Math.min(40, isFixed ? toAmount(rewardValue, currency) : 10)),
    expiresAt: endsAt,
  };
}

/** Sorts by score, best first, then by id, so that pages do not overlap. */
export function compareByScore(a: Opportunity, b: Opportunity): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1);
}
