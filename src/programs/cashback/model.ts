import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { CASHBACK_STATUSES } from '../../../db/enums.ts';
import type { Violation } from '../../errors.ts';
import { PlaceId } from '../../places/model.ts';
import {
  CurrencyCode,
  EXPECTATION,
  FreeId,
  Id,
  MAX,
  Money,
  Nullable,
  oneOf,
  Text,
  Timestamp,
  VIOLATION,
} from '../../platform/schema.ts';
import { IncludedMember } from '../members/model.ts';
import { NewRefund } from '../refunds/model.ts';

const NullableText = Nullable(Type.String());

export const Cashback = Type.Object(
  {
    id: Id(),
    programId: Id(),
    memberId: Type.String(),
    submissionId: Nullable(Id()),
    orderId: NullableText,
    amount: Type.Number({ description: 'Amount granted' }),
    remaining: Type.Number({ description: 'Remaining balance' }),
    refunded: Type.Number({ description: 'What refunds of the order and corrections took back' }),
    orderValue: Nullable(Type.Number()),
    rate: Nullable(Type.Number({ description: 'The percentage; null for a fixed amount' })),
    currency: CurrencyCode(),
    status: oneOf(CASHBACK_STATUSES),
    description: NullableText,
    reason: NullableText,
    availableAt: Timestamp(),
    expiresAt: Nullable(
      Timestamp({
        description: "The last moment of its last day in the business's time zone; null for never",
      }),
    ),
    createdAt: Timestamp(),
  },
  { $id: 'Cashback' },
);
export type Cashback = Static<typeof Cashback>;

export const ListedCashback = Type.Object(
  { ...Cashback.properties, member: IncludedMember },
  { $id: 'ListedCashback' },
);
export type ListedCashback = Static<typeof ListedCashback>;

const MemberId = Text(MAX.id);
const Reason = Type.Optional(Type.String({ maxLength: MAX.text }));
const Amount = Money();
const ACTIONS = ['earn', 'redeem', 'confirm', 'void', 'reverse', 'refund'] as const;

const move = <const A extends string>(action: A) =>
  Type.Object({ action: Type.Literal(action), cashbackId: Id(), reason: Reason });

/** `earn` is the default action; an invalid action must not be treated as it. */
const EarnAction: TSchema = Object.assign(oneOf(['earn']), {
  [EXPECTATION]: `one of ${ACTIONS.join(', ')}`,
  [VIOLATION]: { rule: 'enum', allowed: ACTIONS } satisfies Violation,
});

export const CashbackRedemption = Type.Object({
  action: Type.Literal('redeem'),
  memberId: MemberId,
  amount: Amount,
  placeId: PlaceId,
});
export type CashbackRedemption = Static<typeof CashbackRedemption>;

export const CashbackEarning = Type.Object(
  {
    action: Type.Optional(Type.Unsafe<'earn'>(EarnAction)),
    memberId: MemberId,
    amount: Type.Optional(Amount),
    orderValue: Type.Optional(
      Money({
        description: "Order value; cashback is calculated by the program's rule",
      }),
    ),
    orderId: Type.Optional(FreeId({ description: 'Each order can earn cashback once per program' })),
    description: Type.Optional(Text(MAX.text)),
    placeId: PlaceId,
  },
  {
    $id: 'CashbackEarning',
    examples: [{ action: 'earn', memberId: 'till-4711', orderValue: 24.5, orderId: 'A-1001' }],
  },
);
export type CashbackEarning = Static<typeof CashbackEarning>;

/** Redeems, refunds, confirms, voids or reverses cashback, depending on `action`; grants it if there is none. */
export const CashbackRequest = Type.Union(
  [CashbackRedemption, NewRefund, move('confirm'), move('void'), move('reverse'), CashbackEarning],
  { $id: 'CashbackRequest' },
);
export type CashbackRequest = Static<typeof CashbackRequest>;
export interface CashbackTransition {
  action: 'confirm' | 'void' | 'reverse';
  cashbackId: string;
  reason?: string;
}

export const CashbackRedeemed = Type.Object(
  {
    redemptionId: Id('Names the redemption in a refund'),
    currency: CurrencyCode(),
    amount: Type.Number({ description: 'Amount spent' }),
    balance: Type.Number({ description: 'Amount still available' }),
    cashback: Type.Array(Cashback, { description: 'The cashback it was deducted from, oldest first' }),
  },
  { $id: 'CashbackRedeemed' },
);
export type CashbackRedeemed = Static<typeof CashbackRedeemed>;
