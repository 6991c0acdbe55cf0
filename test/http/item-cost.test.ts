import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { status } from 'elysia';
import { hideCosts } from '../../src/http/hide-costs.ts';
import { CAMPAIGN, createCustomer } from '../support/accounts.ts';
import { type Fixtures, seedFixtures } from '../support/fixtures.ts';
import { readDescribedRoutes } from '../support/routes.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';

/**
 * Tests that no route shows what an item costs to anyone but its business. The amounts are unlike any other in the fixtures.
 */
const { operations, fillPath } = await readDescribedRoutes();
const COST = 13.37;
/** The cost, and the total and the remainder of a budget for ten items. */
const SECRETS = ['13.37', '133.7', '120.33', '106.96'];
const ITEM = { type: 'item', name: 'Free flat white', cost: COST };
const GOAL = { name: 'Ten visits', metric: 'submissions', target: 10, reward: ITEM };

let ctx: TestApp;
let shop: Fixtures;
let member: CallOptions;
let rewardId: string;
let pendingId: string;
let link: string;
beforeAll(async () => {
  ctx = await createTestApp();
  shop = await seedFixtures(ctx);
  member = { as: (await createCustomer(ctx, 'mia')).token };
  const asOwner = { as: shop.owner };
  const program = await ctx.call(
    'POST',
    '/programs',
    { name: 'Regulars', rewards: { goals: [GOAL] } },
    asOwner,
  );
  await ctx.call('POST', `/programs/${program.data.id}/members`, {}, member);
  const terms = { ...CAMPAIGN, launch: true, programId: program.data.id, limits: { perUser: 5 } };
  const { data: campaign } = await ctx.call(
    'POST',
    '/campaigns',
    { ...terms, reward: ITEM, budget: { total: 10 * COST } },
    asOwner,
  );
  const submit = async (n: number) =>
    (
      await ctx.call(
        'POST',
        '/submissions',
        { campaignId: campaign.id, proofUrl: `https://www.instagram.com/p/item${n}/` },
        member,
      )
    ).data.id;
  const approval = { submissionId: await submit(1), action: 'approve' };
  const approved = await ctx.call('POST', '/submissions/review', approval, asOwner);
  pendingId = await submit(2);
  rewardId = approved.data.reward.id;
  const { code } = approved.data.reward;
  await ctx.call('POST', '/rewards/redeem', { code }, asOwner);
  await ctx.call('POST', '/rewards/reinstate', { code }, asOwner);
  link = campaign.slug;
  shop = {
    ...shop,
    records: {
      ...shop.records,
      campaigns: campaign.id,
      links: link,
      programs: program.data.id,
      rewards: rewardId,
      submissions: pendingId,
    },
  };
});
afterAll(() => ctx.close());

/** Includes that add related records to a list. */
const INCLUDES: Record<string, string> = {
  listSubmissions: '?include=campaign,business,customer,reward',
  listRewards: '?include=names,campaign,customer',
};
/** The secret of an export link answers what the business that made it may read, to any caller. */
const AS_THE_BUSINESS = 'readExportLink';
const READS = operations.filter(
  ({ method, operation: { operationId } }) =>
    method === 'GET' && !operationId.startsWith('stream') && operationId !== AS_THE_BUSINESS,
);

async function read(caller: CallOptions): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const listed of READS) {
    const { operationId } = listed.operation;
    const path = fillPath(listed, shop) + (INCLUDES[operationId] ?? '');
    const { status: code, body } = await ctx.call('GET', path, undefined, caller);
    if (code === 200) texts.set(operationId, JSON.stringify(body));
  }
  return texts;
}

const showing = (texts: Map<string, string>, parts: string[]) =>
  [...texts].filter(([, text]) => parts.some(part => text.includes(part))).map(([id]) => id);

describe('the cost of an item', () => {
  test('is on no route that a customer or an anonymous caller can read, though the item is', async () => {
    const ofMember = await read(member);
    expect(showing(ofMember, SECRETS)).toEqual([]);
    expect(showing(ofMember, [ITEM.name])).toEqual(
      expect.arrayContaining([
        'listCampaigns',
        'getCampaign',
        'listSubmissions',
        'getSubmission',
        'listRewards',
        'getReward',
        'listPrograms',
        'getProgram',
        'getShop',
        'getLink',
      ]),
    );
    const ofAnyone = await read({});
    expect(showing(ofAnyone, SECRETS)).toEqual([]);
    expect(showing(ofAnyone, [ITEM.name])).toEqual(expect.arrayContaining(['getShop', 'getLink']));
  });

  test('is shown to the business, with the budget', async () => {
    const seen = showing(await read({ as: shop.owner }), SECRETS);
    expect(seen).toEqual(
      expect.arrayContaining(['listCampaigns', 'getCampaign', 'listRewards', 'getReward', 'getSubmission']),
    );
    const { data } = await ctx.call('GET', `/campaigns/${shop.records.campaigns}`, undefined, {
      as: shop.owner,
    });
    expect([data.reward.cost, data.reward.value, data.budget.total]).toEqual([COST, COST, 133.7]);
  });

  test('is null for a customer, and other rewards keep their value', async () => {
    const { data } = await ctx.call('GET', `/rewards/${rewardId}`, undefined, member);
    expect(data).toMatchObject({ type: 'item', name: ITEM.name, cost: null, value: null, amount: null });
    const { data: campaigns } = await ctx.call('GET', '/campaigns', undefined, member);
    const fixed = campaigns.items.find(({ reward }: { reward: { type: string } }) => reward.type === 'fixed');
    expect(fixed.reward.value).toBeGreaterThan(0);
  });
});

describe('hideCosts', () => {
  test('reaches a response with a status', () => {
    const created = status(201, { data: { reward: { ...ITEM, value: COST } } });
    expect((hideCosts(created) as typeof created).response.data.reward).toMatchObject({
      cost: null,
      value: null,
    });
    expect(created.code).toBe(201);
  });

  test('returns what has no item unchanged, without a copy', () => {
    const response = {
      data: { items: [{ reward: { type: 'fixed', value: 5, amount: 5 }, budget: { total: 9 } }] },
    };
    expect(hideCosts(response)).toBe(response);
  });

  test('reaches lists and the redemptions of an item, and does not change the original', () => {
    const reward = {
      type: 'item',
      name: 'Cup',
      cost: 2,
      value: 2,
      reinstatements: [{ amount: 2, reason: null }],
    };
    const before = structuredClone(reward);
    expect(hideCosts([{ reward, budget: { total: 20 } }])).toEqual([
      {
        reward: { ...reward, cost: null, value: null, reinstatements: [{ amount: null, reason: null }] },
        budget: null,
      },
    ]);
    expect(reward).toEqual(before);
  });
});
