import { type Static, Type } from '@sinclair/typebox';
import { closed, Money, nullable, Text } from './model.ts';

const Limit = nullable(Type.Integer({ minimum: 1 }));

/** A record of seed/plans.json; null means unlimited. */
export const Plan = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][A-Za-z]*$' }),
    name: Text,
    description: Text,
    priceMonthly: Money,
    priceYearly: Money,
    currency: Type.Literal('USD'),
    limits: Type.Object(
      {
        activeCampaigns: Limit,
        submissions: nullable(Type.Integer({ minimum: 1, description: 'In a month' })),
        members: Limit,
      },
      closed,
    ),
  },
  { ...closed, $id: 'Plan' },
);
export type Plan = Static<typeof Plan>;
