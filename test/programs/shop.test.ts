import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  at,
  buyReward,
  cancelShopOrder,
  captureEventKinds,
  createProgram,
  createProgramWithMember,
  databaseSnapshot,
  enrollMember,
  findIntegrityProblems,
  getMember,
  getProgress,
  postCashback,
  recordVisit,
  type Scene,
  scene,
  transitionCashback,
  updateProgram,
} from './fixture.ts';
import { COFFEE } from './terms.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

const CAKE = { id: 'cake', name: 'A slice of cake', points: 40, reward: COFFEE };
const POINTS = { perDollar: 1 };
const TERMS = { points: POINTS, shop: [CAKE], tiers: [{ name: 'Gold', threshold: 100 }] };

/** Creates a program whose member m1 has points. */
async function createShop(points: number, fields: object = {}): Promise<string> {
  const id = await createProgramWithMember(ctx, { ...TERMS, shop: [{ ...CAKE, ...fields }] });
  if (points > 0) await recordVisit(ctx, id, { orderValue: points });
  return id;
}

describe('Buying a reward with points', () => {
  test('issues the reward and debits the points, which still count toward the tier', async () => {
    const id = await createShop(100);
    const { response, kinds } = await captureEventKinds(ctx, () => buyReward(ctx, id, 'cake'));
    expect(response.status).toBe(201);
    expect(response.data).toEqual({
      id: expect.stringMatching(/^sho_[0-9a-z]{26}$/),
      programId: id,
      memberId: 'm1',
      rewardId: 'cake',
      points: 40,
      pointsBalance: 60,
      reward: expect.objectContaining({ source: 'shop', name: 'Coffee', programId: id, userId: 'm1' }),
      createdAt: at(0),
      status: 'completed',
      canceledAt: null,
      cancelReason: null,
    });
    expect(kinds).toEqual(['reward.issued']);
    expect(await getMember(ctx, id)).toMatchObject({ points: 100, pointsBalance: 60, tier: 'Gold' });
    const { code } = response.data.reward;
    const redeemed = await ctx.call('POST', '/rewards/redeem', { code }, { as: ctx.business.token });
    expect(redeemed.status).toBe(200);
  });

  test('too few points are refused, and nothing changes', async () => {
    const id = await createShop(39);
    const before = await databaseSnapshot(ctx);
    const refused = await buyReward(ctx, id, 'cake');
    expect([refused.status, refused.error.code]).toEqual([422, 'INSUFFICIENT_BALANCE']);
    expect(refused.error.message).toBe('Only 39 of 40 points are available');
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('the stock and the limit per member are refused with the limit', async () => {
    const id = await createShop(500, { stock: 2, perMember: 1 });
    for (const memberId of ['m2', 'm3']) {
      await enrollMember(ctx, id, memberId);
      await recordVisit(ctx, id, { memberId, orderValue: 100 });
    }
    expect((await buyReward(ctx, id, 'cake')).status).toBe(201);
    const again = await buyReward(ctx, id, 'cake');
    expect(again.error).toMatchObject({
      code: 'LIMIT_REACHED',
      details: [{ field: 'perMember', issue: 'is reached by the member', rule: 'maximum', limit: 1 }],
    });
    expect((await buyReward(ctx, id, 'cake', { memberId: 'm2' })).status).toBe(201);
    const soldOut = await buyReward(ctx, id, 'cake', { memberId: 'm3' });
    expect([soldOut.status, soldOut.error]).toEqual([
      409,
      expect.objectContaining({
        code: 'LIMIT_REACHED',
        details: [{ field: 'stock', issue: 'is used up', rule: 'maximum', limit: 2 }],
      }),
    ]);
    expect((await getProgress(ctx, id)).summary.shop).toEqual([
      { id: 'cake', name: 'A slice of cake', bought: 2, remaining: 0 },
    ]);
    await updateProgram(ctx, id, { rewards: { ...TERMS, shop: [{ ...CAKE, stock: 3 }] } });
    expect((await buyReward(ctx, id, 'cake', { memberId: 'm3' })).status).toBe(201);
  });

  test('of 50 purchases at once, as many as points and stock allow succeed', async () => {
    const id = await createShop(1_000, { stock: 7 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => buyReward(ctx, id, 'cake')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(await getMember(ctx, id)).toMatchObject({ points: 1_000, pointsBalance: 720 });
  });

  test('a customer buys for itself, and not for others', async () => {
    const { id } = await createProgram(ctx, TERMS);
    const { token, userId } = ctx.ada;
    await enrollMember(ctx, id, userId, { as: token });
    await recordVisit(ctx, id, { memberId: userId, orderValue: 50 });
    const bought = await buyReward(ctx, id, 'cake', { as: token });
    expect([bought.status, bought.data.memberId]).toEqual([201, userId]);
    const foreign = await buyReward(ctx, id, 'cake', { as: token, memberId: 'm1' });
    expect([foreign.status, foreign.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await getProgress(ctx, id, undefined, token)).openRewards).toEqual([
      expect.objectContaining({ code: bought.data.reward.code, source: 'shop' }),
    ]);
  });

  test('unknown rewards, members and paused programs are refused', async () => {
    const id = await createShop(100);
    expect((await buyReward(ctx, id, 'pie')).error).toMatchObject({
      code: 'NOT_FOUND',
      details: [{ field: 'rewardId', rule: 'unknown' }],
    });
    expect((await buyReward(ctx, id, 'cake', { memberId: 'unknown' })).error.code).toBe('NOT_A_MEMBER');
    await ctx.call('PUT', `/programs/${id}/members/m1`, { status: 'suspended' }, { as: ctx.business.token });
    expect((await buyReward(ctx, id, 'cake')).error.code).toBe('MEMBER_SUSPENDED');
    await updateProgram(ctx, id, { status: 'paused' });
    expect((await buyReward(ctx, id, 'cake')).error.code).toBe('PROGRAM_NOT_ACTIVE');
  });

  test('the reward cannot be voided, because its holder paid for it', async () => {
    const id = await createShop(100);
    const { data } = await buyReward(ctx, id, 'cake');
    const body = { rewardId: data.reward.id, reason: 'Wrong one' };
    const refused = await ctx.call('POST', '/rewards/void', body, { as: ctx.business.token });
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('an order whose points were spent cannot be voided', async () => {
    const id = await createProgramWithMember(ctx, { ...TERMS, cashback: { type: 'fixed', value: 1 } });
    const { data } = await postCashback(ctx, id, { orderValue: 50 });
    await buyReward(ctx, id, 'cake');
    const before = await databaseSnapshot(ctx);
    const refused = await transitionCashback(ctx, id, data.id, 'void');
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });
});

describe('The shop in the progress of a member', () => {
  test('shows prices, stock, and what the member can buy', async () => {
    const shop = [
      CAKE,
      { name: 'Mug', points: 500, reward: { type: 'fixed', value: 5 }, stock: 3 },
      { id: 'none', name: 'Gone', points: 1, reward: COFFEE, stock: 0 },
    ];
    const id = await createProgramWithMember(ctx, { points: POINTS, shop });
    await recordVisit(ctx, id, { orderValue: 50 });
    const offers = (await getProgress(ctx, id, 'm1')).shop;
    expect(offers.map((offer: { id: string; status: string }) => [offer.id, offer.status])).toEqual([
      ['cake', 'available'],
      ['item-2', 'tooFewPoints'],
      ['none', 'soldOut'],
    ]);
    expect(offers[1]).toEqual({
      id: 'item-2',
      name: 'Mug',
      points: 500,
      reward: { type: 'fixed', value: 5 },
      stock: 3,
      remaining: 3,
      perMember: null,
      bought: 0,
      status: 'tooFewPoints',
    });
  });

  const INVALID: [string, object, string][] = [
    ['a price of 0', { ...CAKE, points: 0 }, 'rewards.shop.0.points'],
    ['no reward', { name: 'Cake', points: 5 }, 'rewards.shop.0.reward'],
    ['an item without a name', { ...CAKE, reward: { type: 'item' } }, 'rewards.shop.0.reward.name'],
    ['a limit of 0 per member', { ...CAKE, perMember: 0 }, 'rewards.shop.0.perMember'],
  ];
  test.each(INVALID)('refuses an item with %s', async (_, item, field) => {
    const body = { name: 'Shop', rewards: { shop: [item] } };
    const { status, error } = await ctx.call('POST', '/programs', body, { as: ctx.business.token });
    expect([status, error.details?.[0]?.field]).toEqual([400, field]);
  });

  test('refuses two items with one ID', async () => {
    const body = { name: 'Shop', rewards: { shop: [CAKE, CAKE] } };
    const { error } = await ctx.call('POST', '/programs', body, { as: ctx.business.token });
    expect(error.details?.[0]).toMatchObject({ field: 'rewards.shop', rule: 'unique' });
  });
});

describe('Canceling a purchase with points', () => {
  const buy = async (id: string) => (await buyReward(ctx, id, 'cake')).data;

  test('returns the points, the stock and the limit, and voids the reward', async () => {
    const id = await createShop(100, { stock: 1, perMember: 1 });
    const order = await buy(id);
    const cancel = () => cancelShopOrder(ctx, id, order.id, { reason: 'Wrong one' });
    const { response, kinds } = await captureEventKinds(ctx, cancel);
    expect([response.status, response.data]).toEqual([
      200,
      {
        ...order,
        status: 'canceled',
        canceledAt: at(0),
        cancelReason: 'Wrong one',
        pointsBalance: 100,
        reward: { ...order.reward, status: 'void' },
      },
    ]);
    expect(kinds).toEqual(['reward.voided']);
    expect(await getMember(ctx, id)).toMatchObject({ points: 100, pointsBalance: 100, tier: 'Gold' });
    expect((await getProgress(ctx, id, 'm1')).shop).toEqual([
      expect.objectContaining({ remaining: 1, bought: 0, status: 'available' }),
    ]);
    expect((await buyReward(ctx, id, 'cake')).status).toBe(201);
  });

  test('happens once, also for 50 requests at once', async () => {
    const id = await createShop(100);
    const order = await buy(id);
    const cancels = Array.from({ length: 50 }, () => cancelShopOrder(ctx, id, order.id));
    const answers = await Promise.all(cancels);
    const outcomes = Map.groupBy(answers, ({ status, error }) => error?.code ?? status);
    expect([...outcomes].map(([outcome, { length }]) => [outcome, length])).toEqual([
      [200, 1],
      ['INVALID_TRANSITION', 49],
    ]);
    expect((await getMember(ctx, id)).pointsBalance).toBe(100);
  });

  test('is refused for a redeemed reward until it is reinstated', async () => {
    const id = await createShop(100);
    const order = await buy(id);
    const body = { code: order.reward.code };
    await ctx.call('POST', '/rewards/redeem', body, { as: ctx.business.token });
    const before = await databaseSnapshot(ctx);
    const refused = await cancelShopOrder(ctx, id, order.id);
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.error.message).toBe('The reward has been redeemed. Reinstate it first.');
    expect(await databaseSnapshot(ctx)).toBe(before);
    await ctx.call('POST', '/rewards/reinstate', body, { as: ctx.business.token });
    expect((await cancelShopOrder(ctx, id, order.id)).status).toBe(200);
  });

  test('is refused after the window of refunds, and for orders of other programs', async () => {
    const id = await createShop(100);
    const order = await buy(id);
    const other = await createShop(10);
    expect((await cancelShopOrder(ctx, other, order.id)).error).toMatchObject({
      code: 'NOT_FOUND',
      details: [{ field: 'orderId', rule: 'unknown' }],
    });
    ctx.clock.advance(31 * 86_400_000);
    const late = await cancelShopOrder(ctx, id, order.id);
    expect([late.status, late.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('is listed with the purchase and at the counter, and customers see their own purchases', async () => {
    const { id } = await createProgram(ctx, TERMS);
    const { token, userId } = ctx.ada;
    await enrollMember(ctx, id, userId, { as: token });
    await enrollMember(ctx, id, 'm1');
    for (const memberId of [userId, 'm1']) await recordVisit(ctx, id, { memberId, orderValue: 50 });
    const own = (await buyReward(ctx, id, 'cake', { as: token })).data;
    const order = await buy(id);
    await cancelShopOrder(ctx, id, order.id);
    const list = async (as: string, query = '') =>
      (await ctx.call('GET', `/programs/${id}/redemptions${query}`, undefined, { as })).data;
    const all = await list(ctx.business.token, '?include=member');
    expect(all.pagination.total).toBe(2);
    expect(all.items[0]).toMatchObject({
      id: order.id,
      status: 'canceled',
      reward: { status: 'void' },
      member: { memberId: 'm1', name: null },
    });
    expect((await list(token)).items).toEqual([expect.objectContaining({ id: own.id })]);
    expect((await list(token, '?memberId=m1')).items).toEqual([]);
    expect((await list(ctx.business.token, '?memberId=m1')).items).toHaveLength(1);
    const actions = await ctx.call('GET', '/counter/actions?perPage=2', undefined, {
      as: ctx.business.token,
    });
    expect(
      actions.data.items.map((action: { kind: string; resourceId: string }) => [
        action.kind,
        action.resourceId,
      ]),
    ).toEqual([
      ['cancellation', order.id],
      ['shopOrder', order.id],
    ]);
    const report = await ctx.call('GET', '/statistics/counter', undefined, { as: ctx.business.token });
    expect(report.data.totals).toMatchObject({ shopOrders: 1, cancellations: 1 });
  });
});
