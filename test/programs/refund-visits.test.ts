import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  createProgramWithMember,
  databaseSnapshot,
  findIntegrityProblems,
  getMember,
  type Json,
  recordVisit,
  refundOrder,
  type Scene,
  scene,
} from './fixture.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

/** 10% cashback, available at once, 3 points per dollar, a tier from 100 points and a goal at $50. */
const TERMS = {
  cashback: { type: 'percentage', value: 10, holdDays: 0 },
  points: { perDollar: 3 },
  tiers: [{ name: 'Silver', threshold: 100 }],
  goals: [{ id: 'g', name: 'Fifty', metric: 'spend', target: 50, reward: 'A hug' }],
};

async function refunded(id: string, fields: object): Promise<Json> {
  const { status, body, data } = await refundOrder(ctx, id, { ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

async function expectRejected(
  id: string,
  fields: object,
  status: number,
  code: string,
  as?: string,
): Promise<Json> {
  const before = await databaseSnapshot(ctx);
  const response = await refundOrder(ctx, id, { ...fields, as });
  expect([response.status, response.error.code]).toEqual([status, code]);
  expect(await databaseSnapshot(ctx)).toBe(before);
  return response.error;
}

describe('Refunding a visit', () => {
  const CARD = {
    points: { perDollar: 1 },
    goals: [
      {
        id: 'card',
        name: 'Stamp card',
        metric: 'visits',
        target: 3,
        repeats: true,
        reward: { type: 'item', name: 'Free coffee' },
      },
    ],
  };

  test('takes back its stamps and points, without cashback, and voids the reward of the card', async () => {
    const id = await createProgramWithMember(ctx, CARD);
    const { data } = await recordVisit(ctx, id, { quantity: 3, orderValue: 10, orderId: 'V-1' });
    expect(data.rewards).toHaveLength(1);
    const part = await refunded(id, { orderId: 'V-1', amount: 4 });
    expect(part).toMatchObject({ visitId: data.id, cashback: 0, points: 4, visits: 1 });
    const { reward } = { reward: data.rewards[0] };
    const seen = await ctx.call('GET', `/rewards/${reward.id}`, undefined, { as: ctx.business.token });
    expect(seen.data.status).toBe('void');
    expect(await refunded(id, { visitId: data.id })).toMatchObject({ points: 6, visits: 2, refunded: 10 });
    expect(await getMember(ctx, id)).toMatchObject({ visits: 0, points: 0, lastVisitAt: null });
    await expectRejected(id, { orderId: 'V-1' }, 409, 'INVALID_TRANSITION');
  });

  test('without an order is possible once, as a whole', async () => {
    const id = await createProgramWithMember(ctx, CARD);
    const visitId = (await recordVisit(ctx, id)).data.id;
    await expectRejected(id, { visitId, amount: 1 }, 400, 'VALIDATION_ERROR');
    expect(await refunded(id, { visitId })).toMatchObject({ amount: 0, total: 0, visits: 1 });
    await expectRejected(id, { visitId }, 409, 'INVALID_TRANSITION');
    expect((await getMember(ctx, id)).visits).toBe(0);
  });

  test('is rejected while the reward that its stamps won is redeemed, and possible after its reinstatement', async () => {
    const id = await createProgramWithMember(ctx, CARD);
    const { data } = await recordVisit(ctx, id, { quantity: 3 });
    const { code } = data.rewards[0];
    await ctx.call('POST', '/rewards/redeem', { code }, { as: ctx.business.token });
    await expectRejected(id, { visitId: data.id }, 409, 'CONFLICT');
    await ctx.call('POST', '/rewards/reinstate', { code }, { as: ctx.business.token });
    expect((await refunded(id, { visitId: data.id })).visits).toBe(3);
  });

  test('takes back the cashback of its order, too', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    const { data } = await recordVisit(ctx, id, { orderValue: 40 });
    const { cashbackId } = data;
    expect(await refunded(id, { cashbackId })).toMatchObject({
      visitId: data.id,
      cashback: 4,
      points: 120,
      visits: 1,
    });
  });
});
