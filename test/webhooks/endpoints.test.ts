import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { signBody } from '../../src/platform/security/signatures.ts';
import { captureEventKinds, HOUR, type Json, type Setup, setup } from '../campaigns/fixture.ts';
import { createAdmin } from '../support/fixtures.ts';
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
  updateEndpoint,
  withWebhooks,
} from './fixture.ts';

let ctx: Awaited<ReturnType<typeof withWebhooks>>;
beforeEach(async () => {
  ctx = await withWebhooks();
});
afterEach(() => ctx.close());

const post = (path: string, body?: object, as = ctx.business.token) => ctx.call('POST', path, body, { as });

describe('webhook endpoint', () => {
  test('a new endpoint is active, receives all events, and returns its secret only once', async () => {
    const { status, data } = await post('/webhooks', { url: URL_A });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(/^whk_/),
      url: URL_A,
      events: ['*'],
      description: null,
      thin: false,
      status: 'active',
      disabledReason: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      createdAt: expect.any(String),
    });
    const { secret, ...shown } = data;
    expect(await getEndpoint(ctx, data.id)).toEqual(shown);
  });

  test('the secret is encrypted in the database', async () => {
    const { id, secret } = await createEndpoint(ctx);
    const [row] = await ctx.app.services.database.reader.all<Json>(
      `select * from webhooks where id = '${id}'`,
    );
    expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length));
    expect(ctx.app.services.vault.open(row.secret)).toBe(secret);
  });

  test('accepts event types and prefixes, and stores campaign.* as campaign.', async () => {
    const events = ['reward.issued', 'campaign.*', 'campaign.', 'submission.'];
    expect((await createEndpoint(ctx, { events })).events).toEqual([
      'reward.issued',
      'campaign.',
      'submission.',
    ]);
  });

  test.each([['campaign.creatd'], ['nothing.'], ['campaign'], [''], ['camp*']])(
    'rejects %p as an event filter',
    async filter => {
      const { status, error } = await post('/webhooks', { url: URL_A, events: [filter] });
      expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'events.0']);
    },
  );

  test('rejects an empty list of event filters', async () => {
    expect((await post('/webhooks', { url: URL_A, events: [] })).error.code).toBe('VALIDATION_ERROR');
  });

  test('an endpoint receives only matching events, starting when it was created', async () => {
    await createCampaignEvent(ctx);
    const all = await createEndpoint(ctx);
    const some = await createEndpoint(ctx, { url: URL_B, events: ['campaign.paused', 'submission.'] });
    const campaign = await createCampaignEvent(ctx);
    for (const state of ['active', 'paused'])
      await ctx.call('PUT', '/campaigns', { id: campaign.id, state }, { as: ctx.business.token });
    const kindsOf = async (id: string) => (await listDeliveries(ctx, id)).map(each => each.type).reverse();
    expect(await kindsOf(all.id)).toEqual(['campaign.created', 'campaign.activated', 'campaign.paused']);
    expect(await kindsOf(some.id)).toEqual(['campaign.paused']);
  });

  test('an endpoint never receives events of another business', async () => {
    const theirs = await createEndpoint(ctx, {}, ctx.otherBusiness.token);
    await createCampaignEvent(ctx);
    const { data } = await ctx.call('GET', `/webhooks/${theirs.id}/deliveries`, undefined, {
      as: ctx.otherBusiness.token,
    });
    expect(data.items).toEqual([]);
  });

  test('PUT updates single fields', async () => {
    const { id } = await createEndpoint(ctx);
    const { status, data } = await updateEndpoint(ctx, id, { description: 'The till' });
    expect([status, data.description, data.url, data.events]).toEqual([200, 'The till', URL_A, ['*']]);
    expect((await updateEndpoint(ctx, id, { url: URL_B, events: ['reward.'] })).data).toMatchObject({
      url: URL_B,
      events: ['reward.'],
      description: 'The till',
    });
  });

  test('an update without fields is a VALIDATION_ERROR', async () => {
    const { id } = await createEndpoint(ctx);
    expect((await updateEndpoint(ctx, id, {})).error.code).toBe('VALIDATION_ERROR');
  });

  test('deleting an endpoint abandons its pending deliveries', async () => {
    const { id } = await createEndpoint(ctx);
    await createCampaignEvent(ctx);
    const { data } = await ctx.call('DELETE', `/webhooks/${id}`, undefined, { as: ctx.business.token });
    expect(data).toEqual({ id, deleted: true });
    expect(await getEndpoint(ctx, id)).toBeUndefined();
    await deliverAll(ctx);
    expect(ctx.outbound.sent).toEqual([]);
    const rows = await ctx.app.services.database.reader.all<Json>('select status from deliveries');
    expect(rows).toEqual([{ status: 'abandoned' }]);
    expect((await ctx.call('DELETE', `/webhooks/${id}`, undefined, { as: ctx.business.token })).status).toBe(
      404,
    );
  });

  test('disabling an endpoint abandons its pending deliveries, stops new ones and notifies the business', async () => {
    const { id } = await createEndpoint(ctx);
    const other = await createEndpoint(ctx, { url: URL_B, events: ['webhook.'] });
    await createCampaignEvent(ctx);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      updateEndpoint(ctx, id, { status: 'disabled' }),
    );
    expect(kinds).toEqual(['webhook.disabled']);
    expect(response.data).toMatchObject({ status: 'disabled', disabledReason: 'manual' });
    await createCampaignEvent(ctx);
    expect((await listDeliveries(ctx, id)).map(each => each.status)).toEqual(['abandoned']);
    expect((await listDeliveries(ctx, other.id)).map(each => each.type)).toEqual(['webhook.disabled']);
    expect(
      (await captureEventKinds(ctx, () => updateEndpoint(ctx, id, { status: 'disabled' }))).kinds,
    ).toEqual([]);
  });

  test('an endpoint that is enabled again receives events from then on', async () => {
    const { id } = await createEndpoint(ctx);
    await updateEndpoint(ctx, id, { status: 'disabled' });
    expect((await updateEndpoint(ctx, id, { status: 'active' })).data).toMatchObject({
      status: 'active',
      disabledReason: null,
    });
    await createCampaignEvent(ctx);
    expect((await listDeliveries(ctx, id)).map(each => each.status)).toEqual(['pending']);
  });

  test('an admin can create an endpoint for a named business', async () => {
    const admin = await createAdmin(ctx);
    expect((await post('/webhooks', { url: URL_A }, admin)).error.details?.[0]?.field).toBe('businessId');
    const { status } = await post('/webhooks', { url: URL_A, businessId: ctx.business.businessId }, admin);
    expect(status).toBe(201);
    expect((await post('/webhooks', { url: URL_A, businessId: ctx.otherBusiness.businessId })).status).toBe(
      404,
    );
  });

  test('the number of endpoints per business is limited', async () => {
    const db = ctx.app.services.database;
    const { id } = await createEndpoint(ctx);
    await db.transaction(async tx => {
      for (let n = 1; n < 200; n++)
        await tx.run(`insert into webhooks select '${id}${n}', business_id, url, events, description, status,
          disabled_reason, secret, previous_secret, previous_secret_until, failures, created_at, removed_at,
          is_thin from webhooks where id = '${id}'`);
    });
    expect((await post('/webhooks', { url: URL_A })).error.code).toBe('LIMIT_REACHED');
  });
});

describe('webhook secret rotation', () => {
  async function signaturesAfter(ms: number): Promise<[string, string | undefined, number]> {
    ctx.clock.advance(ms);
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    const request = ctx.outbound.sent.at(-1);
    const standard = getHeader(request, 'webhook-signature') as string;
    return [
      getHeader(request, 'X-Webhook-Signature') as string,
      getHeader(request, 'X-Webhook-Signature-Next'),
      standard.split(' ').length,
    ];
  }

  test('after a rotation both secrets sign for 24 hours, then only the new one', async () => {
    const { id } = await createEndpoint(ctx);
    const before = await signaturesAfter(0);
    expect(before.slice(1)).toEqual([undefined, 1]);
    const { status, data } = await post(`/webhooks/${id}/rotate-secret`);
    expect([status, data.id]).toEqual([200, id]);
    expect(data.secret).toMatch(/^whsec_/);
    const [, next, count] = await signaturesAfter(0);
    expect([typeof next, count]).toEqual(['string', 2]);
    expect((await signaturesAfter(24 * HOUR - 1)).slice(2)).toEqual([2]);
    expect((await signaturesAfter(1)).slice(1)).toEqual([undefined, 1]);
  });

  test('graceMinutes ends the old secret earlier, and 0 at once, also for what is waiting', async () => {
    const { id } = await createEndpoint(ctx);
    await post(`/webhooks/${id}/rotate-secret`, { graceMinutes: 60 });
    expect((await signaturesAfter(HOUR - 1)).slice(2)).toEqual([2]);
    await createCampaignEvent(ctx);
    const { data } = await post(`/webhooks/${id}/rotate-secret`, { graceMinutes: 0 });
    await deliverAll(ctx);
    const request = ctx.outbound.sent.at(-1);
    expect(getHeader(request, 'X-Webhook-Signature')).toBe(signBody(data.secret, String(request?.body)));
    expect(getHeader(request, 'webhook-signature')?.split(' ').length).toBe(1);
  });

  test.each([['the old secret'], ['the new secret']])(
    'a receiver that knows only %s and checks only X-Webhook-Signature accepts the first or second attempt',
    async which => {
      let accepted: string | undefined;
      await ctx.close();
      ctx = await withWebhooks(request => {
        const signature = getHeader(request, 'X-Webhook-Signature');
        return { status: accepted && signature === signBody(accepted, String(request.body)) ? 200 : 401 };
      });
      const { id, secret } = await createEndpoint(ctx);
      const { data } = await post(`/webhooks/${id}/rotate-secret`);
      accepted = which === 'the old secret' ? secret : data.secret;
      await createCampaignEvent(ctx);
      await deliverAll(ctx);
      const isFirst = which === 'the old secret';
      expect((await listDeliveries(ctx, id))[0]).toMatchObject({ status: isFirst ? 'succeeded' : 'pending' });
      if (!isFirst) await deliverNextRetry(ctx, id);
      expect((await listDeliveries(ctx, id))[0]).toMatchObject({
        status: 'succeeded',
        attempts: isFirst ? 1 : 2,
      });
    },
  );
});

describe('thin endpoint', () => {
  test('receives the ID of the record, and the event can be read', async () => {
    const { id, thin } = await createEndpoint(ctx, { thin: true });
    expect(thin).toBe(true);
    const campaign = await createCampaignEvent(ctx);
    await deliverAll(ctx);
    const body = JSON.parse(String(ctx.outbound.sent.at(-1)?.body));
    expect(body).toMatchObject({
      type: 'campaign.created',
      data: { object: { id: campaign.id } },
      thin: true,
    });
    expect(Object.keys(body.data.object)).toEqual(['id']);
    const { data } = await ctx.call('GET', `/events/${body.id}`, undefined, { as: ctx.business.token });
    expect(data.data.object).toMatchObject({ id: campaign.id, name: campaign.name });
    await updateEndpoint(ctx, id, { thin: false });
    await createCampaignEvent(ctx);
    await deliverAll(ctx);
    expect(JSON.parse(String(ctx.outbound.sent.at(-1)?.body)).data.object.name).toBeString();
  });
});

describe('private webhook target', () => {
  test.each([
    'http://127.0.0.1:8080/hook',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'ftp://hooks.example.com/',
    'http://user:secret@hooks.example.com/',
  ])('creating or updating an endpoint rejects %s', async url => {
    const created = await post('/webhooks', { url });
    expect([created.status, created.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const { id } = await createEndpoint(ctx);
    expect((await updateEndpoint(ctx, id, { url })).error.code).toBe('VALIDATION_ERROR');
  });

  test('a private target is rejected, and the error names the setting that allows it', async () => {
    const { error } = await post('/webhooks', { url: 'http://127.0.0.1/' });
    expect(error.message).toContain('WEBHOOK_ALLOW');
  });

  test('a hostname that does not resolve is rejected unless WEBHOOK_ALLOW lists it', async () => {
    const opened: Setup = await setup({ WEBHOOK_ALLOW: 'hooks.invalid,127.0.0.0/8' });
    const as = opened.business.token;
    const status = async (url: string) => (await opened.call('POST', '/webhooks', { url }, { as })).status;
    expect(await status('http://other.invalid/')).toBe(400);
    expect(await status('http://hooks.invalid/')).toBe(201);
    expect(await status('http://127.0.0.1:9/')).toBe(201);
    await opened.close();
  });
});
