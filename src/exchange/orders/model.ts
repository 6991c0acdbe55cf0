import { type Static, Type } from '@sinclair/typebox';
import {
  ORDER_CANCEL_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  SIDES,
  TIMES_IN_FORCE,
} from '../../../db/enums.ts';
import {
  CurrencyCode,
  DateTime,
  Id,
  Money,
  Nullable,
  oneOf,
  Text,
  Timestamp,
} from '../../platform/schema.ts';
import { AdminBusinessId, MAX_QUANTITY } from '../wallet/model.ts';

const MAX_CLIENT_ORDER_ID = 64;

const Time = Timestamp();
const NullableTime = Nullable(Time);
const NullableAmount = (description?: string) => Nullable(Type.Number({ description }));

export const NewOrder = Type.Object(
  {
    type: oneOf(SIDES),
    perkId: Id(),
    quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
    price: Type.Optional(Nullable(Money({ description: 'Limit price per unit; omit for a market order' }))),
    timeInForce: Type.Optional(
      oneOf(TIMES_IN_FORCE, {
        description: 'Defaults to GTC for limit orders; market orders never stay open',
      }),
    ),
    expiresAt: Type.Optional(Nullable(DateTime())),
    clientOrderId: Type.Optional(
      Nullable(Text(MAX_CLIENT_ORDER_ID, { description: 'Unique among your orders' })),
    ),
    businessId: AdminBusinessId,
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
    currency: CurrencyCode(),
    price: NullableAmount('Null for market orders'),
    quantity: Type.Integer(),
    filledQuantity: Type.Integer(),
    remainingQuantity: Type.Integer({ description: '0 once the order is closed' }),
    cancelledQuantity: Type.Integer(),
    averagePrice: NullableAmount('Null until the order is partly filled'),
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
    businessId: AdminBusinessId,
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
    currency: CurrencyCode(),
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
