import { type Static, Type } from '@sinclair/typebox';
import {
  ORDER_CANCEL_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  PERK_STATUSES,
  SIDES,
  TIMES_IN_FORCE,
  TRADER_ROLES,
  TRADER_STATUSES,
} from '../../../db/enums.ts';
import { DateTime, Id, MAX, Money, Name, Nullable, oneOf, Text, Timestamp } from '../../platform/schema.ts';
import { Reward } from '../../rewards/model.ts';

/** Maximum units per order; a perk's whole supply fits in one. */
export const MAX_QUANTITY = 1_000_000;
/** Dollars per perk. */
const MAX_PRICE = 1_000_000;
const MIN_PRICE = 0.01;
const MAX_REDEMPTION = 100;
const MAX_CLIENT_ORDER_ID = 64;
/** Dollars per deposit. */
const MAX_DEPOSIT = 10_000_000;

const Price = (description: string) => Money({ minimum: MIN_PRICE, maximum: MAX_PRICE, description });
const Time = Timestamp();
const NullableTime = Nullable(Time);
const NullableDollars = (description?: string) => Nullable(Type.Number({ description }));
const BusinessOfAdmin = Type.Optional(Id('Business ID (admins only)'));

export const NewPerk = Type.Object(
  {
    name: Name(),
    description: Type.Optional(Nullable(Text(MAX.text))),
    programId: Type.Optional(Nullable(Id('A program of the issuer'))),
    faceValue: Price('Face value per unit at the business, in dollars'),
    supply: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: 'Number of units to issue' }),
    expiresAt: Type.Optional(Nullable(DateTime())),
    listPrice: Type.Optional(
      Nullable(Price('Price per unit in dollars; if set, the whole supply is listed for sale immediately')),
    ),
  },
  { $id: 'NewPerk' },
);
export type NewPerk = Static<typeof NewPerk>;

export const NewEnrollment = Type.Object(
  {
    role: Type.Optional(oneOf(TRADER_ROLES, { default: 'trader' })),
    displayName: Type.Optional(Nullable(Name())),
    perk: Type.Optional(NewPerk),
    businessId: BusinessOfAdmin,
  },
  { $id: 'NewEnrollment', examples: [{ role: 'trader' }] },
);
export type NewEnrollment = Static<typeof NewEnrollment>;

export const Wallet = Type.Object(
  {
    cash: Type.Number({ description: 'Available cash in dollars' }),
    cashReserved: Type.Number({ description: 'Cash reserved by open buy orders, in dollars' }),
    perks: Type.Array(Type.Object({ perkId: Id(), available: Type.Integer(), reserved: Type.Integer() })),
  },
  { $id: 'Wallet' },
);
export type Wallet = Static<typeof Wallet>;

export const Perk = Type.Object(
  {
    id: Id(),
    programId: Nullable(Id()),
    businessId: Id(),
    name: Type.String(),
    description: Nullable(Type.String()),
    faceValue: Type.Number(),
    supply: Type.Integer({ description: 'Total units issued' }),
    circulating: Type.Integer({
      description: 'Units issued that are neither redeemed nor held by the issuer',
    }),
    redeemed: Type.Integer(),
    expiresAt: NullableTime,
    status: oneOf(PERK_STATUSES),
  },
  { $id: 'Perk' },
);
export type Perk = Static<typeof Perk>;

export const Enrollment = Type.Object(
  {
    id: Id(),
    userId: Type.String(),
    businessId: Nullable(Id()),
    role: oneOf(TRADER_ROLES),
    status: oneOf(TRADER_STATUSES),
    displayName: Nullable(Type.String()),
    wallet: Wallet,
    perk: Type.Optional(Perk),
    createdAt: Time,
  },
  { $id: 'Enrollment' },
);
export type Enrollment = Static<typeof Enrollment>;

export const NewDeposit = Type.Object(
  {
    userId: Type.Optional(Id('ID of the user or business that owns the wallet')),
    programId: Type.Optional(Id('For converting cashback: the program ID')),
    memberId: Type.Optional(Id('For converting cashback: the member ID')),
    amount: Money({ minimum: MIN_PRICE, maximum: MAX_DEPOSIT, description: 'Dollars' }),
    reference: Type.Optional(
      Text(MAX.id, {
        description:
          'Must be unique: for deposits within the installation, for conversions within the business and wallet',
      }),
    ),
  },
  {
    $id: 'NewDeposit',
    examples: [
      {
        programId: 'prg_01jwnkr2g0f5v9t8d6mxyq4h05',
        memberId: 'usr_01jwnkr2g0f5v9t8d6mxyq4hm0',
        amount: 5,
      },
    ],
  },
);
export type NewDeposit = Static<typeof NewDeposit>;

export const Deposit = Type.Object({ transferId: Id(), wallet: Wallet }, { $id: 'Deposit' });
export type Deposit = Static<typeof Deposit>;

export const PerkRedemption = Type.Object(
  {
    perkId: Id(),
    quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_REDEMPTION, default: 1 })),
    businessId: BusinessOfAdmin,
  },
  { $id: 'PerkRedemption', examples: [{ perkId: 'prk_01jwnkr2g0f5v9t8d6mxyq4h08', quantity: 2 }] },
);
export type PerkRedemption = Static<typeof PerkRedemption>;

export const PerkRedeemed = Type.Object({ rewards: Type.Array(Reward) }, { $id: 'PerkRedeemed' });
export type PerkRedeemed = Static<typeof PerkRedeemed>;

export const NewOrder = Type.Object(
  {
    type: oneOf(SIDES),
    perkId: Id(),
    quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
    price: Type.Optional(Nullable(Price('Limit price per unit, in dollars; omit for a market order'))),
    timeInForce: Type.Optional(
      oneOf(TIMES_IN_FORCE, {
        description: 'Defaults to GTC for limit orders; market orders never stay open',
      }),
    ),
    expiresAt: Type.Optional(Nullable(DateTime())),
    clientOrderId: Type.Optional(
      Nullable(Text(MAX_CLIENT_ORDER_ID, { description: 'Unique among your orders' })),
    ),
    businessId: BusinessOfAdmin,
  },
  {
    $id: 'NewOrder',
    examples: [{ type: 'buy', perkId: 'prk_01jwnkr2g0f5v9t8d6mxyq4h08', quantity: 5, price: 4.5 }],
  },
);
export type NewOrder = Static<typeof NewOrder>;

export const Order = Type.Object(
  {
    id: Id(),
    userId: Type.String(),
    perkId: Id(),
    type: oneOf(SIDES),
    orderType: oneOf(ORDER_TYPES),
    price: NullableDollars('Null for market orders'),
    quantity: Type.Integer(),
    filledQuantity: Type.Integer(),
    remainingQuantity: Type.Integer({ description: '0 once the order is closed' }),
    cancelledQuantity: Type.Integer(),
    averagePrice: NullableDollars('Null until the order is partly filled'),
    status: oneOf(ORDER_STATUSES),
    timeInForce: oneOf(TIMES_IN_FORCE),
    cancelReason: Nullable(oneOf(ORDER_CANCEL_REASONS)),
    clientOrderId: Nullable(Type.String()),
    createdAt: Time,
    updatedAt: Time,
    expiresAt: NullableTime,
  },
  { $id: 'Order' },
);
export type Order = Static<typeof Order>;

export const NewTrade = Type.Object(
  {
    orderId: Id('ID of the open order to trade against'),
    quantity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_QUANTITY,
        description: "Defaults to the order's remaining quantity",
      }),
    ),
    businessId: BusinessOfAdmin,
  },
  { $id: 'NewTrade', examples: [{ orderId: 'ord_01jwnkr2g0f5v9t8d6mxyq4h09', quantity: 1 }] },
);
export type NewTrade = Static<typeof NewTrade>;

export const Trade = Type.Object(
  {
    id: Id(),
    perkId: Id(),
    buyOrderId: Id(),
    sellOrderId: Id(),
    takerSide: oneOf(SIDES),
    price: Type.Number(),
    quantity: Type.Integer(),
    total: Type.Number({ description: 'price × quantity' }),
    executedAt: Time,
  },
  { $id: 'Trade' },
);
export type Trade = Static<typeof Trade>;

/** A trade as shown to the issuer of its perk in an event. */
export const IssuerTrade = Type.Object(
  {
    ...Trade.properties,
    buyOrderId: Nullable(Id('Null unless the issuer placed the order')),
    sellOrderId: Nullable(Id('Null unless the issuer placed the order')),
  },
  { $id: 'IssuerTrade' },
);

export const PlacedOrder = Type.Object(
  { order: Order, trades: Type.Array(Trade, { description: 'In execution order' }) },
  { $id: 'PlacedOrder' },
);
export type PlacedOrder = Static<typeof PlacedOrder>;

export const TakenOrder = Type.Object({ trade: Trade, order: Order }, { $id: 'TakenOrder' });
export type TakenOrder = Static<typeof TakenOrder>;
