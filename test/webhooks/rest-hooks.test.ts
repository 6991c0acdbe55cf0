import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { Json } from '../campaigns/fixture.ts';
import { createCampaignEvent, deliverAll, getEndpoint, URL_A, URL_B, withWebhooks } from './fixture.ts';

/** The steps of Zapier and Make, each with an API key. */

let ctx: Awaited<ReturnType<typeof withWebhooks>>;
let status = 200;
let apiKey: string;
beforeEach(async () => {
  status = 200;
  ctx = await withWebhooks(() => ({ status }));
  const body = { name: 'Zapier', scopes: ['read', 'manage'] };
  apiKey = (await ctx.call('POST', '/api-keys', body, { as: ctx.business.token })).data.key;
});
afterEach(() => ctx.close());

const call = (method: string, path: string, body?: object) =>
  ctx.call(method, path, body, { as: { apiKey } });
const subscribe = (url: string, event: string) => call('POST', '/webhooks', { url, events: [event] });
const listSamples = async (type: string): Promise<Json[]> =>
  (await call('GET', `/events/samples?type=${type}`)).data.items;

test('the connection is tested with the name of the business', async () => {
  expect((await call('GET', '/business')).data.name).toBe('Blue Cup');
  const wrong = { as: { apiKey: apiKey.slice(0, -1) + (apiKey.endsWith('x') ? 'y' : 'x') } };
  expect((await ctx.call('GET', '/business', undefined, wrong)).status).toBe(401);
});

test('a subscription receives one type of event until it is deleted', async () => {
  const first = await subscribe(URL_A, 'campaign.created');
  expect([first.status, first.data.id, first.data.secret]).toEqual([
    201,
    expect.stringMatching(/^whk_/),
    expect.stringMatching(/^whsec_/),
  ]);
  // Each automation has a target of its own.
  const second = await subscribe(URL_B, 'reward.issued');
  await createCampaignEvent(ctx);
  await deliverAll(ctx);
  expect(ctx.outbound.sent.map(({ url }) => url)).toEqual([URL_A]);
  for (const { data } of [first, second])
    expect((await call('DELETE', `/webhooks/${data.id}`)).status).toBe(200);
  await createCampaignEvent(ctx);
  await deliverAll(ctx);
  expect(ctx.outbound.sent).toHaveLength(1);
});

test('samples are the newest events as they are delivered, or the example before the first one', async () => {
  const [example] = (await listSamples('campaign.created')) as [Json];
  expect(example.type).toBe('campaign.created');
  await subscribe(URL_A, 'campaign.created');
  for (let n = 0; n < 4; n += 1) await createCampaignEvent(ctx);
  await deliverAll(ctx);
  const samples = await listSamples('campaign.created');
  expect(samples).toHaveLength(3);
  const delivered = ctx.outbound.sent.map(({ body }) => JSON.parse(String(body)));
  for (const sample of samples) expect(delivered).toContainEqual(sample);
  expect(Object.keys(example).sort()).toEqual(Object.keys(samples[0]).sort());
  expect((await call('GET', '/events/samples?type=campaign.')).status).toBe(400);
});

test('a target that answers 410 ends its subscription', async () => {
  const { data } = await subscribe(URL_A, 'campaign.created');
  status = 410;
  await createCampaignEvent(ctx);
  await deliverAll(ctx);
  expect((await getEndpoint(ctx, data.id)).status).toBe('disabled');
});
