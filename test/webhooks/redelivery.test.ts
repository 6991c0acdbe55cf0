import { afterEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { CLI } from '../../src/context.ts';
import { EVENT_TYPES } from '../../src/events/model.ts';
import { redeliverFailed } from '../../src/webhooks/service/deliveries.ts';
import { DAY, events, HOUR, sweep, type Wire } from '../campaigns/scene.ts';
import { change, deliveries, drain, endpoint, happen, header, hooked, URL_B } from './support.ts';

let at: Awaited<ReturnType<typeof hooked>>;
afterEach(() => at.close());

const redeliver = (id: string) =>
  at.call('POST', `/webhooks/deliveries/${id}/redeliver`, undefined, { as: at.shop.token });
const bodyOf = (n: number) => JSON.parse(String(at.outbound.sent.at(n)?.body));

describe('a test', () => {
  test('answers the delivery, and sends a ping that no event is behind', async () => {
    at = await hooked();
    const { id } = await endpoint(at);
    const { status, data } = await at.call('POST', `/webhooks/${id}/test`, {}, { as: at.shop.token });
    expect([status, data.type, data.status]).toEqual([201, 'webhook.ping', 'pending']);
    await drain(at);
    expect(bodyOf(0)).toMatchObject({ id: data.eventId, type: 'webhook.ping', test: true });
    expect(header(at.outbound.sent[0], 'X-Webhook-Id')).toBe(data.eventId);
    expect(await events(at)).toEqual([]);
  });

  test.each(EVENT_TYPES)('can be a sample of %s, whatever the endpoint asked for', async type => {
    at = await hooked();
    const { id } = await endpoint(at, { events: ['reward.issued'] });
    await at.call('POST', `/webhooks/${id}/test`, { type }, { as: at.shop.token });
    await drain(at);
    expect(bodyOf(0)).toMatchObject({ type, test: true, businessId: at.shop.businessId });
    expect(bodyOf(0).data.object.id).toBeString();
  });
});

describe('redelivery', () => {
  test('is a new delivery of the same event under the same X-Webhook-Id', async () => {
    at = await hooked();
    const { id } = await endpoint(at);
    await happen(at);
    await drain(at);
    const [first] = await deliveries(at, id);
    const { status, data } = await redeliver(first.id);
    expect(status).toBe(201);
    expect(data).toMatchObject({ eventId: first.eventId, status: 'pending', attempts: 0 });
    expect(data.id).not.toBe(first.id);
    await drain(at);
    const [one, two] = at.outbound.sent;
    expect(two?.body).toEqual(one?.body as string);
    expect(header(two, 'X-Webhook-Id')).toBe(header(one, 'X-Webhook-Id'));
  });

  test('works on a disabled endpoint, and not on a removed one', async () => {
    at = await hooked();
    const { id } = await endpoint(at);
    await happen(at);
    await change(at, id, { status: 'disabled' });
    const [abandoned] = await deliveries(at, id);
    expect((await redeliver(abandoned.id)).status).toBe(201);
    await drain(at);
    expect((await deliveries(at, id)).map(each => each.status)).toEqual(['succeeded', 'abandoned']);
    await at.call('DELETE', `/webhooks/${id}`, undefined, { as: at.shop.token });
    expect((await redeliver(abandoned.id)).status).toBe(404);
  });

  test('of all that failed since a time sends each event once, and none that arrived', async () => {
    let status = 410;
    at = await hooked(() => ({ status }));
    const { id } = await endpoint(at);
    await happen(at);
    await drain(at);
    at.clock.advance(HOUR);
    const since = new Date(at.clock.now()).toISOString();
    await change(at, id, { status: 'active' });
    for (let n = 0; n < 3; n++) await happen(at);
    await drain(at);
    status = 200;
    await change(at, id, { status: 'active' });
    await happen(at);
    await drain(at);
    const ask = () => at.call('POST', `/webhooks/${id}/redeliver`, { since }, { as: at.shop.token });
    expect((await ask()).data).toEqual({ webhookId: id, redelivered: 3 });
    expect((await ask()).data.redelivered).toBe(0);
    await drain(at);
    const ids = (await deliveries(at, id, '?status=succeeded')).map(each => each.eventId);
    expect(new Set(ids).size).toBe(4);
  });
});

test('deliveries are kept 30 days', async () => {
  at = await hooked();
  const { id } = await endpoint(at);
  await happen(at);
  await drain(at);
  at.clock.advance(30 * DAY);
  expect(await sweep(at, 'forgetOldDeliveries')).toBe(0);
  at.clock.advance(1);
  expect(await sweep(at, 'forgetOldDeliveries')).toBe(1);
  expect(await deliveries(at, id)).toEqual([]);
});

test('health tells how many deliveries wait, and for how long the oldest does', async () => {
  at = await hooked();
  const health = async (): Promise<Wire> => (await at.call('GET', '/health')).data.webhooks;
  expect(await health()).toEqual({ pending: 0, oldestSeconds: 0 });
  await endpoint(at);
  await happen(at);
  at.clock.advance(90_500);
  await happen(at);
  expect(await health()).toEqual({ pending: 2, oldestSeconds: 90 });
  await drain(at);
  expect(await health()).toEqual({ pending: 0, oldestSeconds: 0 });
});

describe('redelivery of all that failed', () => {
  const all = (whose = {}, onProgress?: (done: number, total: number) => void) =>
    redeliverFailed(at.app.as(CLI), whose, onProgress);

  test('goes to every endpoint that takes events, and once', async () => {
    let status = 500;
    at = await hooked(() => ({ status }));
    const [one, two, off] = [await endpoint(at), await endpoint(at, { url: URL_B }), await endpoint(at)];
    for (let i = 0; i < 3; i++) await happen(at);
    const db = at.app.services.database;
    await db.transaction(tx => tx.run(sql`update deliveries set status = 'failed', next_attempt_at = null`));
    await change(at, off.id, { status: 'disabled' });
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
    await drain(at);
    expect(await all()).toEqual([]);
    expect(await all({ webhookId: off.id })).toEqual([{ webhookId: off.id, redelivered: 3 }]);
  });

  test('keeps to one business, and to an endpoint that is there', async () => {
    at = await hooked();
    const { id } = await endpoint(at);
    await happen(at);
    const db = at.app.services.database;
    await db.transaction(tx => tx.run(sql`update deliveries set status = 'failed', next_attempt_at = null`));
    expect(await all({ businessId: 'biz_other' })).toEqual([]);
    expect(all({ webhookId: 'whk_none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await all({ businessId: at.shop.businessId })).toEqual([{ webhookId: id, redelivered: 1 }]);
  });
});
