import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Json, type Setup, setup } from '../campaigns/fixture.ts';
import { createAdmin } from '../exchange/fixture.ts';
import { findIntegrityProblems } from '../programs/fixture.ts';
import { createBusiness } from '../support/accounts.ts';

/** The largest amount in the smallest unit of every currency (decisions §21). */
const MAX_UNITS = 10 ** 13;
const CURRENCIES = { USD: 100, JPY: 1, KWD: 1_000 };

let ctx: Setup;
let admin: string;
beforeAll(async () => {
  ctx = await setup();
  admin = await createAdmin(ctx);
});
afterAll(() => ctx.close());

interface Shop {
  send(method: string, path: string, body: object): Promise<Json>;
  programId: string;
  traderId: string;
}

/** Opens a shop with a member and a wallet, whose program pays one point per million units of the currency. */
async function openShop(currency: string): Promise<Shop> {
  const business = await createBusiness(ctx, `Shop ${currency}`);
  const send = (method: string, path: string, body: object) =>
    ctx.call(method, path, body, { as: business.token });
  await send('PUT', '/business', { currency });
  const rewards = {
    cashback: { type: 'percentage', value: 1, holdDays: 0 },
    points: { perDollar: 0.000001 },
  };
  const { data: program } = await send('POST', '/programs', { name: 'Regulars', rewards });
  await send('POST', `/programs/${program.id}/members`, { memberId: 'ada' });
  const { data: trader } = await send('POST', '/exchange/enroll', { role: 'issuer' });
  return { send, programId: program.id, traderId: trader.userId };
}

let requests = 0;

/** Every kind of request with an amount, by the field of its error. */
const REQUESTS: Record<string, (shop: Shop, amount: number, currency: string) => Promise<Json>> = {
  'reward.value': ({ send }, value) =>
    send('POST', '/campaigns', toCampaign({ reward: { type: 'fixed', value } })),
  'reward.maxAmount': ({ send }, maxAmount) =>
    send('POST', '/campaigns', toCampaign({ reward: { type: 'percentage', value: 10, maxAmount } })),
  'budget.total': ({ send }, total) =>
    send('POST', '/campaigns', toCampaign({ reward: { type: 'percentage', value: 10 }, budget: { total } })),
  'rewards.cashback.value': ({ send }, value) =>
    send('POST', '/programs', { name: 'P', rewards: { cashback: { type: 'fixed', value } } }),
  'rewards.cashback.maxPerTransaction': ({ send }, maxPerTransaction) =>
    postTerms(send, { maxPerTransaction }),
  'rewards.cashback.maxPerMember': ({ send }, maxPerMember) => postTerms(send, { maxPerMember }),
  'rewards.goals.0.target': ({ send }, target) =>
    send('POST', '/programs', { name: 'P', rewards: { goals: [{ name: 'G', metric: 'spend', target }] } }),
  amount: ({ send, programId }, amount) =>
    send('POST', `/programs/${programId}/cashback`, { memberId: 'ada', amount }),
  orderValue: ({ send, programId }, orderValue) =>
    send('POST', `/programs/${programId}/visits`, { memberId: 'ada', orderValue }),
  'perk.faceValue': ({ send }, faceValue) =>
    send('POST', '/exchange/enroll', { role: 'issuer', perk: { name: 'P', faceValue, supply: 1 } }),
  'perk.listPrice': ({ send }, listPrice) =>
    send('POST', '/exchange/enroll', {
      role: 'issuer',
      perk: { name: 'P', faceValue: 1, supply: 1, listPrice },
    }),
  'deposit amount': ({ traderId }, amount, currency) => {
    requests += 1;
    const deposit = { userId: traderId, amount, currency, reference: `deposit-${requests}` };
    return ctx.call('POST', '/exchange/deposits', deposit, { as: admin });
  },
};

const toCampaign = (fields: object) => ({ name: 'C', platform: 'instagram', actionType: 'story', ...fields });
const postTerms = (send: Shop['send'], fields: object) =>
  send('POST', '/programs', {
    name: 'P',
    rewards: { cashback: { type: 'percentage', value: 1, ...fields } },
  });

describe.each(Object.entries(CURRENCIES))('amounts in %s', (currency, scale) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(currency);
  });

  test.each(Object.keys(REQUESTS))('%s is from one smallest unit to 10^13 of them', async name => {
    const request = REQUESTS[name] as (typeof REQUESTS)[string];
    const field = name.split(' ').at(-1);
    const [least, most] = [1 / scale, MAX_UNITS / scale];
    for (const [amount, rule, limit] of [
      [0, 'minimum', name === 'reward.value' ? least : 0],
      [-least, 'minimum', 0],
      [least / 2, 'format', undefined],
      [most + least, 'maximum', most],
    ] as const) {
      const { status, error } = await request(shop, amount, currency);
      expect([amount, status, error?.details?.[0]]).toMatchObject([
        amount,
        400,
        { field, rule, ...(limit === undefined ? {} : { limit }) },
      ]);
    }
    for (const amount of [least, most])
      expect([201, 200]).toContain((await request(shop, amount, currency)).status);
  });

  test('leave ledger, wallets and totals consistent', async () => {
    expect(await findIntegrityProblems(ctx)).toEqual([]);
  });
});

test('an order on the exchange is worth at most what a wallet can hold', async () => {
  const { send } = await openShop('EUR');
  const perk = { name: 'P', faceValue: 1, supply: 1_000_000, listPrice: 10_000_000_000 };
  const { error } = await send('POST', '/exchange/enroll', { role: 'issuer', perk });
  const limit = 90_071_992.54;
  expect(error.details).toEqual([
    { field: 'perk.listPrice', issue: `must be at most ${limit} for 1000000 units`, rule: 'maximum', limit },
  ]);
  const listed = await send('POST', '/exchange/enroll', {
    role: 'issuer',
    perk: { ...perk, listPrice: limit },
  });
  expect(listed.status).toBe(201);
});

test('a purchase in a currency of large numbers earns points below one per thousand', async () => {
  const { send, programId } = await openShop('IDR');
  const rewards = { cashback: null, points: { perDollar: 0.0001 } };
  expect((await send('PUT', `/programs/${programId}`, { rewards })).data.rewards.points.perDollar).toBe(
    0.0001,
  );
  const visit = { memberId: 'ada', orderValue: 1_500_000_000 };
  expect((await send('POST', `/programs/${programId}/visits`, visit)).data.points).toBe(150_000);
  const finer = await send('PUT', `/programs/${programId}`, {
    rewards: { points: { perDollar: 0.0000001 } },
  });
  expect(finer.error.details[0]).toMatchObject({ field: 'rewards.points.perDollar', rule: 'format' });
});

test('the last fraction of a dinar can be refunded', async () => {
  const { send, programId } = await openShop('BHD');
  const path = `/programs/${programId}/cashback`;
  await send('POST', path, { memberId: 'ada', orderValue: 12.345, orderId: 'A-1' });
  const refund = (amount: number) => send('POST', path, { action: 'refund', orderId: 'A-1', amount });
  expect((await refund(12.34)).status).toBe(201);
  expect((await refund(0.005)).status).toBe(201);
  expect((await refund(0.001)).error.code).toBe('INVALID_TRANSITION');
});
