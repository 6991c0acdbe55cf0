import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { createRateLimiter } from '../../src/http/rate-limit.ts';
import { MemoryState } from '../../src/platform/security/shared-state.ts';
import { login, postAuth } from '../auth/fixture.ts';
import { createCustomer } from '../support/accounts.ts';
import { createNodes, type Nodes } from '../support/nodes.ts';
import { hasPostgres } from '../support/postgres.ts';
import type { TestApp } from '../support/test-app.ts';
import { expectFailure } from './fixture.ts';

const ADA = 'ada@people.example';
const WRONG = 'wrong password';
const MINUTE_MS = 60_000;

const openNodes = (settings: Record<string, string>) => createNodes(settings, {}, 'postgres');
const alternate = <T>(cluster: Nodes, count: number, call: (node: TestApp) => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, (_, n) => call(cluster.nodes[n % 2] as TestApp));
const countStatuses = (responses: { status: number }[], status: number) =>
  responses.filter(response => response.status === status).length;

describe.skipIf(!hasPostgres())('the strict rate limit on two nodes', () => {
  let cluster: Nodes;
  beforeAll(async () => {
    cluster = await openNodes({ RATE_LIMIT: 'on' });
  });
  afterAll(() => cluster.close());

  test('the nodes count the requests of a client together', async () => {
    const [one, other] = cluster.nodes;
    const headers = [];
    for (const node of [one, other, one, other, one]) {
      const response = await node.call('GET', '/auth');
      expect(response.status).toBe(401);
      headers.push(['limit', 'remaining'].map(name => Number(response.headers.get(`x-ratelimit-${name}`))));
    }
    expect(headers).toEqual([5, 5, 5, 5, 5].map((limit, n) => [limit, 4 - n]));
    for (const node of cluster.nodes) {
      const rejected = await node.call('GET', '/auth');
      expectFailure(rejected, 429, 'RATE_LIMITED');
      expect(rejected.headers.get('retry-after')).toBe('60');
    }
    for (const node of cluster.nodes) node.clock.advance(MINUTE_MS);
    expect((await other.call('GET', '/auth')).headers.get('x-ratelimit-remaining')).toBe('4');
  });

  test('of 64 concurrent requests, 5 are accepted', async () => {
    for (const node of cluster.nodes) node.clock.advance(MINUTE_MS);
    const responses = await Promise.all(alternate(cluster, 64, node => node.call('GET', '/auth')));
    expect([countStatuses(responses, 401), countStatuses(responses, 429)]).toEqual([5, 59]);
  });

  test('requests are rejected while the database is not available, and accepted afterwards', async () => {
    const [node] = cluster.nodes;
    const { databaseUrl } = node.app.services.config;
    const { pathname } = new URL(databaseUrl);
    const admin = new SQL(new URL('/postgres', databaseUrl).href, { max: 1 });
    const name = pathname.slice(1);
    for (const each of cluster.nodes) each.clock.advance(MINUTE_MS);
    await admin.unsafe(`alter database ${name} allow_connections false`);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    for (const response of [await node.call('GET', '/auth'), await login(node, ADA, WRONG)]) {
      expectFailure(response, 503, 'UNAVAILABLE');
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await node.call('GET', '/actions')).headers.get('x-ratelimit-remaining')).toBe('119');
    await admin.unsafe(`alter database ${name} allow_connections true`);
    expect((await node.call('GET', '/auth')).status).toBe(401);
    await admin.close();
  });

  test('requests are counted again after the tables were dropped', async () => {
    const [node] = cluster.nodes;
    const admin = new SQL(node.app.services.config.databaseUrl, { max: 1 });
    await admin`drop table _counters`;
    expectFailure(await node.call('GET', '/auth'), 503, 'UNAVAILABLE');
    expect((await node.call('GET', '/auth')).headers.get('x-ratelimit-remaining')).toBe('4');
    await admin.close();
  });
});

describe.skipIf(!hasPostgres())('sign-in on two nodes', () => {
  let cluster: Nodes;
  beforeAll(async () => {
    cluster = await openNodes({});
    await createCustomer(cluster.nodes[0]);
  });
  afterAll(() => cluster.close());

  test('the nodes count the failed logins of an account together', async () => {
    const attempts = alternate(cluster, 40, node => login(node, ADA, WRONG));
    const responses = await Promise.all(attempts);
    expect([countStatuses(responses, 401), countStatuses(responses, 429)]).toEqual([10, 30]);
    for (const node of cluster.nodes) {
      const rejected = await login(node, ADA);
      expectFailure(rejected, 429, 'RATE_LIMITED');
      expect(rejected.headers.get('retry-after')).toBe('1');
    }
    for (const node of cluster.nodes) node.clock.advance(1_000);
    const [one, other] = cluster.nodes;
    expect((await login(one, ADA)).status).toBe(200);
    expect((await login(other, ADA)).status).toBe(200);
  });

  test('the nodes count the emails to an address together', async () => {
    for (const node of cluster.nodes)
      node.app.services.mail.send = async message => void node.mail.push(message);
    for (let n = 0; n < 6; n++)
      await postAuth(cluster.nodes[n % 2] as TestApp, 'forgotPassword', { email: ADA });
    const countMails = () => cluster.nodes.reduce((sum, { mail }) => sum + mail.length, 0);
    while (countMails() < 3) await new Promise(resolve => setImmediate(resolve));
    expect(countMails()).toBe(3);
  });
});

describe('limits that each node counts for itself', () => {
  const clock = { now: () => 0 };
  const limits = async (nodes: number, scale = 1) => {
    const shared = new MemoryState(clock);
    const limiter = createRateLimiter({ enabled: true, scale, clock, shared, getNodeCount: () => nodes });
    const count = async (tier: 'strict' | 'standard' | 'public') =>
      (await limiter.countAttempt('key', tier)).limit;
    return [await count('strict'), await count('standard'), await count('public')];
  };

  test('limits are divided by the number of nodes, but the strict limit is not', async () => {
    expect(await limits(1)).toEqual([5, 30, 120]);
    expect(await limits(2)).toEqual([5, 15, 60]);
    expect(await limits(7)).toEqual([5, 4, 17]);
  });

  test('limits are at least one request per minute', async () => {
    expect(await limits(100)).toEqual([5, 1, 1]);
    expect(await limits(3, 0.01)).toEqual([1, 1, 1]);
  });
});
