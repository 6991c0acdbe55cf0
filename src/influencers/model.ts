import { type Static, Type } from '@sinclair/typebox';
import { INFLUENCER_STATUSES } from '../../db/enums.ts';
import { Citation } from '../library/model.ts';
import { Email, Id, MAX, MoneyOrZero, Name, Nullable, oneOf, Text, Timestamp } from '../platform/schema.ts';

const MAX_PLATFORMS = 20;
const MAX_RATES = 50;
const MAX_FOLLOWERS = 10_000_000_000;
const MAX_COUNTRY = 60;
const MAX_PER_CENT = 100;
const DEFAULT_CURRENCY = 'USD';

const PlatformSlug = Type.String({
  minLength: 1,
  maxLength: MAX.slug,
  pattern: '^[A-Za-z0-9_-]+$',
  patternHint: '1 to 40 characters: a-z, 0-9, _ and -',
});

const NewAccount = Type.Object({
  platform: PlatformSlug,
  handle: Text(MAX.name),
  followers: Type.Integer({ minimum: 0, maximum: MAX_FOLLOWERS }),
});

const NewRate = Type.Object({
  platform: PlatformSlug,
  format: Text(MAX.name, { description: 'Content format, such as post, story, reel or video' }),
  price: MoneyOrZero(),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3}$',
      patternHint: 'a currency code such as USD',
      default: DEFAULT_CURRENCY,
    }),
  ),
  includes: Type.Optional(Type.Array(Text(MAX.name), { maxItems: MAX.hashtags })),
});
export type NewRate = Static<typeof NewRate>;

export const NewInfluencer = Type.Object(
  {
    name: Name(),
    email: Email(),
    platforms: Type.Array(NewAccount, { minItems: 1, maxItems: MAX_PLATFORMS }),
    rateCard: Type.Optional(Type.Array(NewRate, { maxItems: MAX_RATES })),
    niches: Type.Optional(Type.Array(Text(MAX.hashtag), { maxItems: MAX.hashtags })),
    country: Type.Optional(
      Nullable(Text(MAX_COUNTRY, { description: 'Two-letter country code (ISO 3166) or a name' })),
    ),
    engagementRate: Type.Optional(
      Nullable(
        Type.Number({
          minimum: 0,
          maximum: MAX_PER_CENT,
          description: 'Percentage of followers who engage with a post',
        }),
      ),
    ),
    notes: Type.Optional(Nullable(Type.String({ maxLength: MAX.text }))),
    status: Type.Optional(
      oneOf(INFLUENCER_STATUSES, {
        default: 'lead',
        description: 'How far the work with the influencer has come',
      }),
    ),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'NewInfluencer' },
);
export type NewInfluencer = Static<typeof NewInfluencer>;

const { businessId: _businessId, status: _status, ...changeable } = NewInfluencer.properties;
/** Fields that are left out keep their value; lists are replaced as a whole. */
export const InfluencerChange = Type.Object(
  {
    ...Type.Partial(Type.Object(changeable)).properties,
    status: Type.Optional(oneOf(INFLUENCER_STATUSES)),
  },
  { $id: 'InfluencerChange' },
);
export type InfluencerChange = Static<typeof InfluencerChange>;

/** The price of a post according to published creator rates; figures are null if none was published. */
const SuggestedPrice = Type.Object(
  {
    platform: Type.String(),
    handle: Type.String(),
    followers: Type.Integer(),
    tier: Nullable(Type.String({ description: 'nano, micro, mid, macro or mega' })),
    tierRange: Nullable(
      Type.Object(
        { from: Type.Integer(), below: Nullable(Type.Integer()) },
        { description: 'Follower range of the tier' },
      ),
    ),
    low: Nullable(Type.Number()),
    typical: Nullable(
      Type.Number({
        description: 'Estimate between low and high, based on the follower count within the tier',
      }),
    ),
    high: Nullable(Type.Number()),
    currency: Type.String(),
    formula: Type.String(),
    note: Nullable(Type.String()),
    source: Nullable(Type.Object(Citation.properties, { description: 'Where the rate was published' })),
  },
  { $id: 'SuggestedPrice' },
);
export type SuggestedPrice = Static<typeof SuggestedPrice>;

export const Influencer = Type.Object(
  {
    id: Id(),
    businessId: Id(),
    name: Type.String(),
    email: Type.String(),
    platforms: Type.Array(
      Type.Object({ platform: Type.String(), handle: Type.String(), followers: Type.Integer() }),
    ),
    rateCard: Type.Array(
      Type.Object({
        platform: Type.String(),
        format: Type.String(),
        price: Type.Number(),
        currency: Type.String(),
        includes: Type.Array(Type.String()),
      }),
    ),
    suggestedPrices: Type.Array(SuggestedPrice, { description: 'One entry per platform' }),
    niches: Type.Array(Type.String()),
    country: Nullable(Type.String()),
    engagementRate: Nullable(Type.Number({ description: 'Percentage' })),
    notes: Nullable(Type.String()),
    status: oneOf(INFLUENCER_STATUSES),
    createdAt: Timestamp(),
  },
  { $id: 'Influencer' },
);
export type Influencer = Static<typeof Influencer>;
