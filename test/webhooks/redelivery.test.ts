import { afterEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { CLI } from '../../src/context.ts';
import { EVENT_TYPES } from '../../src/events/model.ts';
import { redeliverFailed } from '../../src/webhooks/service/deliveries.ts';
import { DAY, HOUR, type Json, listEvents, runJobByName } from '../campaigns/fixture.ts';
import {
  createCampaignEvent,
  createEndpoint,
  deliverAll,
  getHeader,
  listDeliveries,
  URL_B,
  updateEndpoint,
  withWebhooks,
} from './fixture.ts';

let ctx: Awaited<ReturnType<typeof withWebhooks>>;
afterEach(() => ctx.close());

const redeliver = (id: string) =>
  ctx.call('POST', `/webhooks/deliveries/${id}/redeliver`, undefined, { as: ctx.business.token });
const bodyOf = (n: number) => JSON.parse(String(ctx.outbound.sent.at(n)?.body));

describe('test delivery', () => {
  test('a test returns the delivery and sends a ping without a stored event', async () => {
    ctx = await withWebhooks();
    const { id } = await createEndpoint(ctx);
    const { status, data } = await ctx.call('POST', `/webhooks/${id}/test`, {}, { as: ctx.business.token });
    expect([status, data.type, data.status]).toEqual([201, 'webhook.ping', 'pending']);
    await deliverAll(ctx);
    expect(bodyOf(0)).toMatchObject({ id: data.eventId, type: 'webhook.ping', test: true });
    expect(getHeader(ctx.outbound.sent[0], 'X-Webhook-Id')).toBe(data.eventId);
    expect((await listEvents(ctx)).map(({ type }) => type)).toEqual(['webhook.created']);
  });

  test("a test can send a sample of each type regardless of the endpoint's filters", async () => {
    ctx = await withWebhooks();
    const { id } = await createEndpoint(ctx, { events: ['reward.issued'] });
    for (const type of EVENT_TYPES)
      await ctx.call('POST', `/webhooks/${id}/test`, { type }, { as: ctx.business.token });
    await deliverAll(ctx);
    const bodies = ctx.outbound.sent.map(({ body }) => JSON.parse(String(body)));
    expect(bodies.map(({ type }) => type).sort()).toEqual([...EVENT_TYPES].sort());
    for (const body of bodies) {
      expect(body).toMatchObject({ test: true, businessId: ctx.business.businessId });
      expect(body.data.object.id).toBeString();
    }
  });
});

describe('redelivery', () => {
  test('a redelivery is a new delivery of the same event with the same X-Webhook-Id', async () => {
    ctx = await withWebhooks();
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    const [first] = await listDeliveries(ctx, id);
    const { status, data } = await redeliver(first.id);
    expect(status).toBe(201);
    expect(data).toMatchObject({ eventId: first.eventId, status: 'pending', attempts: 0 });
    expect(data.id).not.toBe(first.id);
    await deliverAll(ctx);
    const [one, two] = ctx.outbound.sent;
    expect(two?.body).toEqual(one?.body as string);
    expect(getHeader(two, 'X-Webhook-Id')).toBe(getHeader(one, 'X-Webhook-Id'));
  });

  test('a redelivery works for a disabled endpoint but not for a deleted one', async () => {
    ctx = await withWebhooks();
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await updateEndpoint(ctx, id, { status: 'disabled' });
    const [abandoned] = await listDeliveries(ctx, id);
    expect((await redeliver(abandoned.id)).status).toBe(201);
    await deliverAll(ctx);
    expect((await listDeliveries(ctx, id)).map(each => each.status)).toEqual(['succeeded', 'abandoned']);
    await ctx.call('DELETE', `/webhooks/${id}`, undefined, { as: ctx.business.token });
    expect((await redeliver(abandoned.id)).status).toBe(404);
  });

  test('redelivering failed events since a time sends each event once and skips delivered ones', async () => {
    let status = 410;
    ctx = await withWebhooks(() => ({ status }));
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    ctx.clock.advance(HOUR);
    const since = new Date(ctx.clock.now()).toISOString();
    await updateEndpoint(ctx, id, { status: 'active' });
    for (let n = 0; n < 3; n++) await createCampaignEvent(ctx);
    await deliverAll(ctx);
    status = 200;
    await updateEndpoint(ctx, id, { status: 'active' });
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    const ask = () => ctx.call('POST', `/webhooks/${id}/redeliver`, { since }, { as: ctx.business.token });
    expect((await ask()).data).toEqual({ webhookId: id, redelivered: 3 });
    expect((await ask()).data.redelivered).toBe(0);
    await deliverAll(ctx);
    const ids = (await listDeliveries(ctx, id, '?status=succeeded')).map(each => each.eventId);
    expect(new Set(ids).size).toBe(4);
  });
});

test('deliveries are kept for 30 days', async () => {
  ctx = await withWebhooks();
  const { id } = await createEndpoint(ctx);
  await createCampaignEvent(ctx);
  await deliverAll(ctx);
  ctx.clock.advance(30 * DAY);
  expect(await runJobByName(ctx, 'purgeOldDeliveries')).toBe(0);
  ctx.clock.advance(1);
  expect(await runJobByName(ctx, 'purgeOldDeliveries')).toBe(1);
  expect(await listDeliveries(ctx, id)).toEqual([]);
});

test('GET /health returns the number of pending deliveries and the age of the oldest', async () => {
  ctx = await withWebhooks();
  const health = async (): Promise<Json> => (await ctx.call('GET', '/health')).data.webhooks;
  expect(await health()).toEqual({ pending: 0, oldestSeconds: 0 });
  await createEndpoint(ctx);
  await createCampaignEvent(ctx);
  ctx.clock.advance(90_500);
  await createCampaignEvent(ctx);
  expect(await health()).toEqual({ pending: 2, oldestSeconds: 90 });
  await deliverAll(ctx);
  expect(await health()).toEqual({ pending: 0, oldestSeconds: 0 });
});

describe('redelivery of all failed events', () => {
  const all = (whose = {}, onProgress?: (done: number, total: number) => void) =>
    redeliverFailed(ctx.app.as(CLI), whose, onProgress);

  test('redelivers once to every active endpoint', async () => {
    let status = 500;
    ctx = await withWebhooks(() => ({ status }));
    const [one, two, off] = [
      await createEndpoint(ctx),
      await createEndpoint(ctx, { url: URL_B }),
      await createEndpoint(ctx),
    ];
    for (let i = 0; i < 3; i++) await createCampaignEvent(ctx);
    const db = ctx.app.services.database;
    await db.transaction(
      async tx => await tx.run(sql`update deliveries set status = 'failed', next_attempt_at = null`),
    );
    await updateEndpoint(ctx, off.id, { status: 'disabled' });
    const heard: number[][] = [];
    expect(await all({}, (done, total) => heard.push([done, total]))).toEqual([
      { webhookId: one.id, redelivered: 3 },
      { webhookId: two.id, redelivered: 3 },
    ]);
    expect(heard).toEqual([
      [3, 6],
      [6, 6],
    ]);
    expect(await all()).toEqual([]);
    status = 200;
    await deliverAll(ctx);
    expect(await all()).toEqual([]);
    expect(await all({ webhookId: off.id })).toEqual([{ webhookId: off.id, redelivered: 3 }]);
  });

  test('limits redelivery to one business and to existing endpoints', async () => {
    ctx = await withWebhooks();
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    const db = ctx.app.services.database;
    await db.transaction(
      async tx => await tx.run(sql`update deliveries set status = 'failed', next_attempt_at = null`),
    );
    expect(await all({ businessId: 'biz_other' })).toEqual([]);
    expect(all({ webhookId: 'whk_none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await all({ businessId: ctx.business.businessId })).toEqual([{ webhookId: id, redelivered: 1 }]);
  });
});
