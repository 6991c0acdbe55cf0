import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { callAtOnce, countOutcomes, createNodes, listProblems, type Nodes } from '../support/nodes.ts';
import { hasPostgres } from '../support/postgres.ts';
import type { TestApp } from '../support/test-app.ts';

const MEMBER = 'm1';

describe.skipIf(!hasPostgres())('programs and cashback on two nodes', () => {
  let cluster: Nodes;
  let owner: BusinessFixture;
  beforeAll(async () => {
    cluster = await createNodes({ BILLING_DEFAULT_PLAN: 'starter' }, {}, 'postgres');
    owner = await createBusiness(cluster.nodes[0]);
  });
  afterAll(() => cluster.close());

  const post = (node: TestApp, path: string, body: object) =>
    node.call('POST', path, body, { as: owner.token });
  const enroll = (node: TestApp, programId: string, memberId: string) =>
    post(node, `/programs/${programId}/members`, { memberId });
  const createProgram = async (rewards: object) => {
    const [node] = cluster.nodes;
    const { id } = (await post(node, '/programs', { name: 'Regulars', rewards })).data;
    expect((await enroll(node, id, MEMBER)).status).toBe(201);
    return id as string;
  };
  const postCashback = (node: TestApp, programId: string, body: object) =>
    post(node, `/programs/${programId}/cashback`, { memberId: MEMBER, ...body });
  const readMember = async (programId: string) => {
    const path = `/programs/${programId}/members/${MEMBER}`;
    return (await cluster.nodes[1].call('GET', path, undefined, { as: owner.token })).data;
  };

  test('a member whom both nodes enroll joins once', async () => {
    const programId = await createProgram({});
    const responses = await callAtOnce(cluster, 20, (node, n) => enroll(node, programId, `twin-${n >> 1}`));
    expect(countOutcomes(responses)).toEqual({ '201': 10, '409 ALREADY_ENROLLED': 10 });
  });

  test('an order that both nodes report earns cashback once, with its points', async () => {
    const programId = await createProgram({
      cashback: { type: 'percentage', value: 10 },
      points: { perDollar: 1 },
    });
    const responses = await callAtOnce(cluster, 40, (node, n) =>
      postCashback(node, programId, { orderValue: 10, orderId: `order-${n >> 1}` }),
    );
    expect(countOutcomes(responses)).toEqual({ '201': 20, '409 DUPLICATE_ORDER': 20 });
    const { points, cashback } = await readMember(programId);
    expect([points, cashback.pending + cashback.available]).toEqual([200, 20]);
  });

  test('a member is granted no more than the limit of the program', async () => {
    const programId = await createProgram({ cashback: { type: 'fixed', value: 1, maxPerMember: 5 } });
    const responses = await callAtOnce(cluster, 20, node => postCashback(node, programId, { amount: 1 }));
    expect(countOutcomes(responses)).toEqual({ '201': 5, '409 LIMIT_REACHED': 15 });
  });

  test('cashback that both nodes redeem is spent once, and the balance equals its records', async () => {
    const programId = await createProgram({ cashback: { type: 'fixed', value: 1, holdDays: 0 } });
    const earned = await callAtOnce(cluster, 10, node => postCashback(node, programId, { amount: 1 }));
    expect(countOutcomes(earned)).toEqual({ '201': 10 });
    const responses = await callAtOnce(cluster, 40, node =>
      postCashback(node, programId, { action: 'redeem', amount: 0.4 }),
    );
    expect(countOutcomes(responses)).toEqual({ '201': 25, '422 INSUFFICIENT_BALANCE': 15 });
    expect((await readMember(programId)).cashback).toMatchObject({ available: 0 });
  });

  test('the ledger, the totals of members and programs and the events of the business are right', async () => {
    expect(await listProblems(cluster)).toEqual([]);
  });
});
