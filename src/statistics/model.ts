import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Nullable } from '../platform/schema.ts';

const Count = Type.Integer({ minimum: 0 });
const Dollars = Type.Number({ minimum: 0 });

const figures = {
  submissions: Type.Integer({ minimum: 0, description: 'Sent in the time, whatever became of them' }),
  pending: Count,
  approved: Count,
  rejected: Count,
  cost: Type.Number({
    minimum: 0,
    description: 'Dollars of rewards issued in the time, without expired and void ones',
  }),
  value: Type.Number({
    minimum: 0,
    description: 'Dollars that the approved actions would cost elsewhere, by the action library',
  }),
};

export const Statistics = Type.Object(
  {
    days: Type.Array(Type.Object({ date: CalendarDate(), ...figures }), {
      description: 'One entry a day, the oldest first, also for days on which nothing happened',
    }),
    totals: Type.Object({
      ...figures,
      redeemed: Dollars,
      approvalRate: Nullable(Type.Number({ description: 'approved / (approved + rejected)' })),
      roi: Nullable(Type.Number({ description: '(value − cost) / cost; null without cost' })),
    }),
    complete: Type.Boolean({ description: 'False where only the newest records of the time were counted' }),
  },
  { $id: 'Statistics' },
);
export type Statistics = Static<typeof Statistics>;
