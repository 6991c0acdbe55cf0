import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { callAtOnce, countOutcomes, createNodes, listProblems, type Nodes } from '../support/nodes.ts';
import { hasPostgres } from '../support/postgres.ts';
import type { TestApp } from '../support/test-app.ts';

const RACES = 100;
/** Races at the same time. */
const SIDE_BY_SIDE = 10;
const REWARD = CAMPAIGN.reward.value;

describe.skipIf(!hasPostgres())('submissions and reviews on two nodes', () => {
  let cluster: Nodes;
  let owner: BusinessFixture;
  beforeAll(async () => {
    cluster = await createNodes({}, {}, 'postgres');
    owner = await createBusiness(cluster.nodes[0]);
  });
  afterAll(() => cluster.close());

  const createCampaign = async (terms: object): Promise<string> => {
    const body = { ...CAMPAIGN, launch: true, ...terms };
    return (await cluster.nodes[0].call('POST', '/campaigns', body, { as: owner.token })).data.id;
  };
  const readCampaign = async (id: string) =>
    (await cluster.nodes[1].call('GET', `/campaigns/${id}`, undefined, { as: owner.token })).data;
  const submit = (node: TestApp, campaignId: string, userId: string, proof: string) => {
    const body = { campaignId, userId, proofUrl: `https://www.instagram.com/p/${proof}/` };
    return node.call('POST', '/submissions', body, { as: owner.token });
  };
  const review = (node: TestApp, submissionId: string, action = 'approve') =>
    node.call('POST', '/submissions/review', { submissionId, action }, { as: owner.token });
  const submitMany = async (campaignId: string, count: number): Promise<string[]> => {
    const created = await callAtOnce(cluster, count, (node, n) =>
      submit(node, campaignId, `guest-${n}`, `many-${campaignId}-${n}`),
    );
    expect(countOutcomes(created)).toEqual({ '201': count });
    return created.map(({ data }) => data.id);
  };

  test('a limit of one submission per customer accepts exactly one in 100 races', async () => {
    const campaignId = await createCampaign({ limits: { perUser: 1 } });
    const numbers = Array.from({ length: RACES }, (_, race) => race);
    for (let first = 0; first < RACES; first += SIDE_BY_SIDE) {
      const races = numbers.slice(first, first + SIDE_BY_SIDE).map(async race => {
        const responses = await callAtOnce(cluster, 2, (node, n) =>
          submit(node, campaignId, `racer-${race}`, `race-${race}-${n}`),
        );
        expect(countOutcomes(responses)).toEqual({ '201': 1, '409 LIMIT_REACHED': 1 });
      });
      await Promise.all(races);
    }
    expect((await readCampaign(campaignId)).stats.pending).toBe(RACES);
  });

  test('a budget is reserved to the last cent and no further', async () => {
    const campaignId = await createCampaign({ budget: { total: 10 * REWARD } });
    const responses = await callAtOnce(cluster, 40, (node, n) =>
      submit(node, campaignId, `guest-${n}`, `budget-${n}`),
    );
    expect(countOutcomes(responses)).toEqual({ '201': 10, '409 BUDGET_EXHAUSTED': 30 });
    expect((await readCampaign(campaignId)).budget).toMatchObject({ reserved: 10 * REWARD, remaining: 0 });
  });

  test('a submission that both nodes approve is approved once', async () => {
    const campaignId = await createCampaign({ budget: { total: 1_000 } });
    const ids = await submitMany(campaignId, 20);
    const responses = await callAtOnce(cluster, 40, (node, n) => review(node, ids[n >> 1] as string));
    expect(countOutcomes(responses)).toEqual({ '200': 20, '409 ALREADY_REVIEWED': 20 });
    const { stats, budget } = await readCampaign(campaignId);
    expect([stats.approved, budget.spent]).toEqual([20, 20 * REWARD]);
  });

  test('a campaign issues no more rewards than its limit of approvals', async () => {
    const campaignId = await createCampaign({ limits: { maxApprovals: 5 } });
    const ids = await submitMany(campaignId, 20);
    const responses = await callAtOnce(cluster, 20, (node, n) => review(node, ids[n] as string));
    expect(countOutcomes(responses)).toEqual({ '200': 5, '409 LIMIT_REACHED': 15 });
    const campaign = await readCampaign(campaignId);
    expect([campaign.state, campaign.stats.approved, campaign.stats.pending]).toEqual(['paused', 5, 15]);
  });

  test('bulk reviews of the same submissions decide each once', async () => {
    const campaignId = await createCampaign({});
    const submissionIds = await submitMany(campaignId, 10);
    const reviews = await callAtOnce(cluster, 4, (node, n) => {
      const ordered = n % 2 === 0 ? submissionIds : submissionIds.toReversed();
      const body = { submissionIds: ordered, action: n < 2 ? 'approve' : 'reject', reason: 'Blurred' };
      return node.call('POST', '/submissions/review', body, { as: owner.token });
    });
    const items = reviews.flatMap(({ data }) => data.items as { ok: boolean }[]);
    expect(items.filter(({ ok }) => ok)).toHaveLength(10);
    expect((await readCampaign(campaignId)).stats.pending).toBe(0);
  });

  test('the events of the business have no gaps, and all totals are right', async () => {
    expect(await listProblems(cluster)).toEqual([]);
  });
});
