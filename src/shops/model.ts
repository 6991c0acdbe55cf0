import { type Static, Type } from '@sinclair/typebox';
import { REWARD_TYPES } from '../../db/enums.ts';
import { ShopHandles } from '../businesses/model.ts';
import { Campaign, CampaignAction } from '../campaigns/model.ts';
import { CurrencyCode, Id, Nullable, oneOf, Timestamp, Url } from '../platform/schema.ts';
import { Program } from '../programs/model.ts';

const NullableText = Nullable(Type.String());

/** The fields of a business that are public. */
const shopFields = {
  slug: Type.String(),
  name: Type.String(),
  url: Url({ description: "Address of the shop's page" }),
  website: Nullable(Url()),
  handles: ShopHandles,
  logoPath: Nullable(Type.String({ description: 'Path of the logo on this server' })),
  accentColor: NullableText,
  invitationText: Nullable(Type.String({ description: "The shop's own words at the top of its page" })),
  rewardText: Nullable(Type.String({ description: "The shop's own words to people who get a reward" })),
  showsPerkmint: Type.Boolean({ description: 'Whether the pages name Perkmint at their end' }),
  timeZone: Type.String({ description: 'IANA time zone of the shop' }),
};

/** A reward as its customers see it: without the cost of an item. */
const OfferReward = Type.Object({
  type: oneOf(REWARD_TYPES),
  currency: CurrencyCode(),
  value: Nullable(Type.Number({ description: 'An amount, or a percentage; null for an item' })),
  name: Nullable(Type.String({ description: 'The name of an item' })),
  maxAmount: Nullable(Type.Number()),
  expiresInDays: Type.Integer(),
});

/** An open campaign in a list. */
export const Offer = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    platform: Type.String(),
    actionType: Type.String(),
    action: Nullable(CampaignAction),
    reward: OfferReward,
    endsAt: Nullable(Timestamp()),
  },
  { $id: 'Offer' },
);
export type Offer = Static<typeof Offer>;

const REFERRAL = {
  description: 'What joining with the code of a member brings; null if codes are not accepted',
};
const REFEREE = { description: 'The reward at the first purchase or visit; null for none' };

/** An active program in the words of its terms. */
export const ShopProgram = Type.Object(
  {
    ...Type.Pick(Program, ['id', 'name', 'description', 'currency', 'rewards']).properties,
    referral: Nullable(
      Type.Object(
        { referee: Nullable(Type.Pick(OfferReward, ['type', 'value', 'name'], REFEREE)) },
        REFERRAL,
      ),
    ),
  },
  { $id: 'ShopProgram' },
);
export type ShopProgram = Static<typeof ShopProgram>;

export const Shop = Type.Object(
  {
    ...shopFields,
    programs: Type.Array(ShopProgram, {
      description: 'Active programs, which customers can join; newest first',
    }),
    offers: Type.Array(Offer, { description: 'Open campaigns, newest first' }),
  },
  { $id: 'Shop' },
);
export type Shop = Static<typeof Shop>;

/** A shop in the list of shops that have an open campaign. */
export const ShopSummary = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    url: shopFields.url,
    logoPath: shopFields.logoPath,
    accentColor: NullableText,
    offers: Type.Integer({ minimum: 1, description: 'Number of open campaigns on its page' }),
    bestReward: OfferReward,
  },
  { $id: 'ShopSummary' },
);
export type ShopSummary = Static<typeof ShopSummary>;

const LINK_STATES = ['open', 'scheduled', 'paused', 'ended'] as const;

export const CampaignLink = Type.Object(
  {
    slug: Type.String(),
    url: Url({ description: "The campaign's short link" }),
    state: oneOf(LINK_STATES, { description: 'Only an open campaign accepts submissions' }),
    campaign: Type.Object({
      id: Id(),
      name: Type.String(),
      description: NullableText,
      instructions: NullableText,
      platform: Type.String(),
      actionType: Type.String(),
      action: Nullable(CampaignAction),
      reward: OfferReward,
      requirements: Campaign.properties.requirements,
      disclosure: Type.Object({
        ...Campaign.properties.disclosure.properties,
        notice: Nullable(
          Type.String({
            description:
              "The ID of the notice in GET /legal that the text is from; null for the shop's own text",
          }),
        ),
      }),
      perUser: Type.Integer({ description: 'Rewarded submissions per customer' }),
      usesOrderValue: Type.Boolean({
        description: 'Whether the campaign counts toward a program, which the value of an order can add to',
      }),
      startsAt: Nullable(Timestamp()),
      endsAt: Nullable(Timestamp()),
    }),
    shop: Type.Object(shopFields),
    offers: Type.Array(Offer, { description: "The shop's other open campaigns" }),
  },
  { $id: 'CampaignLink' },
);
export type CampaignLink = Static<typeof CampaignLink>;
