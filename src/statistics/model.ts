import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, CurrencyCode, Id, Nullable } from '../platform/schema.ts';

const Count = Type.Integer({ minimum: 0 });
const Amount = Type.Number({ minimum: 0 });

const figures = {
  submissions: Type.Integer({ minimum: 0, description: 'Submitted in the period, regardless of outcome' }),
  pending: Count,
  approved: Count,
  rejected: Count,
  cost: Type.Number({
    minimum: 0,
    description: 'Cost of rewards issued in the period, excluding expired and void rewards',
  }),
  value: Type.Number({
    minimum: 0,
    description:
      'Market value of the approved actions according to the action library; 0 in a currency without usdRate',
  }),
};

const totals = {
  ...figures,
  redeemed: Amount,
  approvalRate: Nullable(Type.Number({ description: 'approved / (approved + rejected)' })),
  roi: Nullable(
    Type.Number({ description: '(value − cost) / cost; null if the cost is 0 or the value unknown' }),
  ),
};

export const Statistics = Type.Object(
  {
    from: CalendarDate({ description: 'First day of the period' }),
    to: CalendarDate({ description: 'Last day of the period' }),
    currency: CurrencyCode(),
    days: Type.Array(Type.Object({ date: CalendarDate(), ...figures }), {
      description: 'One entry per day, oldest first, including days without activity',
    }),
    totals: Type.Object(totals),
    previous: Type.Object(
      { from: CalendarDate(), to: CalendarDate(), totals: Type.Object(totals) },
      { description: 'The period of the same length before this one' },
    ),
    campaigns: Type.Array(
      Type.Object({
        campaignId: Id(),
        name: Type.String(),
        platform: Type.String(),
        ...totals,
        costPerApproval: Nullable(Type.Number({ description: 'cost / approved' })),
      }),
      { description: 'Campaigns with activity in the period, most submissions first' },
    ),
    platforms: Type.Array(Type.Object({ platform: Type.String(), ...totals }), {
      description: 'Platforms with activity in the period, most submissions first',
    }),
    complete: Type.Boolean({ description: 'False if only the newest records of both periods were counted' }),
  },
  { $id: 'Statistics' },
);
export type Statistics = Static<typeof Statistics>;
export type Totals = Statistics['totals'];
