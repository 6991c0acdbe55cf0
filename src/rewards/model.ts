import { type Static, Type } from '@sinclair/typebox';
import { REWARD_SOURCES, REWARD_STATUSES, REWARD_TYPES } from '../../db/enums.ts';
import { Id, MAX, Money, Nullable, oneOf, Text, Timestamp } from '../platform/schema.ts';

const NullableTime = Nullable(Timestamp());

export const Reward = Type.Object(
  {
    id: Id(),
    code: Type.String({ description: '10 characters, told apart easily; shown at the till' }),
    businessId: Id(),
    campaignId: Nullable(Id()),
    programId: Nullable(Id()),
    submissionId: Nullable(Id()),
    source: oneOf(REWARD_SOURCES, {
      description:
        'What it was given for: proof that was approved, or a perk of the exchange that was redeemed',
    }),
    userId: Type.String(),
    type: oneOf(REWARD_TYPES),
    value: Type.Number({ description: 'Dollars, or a percentage' }),
    maxAmount: Nullable(Type.Number()),
    amount: Nullable(
      Type.Number({ description: 'Dollars it is worth; null for a percentage until it is redeemed' }),
    ),
    status: oneOf(REWARD_STATUSES),
    expiresAt: Timestamp(),
    redeemedAt: NullableTime,
    createdAt: Timestamp(),
  },
  { $id: 'Reward' },
);
export type Reward = Static<typeof Reward>;

export const Redemption = Type.Object(
  {
    code: Text(MAX.name, { description: 'As printed; case, spaces and dashes do not matter' }),
    orderValue: Type.Optional(
      Money({ minimum: 0.01, description: 'Dollars of the order; needed for a percentage' }),
    ),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'Redemption' },
);
export type Redemption = Static<typeof Redemption>;

export const Redeemed = Type.Object(
  { reward: Reward, discount: Type.Number({ description: 'Dollars to take off the order' }) },
  { $id: 'Redeemed' },
);
export type Redeemed = Static<typeof Redeemed>;

export const Voiding = Type.Object(
  { rewardId: Id(), reason: Text(MAX.text), businessId: Type.Optional(Id('Business ID (admins only)')) },
  { $id: 'Voiding' },
);
export type Voiding = Static<typeof Voiding>;
