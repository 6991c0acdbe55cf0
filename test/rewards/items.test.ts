import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  createCampaign,
  createLaunchedCampaign,
  createSubmission,
  getCampaign,
  type Json,
  reviewSubmission,
  type Setup,
  setup,
  updateCampaign,
} from '../campaigns/fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const ITEM = { type: 'item', name: 'Free cappuccino', cost: 0.8 };

async function earn(campaignId: string, userId: string): Promise<Json> {
  const submission = await createSubmission(ctx, campaignId, { as: ctx.business.token, userId });
  return (await reviewSubmission(ctx, submission.id, 'approve')).data.reward;
}
const redeem = (code: string, fields: object = {}) =>
  ctx.call('POST', '/rewards/redeem', { code, ...fields }, { as: ctx.business.token });
const tryReward = (reward: object) =>
  ctx.call(
    'POST',
    '/campaigns',
    { name: 'Story', platform: 'instagram', actionType: 'story', reward },
    { as: ctx.business.token },
  );

test('a campaign can reward an item, whose cost its budget reserves and spends', async () => {
  const { id, reward } = await createLaunchedCampaign(ctx, { reward: ITEM, budget: { total: 2 } });
  expect(reward).toMatchObject({ ...ITEM, value: 0.8, maxAmount: null });
  await createSubmission(ctx, id, { as: ctx.business.token, userId: 'c1' });
  expect((await getCampaign(ctx, id)).budget).toMatchObject({ reserved: 0.8, spent: 0, remaining: 1.2 });
  await earn(id, 'c2');
  const { state, stateReason, budget } = await getCampaign(ctx, id);
  expect(budget).toMatchObject({ reserved: 0.8, spent: 0.8, remaining: 0.4 });
  expect([state, stateReason]).toEqual(['active', null]);
});

test('an item is redeemed without an order value, and discounts no order', async () => {
  const { id } = await createLaunchedCampaign(ctx, { reward: ITEM });
  const issued = await earn(id, 'c1');
  expect(issued).toMatchObject({ ...ITEM, amount: 0.8, status: 'issued' });
  const { status, data } = await redeem(issued.code);
  expect([status, data.discount, data.reward.status, data.reward.name]).toEqual([
    200,
    0,
    'redeemed',
    'Free cappuccino',
  ]);
});

test('the statistics count the cost of items, and what is redeemed of it', async () => {
  const read = async () =>
    (await ctx.call('GET', '/business/statistics', undefined, { as: ctx.business.token })).data.totals;
  const before = await read();
  const { id } = await createLaunchedCampaign(ctx, { reward: { ...ITEM, cost: 2.5 } });
  await redeem((await earn(id, 'c1')).code);
  const after = await read();
  expect(after.cost - before.cost).toBeCloseTo(2.5);
  expect(after.redeemed - before.redeemed).toBeCloseTo(2.5);
});

test('reward events and pending submissions name the item', async () => {
  const { id } = await createLaunchedCampaign(ctx, { reward: ITEM });
  const submission = await createSubmission(ctx, id, { as: ctx.business.token, userId: 'c1' });
  const path = `/submissions/${submission.id}`;
  const { data } = await ctx.call('GET', path, undefined, { as: ctx.business.token });
  expect(data.projected.reward).toMatchObject(ITEM);
  const { id: rewardId } = (await reviewSubmission(ctx, submission.id, 'approve')).data.reward;
  const events = await ctx.call('GET', `/events?type=reward.issued&resourceId=${rewardId}`, undefined, {
    as: ctx.business.token,
  });
  expect(events.data.items[0].data.object).toMatchObject(ITEM);
});

test('an item without a cost costs nothing and never exhausts a budget', async () => {
  const { id, reward } = await createLaunchedCampaign(ctx, {
    reward: { type: 'item', name: 'Name on the wall' },
    budget: { total: 0.01 },
  });
  expect([reward.cost, reward.value]).toEqual([0, 0]);
  await earn(id, 'c1');
  expect((await getCampaign(ctx, id)).state).toBe('active');
});

test('a reward can change between an item and an amount until the first submission', async () => {
  const { id } = await createCampaign(ctx, { reward: { type: 'fixed', value: 5 } });
  const toItem = await updateCampaign(ctx, id, { reward: ITEM });
  expect(toItem.data.reward).toMatchObject(ITEM);
  // A client may send back the reward that the API returned.
  expect((await updateCampaign(ctx, id, { reward: toItem.data.reward })).status).toBe(200);
  const toAmount = await updateCampaign(ctx, id, { reward: { type: 'fixed', value: 5 } });
  expect(toAmount.data.reward).toMatchObject({ type: 'fixed', value: 5, name: null, cost: null });
});

for (const [reward, field, rule] of [
  [{ type: 'item', cost: 1 }, 'reward.name', 'required'],
  [{ ...ITEM, value: 3 }, 'reward.value', 'conflict'],
  [{ ...ITEM, maxAmount: 3 }, 'reward.maxAmount', 'conflict'],
  [{ type: 'fixed' }, 'reward.value', 'required'],
  [{ type: 'fixed', value: 0 }, 'reward.value', 'minimum'],
  [{ type: 'fixed', value: 1, name: 'Cup' }, 'reward.name', 'conflict'],
  [{ type: 'percentage', value: 1, cost: 1 }, 'reward.cost', 'conflict'],
] as [object, string, string][]) {
  test(`the reward ${JSON.stringify(reward)} is rejected at ${field} with the rule ${rule}`, async () => {
    const { status, error } = await tryReward(reward);
    expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(error.details).toMatchObject([{ field, rule }]);
  });
}

test('a market opportunity shows the name of an item and not its cost', async () => {
  const { id } = await createLaunchedCampaign(ctx, { reward: { ...ITEM, name: 'Free espresso' } });
  const { data } = await ctx.call('GET', '/exchange/opportunities?perPage=100');
  const found = data.items.find(({ campaignId }: Json) => campaignId === id);
  expect(found.reason).toEndWith(': Free espresso');
  expect(found.faceValue).toBeNull();
});
