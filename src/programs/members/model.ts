import { type Static, Type } from '@sinclair/typebox';
import { MEMBER_STATUSES } from '../../../db/enums.ts';
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
const NullableTime = Nullable(Timestamp());
const Metadata = Type.Object({}, { ...FREE, description: 'Free-form object, up to 16 KiB as JSON' });

export const NewMember = Type.Object(
  {
    memberId: Text(MAX.id, {
      description:
        "The business's own reference for a customer, or the ID of a user who has interacted with the business",
    }),
    name: Type.Optional(Nullable(Name())),
    email: Type.Optional(Nullable(Email())),
    metadata: Type.Optional(Metadata),
  },
  {
    $id: 'NewMember',
    examples: [{ memberId: 'till-4712', name: 'Ada Martin', email: 'ada@people.example' }],
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
