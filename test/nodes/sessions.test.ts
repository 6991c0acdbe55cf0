import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createCustomer, PASSWORD } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { callAtOnce, countOutcomes, createNodes, listProblems, type Nodes } from '../support/nodes.ts';
import { hasPostgres } from '../support/postgres.ts';
import type { TestApp } from '../support/test-app.ts';

const SESSIONS = 10;

describe.skipIf(!hasPostgres())('sessions on two nodes', () => {
  let cluster: Nodes;
  beforeAll(async () => {
    cluster = await createNodes({}, {}, 'postgres');
  });
  afterAll(() => cluster.close());

  const logIn = (node: TestApp, email: string) =>
    node.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
  const refresh = (node: TestApp, refreshToken: string) =>
    node.call('POST', '/auth', { action: 'refresh', refreshToken });

  test('a refresh token that both nodes receive is used once, and its reuse ends the session', async () => {
    await createCustomer(cluster.nodes[0], 'ada');
    const sessions = await callAtOnce(cluster, SESSIONS, node => logIn(node, 'ada@people.example'));
    const tokens = sessions.map(({ data }) => data.refreshToken as string);
    const responses = await callAtOnce(cluster, 2 * SESSIONS, (node, n) =>
      refresh(node, tokens[n >> 1] as string),
    );
    expect(countOutcomes(responses)).toEqual({ '200': SESSIONS, '401 TOKEN_REUSED': SESSIONS });
    const issued = responses.filter(({ status }) => status === 200).map(({ data }) => data.accessToken);
    const reads = await callAtOnce(cluster, SESSIONS, (node, n) =>
      node.call('GET', '/auth', undefined, { as: issued[n] }),
    );
    expect(reads.map(({ status }) => status)).toEqual(Array(SESSIONS).fill(401));
  });

  test('admins who log in on both nodes are one chain in the audit log', async () => {
    await createAdmin(cluster.nodes[0]);
    const sessions = await callAtOnce(cluster, 10, node => logIn(node, 'root@perkmint.example'));
    expect(countOutcomes(sessions)).toEqual({ '200': 10 });
    expect(await listProblems(cluster)).toEqual([]);
  });
});
