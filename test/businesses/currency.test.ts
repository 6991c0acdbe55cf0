import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  createCampaign,
  createLaunchedCampaign,
  type Json,
  type Setup,
  setup,
  submitProof,
} from '../campaigns/fixture.ts';
import { createAdmin } from '../exchange/fixture.ts';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import {
  createProgram,
  earnCashback,
  enrollMember,
  findIntegrityProblems,
  getMember,
  getProgress,
  recordVisit,
  redeemCashback,
} from '../programs/fixture.ts';
import { createBusiness } from '../support/accounts.ts';

let ctx: Setup;
let admin: string;
beforeAll(async () => {
  ctx = await setup();
  admin = await createAdmin(ctx);
});
afterAll(() => ctx.close());

const CASHBACK = { type: 'percentage', value: 10, holdDays: 0 };

let businesses = 0;

/** Creates a business with a currency; the calls of the result act as its owner. */
async function open(currency: string, fields: object = {}): Promise<Setup> {
  businesses += 1;
  const business = await createBusiness(ctx, `Shop ${businesses}`);
  const own = { ...ctx, business } as Setup;
  const { status } = await put(own, { currency, ...fields });
  expect(status).toBe(200);
  return own;
}

const put = (own: Setup, body: object) => own.call('PUT', '/business', body, { as: own.business.token });
const get = async (own: Setup, path: string): Promise<Json> =>
  (await own.call('GET', path, undefined, { as: own.business.token })).data;

describe('amounts of a business', () => {
  test('have the decimals of its currency, and every record names it', async () => {
    const own = await open('KWD');
    const reward = { type: 'fixed', value: 1.255 };
    const campaign = await createLaunchedCampaign(own, { reward, budget: { total: 10.005 } });
    expect(campaign).toMatchObject({ currency: 'KWD', reward: { value: 1.255 }, budget: { total: 10.005 } });
    const { data } = await submitProof(own, campaign.id, { orderValue: 0.125 });
    expect(data).toMatchObject({ currency: 'KWD', orderValue: 0.125 });
    const { id } = await createProgram(own, { cashback: CASHBACK });
    await enrollMember(own, id, 'ali');
    expect(await earnCashback(own, id, { memberId: 'ali', orderValue: 12.345 })).toMatchObject({
      currency: 'KWD',
      amount: 1.234,
      orderValue: 12.345,
    });
    expect((await redeemCashback(own, id, 0.234, 'ali')).data).toMatchObject({ amount: 0.234, balance: 1 });
    expect(await findIntegrityProblems(own)).toEqual([]);
  });

  test('are whole in a currency without decimals', async () => {
    const own = await open('JPY');
    const wrong = await own.call(
      'POST',
      '/campaigns',
      { name: 'Yen', platform: 'instagram', actionType: 'story', reward: { type: 'fixed', value: 4.5 } },
      { as: own.business.token },
    );
    expect(expectInvalidFields(wrong)).toEqual(['reward.value']);
    expect(wrong.error?.message).toContain('must have no decimal places');
    const { id } = await createProgram(own, {
      cashback: CASHBACK,
      points: { perDollar: 0.01 },
      goals: [{ name: 'Spender', metric: 'spend', target: 5_000 }],
    });
    await enrollMember(own, id, 'yui');
    const { data: visit } = await recordVisit(own, id, { memberId: 'yui', orderValue: 1_999 });
    expect(visit).toMatchObject({ orderValue: 1_999, points: 19, member: { currency: 'JPY' } });
    expect((await getMember(own, id, 'yui')).cashback).toMatchObject({ available: 199, lifetime: 199 });
    const progress = await getProgress(own, id, 'yui');
    expect(progress).toMatchObject({ currency: 'JPY', totals: { spend: 1_999, cashback: 199 } });
    expect(await findIntegrityProblems(own)).toEqual([]);
  });

  test('of two currencies have two balances in a wallet, and a perk is paid for in its own', async () => {
    const own = await open('EUR');
    const as = { as: own.business.token };
    const terms = { name: 'Kaffee', faceValue: 5, supply: 10, listPrice: 4 };
    const { data: issuer } = await own.call('POST', '/exchange/enroll', { role: 'issuer', perk: terms }, as);
    expect(issuer.perk.currency).toBe('EUR');
    const buyer = { as: own.ada.token };
    await own.call('POST', '/exchange/enroll', {}, buyer);
    const credit = (amount: number, currency?: string) =>
      own.call(
        'POST',
        '/exchange/deposits',
        { userId: own.ada.userId, amount, currency, reference: `${currency}${amount}` },
        { as: admin },
      );
    await credit(100);
    const order = { type: 'buy', perkId: issuer.perk.id, quantity: 2, price: 4 };
    expectFailure(await own.call('POST', '/exchange/orders', order, buyer), 422, 'INSUFFICIENT_BALANCE');
    const { data: deposit } = await credit(20, 'EUR');
    expect(deposit.wallet).toMatchObject({
      cash: 100,
      cashReserved: 0,
      balances: [
        { currency: 'EUR', available: 20, reserved: 0 },
        { currency: 'USD', available: 100, reserved: 0 },
      ],
    });
    const { data: placed } = await own.call('POST', '/exchange/orders', order, buyer);
    expect(placed.order).toMatchObject({ currency: 'EUR', status: 'filled', averagePrice: 4 });
    expect(placed.trades[0]).toMatchObject({ currency: 'EUR', total: 8 });
    const market = await get(own, '/exchange/market');
    expect(market).toMatchObject({ currency: 'USD', totals: { trades24h: 1, volume24h: 0 } });
    expect(market.totals.currencies).toContainEqual({ currency: 'EUR', trades24h: 1, volume24h: 8 });
    expect(await findIntegrityProblems(own)).toEqual([]);
  });
});

describe('PUT /business { currency }', () => {
  test('keeps the numbers of campaigns and programs while no money has moved', async () => {
    const own = await open('USD');
    const reward = { type: 'fixed', value: 5 };
    const { id } = await createCampaign(own, { reward, budget: { total: 50 } });
    const program = await createProgram(own, { cashback: CASHBACK }, { autoCreditLimit: 3 });
    await enrollMember(own, program.id, 'yui');
    expect((await put(own, { currency: 'JPY' })).data.currency).toBe('JPY');
    expect(await get(own, `/campaigns/${id}`)).toMatchObject({
      currency: 'JPY',
      reward: { value: 5 },
      budget: { total: 50 },
    });
    expect(await get(own, `/programs/${program.id}`)).toMatchObject({ currency: 'JPY', autoCreditLimit: 3 });
    expect((await earnCashback(own, program.id, { memberId: 'yui', orderValue: 100 })).amount).toBe(10);
  });

  test('is refused while an amount has more decimals, and changes nothing', async () => {
    const own = await open('EUR');
    const { id } = await createCampaign(own, { name: 'Half', reward: { type: 'fixed', value: 2.5 } });
    const refused = await put(own, { currency: 'JPY', name: 'Other' });
    expectFailure(refused, 409, 'CONFLICT');
    expect(refused.error?.details).toMatchObject([{ field: 'currency', rule: 'conflict' }]);
    expect(refused.error?.message).toContain('"Half"');
    expect((await get(own, '/business')).currency).toBe('EUR');
    expect((await get(own, `/campaigns/${id}`)).reward.value).toBe(2.5);
  });

  test('is refused once money has moved, except to the same currency', async () => {
    const own = await open('EUR');
    const { id } = await createProgram(own, { cashback: CASHBACK });
    await enrollMember(own, id, 'eva');
    await earnCashback(own, id, { memberId: 'eva', orderValue: 10 });
    expectFailure(await put(own, { currency: 'USD' }), 409, 'CONFLICT');
    expect((await put(own, { currency: 'EUR' })).status).toBe(200);
  });
});

describe('figures in US dollars', () => {
  test('are read with the rate that the business gives, and not without one', async () => {
    const own = await open('JPY');
    const plan = () =>
      own.call(
        'POST',
        '/ai/campaign-agent',
        { businessId: own.business.businessId, budget: 50_000 },
        { as: own.business.token },
      );
    const refused = await plan();
    expectFailure(refused, 409, 'CONFLICT');
    expect(refused.error?.details).toMatchObject([{ field: 'usdRate', rule: 'required' }]);
    expect((await put(own, { usdRate: 150.5 })).data.usdRate).toBe(150.5);
    const { data } = await plan();
    expect(data.campaigns.length).toBeGreaterThan(0);
    for (const { campaign, budget, completions } of data.campaigns) {
      expect(Number.isInteger(campaign.reward.value)).toBe(true);
      expect(campaign.reward.value * completions).toBe(budget);
    }
    expect(data.budget.allocated).toBeLessThanOrEqual(50_000);
    expect(data.campaigns[0].rationale).toContain('150.5 JPY per US dollar');
    expect((await get(own, '/business/statistics')).currency).toBe('JPY');
  });
});
