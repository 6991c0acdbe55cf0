import { afterEach, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import { signBody, verifyStandard } from '../../src/platform/security/signatures.ts';
import { DAY, HOUR, listEvents, MINUTE } from '../campaigns/fixture.ts';
import {
  createCampaignEvent,
  createEndpoint,
  deliverAll,
  deliverNextRetry,
  getEndpoint,
  getHeader,
  listDeliveries,
  URL_A,
  URL_B,
  withWebhooks,
} from './fixture.ts';

let ctx: Awaited<ReturnType<typeof withWebhooks>>;
afterEach(() => ctx.close());

describe('webhook delivery', () => {
  test('sends the event as GET /events returns it, with all id and signature headers', async () => {
    ctx = await withWebhooks();
    const { secret } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    const [request] = ctx.outbound.sent;
    const body = String(request?.body);
    const [event] = (await listEvents(ctx)).filter(each => each.type === 'campaign.created');
    expect(JSON.parse(body)).toEqual(event);
    expect([request?.method, request?.url]).toEqual(['POST', URL_A]);
    const timestamp = Math.floor(ctx.clock.now() / 1000);
    expect(getHeader(request, 'Content-Type')).toBe('application/json');
    expect(getHeader(request, 'X-Webhook-Id')).toBe(event.id);
    expect(getHeader(request, 'X-Webhook-Event')).toBe('campaign.created');
    expect(getHeader(request, 'X-Webhook-Timestamp')).toBe(String(timestamp));
    expect(getHeader(request, 'X-Webhook-Signature')).toBe(signBody(secret, body));
    expect(getHeader(request, 'webhook-id')).toBe(event.id);
    expect(getHeader(request, 'webhook-timestamp')).toBe(String(timestamp));
    const standard = getHeader(request, 'webhook-signature') as string;
    expect(verifyStandard(secret, standard, { id: event.id, timestampSeconds: timestamp, body })).toBe(true);
    // The package judges the time by its own clock, so it is given a message of now.
    const signed = new Webhook(secret).sign(event.id, new Date(timestamp * 1000), body);
    expect(signed).toBe(standard);
  });

  test('the delivery record shows its status before and after the attempt', async () => {
    ctx = await withWebhooks(() => ({ status: 202, body: 'thanks' }));
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    const [, event] = await listEvents(ctx);
    const [waiting] = await listDeliveries(ctx, id);
    expect(waiting).toEqual({
      id: expect.stringMatching(/^dlv_/),
      webhookId: id,
      eventId: event.id,
      type: event.type,
      status: 'pending',
      attempts: 0,
      responseStatus: null,
      responseBody: null,
      error: null,
      durationMs: null,
      nextAttemptAt: event.createdAt,
      createdAt: event.createdAt,
      timeline: [],
    });
    await deliverAll(ctx);
    const [done] = await listDeliveries(ctx, id);
    expect(done).toEqual({
      ...waiting,
      status: 'succeeded',
      attempts: 1,
      responseStatus: 202,
      responseBody: 'thanks',
      durationMs: expect.any(Number),
      nextAttemptAt: null,
      timeline: [{ at: event.createdAt, responseStatus: 202, error: null, durationMs: expect.any(Number) }],
    });
    expect((await listDeliveries(ctx, id, '?status=succeeded')).length).toBe(1);
    expect((await listDeliveries(ctx, id, '?status=failed')).length).toBe(0);
  });

  test.each([200, 201, 204, 299])('a delivery succeeds if the endpoint responds with %p', async status => {
    ctx = await withWebhooks(() => ({ status }));
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    expect((await listDeliveries(ctx, id))[0].status).toBe('succeeded');
  });

  test.each([100, 199, 300, 301, 302, 400, 404, 500])(
    'a delivery fails if the endpoint responds with %p',
    async status => {
      ctx = await withWebhooks(() => ({ status }));
      const { id } = await createEndpoint(ctx);
      await createCampaignEvent(ctx);
      await deliverAll(ctx);
      expect((await listDeliveries(ctx, id))[0]).toMatchObject({
        status: 'pending',
        attempts: 1,
        responseStatus: status,
      });
    },
  );

  test('an attempt waits 10 seconds for a response and stores 4 KiB of it', async () => {
    ctx = await withWebhooks();
    await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    const limits = { timeoutMs: 10_000, maxBytes: 4_096, acceptsPartialBody: true };
    expect(ctx.outbound.sent[0]).toMatchObject(limits);
  });

  test('a redirect is not followed, and the error names where it leads', async () => {
    ctx = await withWebhooks(() => ({
      status: 308,
      headers: { location: 'https://www.hooks.example/orders' },
    }));
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    expect(ctx.outbound.sent).toHaveLength(1);
    expect((await listDeliveries(ctx, id))[0]).toMatchObject({
      status: 'pending',
      responseStatus: 308,
      error:
        'The endpoint responded with status 308, a redirect to https://www.hooks.example/orders. Redirects are not followed: change the URL of the endpoint',
    });
  });

  test('an attempt without a response stores the reason and is retried', async () => {
    ctx = await withWebhooks(
      () => new OutboundError('timeout', 'hooks sent no complete response within 10000 ms'),
    );
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    expect((await listDeliveries(ctx, id))[0]).toMatchObject({
      status: 'pending',
      responseStatus: null,
      error: 'hooks sent no complete response within 10000 ms',
    });
  });

  test('a delivery is retried after 5 s, 30 s, 5 min, 30 min, 2 h, 5 h, 10 h and 24 h with jitter, then fails', async () => {
    ctx = await withWebhooks(() => ({ status: 500 }));
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    for (const wait of [5_000, 30_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 24 * HOUR]) {
      const waited = await deliverNextRetry(ctx, id);
      expect(waited).toBeWithin(wait, wait * 1.1 + 1);
    }
    const [delivery] = await listDeliveries(ctx, id);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 9, nextAttemptAt: null });
    expect(delivery.timeline.length).toBe(9);
    await deliverAll(ctx);
    expect(ctx.outbound.sent.length).toBe(9);
  });

  test('every attempt has the same body and id, but its own timestamp', async () => {
    ctx = await withWebhooks(() => ({ status: 500 }));
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    for (let n = 0; n < 3; n++) await deliverNextRetry(ctx, id);
    const { sent } = ctx.outbound;
    expect(sent.length).toBe(4);
    expect(new Set(sent.map(request => String(request.body))).size).toBe(1);
    expect(new Set(sent.map(request => getHeader(request, 'X-Webhook-Id'))).size).toBe(1);
    expect(new Set(sent.map(request => getHeader(request, 'X-Webhook-Signature'))).size).toBe(1);
    expect(new Set(sent.map(request => getHeader(request, 'X-Webhook-Timestamp'))).size).toBe(4);
  });

  test.each([
    ['seconds', () => '120', 120_000],
    ['a date', () => new Date(ctx.clock.now() + 90_000).toUTCString(), 90_000],
    ['less than the schedule', () => '1', 5_000],
    ['nonsense', () => 'later', 5_000],
    ['a year', () => '31536000', DAY],
  ])('a retry honors a Retry-After of %s', async (_, value, wait) => {
    ctx = await withWebhooks(() => ({ status: 503, headers: { 'retry-after': value() } }));
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    expect(await deliverNextRetry(ctx, id)).toBeWithin(wait, wait + 1_000);
  });

  test('a change that is rolled back leaves neither an event nor a delivery', async () => {
    ctx = await withWebhooks();
    await createEndpoint(ctx);
    const { database } = ctx.app.services;
    const { record } = await import('../../src/events/service.ts');
    const { atomically, CLI } = await import('../../src/context.ts');
    const undone = atomically(ctx.app.as(CLI), async tx => {
      await record(tx, 'campaign.created', { businessId: ctx.business.businessId, object: { id: 'cmp_1' } });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await database.reader.all('select id from deliveries')).toEqual([]);
    expect((await listEvents(ctx)).map(({ type }) => type)).toEqual(['webhook.created']);
  });
});

describe('failing webhook endpoint', () => {
  test('an endpoint is disabled after 20 consecutive failures, and the business is notified', async () => {
    ctx = await withWebhooks(({ url }) => ({ status: url === URL_A ? 500 : 200 }));
    const { id } = await createEndpoint(ctx, { events: ['campaign.'] });
    const other = await createEndpoint(ctx, { url: URL_B, events: ['webhook.'] });
    for (let n = 0; n < 21; n++) await createCampaignEvent(ctx);
    for (let n = 0; n < 19; n++) {
      await deliverAll(ctx);
      if (ctx.outbound.sent.length >= 19) break;
    }
    await deliverAll(ctx);
    expect(await getEndpoint(ctx, id)).toMatchObject({ status: 'disabled', disabledReason: 'failures' });
    const states = (await listDeliveries(ctx, id, '?perPage=100')).map(each => each.status);
    expect(new Set(states)).toEqual(new Set(['abandoned']));
    const [delivery] = await listDeliveries(ctx, other.id);
    expect([delivery.type, delivery.status]).toEqual(['webhook.disabled', 'succeeded']);
    const [event] = (await listEvents(ctx)).filter(each => each.type === 'webhook.disabled');
    expect(event.data.object).toMatchObject({
      id,
      url: URL_A,
      status: 'disabled',
      disabledReason: 'failures',
    });
    expect(event.actor.kind).toBe('system');
  });

  test('a success resets the failure count', async () => {
    let status = 500;
    ctx = await withWebhooks(() => ({ status }));
    const { id } = await createEndpoint(ctx);
    for (let n = 0; n < 19; n++) {
      await createCampaignEvent(ctx);
      await deliverAll(ctx);
    }
    status = 200;
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    status = 500;
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    expect((await getEndpoint(ctx, id)).status).toBe('active');
  });

  test('a 410 response disables the endpoint immediately', async () => {
    ctx = await withWebhooks(() => ({ status: 410 }));
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    expect(await getEndpoint(ctx, id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    expect((await listDeliveries(ctx, id))[0]).toMatchObject({ status: 'failed', responseStatus: 410 });
  });
});
