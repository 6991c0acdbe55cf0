import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { SCHEDULER } from '../../src/context.ts';
import type { OutboundRequest, OutboundResponse } from '../../src/platform/outbound/client.ts';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import { DeliveryWorker } from '../../src/webhooks/worker.ts';
import type { Setup } from '../campaigns/fixture.ts';
import { createSecondNode } from '../support/nodes.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import {
  createCampaignEvent,
  createEndpoint,
  deliverAll,
  getHeader,
  listDeliveries,
  type Reply,
  withWebhooks,
} from './fixture.ts';

/** Creating 40 endpoints or 500 events takes seconds on a busy machine. */
setDefaultTimeout(60_000);

let ctx: Awaited<ReturnType<typeof withWebhooks>>;
afterEach(() => ctx.close());

/** A worker of another node, with the same database. */
const createWorker = () => new DeliveryWorker(() => ctx.app.as(SCHEDULER));
const createEvents = async (count: number) => {
  for (let n = 0; n < count; n++) await createCampaignEvent(ctx);
};
const listEventIds = () => ctx.outbound.sent.map(request => getHeader(request, 'x-webhook-id'));
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve));
}

/** An endpoint that responds when the test resolves the first request; to all later ones it responds at once. */
function createHangingEndpoint() {
  const first = Promise.withResolvers<Partial<OutboundResponse>>();
  let requests = 0;
  const reply: Reply = () => (++requests === 1 ? first.promise : { status: 200 });
  return { reply, respond: () => first.resolve({ status: 200 }), countRequests: () => requests };
}

/** Lets all claims end, as after the time of a node that crashed. */
const endClaims = ({ app }: Pick<Setup, 'app'>) =>
  app.services.database.transaction(db =>
    db.run(
      sql`update deliveries set claimed_until = '2000-01-01T00:00:00.000Z' where claimed_until is not null`,
    ),
  );

describe('the claim of a delivery', () => {
  test('two nodes deliver 500 events to two endpoints once each', async () => {
    ctx = await withWebhooks(() => ({ status: 200 }));
    const { id } = await createEndpoint(ctx, { url: 'https://hooks.blue-cup.example/0' });
    await createEndpoint(ctx, { url: 'https://hooks.blue-cup.example/1' });
    await createEvents(500);
    const other = await createSecondNode(ctx, {}, { outbound: ctx.outbound });
    await Promise.all([ctx.app.worker.drain(), other.app.worker.drain()]);
    await other.close();
    // A worker leaves deliveries to the other while that one has as many of the endpoint as allowed.
    await deliverAll(ctx);
    const pairs = ctx.outbound.sent.map(request => `${request.url} ${getHeader(request, 'x-webhook-id')}`);
    expect(pairs).toHaveLength(1_000);
    expect(new Set(pairs).size).toBe(1_000);
    const rows = await ctx.app.services.database.reader.all<{ n: number; claimed: number }>(
      sql`select count(*) as n, count(claimed_by) as claimed from deliveries where status = 'succeeded' and attempts = 1`,
    );
    expect(rows).toEqual([{ n: 1_000, claimed: 0 }]);
    expect((await listDeliveries(ctx, id))[0].timeline).toHaveLength(1);
  });

  test('two workers share the slots of an endpoint', async () => {
    let open = 0;
    let peak = 0;
    const reply = async (_request: OutboundRequest) => {
      peak = Math.max(peak, ++open);
      await new Promise(resolve => setImmediate(resolve));
      open -= 1;
      return { status: 200 };
    };
    ctx = await withWebhooks(reply);
    await createEndpoint(ctx);
    await createEvents(40);
    await Promise.all([createWorker().drain(), createWorker().drain()]);
    await deliverAll(ctx);
    expect(new Set(listEventIds()).size).toBe(40);
    expect(peak).toBeLessThanOrEqual(4);
  });

  test('a worker leaves the delivery of another one alone until the claim ends, and then attempts it again', async () => {
    const { reply, respond, countRequests } = createHangingEndpoint();
    ctx = await withWebhooks(reply);
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    const hanging = createWorker().drain();
    await until(() => countRequests() === 1);
    await deliverAll(ctx);
    expect(countRequests()).toBe(1);
    await endClaims(ctx);
    await deliverAll(ctx);
    expect(countRequests()).toBe(2);
    respond();
    await hanging;
    const [delivery] = await listDeliveries(ctx, id);
    expect(delivery).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(delivery.timeline).toHaveLength(1);
  });

  test('a worker that stops releases its deliveries', async () => {
    const { reply, countRequests } = createHangingEndpoint();
    const abortable: Reply = request =>
      Promise.race([
        Promise.resolve(reply(request)),
        new Promise<Error>(resolve =>
          request.signal?.addEventListener('abort', () => resolve(new OutboundError('aborted', 'stopped'))),
        ),
      ]);
    ctx = await withWebhooks(abortable);
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    const stopped = createWorker();
    const done = stopped.drain();
    await until(() => countRequests() === 1);
    await stopped.stop();
    await done;
    await deliverAll(ctx);
    expect((await listDeliveries(ctx, id))[0]).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  test.skipIf(isOnPostgres)('a server that starts releases the deliveries of one that crashed', async () => {
    const { reply, respond, countRequests } = createHangingEndpoint();
    ctx = await withWebhooks(reply);
    await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    const crashed = createWorker().drain();
    await until(() => countRequests() === 1);
    const next = createWorker();
    await next.start();
    await until(() => countRequests() === 2);
    await next.stop();
    respond();
    await crashed;
  });
});
