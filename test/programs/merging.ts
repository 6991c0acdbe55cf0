import type { TestResponse } from '../support/test-app.ts';
import {
  createProgram,
  earnCashback,
  enrollMember,
  expectRejected,
  getMember,
  getProgress,
  type Json,
  recordVisit,
  type Scene,
} from './fixture.ts';
import { COFFEE, STAMP_CARD } from './terms.ts';

type Call = Promise<TestResponse<Json>>;

export const TERMS = {
  cashback: { type: 'percentage', value: 10, holdDays: 0 },
  points: { perDollar: 1, perAction: 7 },
  tiers: [{ name: 'Silver', threshold: 100 }],
  goals: [STAMP_CARD],
  shop: [{ id: 'coffee', name: 'Coffee', points: 20, reward: COFFEE }],
};

/** The calls of a test about merges in a scene. */
export function createMerging(ctx: Scene) {
  const pathOf = (id: string, memberId: string) => `/programs/${id}/members/${memberId}/merge`;
  return {
    postMerge: (id: string, from: string, into: string, as = ctx.business.token): Call =>
      ctx.call('POST', pathOf(id, from), { into }, { as }),
    postUndo: (id: string, from: string, as = ctx.business.token): Call =>
      ctx.call('POST', `${pathOf(id, from)}/undo`, undefined, { as }),

    expectRejected: (send: () => Call, status: number, code: string): Promise<Json> =>
      expectRejected(ctx, send, [status, code]),

    /** Creates a program with the members m1 and m2, of whom both have acted. */
    async createPair(): Promise<string> {
      const { id } = await createProgram(ctx, TERMS);
      await enrollMember(ctx, id, 'm1', { name: 'Ada Martin', phone: '+12025550143' });
      await enrollMember(ctx, id, 'm2', { email: 'ada@people.example' });
      for (const [memberId, orderValue] of [
        ['m1', 60],
        ['m2', 50],
      ] as const) {
        await earnCashback(ctx, id, { memberId, orderValue, orderId: `${memberId}-order` });
        await recordVisit(ctx, id, { memberId, quantity: 6 });
      }
      return id;
    },

    /** Returns a member with the progress, but without rewards, which a merge may issue and its undo voids. */
    async stateOf(id: string, memberId: string): Promise<Json> {
      const { openRewards, ...member } = await getMember(ctx, id, memberId);
      const { openRewards: _, ...progress } = await getProgress(ctx, id, memberId);
      return { member, progress };
    },
  };
}

/** Returns the data of a call, which must succeed. */
export async function done(call: Call): Promise<Json> {
  const { status, body, data } = await call;
  if (status > 201) throw new Error(JSON.stringify(body));
  return data;
}
