import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable } from '../platform/schema.ts';

const Count = Type.Integer({ minimum: 0 });
const Dollars = Type.Number({ minimum: 0 });

const figures = {
  submissions: Type.Integer({ minimum: 0, description: 'Submitted in the period, regardless of outcome' }),
  pending: Count,
  approved: Count,
  rejected: Count,
  cost: Type.Number({
    minimum: 0,
    description: 'Cost of rewards issued in the period, excluding expired and void rewards, in dollars',
  }),
  value: Type.Number({
    minimum: 0,
    description: 'Market value of the approved actions according to the action library, in dollars',
  }),
};

export const Statistics = Type.Object(
  {
    days: Type.Array(Type.Object({ date: CalendarDate(), ...figures }), {
      description: 'One entry per day, oldest first, including days without activity',
    }),
    totals: Type.Object({
      ...figures,
      redeemed: Dollars,
      approvalRate: Nullable(Type.Number({ description: 'approved / (approved + rejected)' })),
      roi: Nullable(Type.Number({ description: '(value − cost) / cost; null if the cost is 0' })),
    }),
    complete: Type.Boolean({ description: 'False if only the newest records of the period were counted' }),
  },
  { $id: 'Statistics' },
);
export type Statistics = Static<typeof Statistics>;
