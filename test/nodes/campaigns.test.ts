import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { callAtOnce, countOutcomes, createNodes, listProblems, type Nodes } from '../support/nodes.ts';
import { hasPostgres } from '../support/postgres.ts';

/** Active campaigns in the plan `starter`. */
const MAX_ACTIVE = 5;

describe.skipIf(!hasPostgres())('campaigns and rewards on two nodes', () => {
  let cluster: Nodes;
  const owners: BusinessFixture[] = [];
  beforeAll(async () => {
    cluster = await createNodes({ BILLING_DEFAULT_PLAN: 'starter' }, {}, 'postgres');
    for (const name of ['Blue Cup', 'Red Cup', 'Green Cup', 'Black Cup'])
      owners.push(await createBusiness(cluster.nodes[0], name));
  });
  afterAll(() => cluster.close());

  const creator = () => owners[0] as BusinessFixture;
  const launcher = () => owners[1] as BusinessFixture;
  const seller = () => owners[2] as BusinessFixture;

  test('the campaigns that both nodes launch do not exceed the plan', async () => {
    const responses = await callAtOnce(cluster, 20, node =>
      node.call('POST', '/campaigns', { ...CAMPAIGN, launch: true }, { as: creator().token }),
    );
    expect(countOutcomes(responses)).toEqual({ '201': MAX_ACTIVE, '402 PLAN_LIMIT': 20 - MAX_ACTIVE });
  });

  test('the drafts that both nodes activate do not exceed the plan', async () => {
    const as = launcher().token;
    const drafts = await callAtOnce(cluster, 10, node => node.call('POST', '/campaigns', CAMPAIGN, { as }));
    const responses = await callAtOnce(cluster, 20, (node, n) =>
      node.call('PUT', '/campaigns', { id: drafts[n >> 1]?.data.id, state: 'active' }, { as }),
    );
    const { '402 PLAN_LIMIT': rejected = 0, '200': done = 0 } = countOutcomes(responses);
    expect(rejected + done).toBe(20);
    const { data } = await cluster.nodes[0].call('GET', '/campaigns?state=active', undefined, { as });
    expect(data.pagination.total).toBe(MAX_ACTIVE);
  });

  test('a code that both nodes redeem at the same time is redeemed once', async () => {
    const as = seller().token;
    const [node] = cluster.nodes;
    const { data: campaign } = await node.call('POST', '/campaigns', { ...CAMPAIGN, launch: true }, { as });
    const codes = await callAtOnce(cluster, 20, async (each, n) => {
      const proofUrl = `https://www.instagram.com/p/code-${n}/`;
      const body = { campaignId: campaign.id, userId: `guest-${n}`, proofUrl };
      const { data: submission } = await each.call('POST', '/submissions', body, { as });
      const review = { submissionId: submission.id, action: 'approve' };
      return (await each.call('POST', '/submissions/review', review, { as })).data.reward.code as string;
    });
    const responses = await callAtOnce(cluster, 40, (each, n) =>
      each.call('POST', '/rewards/redeem', { code: codes[n >> 1] }, { as }),
    );
    expect(countOutcomes(responses)).toEqual({ '200': 20, '409 REWARD_NOT_REDEEMABLE': 20 });
  });

  test('the changes of an admin on both nodes are one chain in the audit log', async () => {
    const as = await createAdmin(cluster.nodes[0]);
    const responses = await callAtOnce(cluster, 40, (node, n) => {
      const { businessId } = owners[n % owners.length] as BusinessFixture;
      return node.call('POST', '/campaigns', { ...CAMPAIGN, businessId }, { as });
    });
    expect(countOutcomes(responses)).toEqual({ '201': 40 });
  });

  test('the events of the businesses have no gaps, and all totals are right', async () => {
    expect(await listProblems(cluster)).toEqual([]);
  });
});
