import { afterEach, beforeEach, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { HOUR, type Json } from '../campaigns/fixture.ts';
import { createBusiness } from '../support/accounts.ts';
import {
  createCampaignEvent,
  createEndpoint,
  deliverAll,
  listDeliveries,
  updateEndpoint,
  withWebhooks,
} from './fixture.ts';

let ctx: Awaited<ReturnType<typeof withWebhooks>>;
let status = 200;
beforeEach(async () => {
  status = 200;
  ctx = await withWebhooks(() => ({ status }));
});
afterEach(() => ctx.close());

const replay = (id: string, body: object, as = ctx.business.token): Promise<Json> =>
  ctx.call('POST', `/webhooks/${id}/replay`, body, { as });
const now = () => new Date(ctx.clock.now()).toISOString();

test('sends the events of a period once, also those from before the endpoint existed', async () => {
  await createCampaignEvent(ctx);
  ctx.clock.advance(HOUR);
  const from = now();
  await createCampaignEvent(ctx);
  const { id } = await createEndpoint(ctx);
  await createCampaignEvent(ctx);
  await deliverAll(ctx);
  ctx.clock.advance(HOUR);
  const to = now();
  await createCampaignEvent(ctx);
  const counts = { webhookId: id, matched: 2, pending: 0, delivered: 1, next: null };
  expect((await replay(id, { from, to })).data).toEqual({ ...counts, queued: 1 });
  expect((await replay(id, { from, to })).data).toEqual({ ...counts, queued: 0, pending: 1 });
  await deliverAll(ctx);
  expect((await replay(id, { from, to })).data).toEqual({ ...counts, queued: 0, delivered: 2 });
  expect((await replay(id, { from, to, delivered: true })).data).toMatchObject({ queued: 2, delivered: 0 });
  expect((await replay(id, { from, to, delivered: true })).data).toMatchObject({ queued: 0, pending: 2 });
  await deliverAll(ctx);
  const sent = ctx.outbound.sent.map(({ body }) => JSON.parse(String(body)).id);
  expect([sent.length, new Set(sent).size]).toEqual([5, 3]);
});

test('sends what failed, and only what the endpoint subscribes to', async () => {
  const { id } = await createEndpoint(ctx, { events: ['campaign.'] });
  const from = now();
  status = 410;
  await createCampaignEvent(ctx);
  await deliverAll(ctx);
  status = 200;
  ctx.clock.advance(1);
  await updateEndpoint(ctx, id, { status: 'active', events: ['reward.'] });
  expect((await replay(id, { from })).data).toMatchObject({ matched: 0, queued: 0 });
  await updateEndpoint(ctx, id, { events: ['*'] });
  expect((await replay(id, { from })).data).toMatchObject({ matched: 2, queued: 2 });
  await deliverAll(ctx);
  expect((await listDeliveries(ctx, id, '?status=succeeded')).length).toBe(2);
});

test('reads up to 5,000 events per call and continues after next', async () => {
  const from = now();
  await createCampaignEvent(ctx);
  await ctx.app.services.database.transaction(
    async tx =>
      await tx.run(sql`
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 5200)
        insert into events (id, business_id, sequence, type, family, resource_id, actor_kind, actor_id, request_id, data, created_at)
        select 'evt_' || n, e.business_id, e.sequence + n, e.type, e.family, e.resource_id, e.actor_kind, e.actor_id, null,
          e.data, e.created_at
        from events e cross join numbers`),
  );
  await ctx.app.services.database.transaction(tx =>
    tx.run(sql`update businesses set event_sequence = 10000`),
  );
  ctx.clock.advance(1);
  const { id } = await createEndpoint(ctx);
  const first = (await replay(id, { from })).data;
  expect(first).toMatchObject({ matched: 5000, queued: 5000, next: 'evt_4999' });
  expect((await replay(id, { from, after: first.next })).data).toMatchObject({ queued: 201, next: null });
});

test.each([
  ['an empty period', { from: '2026-06-02T00:00:00Z', to: '2026-06-01T00:00:00Z' }, 400, 'from'],
  ['a missing start', {}, 400, 'from'],
  ['an unknown event', { from: '2020-01-01T00:00:00Z', after: 'evt_none' }, 404, 'after'],
])('rejects %s', async (_, body, code, field) => {
  const { id } = await createEndpoint(ctx);
  const { status: actual, error } = await replay(id, body);
  expect([actual, error.details[0].field]).toEqual([code, field]);
});

test('continues only after events of the own business', async () => {
  const other = await createBusiness(ctx, 'Red Bowl');
  await createCampaignEvent(ctx);
  const { id } = await createEndpoint(ctx, {}, other.token);
  const [event] = (await ctx.call('GET', '/events', undefined, { as: ctx.business.token })).data.items;
  const body = { from: '2020-01-01T00:00:00Z', after: event.id };
  expect((await replay(id, body, other.token)).error.message).toBe('Event not found');
});
