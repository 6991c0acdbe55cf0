import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CAMPAIGN, createCustomer } from '../support/accounts.ts';
import { isLongRun } from '../support/long-run.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { openShop, type Shop } from './fixture.ts';

const AGENTS = 20;
const CALLS = isLongRun ? 10_000 : 400;
const BUDGET = 25;

let ctx: TestApp;
let shop: Shop;
beforeAll(async () => {
  ctx = await createTestApp();
  shop = await openShop(ctx);
});
afterAll(() => ctx.close());

/** Returns numbers from 0 to `below`, the same ones for each seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** Sums what an agent caused, by the events of its changes, independently of its charges. */
async function readCaused(agentId: string): Promise<number> {
  const launched = new Map<string, number>();
  let cents = 0;
  let after: string | undefined;
  do {
    const path = `/events?perPage=100&sort=createdAt${after ? `&after=${after}` : ''}`;
    const { data } = await ctx.call('GET', path, undefined, { as: shop.token });
    for (const { type, actor, data: change } of data.items) {
      if (actor.id !== agentId) continue;
      const { object, previous } = change;
      if (type === 'cashback.created') cents += Math.round(object.amount * 100);
      if (type === 'campaign.activated') launched.set(object.id, object.budget.total * 100);
      if (type === 'campaign.updated' && launched.has(object.id) && previous.budget)
        launched.set(object.id, Math.max(launched.get(object.id) ?? 0, object.budget.total * 100));
      if (type === 'reward.issued' && !launched.has(object.campaignId)) cents += object.value * 100;
    }
    after = data.pagination.next;
  } while (after);
  return cents + [...launched.values()].reduce((sum, each) => sum + each, 0);
}

test('random calls of many agents at the same time never cost a cent more than their budgets', async () => {
  const random = createRandom(20_261_129);
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, () =>
      shop.addAgent({ budget: { amount: BUDGET, window: 'total' }, approvalAbove: 8, tools: TOOLS }),
    ),
  );
  const { data: shared } = await ctx.call(
    'POST',
    '/campaigns',
    { ...CAMPAIGN, reward: { type: 'fixed', value: 3 }, launch: true, limits: { perUser: 50 } },
    { as: shop.token },
  );
  const { token: fan } = await createCustomer(ctx, 'fan');
  const waiting: string[] = [];
  for (let n = 0; n < 50; n++) {
    const proof = { campaignId: shared.id, proofUrl: `https://www.instagram.com/p/random${n}/` };
    waiting.push((await ctx.call('POST', '/submissions', proof, { as: fan })).data.id);
  }
  const campaigns: string[] = [];
  const act = async () => {
    const { apiKey } = agents[random(AGENTS)]!;
    const as = { apiKey };
    const amount = (1 + random(1_000)) / 100;
    const kind = random(8);
    if (kind < 4)
      return ctx.call('POST', `/programs/${shop.program}/cashback`, { memberId: 'ada', amount }, { as });
    if (kind === 4) {
      const body = { ...CAMPAIGN, launch: true, budget: { total: 1 + random(9) } };
      const made = await ctx.call('POST', '/campaigns', body, { as });
      if (made.data) campaigns.push(made.data.id);
      return made;
    }
    if (kind === 5 && campaigns.length > 0) {
      const change = { id: campaigns[random(campaigns.length)], budget: { total: 1 + random(20) } };
      return ctx.call('PUT', '/campaigns', change, { as });
    }
    if (kind === 6 && waiting.length > 0) {
      const review = { submissionId: waiting[random(waiting.length)], action: 'approve' };
      return ctx.call('POST', '/submissions/review', review, { as });
    }
    const { items } = (await ctx.call('GET', '/proposals?status=pending', undefined, { as: shop.token }))
      .data;
    if (items.length === 0) return undefined;
    const decision = { action: random(4) === 0 ? 'reject' : 'approve' };
    const { id } = items[random(items.length)];
    return ctx.call('POST', `/proposals/${id}/decide`, decision, { as: shop.token });
  };
  for (let done = 0; done < CALLS; done += AGENTS) {
    const answers = await Promise.all(Array.from({ length: AGENTS }, act));
    expect(answers.filter(answer => answer && answer.status >= 500)).toEqual([]);
    // The owner's session ends otherwise.
    if (done % 1_000 === 980) await shop.wait(60_000);
  }
  const { items } = (await ctx.call('GET', '/api-keys?perPage=100', undefined, { as: shop.token })).data;
  for (const { id } of agents) {
    const { spent } = items.find((key: { id: string }) => key.id === id);
    expect(spent).toBeLessThanOrEqual(BUDGET);
    expect(Math.round(spent * 100)).toBeGreaterThanOrEqual(await readCaused(id));
  }
});

const TOOLS = ['createCashback', 'createCampaign', 'updateCampaign', 'reviewSubmission'];
