import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  captureEventKinds,
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  isoTimeAt,
  type Json,
  reviewSubmission,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const FIXED = { type: 'fixed', value: 5 };
let people = 0;

/** Issues a reward on these terms to Ada or to a customer reference of the business. */
async function reward(terms: object = FIXED, userId?: string): Promise<Json> {
  people += 1;
  const { id } = await createLaunchedCampaign(ctx, { reward: terms });
  const by = userId === 'ada' ? {} : { as: ctx.business.token, userId: `c${people}` };
  const submission = await createSubmission(ctx, id, by);
  return (await reviewSubmission(ctx, submission.id, 'approve')).data.reward;
}
const redeem = (code: string, fields: object = {}, as = ctx.business.token) =>
  ctx.call('POST', '/rewards/redeem', { code, ...fields }, { as });

describe('A reward code', () => {
  test('a reward code has 10 unambiguous characters and is different each time', async () => {
    const codes = new Set<string>();
    for (let n = 0; n < 20; n += 1) codes.add((await reward()).code);
    expect(codes.size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^[0-9A-Z]{10}$/);
    for (const code of codes) expect(code).not.toMatch(/[01ILOSZB258UV]/);
  });

  for (const [what, typed] of [
    ['lower case', (code: string) => code.toLowerCase()],
    ['spaces', (code: string) => ` ${code.slice(0, 5)} ${code.slice(5)} `],
    ['dashes', (code: string) => `${code.slice(0, 3)}-${code.slice(3, 6)}-${code.slice(6)}`],
  ] as [string, (code: string) => string][]) {
    test(`a reward code is accepted with ${what}`, async () => {
      const { code, id } = await reward();
      const { status, data } = await redeem(typed(code));
      expect([status, data.reward.id]).toEqual([200, id]);
    });
  }

  test('returns 404 if it is unknown or belongs to another business', async () => {
    const { code } = await reward();
    const absent = await redeem('AAAAAAAAAA', {}, ctx.otherBusiness.token);
    const foreign = await redeem(code, {}, ctx.otherBusiness.token);
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.body).toEqual(absent.body);
    expect((await redeem(code)).status).toBe(200);
  });

  test("can't be redeemed by a customer", async () => {
    const { code } = await reward(FIXED, 'ada');
    expect((await redeem(code, {}, ctx.ada.token)).status).toBe(403);
  });

  test('redeeming without a code returns VALIDATION_ERROR', async () => {
    const { error } = await ctx.call('POST', '/rewards/redeem', {}, { as: ctx.business.token });
    expect(error.details?.[0]?.field).toBe('code');
  });
});

describe('Redeeming a reward by its ID', () => {
  const redeemById = (body: object, as = ctx.business.token) =>
    ctx.call('POST', '/rewards/redeem', body, { as });

  test('has the effect of redeeming its code', async () => {
    const { id, code } = await reward();
    const { status, data } = await redeemById({ rewardId: id });
    expect(status).toBe(200);
    expect(data).toMatchObject({ reward: { id, code, status: 'redeemed' }, discount: 5 });
    expect((await redeem(code)).error.code).toBe('REWARD_NOT_REDEEMABLE');
  });

  test('is rejected together with a code, and nothing is redeemed', async () => {
    const { id, code } = await reward();
    const { status, error } = await redeemById({ rewardId: id, code });
    expect(status).toBe(400);
    expect(error.details?.[0]).toMatchObject({ field: 'rewardId', rule: 'conflict' });
    expect((await redeem(code)).status).toBe(200);
  });
});

describe('Redeeming a fixed reward', () => {
  test('discounts its value and records one event with the changed fields', async () => {
    const { code, id } = await reward();
    const { kinds, response } = await captureEventKinds(ctx, () => redeem(code));
    expect(response.data).toMatchObject({
      discount: 5,
      reward: { id, status: 'redeemed', amount: 5, redeemedAt: isoTimeAt(0) },
    });
    expect(kinds).toEqual(['reward.redeemed']);
    const path = `/events?resourceId=${id}&type=reward.redeemed`;
    const { data } = await ctx.call('GET', path, undefined, { as: ctx.business.token });
    expect(data.items[0].data).toEqual({
      object: response.data.reward,
      previous: { status: 'issued', redeemedAt: null },
    });
  });

  for (const [orderValue, discount] of [
    [5, 5],
    [3.2, 3.2],
    [100, 5],
  ]) {
    test(`discounts ${discount} on an order of ${orderValue}`, async () => {
      const { data } = await redeem((await reward()).code, { orderValue });
      expect(data.discount).toBe(discount);
    });
  }
});

describe('Redeeming a percentage reward', () => {
  const percent = (value: number, maxAmount?: number) => ({ type: 'percentage', value, maxAmount });

  test('amount is null until redemption and then equals the discount', async () => {
    const issued = await reward(percent(10));
    expect(issued).toMatchObject({ type: 'percentage', value: 10, maxAmount: null, amount: null });
    const { data } = await redeem(issued.code, { orderValue: 50 });
    expect([data.discount, data.reward.amount]).toEqual([5, 5]);
  });

  test('redeeming a percentage reward without orderValue returns 422 ORDER_VALUE_REQUIRED and the reward stays issued', async () => {
    const { code, id } = await reward(percent(10));
    const before = await databaseSnapshot(ctx);
    const { status, error } = await redeem(code);
    expect([status, error.code]).toEqual([422, 'ORDER_VALUE_REQUIRED']);
    expect(await databaseSnapshot(ctx)).toBe(before);
    const { data } = await ctx.call('GET', `/rewards/${id}`, undefined, { as: ctx.business.token });
    expect(data.status).toBe('issued');
  });

  const TABLE: [number, number | undefined, number, number][] = [
    [10, undefined, 19.99, 1.99],
    [12.5, undefined, 0.07, 0],
    [33.33, undefined, 100, 33.33],
    [33.33, undefined, 0.1, 0.03],
    [100, undefined, 19.99, 19.99],
    [50, 7.5, 100, 7.5],
    [50, 7.5, 10, 5],
    [0.01, undefined, 100, 0.01],
    [0.01, undefined, 99.99, 0],
    [29, undefined, 1, 0.29],
  ];
  for (const [value, cap, orderValue, discount] of TABLE) {
    const capped = cap === undefined ? '' : ` capped at ${cap}`;
    test(`a reward of ${value}%${capped} discounts ${discount} on an order of ${orderValue}, rounded down`, async () => {
      const { data } = await redeem((await reward(percent(value, cap))).code, { orderValue });
      expect([data.discount, data.reward.amount]).toEqual([discount, discount]);
    });
  }
});

describe('orderValue', () => {
  for (const orderValue of [0, -1, 1.001, '5', null]) {
    test(`rejects orderValue ${JSON.stringify(orderValue)} with VALIDATION_ERROR`, async () => {
      const { error } = await redeem((await reward()).code, { orderValue });
      expect([error.code, error.details?.[0]?.field]).toEqual(['VALIDATION_ERROR', 'orderValue']);
    });
  }
});

describe('Redeeming a reward twice', () => {
  test('returns 409 REWARD_NOT_REDEEMABLE and changes nothing', async () => {
    const { code } = await reward();
    await redeem(code);
    const before = await databaseSnapshot(ctx);
    const { status, error } = await redeem(code);
    expect([status, error.code]).toEqual([409, 'REWARD_NOT_REDEEMABLE']);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('twenty concurrent redemptions redeem the reward once', async () => {
    const { code } = await reward();
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ error }) => error.code))).toEqual(new Set(['REWARD_NOT_REDEEMABLE']));
  });

  test('a repeated request with the same Idempotency-Key returns the first response', async () => {
    const { code } = await reward();
    const again = () =>
      ctx.call(
        'POST',
        '/rewards/redeem',
        { code },
        {
          as: ctx.business.token,
          headers: { 'idempotency-key': `till-${code}` },
        },
      );
    const [first, second] = [await again(), await again()];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });
});

describe('POST /rewards/void', () => {
  const voiding = (rewardId: string, fields: object = { reason: 'Mistake' }, as = ctx.business.token) =>
    ctx.call('POST', '/rewards/void', { rewardId, ...fields }, { as });

  test('voids an issued reward, records one event, and invalidates its code', async () => {
    const { id, code } = await reward();
    const { kinds, response } = await captureEventKinds(ctx, () => voiding(id));
    expect([response.status, response.data.id, response.data.status]).toEqual([200, id, 'void']);
    expect(kinds).toEqual(['reward.voided']);
    expect((await redeem(code)).error.code).toBe('REWARD_NOT_REDEEMABLE');
  });

  test('rejects a redeemed reward with 409 CONFLICT and changes nothing', async () => {
    const { id, code } = await reward();
    await redeem(code);
    const before = await databaseSnapshot(ctx);
    const { status, error } = await voiding(id);
    expect([status, error.code]).toEqual([409, 'CONFLICT']);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('rejects a void reward with 409 CONFLICT', async () => {
    const { id } = await reward();
    await voiding(id);
    expect((await voiding(id)).error.code).toBe('CONFLICT');
  });

  test('requires a reason', async () => {
    const { id } = await reward();
    for (const fields of [{}, { reason: ' ' }])
      expect((await voiding(id, fields)).error.details?.[0]?.field).toBe('reason');
  });
});
