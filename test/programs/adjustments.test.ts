import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createStaff } from '../support/accounts.ts';
import {
  buyReward,
  captureEvents,
  createProgramWithMember,
  DAY,
  earnCashback,
  expectRejected as expectRejectedCall,
  findIntegrityProblems,
  getMember,
  type Json,
  listCashback,
  recordVisit,
  redeemCashback,
  refundOrder,
  type Scene,
  scene,
  transitionCashback,
} from './fixture.ts';
import { COFFEE, STAMP_CARD } from './terms.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

const TERMS = {
  cashback: { type: 'percentage', value: 10, holdDays: 0, expiresInDays: 30, maxPerMember: 20 },
  points: { perDollar: 1 },
  tiers: [{ name: 'Silver', threshold: 100 }],
  goals: [STAMP_CARD],
  shop: [{ id: 'coffee', name: 'Coffee', points: 50, reward: COFFEE }],
};
const REASON = 'Recorded twice';

const pathOf = (id: string, memberId = 'm1') => `/programs/${id}/members/${memberId}/adjustments`;
const post = (id: string, body: object, as = ctx.business.token) =>
  ctx.call('POST', pathOf(id), { reason: REASON, ...body }, { as });
const postUndo = (id: string, adjustment: string, as = ctx.business.token) =>
  ctx.call('POST', `${pathOf(id)}/${adjustment}/undo`, undefined, { as });

async function adjust(id: string, body: object): Promise<Json> {
  const response = await post(id, body);
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.data;
}

async function undo(id: string, adjustment: string): Promise<Json> {
  const response = await postUndo(id, adjustment);
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response.data;
}

function expectRejected(send: () => ReturnType<typeof post>, status: number, code: string): Promise<Json> {
  return expectRejectedCall(ctx, send, [status, code]);
}

describe('A correction', () => {
  test('of points changes balance and tier with one event, and its undo restores them', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    const added = await captureEvents(ctx, () => adjust(id, { points: 120 }));
    expect(added.map(({ type }) => type).sort()).toEqual(['member.adjusted', 'member.tierChanged']);
    const { object } = added.find(({ type }) => type === 'member.adjusted').data;
    expect(object).toMatchObject({
      programId: id,
      memberId: 'm1',
      points: 120,
      cashback: 0,
      visits: 0,
      reason: REASON,
      adjustedBy: { kind: 'user' },
      undoneAt: null,
    });
    const taken = await adjust(id, { points: -30 });
    expect(taken).toMatchObject({ points: -30, member: { points: 90, pointsBalance: 90, tier: null } });
    const undone = await undo(id, taken.id);
    expect(undone).toMatchObject({ undoneAt: expect.any(String), member: { points: 120, tier: 'Silver' } });
    await undo(id, object.id);
    expect(await getMember(ctx, id)).toMatchObject({ points: 0, pointsBalance: 0, tier: null });
  });

  test('of visits completes a stamp card, whose reward its undo voids', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await recordVisit(ctx, id, { quantity: 8 });
    const added = await adjust(id, { visits: 3 });
    expect(added.rewards).toMatchObject([{ status: 'issued', source: 'goal' }]);
    expect(added.member).toMatchObject({ visits: 11 });
    await undo(id, added.id);
    expect((await getMember(ctx, id)).visits).toBe(8);
    const { data } = await ctx.call('GET', `/rewards/${added.rewards[0].id}`, undefined, {
      as: ctx.business.token,
    });
    expect(data.status).toBe('void');
  });

  test('that takes back visits below a card voids its reward; the undo issues another', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    const visit = await recordVisit(ctx, id, { quantity: 10 });
    const [first] = visit.data.rewards;
    const taken = await adjust(id, { visits: -1 });
    await undo(id, taken.id);
    const member = await getMember(ctx, id);
    expect(member.visits).toBe(10);
    expect(member.openRewards).toHaveLength(1);
    expect(member.openRewards[0].id).not.toBe(first.id);
  });

  test('that adds cashback ignores hold and limit, expires by the terms, and can be undone until it is spent', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    const added = await adjust(id, { cashback: 25.5 });
    expect(added.member.cashback).toEqual({ pending: 0, available: 25.5, redeemed: 0, lifetime: 25.5 });
    const [cashback] = await listCashback(ctx, id);
    expect(cashback).toMatchObject({ status: 'available', amount: 25.5, description: 'Correction' });
    expect(Date.parse(cashback.expiresAt)).toBeGreaterThan(ctx.clock.now() + 29 * DAY);
    expect((await undo(id, added.id)).member.cashback.available).toBe(0);
    const again = await adjust(id, { cashback: 10 });
    await redeemCashback(ctx, id, 0.01);
    await expectRejected(() => postUndo(id, again.id), 422, 'INSUFFICIENT_BALANCE');
  });

  test.each([
    ['with a hold period', { cashback: { ...TERMS.cashback, holdDays: 14 } }],
    ['without a cashback rule', {}],
  ])('adds cashback that can be spent at once in a program %s', async (_, terms) => {
    const id = await createProgramWithMember(ctx, terms);
    const added = await adjust(id, { cashback: 5 });
    expect(added.member.cashback).toMatchObject({ pending: 0, available: 5 });
    expect((await undo(id, added.id)).member.cashback).toMatchObject({ pending: 0, available: 0 });
  });

  test('that takes back cashback takes the oldest first, and its undo returns it there', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await earnCashback(ctx, id, { orderValue: 30, orderId: 'A-1' });
    await earnCashback(ctx, id, { orderValue: 50, orderId: 'A-2' });
    const before = (await listCashback(ctx, id)).map(({ status, remaining }) => [status, remaining]);
    const taken = await adjust(id, { cashback: -4 });
    expect(taken.member.cashback).toMatchObject({ available: 4, lifetime: 8, redeemed: 0 });
    expect(
      (await listCashback(ctx, id)).map(({ status, remaining, refunded }) => [status, remaining, refunded]),
    ).toEqual([
      ['available', 4, 1],
      ['reversed', 0, 3],
    ]);
    // The limit per member no longer counts the cashback that was taken back.
    expect((await earnCashback(ctx, id, { orderValue: 200 })).amount).toBe(16);
    await undo(id, taken.id);
    expect(
      (await listCashback(ctx, id)).slice(1).map(({ status, remaining }) => [status, remaining]),
    ).toEqual(before);
  });

  test('undone after the cashback has expired returns it to the business', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await earnCashback(ctx, id, { orderValue: 30 });
    const taken = await adjust(id, { cashback: -1 });
    ctx.clock.advance(32 * DAY);
    expect((await undo(id, taken.id)).member.cashback.available).toBe(0);
    expect((await listCashback(ctx, id))[0]).toMatchObject({ status: 'expired', remaining: 0, refunded: 0 });
  });

  test('cannot give cashback back whose rest was reversed', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    const { id: cashbackId } = await earnCashback(ctx, id, { orderValue: 30 });
    const taken = await adjust(id, { cashback: -1 });
    await transitionCashback(ctx, id, cashbackId, 'reverse');
    await expectRejected(() => postUndo(id, taken.id), 409, 'CONFLICT');
  });

  test('leaves an order refundable up to its remaining cashback', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await earnCashback(ctx, id, { orderValue: 100, orderId: 'A-1' });
    await adjust(id, { cashback: -4 });
    await expectRejected(() => refundOrder(ctx, id, { orderId: 'A-1' }), 422, 'INSUFFICIENT_BALANCE');
    expect((await refundOrder(ctx, id, { orderId: 'A-1', amount: 60 })).data.cashback).toBe(6);
  });
});

describe('A correction is rejected, and nothing changes,', () => {
  const cases: [string, object, number, string, string][] = [
    ['without a balance', {}, 400, 'VALIDATION_ERROR', 'points'],
    ['for two balances', { points: 1, visits: 1 }, 400, 'VALIDATION_ERROR', 'points'],
    ['by 0', { visits: 0 }, 400, 'VALIDATION_ERROR', 'visits'],
    ['by half a cent', { cashback: -0.005 }, 400, 'VALIDATION_ERROR', 'cashback'],
    ['without a reason', { points: 1, reason: undefined }, 400, 'VALIDATION_ERROR', 'reason'],
    ['with an empty reason', { points: 1, reason: ' ' }, 400, 'VALIDATION_ERROR', 'reason'],
    ['for more points than can be spent', { points: -51 }, 422, 'INSUFFICIENT_BALANCE', 'points'],
    ['for more visits than were recorded', { visits: -1 }, 422, 'INSUFFICIENT_BALANCE', 'visits'],
    ['for more cashback than is available', { cashback: -0.01 }, 422, 'INSUFFICIENT_BALANCE', 'cashback'],
    ['for more than any balance', { points: 10 ** 13 + 1 }, 400, 'VALIDATION_ERROR', 'points'],
  ];
  test.each(cases)('%s', async (_, body, status, code, field) => {
    const id = await createProgramWithMember(ctx, TERMS);
    await adjust(id, { points: 100 });
    await buyReward(ctx, id, 'coffee');
    const { details } = await expectRejected(() => post(id, body), status, code);
    expect(details[0].field).toBe(field);
  });

  test('for a member who is suspended, unless it takes back', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    await adjust(id, { points: 10 });
    await ctx.call('PUT', `/programs/${id}/members/m1`, { status: 'suspended' }, { as: ctx.business.token });
    await expectRejected(() => post(id, { points: 1 }), 403, 'MEMBER_SUSPENDED');
    expect((await adjust(id, { points: -10 })).member.points).toBe(0);
  });

  test('a second time, and for another member, business or position', async () => {
    const id = await createProgramWithMember(ctx, TERMS);
    const { id: adjustment } = await adjust(id, { points: 1 });
    await expectRejected(() => post(id, { points: 1 }, ctx.otherBusiness.token), 404, 'NOT_FOUND');
    await expectRejected(() => postUndo(id, adjustment, ctx.otherBusiness.token), 404, 'NOT_FOUND');
    const staff = await createStaff(ctx, ctx.business);
    await expectRejected(() => post(id, { points: 1 }, staff), 403, 'FORBIDDEN');
    const other = await createProgramWithMember(ctx, TERMS);
    await expectRejected(() => postUndo(other, adjustment), 404, 'NOT_FOUND');
    await undo(id, adjustment);
    await expectRejected(() => postUndo(id, adjustment), 409, 'INVALID_TRANSITION');
  });
});

test('The corrections of a member are listed, newest first, to the business alone', async () => {
  const id = await createProgramWithMember(ctx, TERMS);
  for (const points of [1, 2, 3]) await adjust(id, { points });
  const { data } = await ctx.call('GET', pathOf(id), undefined, { as: ctx.business.token });
  expect(data.items.map(({ points }: Json) => points)).toEqual([3, 2, 1]);
  const foreign = await ctx.call('GET', pathOf(id), undefined, { as: ctx.otherBusiness.token });
  expect(foreign.status).toBe(404);
});
