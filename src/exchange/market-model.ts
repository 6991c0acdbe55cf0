import { type Static, Type } from '@sinclair/typebox';
import type { SIDES } from '../../db/enums.ts';
import { Id, Nullable, oneOf, Timestamp } from '../platform/schema.ts';

export const OPPORTUNITY_KINDS = [
  'belowFaceValue',
  'newListing',
  'demand',
  'expiringSoon',
  'campaign',
] as const;
const Time = Timestamp();
const Dollars = (description?: string) => Nullable(Type.Number({ description }));

export const Opportunity = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(OPPORTUNITY_KINDS),
    perkId: Nullable(Id()),
    perkName: Nullable(Type.String()),
    businessName: Type.String(),
    campaignId: Nullable(Id()),
    orderId: Nullable(Id('The best resting order, to be taken by POST /exchange/trades')),
    price: Dollars('Dollars a unit of that order'),
    faceValue: Dollars(),
    discountPercent: Dollars('How far the price is below the face value'),
    availableQuantity: Nullable(Type.Integer({ description: 'Units that the order still has' })),
    reason: Type.String({ description: 'Why it is here, for people' }),
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
    faceValue: Type.Number(),
    supply: Type.Integer(),
    circulating: Type.Integer(),
    lastPrice: Dollars(),
    bestBid: Dollars(),
    bestAsk: Dollars(),
    bidSize: Nullable(Type.Integer({ description: 'Units at the best bid' })),
    askSize: Nullable(Type.Integer({ description: 'Units at the best ask' })),
    spread: Dollars(),
    mid: Dollars(),
    open24h: Dollars('Price of the first trade of the last 24 hours'),
    high24h: Dollars(),
    low24h: Dollars(),
    change24h: Dollars('Dollars by which the last price is above open24h'),
    volume24h: Type.Number({ description: 'Dollars traded' }),
    trades24h: Type.Integer(),
    depth: Type.Object({ bids: Levels, asks: Levels }, { description: '10 levels a side, best first' }),
  },
  { $id: 'MarketPerk' },
);
export type MarketPerk = Static<typeof MarketPerk>;

export const Market = Type.Object(
  {
    asOf: Time,
    currency: Type.Literal('USD'),
    totals: Type.Object(
      {
        perks: Type.Integer(),
        openOrders: Type.Integer(),
        trades24h: Type.Integer(),
        volume24h: Type.Number(),
      },
      { description: 'Of all perks, also those that are not shown' },
    ),
    perks: Type.Array(MarketPerk, { description: 'The most active ones, or those that were asked for' }),
  },
  { $id: 'Market' },
);
export type Market = Static<typeof Market>;

/** A public trade: names neither orders nor people. */
export interface MarketTrade {
  perkId: string;
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
