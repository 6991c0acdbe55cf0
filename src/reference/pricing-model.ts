import { type Static, Type } from '@sinclair/typebox';
import { Action, ActionType, Money, nullable, Policy, Slug, Source } from '../library/model.ts';
import { Plan } from '../library/plan-model.ts';
import { CurrencyCode, Timestamp } from '../platform/schema.ts';

const Band = Type.Object({ low: Money, typical: Money, high: Money });
export type Band = Static<typeof Band>;

export const ActionPrice = Type.Object(
  {
    actionId: Slug,
    platform: Slug,
    type: ActionType,
    suggestedReward: nullable(Band, { description: 'Amounts that a shop would give; see formulas.rounded' }),
    cpm: nullable(Type.Number({ description: 'Cost of 1,000 ad views on the platform, in dollars' })),
    cpc: nullable(Type.Number({ description: 'Cost of an ad click on the platform, in dollars' })),
    value: Money,
    valueConfidence: Type.String(),
    policy: Policy,
    rewardable: Type.Boolean(),
    stale: Action.properties.stale,
    published: nullable(Band),
    observed: nullable(
      Type.Object(
        {
          approvals: Type.Integer(),
          businesses: Type.Integer(),
          mean: Money,
          weight: Type.Number({ description: 'Weight of the observed mean in typical, from 0 to 1' }),
        },
        {
          description:
            'Fixed rewards paid on this installation; null with fewer than 20 approvals from 3 businesses',
        },
      ),
    ),
    sources: Type.Array(Slug),
  },
  { $id: 'ActionPrice' },
);
export type ActionPrice = Static<typeof ActionPrice>;

const price = nullable(Type.Number());

/** A summary of a perk on the exchange. */
export const PerkPrice = Type.Object(
  {
    perkId: Type.String(),
    name: Type.String(),
    currency: CurrencyCode(),
    faceValue: Type.Number(),
    lastPrice: price,
    bestBid: price,
    bestAsk: price,
    volume24h: Type.Number(),
  },
  { $id: 'PerkPrice' },
);
export type PerkPrice = Static<typeof PerkPrice>;

/** The data of GET /pricing. */
export const Pricing = Type.Object(
  {
    asOf: Timestamp({ description: 'When the published figures were collected' }),
    currency: Type.Literal('USD'),
    formulas: Type.Object({
      published: Type.String(),
      rounded: Type.String(),
      typical: Type.String(),
      observed: Type.String(),
      prices: Type.String(),
    }),
    actions: Type.Array(ActionPrice),
    perks: Type.Array(PerkPrice, { description: 'The most active perks on the exchange' }),
    plans: Type.Array(Plan),
    sources: Type.Array(Source),
  },
  { $id: 'Pricing' },
);
export type Pricing = Static<typeof Pricing>;
