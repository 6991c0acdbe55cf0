import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { atomically, CLI } from '../../src/context.ts';
import * as events from '../../src/events/service.ts';
import { MAX_FAILURES } from '../../src/webhooks/rules.ts';
import { attemptNow } from '../../src/webhooks/service/attempt.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { callAtOnce, countOutcomes, createNodes, listProblems, type Nodes } from '../support/nodes.ts';
import { recordingOutbound } from '../support/outbound.ts';
import { hasPostgres } from '../support/postgres.ts';
import type { TestApp } from '../support/test-app.ts';

describe.skipIf(!hasPostgres())('events and deliveries on two nodes', () => {
  let cluster: Nodes;
  beforeAll(async () => {
    const outbound = recordingOutbound(() => ({ status: 500 }));
    cluster = await createNodes({}, { outbound }, 'postgres');
  });
  afterAll(() => cluster.close());

  const call = (method: string, path: string, body: object | undefined, as: string) =>
    cluster.nodes[0].call(method, path, body, { as });
  /** Creates a business with an endpoint that fails, and a delivery for each of `count` campaigns. */
  const createDeliveries = async (name: string, count: number) => {
    const owner = await createBusiness(cluster.nodes[0], name);
    const endpoint = { url: 'https://example.com/hook', events: ['campaign.', 'exchange.'] };
    const { data: webhook } = await call('POST', '/webhooks', endpoint, owner.token);
    const created = await callAtOnce(cluster, count, node =>
      node.call('POST', '/campaigns', CAMPAIGN, { as: owner.token }),
    );
    expect(countOutcomes(created)).toEqual({ '201': count });
    const path = `/webhooks/${webhook.id}/deliveries?perPage=100`;
    const { data } = await call('GET', path, undefined, owner.token);
    return { owner, webhookId: webhook.id as string, ids: data.items.map(({ id }: { id: string }) => id) };
  };
  const attempt = (n: number, id: string) => attemptNow((cluster.nodes[n % 2] as TestApp).app.as(CLI), id);
  const readNumber = async (query: string) => {
    const [row] = await cluster.nodes[0].app.services.database.reader.values<[number]>(sql.raw(query));
    return row?.[0];
  };
  const countDisabled = ({ businessId }: BusinessFixture) =>
    readNumber(
      `select count(*) from events where business_id = '${businessId}' and type = 'webhook.disabled'`,
    );

  test('failures that both nodes see are all counted', async () => {
    const { webhookId, ids } = await createDeliveries('Blue Cup', MAX_FAILURES - 1);
    await Promise.all(ids.map((id: string, n: number) => attempt(n, id)));
    const failures = await readNumber(`select failures from webhooks where id = '${webhookId}'`);
    expect(failures).toBe(MAX_FAILURES - 1);
  });

  test('an endpoint is disabled once, however many attempts fail at the same time', async () => {
    const { owner, ids } = await createDeliveries('Red Cup', MAX_FAILURES + 10);
    await Promise.all(ids.map((id: string, n: number) => attempt(n, id)));
    expect(await countDisabled(owner)).toBe(1);
  });

  test('a disabled endpoint keeps no delivery that the exchange added meanwhile', async () => {
    const { owner, webhookId, ids } = await createDeliveries('Green Cup', MAX_FAILURES);
    const last = ids.pop() as string;
    await Promise.all(ids.map((id: string, n: number) => attempt(n, id)));
    const entered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { businessId } = owner;
    const recordAndWait = async (tx: Parameters<typeof events.record>[0]) => {
      await events.record(tx, 'exchange.enrolled', { businessId, object: { id: 'tdr_x' } });
      entered.resolve();
      await gate.promise;
    };
    const trading = atomically(cluster.nodes[0].app.as(CLI), recordAndWait, ['exchange']);
    await entered.promise;
    const disabling = attempt(1, last);
    const isBlocked = "select count(*) from pg_locks where not granted and locktype = 'transactionid'";
    while ((await readNumber(isBlocked)) === 0);
    gate.resolve();
    await Promise.all([trading, disabling]);
    const pending = `select count(*) from deliveries where webhook_id = '${webhookId}' and status = 'pending'`;
    expect([await readNumber(pending), await countDisabled(owner)]).toEqual([0, 1]);
  });

  test('the events of each business have no gaps, and all totals are right', async () => {
    expect(await listProblems(cluster)).toEqual([]);
  });
});
