import { type Static, Type } from '@sinclair/typebox';
import type { SIDES } from '../../../db/enums.ts';
import { CurrencyCode, Id, Nullable, oneOf, Timestamp } from '../../platform/schema.ts';

const OPPORTUNITY_KINDS = ['belowFaceValue', 'newListing', 'demand', 'expiringSoon', 'campaign'] as const;
const Time = Timestamp();
const Amount = (description?: string) => Nullable(Type.Number({ description }));

export const Opportunity = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(OPPORTUNITY_KINDS),
    perkId: Nullable(Id()),
    perkName: Nullable(Type.String()),
    businessName: Type.String(),
    campaignId: Nullable(Id()),
    orderId: Nullable(Id('The best open order; trade against it with POST /exchange/trades')),
    currency: Nullable(CurrencyCode()),
    price: Amount('Price per unit of that order'),
    faceValue: Amount(),
    discountPercent: Amount('Discount from the face value'),
    availableQuantity: Nullable(Type.Integer({ description: 'Remaining quantity of the order' })),
    reason: Type.String({ description: 'Human-readable reason' }),
    score: Type.Integer({ minimum: 0, maximum: 100 }),
    expiresAt: Nullable(Time),
  },
  { $id: 'Opportunity' },
);
export type Opportunity = Static<typeof Opportunity>;

const Levels = Type.Array(Type.Object({ price: Type.Number(), quantity: Type.Integer() }));

export const MarketPerk = Type.Object(
  {
    perkId: Id(),
    name: Type.String(),
    currency: CurrencyCode(),
    faceValue: Type.Number(),
    supply: Type.Integer(),
    circulating: Type.Integer(),
    lastPrice: Amount(),
    bestBid: Amount(),
    bestAsk: Amount(),
    bidSize: Nullable(Type.Integer({ description: 'Quantity at the best bid' })),
    askSize: Nullable(Type.Integer({ description: 'Quantity at the best ask' })),
    spread: Amount(),
    mid: Amount(),
    open24h: Amount('Price of the first trade in the last 24 hours'),
    high24h: Amount(),
    low24h: Amount(),
    change24h: Amount('Change of the last price from open24h'),
    volume24h: Type.Number({ description: 'Traded value' }),
    trades24h: Type.Integer(),
    depth: Type.Object({ bids: Levels, asks: Levels }, { description: '10 levels per side, best first' }),
  },
  { $id: 'MarketPerk' },
);
export type MarketPerk = Static<typeof MarketPerk>;

export const Market = Type.Object(
  {
    asOf: Time,
    currency: Type.Literal('USD', { description: 'The currency of totals.volume24h' }),
    totals: Type.Object(
      {
        perks: Type.Integer(),
        openOrders: Type.Integer(),
        trades24h: Type.Integer(),
        volume24h: Type.Number({ description: 'Traded value of the perks priced in USD' }),
        currencies: Type.Array(
          Type.Object({ currency: CurrencyCode(), trades24h: Type.Integer(), volume24h: Type.Number() }),
          { description: 'Trades and traded value by currency, which are never converted into each other' },
        ),
      },
      { description: 'Totals across all perks, including those not returned' },
    ),
    perks: Type.Array(MarketPerk, { description: 'The most active perks, or the requested perks' }),
  },
  { $id: 'Market' },
);
export type Market = Static<typeof Market>;

/** A public trade: names neither orders nor people. */
export interface MarketTrade {
  perkId: string;
  currency: string;
  price: number;
  quantity: number;
  takerSide: (typeof SIDES)[number];
  executedAt: string;
}

/** The first message of a market stream: the most active perks, and the trades since the client disconnected. */
export interface MarketSnapshot extends Market {
  trades: MarketTrade[];
}

/** A message of a market stream after a change. */
export interface MarketChange {
  asOf: string;
  /** The complete current state of each perk that changed. */
  perks: MarketPerk[];
  /** Perks that have expired. */
  removedPerkIds: string[];
  /** Oldest first. */
  trades: MarketTrade[];
}
