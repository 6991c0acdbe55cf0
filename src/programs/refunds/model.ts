import { type Static, Type } from '@sinclair/typebox';
import { PlaceId } from '../../places/model.ts';
import { CurrencyCode, Id, MAX, Money, Nullable, Text, Timestamp } from '../../platform/schema.ts';

export const NewRefund = Type.Object(
  {
    action: Type.Literal('refund'),
    orderId: Type.Optional(Text(MAX.id, { description: 'The order to refund' })),
    cashbackId: Type.Optional(Id('The cashback of the order, for an order without orderId')),
    visitId: Type.Optional(Id('The visit to refund, with its order if it has one')),
    redemptionId: Type.Optional(Id('The redemption of cashback to refund')),
    amount: Type.Optional(
      Money({
        description:
          'The part of the order value, or of the redeemed cashback; everything that is left by default',
      }),
    ),
    reason: Type.Optional(Text(MAX.text)),
    placeId: PlaceId,
  },
  {
    $id: 'NewRefund',
    examples: [{ action: 'refund', orderId: 'A-1000', amount: 8.5, reason: 'Returned one item' }],
  },
);
export type NewRefund = Static<typeof NewRefund>;

export const CashbackRefund = Type.Object(
  {
    id: Id(),
    programId: Id(),
    memberId: Type.String(),
    orderId: Nullable(Type.String()),
    cashbackId: Nullable(Id('The cashback that the order earned')),
    visitId: Nullable(Id('The visit that was recorded with the order')),
    redemptionId: Nullable(Id('The redemption that was refunded; null for an order')),
    currency: CurrencyCode(),
    amount: Type.Number({ description: 'The refunded part of the order value or of the redeemed cashback' }),
    total: Type.Number({ description: 'The order value or the redeemed cashback' }),
    refunded: Type.Number({ description: 'What was refunded of the total so far' }),
    cashback: Type.Number({
      description: 'Cashback: taken back for an order, given back for a redemption',
    }),
    expired: Type.Number({
      description: 'The part of the cashback given back that has expired meanwhile',
    }),
    points: Type.Integer({ description: 'Points taken back' }),
    visits: Type.Integer({ description: 'Visits taken back' }),
    balance: Type.Number({ description: "The member's available cashback afterwards" }),
    reason: Nullable(Type.String()),
    createdAt: Timestamp(),
  },
  { $id: 'CashbackRefund' },
);
export type CashbackRefund = Static<typeof CashbackRefund>;
