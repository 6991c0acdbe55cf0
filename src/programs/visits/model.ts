import { type Static, Type } from '@sinclair/typebox';
import { CounterName, PlaceId } from '../../places/model.ts';
import {
  CurrencyCode,
  FreeId,
  Id,
  MAX,
  Money,
  Nullable,
  oneOf,
  Text,
  Timestamp,
} from '../../platform/schema.ts';
import { Reward } from '../../rewards/model.ts';
import { IncludedMember, MEMBER_INCLUDES, Member, Phone } from '../members/model.ts';

/** More would be a typing mistake at the counter. */
export const MAX_VISIT_QUANTITY = 100;

export const NewVisit = Type.Object(
  {
    memberId: Type.Optional(
      Text(MAX.id, {
        description: 'The member who visits; exactly one of memberId, phone and card is required',
      }),
    ),
    phone: Type.Optional(Phone()),
    card: Type.Optional(Text(MAX.id, { description: "The text of the member card's QR code" })),
    quantity: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_VISIT_QUANTITY,
        default: 1,
        description:
          'Visits, or stamps, to record at once; 0 records a purchase without a visit, which needs orderValue and is not limited by the time since the last visit',
      }),
    ),
    orderValue: Type.Optional(
      Money({
        description: 'Order value, which also earns points and cashback',
      }),
    ),
    orderId: Type.Optional(
      FreeId({ description: 'Each order counts once per program, as a visit or for cashback' }),
    ),
    placeId: PlaceId,
  },
  { $id: 'NewVisit', examples: [{ memberId: 'till-4711', orderValue: 8.4, orderId: 'A-1002' }] },
);
export type NewVisit = Static<typeof NewVisit>;

const visitFields = {
  id: Id(),
  programId: Id(),
  memberId: Type.String(),
  quantity: Type.Integer(),
  currency: CurrencyCode(),
  orderValue: Nullable(Type.Number()),
  orderId: Nullable(Type.String()),
  points: Type.Integer({ description: 'Points that the order earned' }),
  cashbackId: Nullable(Id('The cashback that the order earned')),
  recordedBy: Nullable(
    Type.Object(
      { kind: oneOf(['user', 'apiKey', 'system']), id: Type.String() },
      {
        description: 'Who recorded the visit; null for customers',
      },
    ),
  ),
  reversedAt: Nullable(Timestamp()),
  createdAt: Timestamp(),
};

export const Visit = Type.Object(visitFields, { $id: 'Visit' });
export type Visit = Static<typeof Visit>;

/** Related records that a list of visits can include. */
export const VISIT_INCLUDES = [...MEMBER_INCLUDES, 'counter'] as const;

export const ListedVisit = Type.Object(
  {
    ...visitFields,
    member: IncludedMember,
    counter: Type.Optional(
      Type.Union([CounterName, Type.Null()], {
        description: 'Who recorded the visit and where; only with include=counter, and null for customers',
      }),
    ),
  },
  { $id: 'ListedVisit' },
);
export type ListedVisit = Static<typeof ListedVisit>;

export const RecordedVisit = Type.Object(
  {
    ...visitFields,
    member: Member,
    rewards: Type.Array(Reward, {
      description: 'Rewards of the goals that the visit completed, and of a referral that it pays',
    }),
  },
  { $id: 'RecordedVisit' },
);
export type RecordedVisit = Static<typeof RecordedVisit>;
