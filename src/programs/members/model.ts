import { type SchemaOptions, type Static, Type } from '@sinclair/typebox';
import { CARD_KINDS, MEMBER_STATUSES } from '../../../db/enums.ts';
import {
  Email,
  EmailAddress,
  Id,
  MAX,
  Name,
  Nullable,
  oneOf,
  Text,
  Timestamp,
} from '../../platform/schema.ts';
import { FREE, GOAL_METRICS } from '../model.ts';

const NullableText = Nullable(Type.String());
/** Input: a phone number, parsed by the service, which knows the country of the business. */
const Phone = (options: SchemaOptions = {}) =>
  Text(MAX.phone, {
    description:
      "Phone number, stored in E.164 format. Without + and country code it is read in the notation of the business's country. Unique within the program.",
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
    memberId: Text(MAX.id, {
      description:
        "The business's own reference for a customer, or the ID of a user who has interacted with the business",
    }),
    name: Type.Optional(Nullable(Name())),
    email: Type.Optional(Nullable(Email())),
    phone: Type.Optional(Nullable(Phone())),
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
    metadata: Type.Optional(Metadata),
  },
  { $id: 'MemberChange', examples: [{ status: 'suspended' }] },
);
export type MemberChange = Static<typeof MemberChange>;

export const Member = Type.Object(
  {
    id: Id(),
    programId: Id(),
    memberId: Type.String(),
    name: NullableText,
    email: Nullable(EmailAddress()),
    phone: Nullable(Type.String({ description: 'In E.164 format' })),
    status: oneOf(MEMBER_STATUSES),
    tier: NullableText,
    points: Type.Integer({ description: 'Points earned, minus reversals' }),
    cashback: Type.Object({
      pending: Type.Number(),
      available: Type.Number(),
      redeemed: Type.Number(),
      lifetime: Type.Number({ description: 'Total cashback that has ever become available' }),
    }),
    joinedAt: Timestamp(),
    lastActivityAt: NullableTime,
    metadata: Metadata,
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
});

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

export const MemberProgress = Type.Object(
  {
    programId: Id(),
    memberId: Type.String(),
    totals: Type.Object({
      submissions: Type.Integer(),
      approved: Type.Integer(),
      points: Type.Integer(),
      spend: Type.Number({ description: 'Total value of approved and paid orders, in dollars' }),
      cashback: Type.Number({ description: 'Cashback granted, minus reversals, in dollars' }),
    }),
    tier: Type.Object({
      current: NullableText,
      next: NullableText,
      pointsToNext: Nullable(Type.Integer()),
      percent: Type.Integer({ minimum: 0, maximum: 100, description: 'Progress toward the next tier' }),
    }),
    goals: Type.Array(GoalProgress),
  },
  { $id: 'MemberProgress' },
);
export type MemberProgress = Static<typeof MemberProgress>;
