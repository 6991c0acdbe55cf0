import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { OutboundRequest, OutboundResponse } from '../../src/platform/outbound/client.ts';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import type { Json } from '../campaigns/fixture.ts';
import { createBusiness } from '../support/accounts.ts';
import { createCampaignEvent, createEndpoint, deliverAll, listDeliveries, withWebhooks } from './fixture.ts';

/** Creating 40 endpoints or 500 events takes seconds on a busy machine. */
setDefaultTimeout(60_000);

let ctx: Awaited<ReturnType<typeof withWebhooks>>;
afterEach(() => ctx.close());

/** Creates endpoints that respond when the test calls `respondToAll`, and counts the open requests per URL. */
function createManualEndpoints() {
  const waiting: {
    request: OutboundRequest;
    respond: (reply: Partial<OutboundResponse> | Error) => void;
  }[] = [];
  const openRequests = new Map<string, number>();
  const most = new Map<string, number>();
  let peak = 0;
  const reply = (request: OutboundRequest) => {
    const { url } = request;
    const now = (openRequests.get(url) ?? 0) + 1;
    openRequests.set(url, now);
    most.set(url, Math.max(most.get(url) ?? 0, now));
    peak = Math.max(
      peak,
      [...openRequests.values()].reduce((sum, n) => sum + n, 0),
    );
    const { promise, resolve } = Promise.withResolvers<Partial<OutboundResponse> | Error>();
    waiting.push({ request, respond: resolve });
    const abort = () => resolve(new OutboundError('aborted', 'given up'));
    request.signal?.addEventListener('abort', abort);
    return promise.finally(() => openRequests.set(url, (openRequests.get(url) ?? 1) - 1));
  };
  /** Responds to all requests except those to some addresses, until a condition holds. */
  const respondUntil = (isDone: () => boolean, except: (url: string) => boolean = () => false) =>
    until(() => {
      const next = waiting.findIndex(({ request }) => !except(request.url));
      if (next !== -1) waiting.splice(next, 1)[0]?.respond({ status: 200 });
      return isDone();
    });
  /** Responds to all requests until a promise settles. */
  const respondDuring = async (work: Promise<void>) => {
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    await respondUntil(() => isDone);
  };
  return { reply, respondUntil, respondDuring, waiting, most, getPeak: () => peak };
}

/** Waits until a condition holds; the test's time limit ends a wait for one that never does. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve));
}

const urlOf = (n: number) => `https://hooks.blue-cup.example/${n}`;

describe('delivery worker', () => {
  test('runs up to 4 deliveries per endpoint and 32 in total', async () => {
    const { reply, respondDuring, waiting, most, getPeak } = createManualEndpoints();
    ctx = await withWebhooks(reply);
    for (let n = 0; n < 40; n++) await createEndpoint(ctx, { url: urlOf(n) });
    for (let n = 0; n < 6; n++) await createCampaignEvent(ctx);
    const done = deliverAll(ctx);
    await until(() => waiting.length === 32);
    await respondDuring(done);
    expect(ctx.outbound.sent.length).toBe(240);
    expect(getPeak()).toBe(32);
    expect(Math.max(...most.values())).toBeLessThanOrEqual(4);
  });

  test('a single endpoint gets all 4 concurrent deliveries', async () => {
    const { reply, respondDuring, waiting, most } = createManualEndpoints();
    ctx = await withWebhooks(reply);
    await createEndpoint(ctx, { url: urlOf(1) });
    for (let n = 0; n < 8; n++) await createCampaignEvent(ctx);
    const done = deliverAll(ctx);
    await until(() => waiting.length === 4);
    await respondDuring(done);
    expect(most.get(urlOf(1))).toBe(4);
  });

  test('delivers everything to 30 endpoints while 10 others never respond', async () => {
    const { reply, respondUntil, respondDuring } = createManualEndpoints();
    ctx = await withWebhooks(reply);
    const isSilent = (url: string) => Number(url.split('/').at(-1)) < 10;
    for (let n = 0; n < 40; n++) await createEndpoint(ctx, { url: urlOf(n) });
    for (let n = 0; n < 8; n++) await createCampaignEvent(ctx);
    const done = deliverAll(ctx);
    const countArrived = () => ctx.outbound.sent.filter(({ url }) => !isSilent(url)).length;
    await respondUntil(() => countArrived() === 30 * 8, isSilent);
    await respondDuring(done);
    expect(countArrived()).toBe(30 * 8);
  });

  test('delivers to a business at once while ten others have endpoints that never respond', async () => {
    const { reply, waiting } = createManualEndpoints();
    ctx = await withWebhooks(reply);
    for (let b = 0; b < 10; b++) {
      const { token } = await createBusiness(ctx, `Silent ${b}`);
      for (let n = 0; n < 5; n++) await createEndpoint(ctx, { url: urlOf(100 * (b + 1) + n) }, token);
      await ctx.call('POST', '/programs', { name: 'Regulars' }, { as: token });
    }
    await createEndpoint(ctx, { url: urlOf(1) });
    await ctx.app.worker.start();
    await until(() => waiting.length >= 50);
    await createCampaignEvent(ctx);
    await until(() => waiting.some(({ request }) => request.url === urlOf(1)));
  });

  test('a delivery interrupted by a shutdown is not counted and is delivered later', async () => {
    const { reply, waiting } = createManualEndpoints();
    ctx = await withWebhooks(reply);
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    const done = deliverAll(ctx);
    await until(() => waiting.length === 1);
    await ctx.app.worker.stop();
    await done;
    expect((await listDeliveries(ctx, id))[0]).toMatchObject({
      status: 'pending',
      attempts: 0,
      timeline: [],
    });
    const again = deliverAll(ctx);
    await until(() => waiting.length === 2);
    waiting.at(-1)?.respond({ status: 200 });
    await again;
    expect((await listDeliveries(ctx, id))[0]).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  test('a commit of an event wakes a running worker', async () => {
    const arrived = Promise.withResolvers<Json>();
    ctx = await withWebhooks(({ body }) => {
      arrived.resolve(JSON.parse(String(body)));
      return {};
    });
    await createEndpoint(ctx);
    await ctx.app.worker.start();
    await createCampaignEvent(ctx);
    expect((await arrived.promise).type).toBe('campaign.created');
    await ctx.app.worker.stop();
  });
});
