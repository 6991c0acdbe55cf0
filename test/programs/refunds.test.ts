import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createStaff } from '../support/accounts.ts';
import {
  captureEvents,
  createApprovedSubmission,
  createProgramWithMember,
  DAY,
  earnCashback,
  expectRejected as expectRejectedCall,
  findIntegrityProblems,
  getMember,
  getProgress,
  HOUR,
  type Json,
  listCashback,
  redeemCashback,
  refundOrder,
  type Scene,
  scene,
  transitionCashback,
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
const HELD = { ...TERMS, cashback: { type: 'percentage', value: 10, holdDays: 14, expiresInDays: 10 } };

async function refunded(id: string, fields: object): Promise<Json> {
  const { status, body, data } = await refundOrder(ctx, id, { ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

function expectRejected(
  id: string,
  fields: object,
  status: number,
  code: string,
  as?: string,
): Promise<Json> {
  return expectRejectedCall(ctx, () => refundOrder(ctx, id, { ...fields, as }), [status, code]);
}

describe('Refunding an order', () => {
  test('takes back its cashback, points, spend, tier and goal, with one event about the refund', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    const cashback = await earnCashback(ctx, id, { orderValue: 60, orderId: 'A-1' });
    expect(await getMember(ctx, id)).toMatchObject({ points: 180, tier: 'Silver' });
    const events = await captureEvents(ctx, () => refunded(id, { orderId: 'A-1', reason: 'Returned' }));
    expect(events.map(({ type }) => type).sort()).toEqual(['cashback.refunded', 'member.tierChanged']);
    expect(events.find(({ type }) => type === 'cashback.refunded').data.object).toMatchObject({
      orderId: 'A-1',
      cashbackId: cashback.id,
      redemptionId: null,
      memberId: 'm1',
      amount: 60,
      total: 60,
      refunded: 60,
      cashback: 6,
      expired: 0,
      points: 180,
      visits: 0,
      balance: 0,
      reason: 'Returned',
    });
    expect(await getMember(ctx, id)).toMatchObject({
      points: 0,
      tier: null,
      cashback: { pending: 0, available: 0, redeemed: 0, lifetime: 6 },
    });
    const { totals, goals } = await getProgress(ctx, id, 'm1');
    expect([totals.spend, totals.cashback, goals[0].status]).toEqual([0, 0, 'inProgress']);
    expect((await listCashback(ctx, id))[0]).toMatchObject({
      status: 'reversed',
      amount: 6,
      remaining: 0,
      refunded: 6,
      reason: 'Returned',
    });
    await expectRejected(id, { orderId: 'A-1' }, 409, 'INVALID_TRANSITION');
    await expectRejected(id, { cashbackId: cashback.id }, 409, 'INVALID_TRANSITION');
  });

  test('in parts takes back shares rounded down, and the last part takes the rest', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await earnCashback(ctx, id, { orderValue: 9.99, orderId: 'A-1' });
    const parts: Json[] = [];
    for (const amount of [3.33, 3.33, undefined]) parts.push(await refunded(id, { orderId: 'A-1', amount }));
    // $9.99 earned 99 cents and 29 points.
    expect(parts.map(({ cashback }) => cashback)).toEqual([0.33, 0.33, 0.33]);
    expect(parts.map(({ points }) => points)).toEqual([9, 10, 10]);
    expect(parts.map(part => part.refunded)).toEqual([3.33, 6.66, 9.99]);
    expect(parts.map(part => part.balance)).toEqual([0.66, 0.33, 0]);
    const { points, cashback } = await getMember(ctx, id);
    expect([points, cashback.available]).toEqual([0, 0]);
  });

  test('a part of a cent changes no cashback until it adds up to one', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await earnCashback(ctx, id, { orderValue: 1, orderId: 'A-1' });
    const parts: number[] = [];
    for (let n = 0; n < 20; n += 1)
      parts.push((await refunded(id, { orderId: 'A-1', amount: 0.05 })).cashback);
    expect(parts.slice(0, 4)).toEqual([0, 0.01, 0, 0.01]);
    expect(Math.round(parts.reduce((sum, part) => sum + part, 0) * 100)).toBe(10);
  });

  test('of pending cashback refunds it before it is released, and releases the rest', async () => {
    const id = await createProgramWithMember(ctx, HELD);
    const { id: cashbackId } = await earnCashback(ctx, id, { orderValue: 40, orderId: 'A-1' });
    await refunded(id, { orderId: 'A-1', amount: 10 });
    expect((await getMember(ctx, id)).cashback).toEqual({
      pending: 3,
      available: 0,
      redeemed: 0,
      lifetime: 0,
    });
    await transitionCashback(ctx, id, cashbackId, 'confirm');
    expect((await getMember(ctx, id)).cashback).toMatchObject({ available: 3, lifetime: 3 });
    await refunded(id, { orderId: 'A-1', amount: 10 });
    const { data } = await transitionCashback(ctx, id, cashbackId, 'reverse', 'The rest');
    expect(data).toMatchObject({ status: 'reversed', refunded: 2, remaining: 0 });
    expect((await getMember(ctx, id)).points).toBe(0);
    await expectRejected(id, { orderId: 'A-1' }, 409, 'INVALID_TRANSITION');
  });

  test('a whole refund voids pending cashback, which then cannot be confirmed', async () => {
    const id = await createProgramWithMember(ctx, HELD);
    const { id: cashbackId } = await earnCashback(ctx, id, { orderValue: 40 });
    expect((await refunded(id, { cashbackId })).cashback).toBe(4);
    expect((await listCashback(ctx, id))[0].status).toBe('void');
    expect((await transitionCashback(ctx, id, cashbackId, 'confirm')).status).toBe(409);
  });

  test('voiding after a partial refund takes back only the rest', async () => {
    const id = await createProgramWithMember(ctx, HELD);
    const { id: cashbackId } = await earnCashback(ctx, id, { orderValue: 40, orderId: 'A-1' });
    await refunded(id, { orderId: 'A-1', amount: 30 });
    const { data } = await transitionCashback(ctx, id, cashbackId, 'void');
    expect(data).toMatchObject({ status: 'void', refunded: 3 });
    const { points, cashback } = await getMember(ctx, id);
    expect([points, cashback.pending]).toEqual([0, 0]);
  });

  test('after the cashback expired takes back points and spend', async () => {
    const id = await createProgramWithMember(ctx, {
      ...TERMS,
      cashback: { ...TERMS.cashback, expiresInDays: 5 },
    });
    await earnCashback(ctx, id, { orderValue: 40, orderId: 'A-1' });
    ctx.clock.advance(5 * DAY);
    await listCashback(ctx, id);
    const { cashback, points, balance } = await refunded(id, { orderId: 'A-1' });
    expect([cashback, points, balance]).toEqual([4, 120, 0]);
  });
});

describe('Refunding an order is rejected, and nothing changes,', () => {
  test('with the rest, if its cashback is spent', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await earnCashback(ctx, id, { orderValue: 40, orderId: 'A-1' });
    const { data } = await redeemCashback(ctx, id, 3);
    const { details } = await expectRejected(id, { orderId: 'A-1' }, 422, 'INSUFFICIENT_BALANCE');
    expect(details[0]).toEqual({
      field: 'orderId',
      issue: 'earned $4.00 of cashback, of which $1.00 is left',
      rule: 'conflict',
    });
    expect((await refunded(id, { orderId: 'A-1', amount: 10 })).balance).toBe(0);
    await refunded(id, { redemptionId: data.redemptionId });
    expect((await refunded(id, { orderId: 'A-1' })).refunded).toBe(40);
  });

  test('for more than is left of it', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await earnCashback(ctx, id, { orderValue: 40, orderId: 'A-1' });
    await refunded(id, { orderId: 'A-1', amount: 15 });
    const { details } = await expectRejected(id, { orderId: 'A-1', amount: 25.01 }, 400, 'VALIDATION_ERROR');
    expect(details[0]).toMatchObject({ field: 'amount', rule: 'maximum', limit: 25 });
  });

  test('unless it names exactly one record of the program', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    const other = await createProgramWithMember(ctx, TERMS);
    const { id: cashbackId } = await earnCashback(ctx, id, { orderValue: 40, orderId: 'A-1' });
    const { data } = await redeemCashback(ctx, id, 1);
    await expectRejected(id, {}, 400, 'VALIDATION_ERROR');
    await expectRejected(id, { orderId: 'A-1', cashbackId }, 400, 'VALIDATION_ERROR');
    for (const fields of [{ orderId: 'A-1' }, { cashbackId }, { redemptionId: data.redemptionId }])
      await expectRejected(other, fields, 404, 'NOT_FOUND');
    await expectRejected(id, { orderId: 'A-1' }, 404, 'NOT_FOUND', ctx.otherBusiness.token);
    await expectRejected(id, { orderId: 'A-1' }, 403, 'FORBIDDEN', ctx.ada.token);
  });

  test('for the cashback of a submission', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await createApprovedSubmission(ctx, id, { orderValue: 40 });
    const [{ id: cashbackId }] = (await listCashback(ctx, id)) as [Json];
    await expectRejected(id, { cashbackId }, 409, 'CONFLICT');
  });

  test('after the window of the business, and by the position counter after its own', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    const counter = await createStaff(ctx, ctx.business, 'counter');
    for (const orderId of ['A-1', 'A-2', 'A-3']) await earnCashback(ctx, id, { orderValue: 40, orderId });
    const earn = { memberId: 'm1', amount: 1 };
    const denied = await ctx.call('POST', `/programs/${id}/cashback`, earn, { as: counter });
    expect([denied.status, denied.error.code]).toEqual([403, 'FORBIDDEN']);
    ctx.clock.advance(24 * HOUR);
    expect((await refundOrder(ctx, id, { orderId: 'A-1', as: counter })).status).toBe(201);
    ctx.clock.advance(1);
    await expectRejected(id, { orderId: 'A-2' }, 403, 'FORBIDDEN', counter);
    expect((await refundOrder(ctx, id, { orderId: 'A-2' })).status).toBe(201);
    ctx.clock.advance(29 * DAY);
    const { details } = await expectRejected(id, { orderId: 'A-3' }, 409, 'CONFLICT');
    expect(details[0]).toMatchObject({ field: 'createdAt', rule: 'maximum', limit: 30 });
  });
});

describe('Refunding redeemed cashback', () => {
  test('gives it back where it came from, the last deducted first', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    for (const amount of [3, 4]) await earnCashback(ctx, id, { amount });
    const { redemptionId } = (await redeemCashback(ctx, id, 6)).data;
    const first = await refunded(id, { redemptionId, amount: 4 });
    expect(first).toMatchObject({ amount: 4, total: 6, cashback: 4, balance: 5, points: 0, orderId: null });
    const left = async () => (await listCashback(ctx, id)).map(({ remaining }) => remaining);
    expect(await left()).toEqual([4, 1]);
    expect(await refunded(id, { redemptionId })).toMatchObject({ refunded: 6, balance: 7 });
    expect(await left()).toEqual([4, 3]);
    expect((await getMember(ctx, id)).cashback).toMatchObject({ available: 7, redeemed: 0 });
    await expectRejected(id, { redemptionId }, 409, 'INVALID_TRANSITION');
    await expectRejected(id, { redemptionId, amount: 1 }, 409, 'INVALID_TRANSITION');
  });

  test('returns what has expired meanwhile to the business at once', async () => {
    const id = await createProgramWithMember(ctx, {
      ...TERMS,
      cashback: { ...TERMS.cashback, expiresInDays: 10 },
    });
    await earnCashback(ctx, id, { amount: 3 });
    ctx.clock.advance(6 * DAY);
    await earnCashback(ctx, id, { amount: 4 });
    const { redemptionId } = (await redeemCashback(ctx, id, 5)).data;
    ctx.clock.advance(5 * DAY);
    expect(await refunded(id, { redemptionId })).toMatchObject({ cashback: 5, expired: 3, balance: 4 });
    expect((await listCashback(ctx, id)).map(({ status }) => status)).toEqual(['available', 'expired']);
  });
});

describe('Exactly once:', () => {
  test('of 50 identical refunds at once, one has an effect', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await earnCashback(ctx, id, { orderValue: 40, orderId: 'A-1' });
    await earnCashback(ctx, id, { amount: 5 });
    const { redemptionId } = (await redeemCashback(ctx, id, 4.5)).data;
    for (const fields of [{ redemptionId }, { orderId: 'A-1' }]) {
      const attempts = Array.from({ length: 50 }, () => refundOrder(ctx, id, { ...fields }));
      const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    }
    expect((await getMember(ctx, id)).cashback).toMatchObject({ available: 5, redeemed: 0 });
  });

  test('partial refunds at once never exceed the order', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await earnCashback(ctx, id, { orderValue: 40, orderId: 'A-1' });
    const attempts = Array.from({ length: 50 }, () => refundOrder(ctx, id, { orderId: 'A-1', amount: 3 }));
    const done = (await Promise.all(attempts)).filter(({ status }) => status === 201);
    expect(done).toHaveLength(13);
    expect((await refunded(id, { orderId: 'A-1' })).amount).toBe(1);
    const { points, cashback } = await getMember(ctx, id);
    expect([points, cashback.available]).toEqual([0, 0]);
  });
});
