import { type Static, Type } from '@sinclair/typebox';
import { MAX_CENTS } from '../../platform/money.ts';
import {
  CurrencyCode,
  Id,
  MAX,
  Nullable,
  oneOf,
  SignedMoney,
  Text,
  Timestamp,
} from '../../platform/schema.ts';
import { Reward } from '../../rewards/model.ts';
import { Member } from '../members/model.ts';

/** The same as MAX_POINTS_PER_ACTIVITY. */
const MAX_POINTS = MAX_CENTS;
/** More visits would be a mistake: a member with one visit a day needs 27 years for them. */
const MAX_VISITS = 10_000;

export const NewAdjustment = Type.Object(
  {
    points: Type.Optional(
      Type.Integer({
        minimum: -MAX_POINTS,
        maximum: MAX_POINTS,
        description:
          'Points to add, or to take back if below 0; exactly one of points, cashback and visits is required',
      }),
    ),
    cashback: Type.Optional(
      SignedMoney({
        description:
          "Cashback to add, or to take back if below 0. What is added can be spent at once, and expires as the program's cashback does; the limit maxPerMember does not apply.",
      }),
    ),
    visits: Type.Optional(
      Type.Integer({
        minimum: -MAX_VISITS,
        maximum: MAX_VISITS,
        description: 'Visits, or stamps, to add, or to take back if below 0',
      }),
    ),
    reason: Text(MAX.text, { description: 'Why the balance is corrected; shown to the business only' }),
  },
  {
    $id: 'NewAdjustment',
    examples: [{ points: -50, reason: 'Order was recorded twice' }],
  },
);
export type NewAdjustment = Static<typeof NewAdjustment>;

const adjustmentFields = {
  id: Id(),
  programId: Id(),
  memberId: Type.String(),
  points: Type.Integer(),
  cashback: Type.Number(),
  visits: Type.Integer(),
  currency: CurrencyCode(),
  reason: Type.String(),
  adjustedBy: Type.Object(
    { kind: oneOf(['user', 'apiKey', 'system']), id: Type.String() },
    { description: 'Who corrected the balance' },
  ),
  createdAt: Timestamp(),
  undoneAt: Nullable(Timestamp({ description: 'When it was undone; null if it was not' })),
};

/** A correction of a balance; two of `points`, `cashback` and `visits` are 0. */
export const Adjustment = Type.Object(adjustmentFields, { $id: 'Adjustment' });
export type Adjustment = Static<typeof Adjustment>;

export const AppliedAdjustment = Type.Object(
  {
    ...adjustmentFields,
    member: Member,
    rewards: Type.Array(Reward, { description: 'Rewards of the goals that the correction completed' }),
  },
  { $id: 'AppliedAdjustment' },
);
export type AppliedAdjustment = Static<typeof AppliedAdjustment>;
