import { type Static, Type } from '@sinclair/typebox';
import { CurrencyCode, Id, Nullable } from '../platform/schema.ts';

export const ProgramSummary = Type.Object(
  {
    programId: Id(),
    currency: CurrencyCode(),
    summary: Type.Object({
      members: Type.Integer(),
      activeMembers: Type.Integer(),
      submissions: Type.Integer(),
      approved: Type.Integer(),
      visits: Type.Integer(),
      cashback: Type.Object({
        pending: Type.Number(),
        available: Type.Number(),
        redeemed: Type.Number(),
      }),
      completionRate: Type.Number({ description: 'Share of submissions approved, 0 to 1' }),
      shop: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          bought: Type.Integer(),
          remaining: Nullable(Type.Integer({ description: 'The rest of the stock; null for any number' })),
        }),
      ),
    }),
  },
  { $id: 'ProgramSummary' },
);
export type ProgramSummary = Static<typeof ProgramSummary>;
