import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createNodes, type Nodes } from '../support/nodes.ts';
import type { TestApp, TestResponse } from '../support/test-app.ts';

const RACES = 100;

let cluster: Nodes;
let owner: BusinessFixture;
beforeAll(async () => {
  cluster = await createNodes();
  owner = await createBusiness(cluster.nodes[0]);
});
afterAll(() => cluster.close());

const send = (node: TestApp, method: string, path: string, body: unknown, key: string) =>
  node.call(method, path, body, { as: owner.token, headers: { 'idempotency-key': key } });
const race = (method: string, path: string, body: unknown, key: string) =>
  Promise.all(cluster.nodes.map(node => send(node, method, path, body, key)));
const isReplayed = ({ headers }: TestResponse) => headers.get('idempotency-replayed') === 'true';
const countCampaigns = async () => {
  const { data } = await cluster.nodes[0].call('GET', '/campaigns', undefined, { as: owner.token });
  return data.pagination.total as number;
};

test('two nodes that receive one idempotency key at the same time process the request once', async () => {
  const before = await countCampaigns();
  for (let n = 0; n < RACES; n++) {
    const responses = await race('POST', '/campaigns', CAMPAIGN, `race-${n}`);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(responses.map(({ data }) => data.id)).size).toBe(1);
    expect(responses.filter(isReplayed)).toHaveLength(1);
  }
  expect(await countCampaigns()).toBe(before + RACES);
});

test('two nodes that receive one idempotency key for different requests process one and reject the other', async () => {
  const [one, other] = cluster.nodes;
  const before = await countCampaigns();
  const responses = await Promise.all([
    send(one, 'POST', '/campaigns', CAMPAIGN, 'different'),
    send(other, 'POST', '/campaigns', { ...CAMPAIGN, name: 'Other' }, 'different'),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(responses.find(({ status }) => status === 409)?.error.code).toBe('IDEMPOTENCY_CONFLICT');
  expect(await countCampaigns()).toBe(before + 1);
});

test('two nodes that receive one idempotency key for a request without changes store one response', async () => {
  const responses = await race('PUT', '/campaigns', { id: 'cmp_none', name: 'x' }, 'none');
  expect(responses.map(({ status }) => status)).toEqual([404, 404]);
  expect(responses.filter(isReplayed)).toHaveLength(1);
});

test('a key can be used again on another node after its node failed', async () => {
  const [one, other] = cluster.nodes;
  const failed = await send(
    one,
    'POST',
    '/campaigns',
    { ...CAMPAIGN, endsAt: '2020-01-01T00:00:00Z' },
    'failed',
  );
  expect(failed.status).toBe(400);
  const again = await send(other, 'POST', '/campaigns', CAMPAIGN, 'failed');
  expect([again.status, isReplayed(again)]).toEqual([201, false]);
});
