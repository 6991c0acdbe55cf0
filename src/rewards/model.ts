import { type Static, Type } from '@sinclair/typebox';
import { REWARD_SOURCES, REWARD_STATUSES, REWARD_TYPES } from '../../db/enums.ts';
import { IncludedBusiness, RecordNames } from '../businesses/model.ts';
import { PlaceId } from '../places/model.ts';
import {
  CurrencyCode,
  Id,
  MAX,
  Money,
  MoneyOrZero,
  Name,
  Nullable,
  oneOf,
  Text,
  Timestamp,
} from '../platform/schema.ts';

export const DEFAULT_REWARD_DAYS = 90;
const MAX_REWARD_DAYS = 3_650;

const NullableTime = Nullable(Timestamp());

/** The reward that a campaign, a goal or a shop item offers. */
export const NewReward = Type.Object(
  {
    type: oneOf(REWARD_TYPES),
    value: Type.Optional(
      MoneyOrZero({
        description: 'Amount of a fixed reward, or a percentage up to 100; not needed for an item',
      }),
    ),
    name: Type.Optional(
      Nullable(Name({ description: 'What an item is, such as "Free cappuccino"; required for an item' })),
    ),
    cost: Type.Optional(
      Nullable(
        MoneyOrZero({
          description: 'What an item costs the business; counts against the budget (default 0)',
        }),
      ),
    ),
    maxAmount: Type.Optional(
      Nullable(
        Money({
          description: 'Maximum payout of a percentage reward',
        }),
      ),
    ),
    expiresInDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_REWARD_DAYS, default: DEFAULT_REWARD_DAYS }),
    ),
  },
  { $id: 'NewReward' },
);
export type NewReward = Static<typeof NewReward>;

/** A redemption that was undone. */
export const Reinstatement = Type.Object(
  {
    redeemedAt: Timestamp({ description: 'When the reward had been redeemed' }),
    amount: Nullable(Type.Number({ description: 'The amount of that redemption' })),
    reason: Nullable(Type.String({ description: 'Null for customers' })),
    actor: Type.Union(
      [
        Type.Object({
          kind: oneOf(['user', 'apiKey', 'system']),
          id: Type.String(),
          name: Nullable(Type.String({ description: 'The name of a user' })),
        }),
        Type.Null(),
      ],
      { description: 'Who reinstated the reward; null for customers' },
    ),
    createdAt: Timestamp(),
  },
  { $id: 'Reinstatement' },
);
export type Reinstatement = Static<typeof Reinstatement>;

export const Reward = Type.Object(
  {
    id: Id(),
    code: Type.String({ description: 'Reward code of 10 unambiguous characters, shown at checkout' }),
    businessId: Id(),
    campaignId: Nullable(Id()),
    programId: Nullable(Id()),
    submissionId: Nullable(Id()),
    source: oneOf(REWARD_SOURCES, {
      description:
        'Source of the reward: an approved submission, a redeemed exchange perk, a completed goal, a shop of a program, or a referral',
    }),
    userId: Type.String(),
    currency: CurrencyCode(),
    type: oneOf(REWARD_TYPES),
    value: Nullable(
      Type.Number({
        description: 'An amount, a percentage, or the cost of an item, which only its business sees',
      }),
    ),
    name: Nullable(Type.String({ description: 'The name of an item' })),
    cost: Nullable(Type.Number({ description: 'The cost of an item; only its business sees it' })),
    maxAmount: Nullable(Type.Number()),
    amount: Nullable(
      Type.Number({
        description: 'Its value, or the cost of an item; null for a percentage reward until redeemed',
      }),
    ),
    status: oneOf(REWARD_STATUSES),
    expiresAt: Timestamp({ description: "The last moment of its last day in the business's time zone" }),
    redeemedAt: NullableTime,
    createdAt: Timestamp(),
    reinstatements: Type.Optional(
      Type.Array(Reinstatement, {
        description:
          'Redemptions that were undone, newest first, up to 20; only for a single reward that has any',
      }),
    ),
    names: Type.Optional(
      Type.Unsafe<RecordNames>({
        ...RecordNames,
        description: 'The names of business, campaign and program, in any state; only with include=names',
      }),
    ),
  },
  { $id: 'Reward' },
);
export type Reward = Static<typeof Reward>;

/** Related records that a list of rewards can include. */
export const REWARD_INCLUDES = ['names', 'campaign', 'business', 'customer'] as const;
export type RewardInclude = (typeof REWARD_INCLUDES)[number];
/** Orders of a list of rewards; the first one is the default. */
export const REWARD_SORTS = ['-createdAt', 'createdAt', '-redeemedAt'] as const;

export const ListedReward = Type.Object(
  {
    ...Reward.properties,
    campaign: Type.Optional(
      Type.Union([Type.Object({ id: Id(), name: Type.String() }), Type.Null()], {
        description: 'Only with include=campaign; null if there is no campaign',
      }),
    ),
    business: IncludedBusiness,
    customer: Type.Optional(
      Type.Object(
        { id: Type.String(), name: Nullable(Type.String()) },
        {
          description:
            'Whose reward it is; only with include=customer. The name is null if the business knows none',
        },
      ),
    ),
  },
  { $id: 'ListedReward' },
);
export type ListedReward = Static<typeof ListedReward>;

export const Redemption = Type.Object(
  {
    code: Type.Optional(
      Text(MAX.name, { description: 'The reward code; case, spaces and dashes are ignored' }),
    ),
    rewardId: Type.Optional(Id('The reward, if code is not sent')),
    orderValue: Type.Optional(Money({ description: 'Order value; required for percentage rewards' })),
    businessId: Type.Optional(Id('Business ID (admins only)')),
    placeId: PlaceId,
  },
  { $id: 'Redemption', examples: [{ code: 'K7M2Q9XTPA', orderValue: 12.5 }] },
);
export type Redemption = Static<typeof Redemption>;

export const Redeemed = Type.Object(
  {
    reward: Reward,
    discount: Type.Number({
      description: 'Discount on the order; 0 for an item, which is handed out',
    }),
  },
  { $id: 'Redeemed' },
);
export type Redeemed = Static<typeof Redeemed>;

export const Reinstating = Type.Object(
  {
    code: Type.Optional(
      Text(MAX.name, { description: 'The reward code; case, spaces and dashes are ignored' }),
    ),
    rewardId: Type.Optional(Id('The reward, if code is not sent')),
    reason: Type.Optional(Text(MAX.text)),
    businessId: Type.Optional(Id('Business ID (admins only)')),
    placeId: PlaceId,
  },
  { $id: 'Reinstating', examples: [{ code: '7XKQ4MTRWP', reason: 'Scanned twice' }] },
);
export type Reinstating = Static<typeof Reinstating>;

export const Voiding = Type.Object(
  { rewardId: Id(), reason: Text(MAX.text), businessId: Type.Optional(Id('Business ID (admins only)')) },
  { $id: 'Voiding' },
);
export type Voiding = Static<typeof Voiding>;
