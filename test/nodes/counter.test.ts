import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { callAtOnce, countOutcomes, createNodes, listProblems, type Nodes } from '../support/nodes.ts';
import { hasPostgres } from '../support/postgres.ts';
import type { TestApp } from '../support/test-app.ts';

const MEMBER = 'm1';
const AT_ONCE = 50;

/** 10% cashback at once, a point per dollar, a mug of which there are 3, and a card of 5 visits. */
const REWARDS = {
  cashback: { type: 'percentage', value: 10, holdDays: 0 },
  points: { perDollar: 1 },
  goals: [
    {
      id: 'card',
      name: 'Card',
      metric: 'visits',
      target: 5,
      repeats: true,
      reward: { type: 'item', name: 'Coffee', cost: 1 },
    },
  ],
  shop: [{ id: 'mug', name: 'Mug', points: 10, stock: 3, reward: { type: 'item', name: 'Mug', cost: 1 } }],
};

describe.skipIf(!hasPostgres())('the counter on two nodes', () => {
  let cluster: Nodes;
  let owner: BusinessFixture;
  beforeAll(async () => {
    cluster = await createNodes({ BILLING_DEFAULT_PLAN: 'starter' }, {}, 'postgres');
    owner = await createBusiness(cluster.nodes[0]);
  });
  afterAll(() => cluster.close());

  const post = (node: TestApp, path: string, body: object) =>
    node.call('POST', path, body, { as: owner.token });
  const createProgram = async (visits: object = {}) => {
    const [node] = cluster.nodes;
    const { id } = (await post(node, '/programs', { name: 'Regulars', rewards: REWARDS, visits })).data;
    expect((await post(node, `/programs/${id}/members`, { memberId: MEMBER })).status).toBe(201);
    return id as string;
  };
  const postTo = async (programId: string, resource: string, body: object) => {
    const { status, data, error } = await post(cluster.nodes[0], `/programs/${programId}/${resource}`, body);
    if (status !== 201) throw new Error(JSON.stringify(error));
    return data;
  };
  const readMember = async (programId: string) => {
    const path = `/programs/${programId}/members/${MEMBER}`;
    return (await cluster.nodes[1].call('GET', path, undefined, { as: owner.token })).data;
  };
  const refundAtOnce = async (programId: string, body: object) => {
    const responses = await callAtOnce(cluster, AT_ONCE, node =>
      post(node, `/programs/${programId}/cashback`, { action: 'refund', ...body }),
    );
    expect(countOutcomes(responses)).toEqual({ '201': 1, '409 INVALID_TRANSITION': AT_ONCE - 1 });
  };

  test('a purchase with points that 50 requests cancel is canceled once', async () => {
    const programId = await createProgram();
    await postTo(programId, 'visits', { memberId: MEMBER, orderValue: 50 });
    const order = await postTo(programId, 'redemptions', { memberId: MEMBER, rewardId: 'mug' });
    const responses = await callAtOnce(cluster, AT_ONCE, node =>
      post(node, `/programs/${programId}/redemptions/${order.id}/cancel`, {}),
    );
    expect(countOutcomes(responses)).toEqual({ '200': 1, '409 INVALID_TRANSITION': AT_ONCE - 1 });
    expect(await readMember(programId)).toMatchObject({ points: 50, pointsBalance: 50 });
  });

  test('an order that 50 requests refund is refunded once', async () => {
    const programId = await createProgram();
    await postTo(programId, 'cashback', { memberId: MEMBER, orderValue: 50, orderId: 'kept' });
    await postTo(programId, 'cashback', { memberId: MEMBER, orderValue: 20, orderId: 'returned' });
    await refundAtOnce(programId, { orderId: 'returned' });
    expect(await readMember(programId)).toMatchObject({ points: 50, cashback: { available: 5 } });
  });

  test('spent cashback that 50 requests refund returns once', async () => {
    const programId = await createProgram();
    await postTo(programId, 'cashback', { memberId: MEMBER, orderValue: 50 });
    const spend = (amount: number) =>
      postTo(programId, 'cashback', { memberId: MEMBER, action: 'redeem', amount });
    await spend(3);
    const { redemptionId } = await spend(2);
    await refundAtOnce(programId, { redemptionId });
    expect((await readMember(programId)).cashback).toMatchObject({ available: 2, redeemed: 3 });
  });

  test('a redeemed reward that 50 requests reinstate is reinstated once', async () => {
    const programId = await createProgram();
    const { rewards } = await postTo(programId, 'visits', { memberId: MEMBER, quantity: 5 });
    const { id, code } = rewards[0];
    const [node] = cluster.nodes;
    expect((await post(node, '/rewards/redeem', { code })).status).toBe(200);
    const responses = await callAtOnce(cluster, AT_ONCE, each => post(each, '/rewards/reinstate', { code }));
    expect(countOutcomes(responses)).toEqual({ '200': 1, '409 INVALID_TRANSITION': AT_ONCE - 1 });
    const { data } = await node.call('GET', `/rewards/${id}`, undefined, { as: owner.token });
    expect([data.status, data.reinstatements.length]).toEqual(['issued', 1]);
  });

  test('visits at the same time stay within the limit per day', async () => {
    const programId = await createProgram({ maxPerDay: 7 });
    const responses = await callAtOnce(cluster, AT_ONCE, node =>
      post(node, `/programs/${programId}/visits`, { memberId: MEMBER }),
    );
    expect(countOutcomes(responses)).toEqual({ '201': 7, '409 LIMIT_REACHED': AT_ONCE - 7 });
    // The fifth completed the card, once.
    const issued = responses.flatMap(({ data }) => data?.rewards ?? []);
    expect(issued).toHaveLength(1);
  });

  test('visits at the same time respect the cooldown', async () => {
    const programId = await createProgram({ cooldownMinutes: 5 });
    const responses = await callAtOnce(cluster, AT_ONCE, node =>
      post(node, `/programs/${programId}/visits`, { memberId: MEMBER }),
    );
    expect(countOutcomes(responses)).toEqual({ '201': 1, '409 LIMIT_REACHED': AT_ONCE - 1 });
  });

  test('the shop sells no more than its stock', async () => {
    const programId = await createProgram();
    await postTo(programId, 'cashback', { memberId: MEMBER, orderValue: 1_000 });
    const responses = await callAtOnce(cluster, AT_ONCE, node =>
      post(node, `/programs/${programId}/redemptions`, { memberId: MEMBER, rewardId: 'mug' }),
    );
    expect(countOutcomes(responses)).toEqual({ '201': 3, '409 LIMIT_REACHED': AT_ONCE - 3 });
    const redeemed = new Set(responses.flatMap(({ data }) => data?.reward?.code ?? []));
    expect(redeemed.size).toBe(3);
  });

  test('the ledger, the totals of members and programs and the events of the business are right', async () => {
    expect(await listProblems(cluster)).toEqual([]);
  });
});
