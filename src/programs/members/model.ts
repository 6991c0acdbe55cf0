import { type SchemaOptions, type Static, Type } from '@sinclair/typebox';
import { CARD_KINDS, MEMBER_STATUSES, REWARD_SOURCES, REWARD_TYPES } from '../../../db/enums.ts';
import {
  CurrencyCode,
  Email,
  EmailAddress,
  FreeId,
  Id,
  MAX,
  Name,
  Nullable,
  oneOf,
  Text,
  Timestamp,
} from '../../platform/schema.ts';
import { NewReward } from '../../rewards/model.ts';
import { FREE, GOAL_METRICS } from '../model.ts';
import { ReferredBy } from '../referrals/model.ts';

const NullableText = Nullable(Type.String());
/** Input: a phone number, parsed by the service, which knows the country of the business. */
export const Phone = (options: SchemaOptions = {}) =>
  Text(MAX.phone, {
    description:
      "Phone number, stored in E.164 format. Without + and country code it is read in the notation of the business's country. A number that the business enters is unique within the program; one that a member enters is a hint until the business confirms it.",
    examples: ['+12025550143'],
    ...options,
  });

const NullableTime = Nullable(Timestamp());
const Metadata = Type.Object({}, { ...FREE, description: 'Free-form object, up to 16 KiB as JSON' });

/** The optional parameter `q` of lists of members. It may be empty, as a search field is at first. */
export function memberSearch() {
  return Type.Optional(
    Type.String({
      maxLength: MAX.name,
      description:
        'Beginning of any word of the name, of the phone number or its last four digits, email address or member ID. Accents and case are ignored; if nothing matches, names with one typing error do. Finds up to 100 members: whole words first, then the most recently active. If empty, all members, the most recently active first',
    }),
  );
}

export const NewMember = Type.Object(
  {
    memberId: FreeId({
      description:
        "The business's own reference for a customer, or the ID of a user who has interacted with the business",
    }),
    name: Type.Optional(Nullable(Name())),
    email: Type.Optional(Nullable(Email())),
    phone: Type.Optional(Nullable(Phone())),
    referredBy: Type.Optional(ReferredBy),
    metadata: Type.Optional(Metadata),
  },
  {
    $id: 'NewMember',
    examples: [
      { memberId: 'till-4712', name: 'Ada Martin', email: 'ada@people.example', phone: '+12025550143' },
    ],
  },
);
export type NewMember = Static<typeof NewMember>;

export const MemberChange = Type.Object(
  {
    status: Type.Optional(
      oneOf(MEMBER_STATUSES, { description: 'Members can only set it to leave the program' }),
    ),
    name: Type.Optional(Nullable(Name())),
    email: Type.Optional(Nullable(Email())),
    phone: Type.Optional(Nullable(Phone())),
    phoneConfirmed: Type.Optional(
      Type.Boolean({
        description:
          'For businesses: whether the phone number is confirmed, by default true if one is sent. `true` alone confirms the number that the member entered.',
      }),
    ),
    metadata: Type.Optional(Metadata),
  },
  { $id: 'MemberChange', examples: [{ status: 'suspended' }] },
);
export type MemberChange = Static<typeof MemberChange>;

/** A reward that a member can redeem. */
export const OpenReward = Type.Object(
  {
    id: Id(),
    code: Nullable(Type.String({ description: 'Null for users with the position counter, who scan it' })),
    source: oneOf(REWARD_SOURCES),
    currency: CurrencyCode(),
    type: oneOf(REWARD_TYPES),
    value: Nullable(
      Type.Number({
        description: 'An amount, a percentage, or the cost of an item; customers get null for an item',
      }),
    ),
    name: Nullable(Type.String({ description: 'The name of an item' })),
    maxAmount: Nullable(Type.Number()),
    expiresAt: Timestamp({ description: "The last moment of its last day in the business's time zone" }),
  },
  { $id: 'OpenReward' },
);
export type OpenReward = Static<typeof OpenReward>;

export const Member = Type.Object(
  {
    id: Id(),
    programId: Id(),
    memberId: Type.String(),
    enrolledAs: Nullable(
      Type.String({
        description:
          "The business's own reference before the person claimed the membership, by which requests still find it; null for all others",
      }),
    ),
    mergedInto: Nullable(Id('The ID of the member into whom this one was merged; null for all others')),
    name: NullableText,
    email: Nullable(EmailAddress()),
    phone: Nullable(Type.String({ description: 'In E.164 format' })),
    phoneConfirmed: Type.Boolean({
      description:
        'Whether the business entered or confirmed the number. One that only the member entered finds no member: visits and orders by phone ignore it.',
    }),
    status: oneOf(MEMBER_STATUSES),
    tier: NullableText,
    points: Type.Integer({
      description: 'Points earned, minus reversals; they decide the tier, whether spent or not',
    }),
    pointsBalance: Type.Integer({ description: 'Points that can be spent in the shop' }),
    visits: Type.Integer({ description: 'Visits, or stamps, minus reversals' }),
    lastVisitAt: NullableTime,
    currency: CurrencyCode(),
    cashback: Type.Object({
      pending: Type.Number(),
      available: Type.Number(),
      redeemed: Type.Number(),
      lifetime: Type.Number({ description: 'Total cashback that has ever become available' }),
    }),
    joinedAt: Timestamp(),
    lastActivityAt: NullableTime,
    metadata: Metadata,
    referralCode: Type.Optional(
      Nullable(
        Type.String({
          description:
            'The code by which the member brings new ones, null in a program without referrals; only for a single member',
          examples: ['8D6MXYQ4H7'],
        }),
      ),
    ),
    openRewards: Type.Optional(
      Type.Array(OpenReward, {
        description: 'Rewards of the business that the member can redeem, up to 50; only for a single member',
      }),
    ),
    merged: Type.Optional(
      Type.Array(Type.Object({ memberId: Type.String(), name: NullableText }), {
        description:
          'Members who were merged into this one, the latest to join first, up to 50; only for a single member, and empty for customers',
      }),
    ),
  },
  { $id: 'Member' },
);
export type Member = Static<typeof Member>;

const GoalProgress = Type.Object({
  id: Type.String(),
  name: Type.String(),
  metric: oneOf(GOAL_METRICS),
  current: Type.Number(),
  target: Type.Number(),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  status: oneOf(['inProgress', 'completed']),
  completedAt: NullableTime,
  repeats: Type.Boolean({ description: 'Whether the goal starts again after each completion' }),
  completions: Type.Integer({ description: 'How often the member completed it' }),
  reward: Type.Union([NewReward, Type.Null()], {
    description: 'The reward issued for each completion; null for a promise in words',
  }),
});

/** Related records that the lists of cashback and visits can include. */
export const MEMBER_INCLUDES = ['member'] as const;

/** The member of a listed record. */
export const IncludedMember = Type.Optional(
  Type.Object(
    { memberId: Type.String(), name: Nullable(Type.String({ description: 'Null without a name' })) },
    { description: 'Whose record it is; only with include=member' },
  ),
);

export const MemberCard = Type.Object(
  {
    programId: Id(),
    memberId: Type.String(),
    kind: oneOf(CARD_KINDS),
    card: Type.String({ description: 'The text of the QR code, of capital letters and digits' }),
    expiresAt: Nullable(
      Timestamp({ description: 'When a rotating card stops working; null for a static card' }),
    ),
    renewAt: Nullable(
      Timestamp({ description: 'When to get the next rotating card; null for a static card' }),
    ),
  },
  { $id: 'MemberCard' },
);
export type MemberCard = Static<typeof MemberCard>;

/** An item of the shop as a member sees it. */
const ShopOffer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  points: Type.Integer(),
  reward: NewReward,
  stock: Nullable(Type.Integer()),
  remaining: Nullable(Type.Integer({ description: 'The rest of the stock; null for any number' })),
  perMember: Nullable(Type.Integer()),
  bought: Type.Integer({ description: 'How many the member has bought' }),
  status: oneOf(['available', 'tooFewPoints', 'soldOut', 'limitReached']),
});
export type ShopOffer = Static<typeof ShopOffer>;

export const MemberProgress = Type.Object(
  {
    programId: Id(),
    memberId: Type.String(),
    currency: CurrencyCode(),
    totals: Type.Object({
      submissions: Type.Integer(),
      approved: Type.Integer(),
      points: Type.Integer({ description: 'Points earned, minus reversals' }),
      pointsBalance: Type.Integer({ description: 'Points that can be spent in the shop' }),
      visits: Type.Integer(),
      spend: Type.Number({ description: 'Total value of approved and paid orders' }),
      cashback: Type.Number({ description: 'Cashback granted, minus reversals' }),
    }),
    tier: Type.Object({
      current: NullableText,
      next: NullableText,
      pointsToNext: Nullable(Type.Integer()),
      percent: Type.Integer({ minimum: 0, maximum: 100, description: 'Progress toward the next tier' }),
    }),
    lastVisitAt: NullableTime,
    goals: Type.Array(GoalProgress),
    shop: Type.Array(ShopOffer, { description: 'What the points can buy' }),
    openRewards: Type.Array(OpenReward, {
      description: 'Rewards of the business that the member can redeem, up to 50',
    }),
  },
  { $id: 'MemberProgress' },
);
export type MemberProgress = Static<typeof MemberProgress>;
