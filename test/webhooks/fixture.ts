import type { OutboundRequest } from '../../src/platform/outbound/client.ts';
import { createLaunchedCampaign, type Json, type Setup, setup } from '../campaigns/fixture.ts';
import { type RecordingOutbound, recordingOutbound } from '../support/outbound.ts';

export const URL_A = 'https://hooks.blue-cup.example/a';
export const URL_B = 'https://hooks.blue-cup.example/b';

export type Reply = Parameters<typeof recordingOutbound>[0];

/** Sets up a test app whose webhook endpoints respond with `reply`. */
export async function withWebhooks(
  reply?: Reply,
  settings: Record<string, string> = {},
): Promise<Setup & { outbound: RecordingOutbound }> {
  const outbound = recordingOutbound(reply);
  return { ...(await setup(settings, { outbound })), outbound };
}

export async function createEndpoint(
  ctx: Setup,
  fields: object = {},
  as = ctx.business.token,
): Promise<Json> {
  const { status, body, data } = await ctx.call('POST', '/webhooks', { url: URL_A, ...fields }, { as });
  if (status !== 201) throw new Error(`POST /webhooks: ${JSON.stringify(body)}`);
  return data;
}

export async function updateEndpoint(ctx: Setup, id: string, fields: object): Promise<Json> {
  return ctx.call('PUT', `/webhooks/${id}`, fields, { as: ctx.business.token });
}

export async function getEndpoint(ctx: Setup, id: string): Promise<Json> {
  const { data } = await ctx.call('GET', '/webhooks', undefined, { as: ctx.business.token });
  return data.items.find((item: Json) => item.id === id);
}

/** Lists the deliveries of an endpoint, newest first. */
export async function listDeliveries(ctx: Setup, id: string, query = ''): Promise<Json[]> {
  const { data } = await ctx.call('GET', `/webhooks/${id}/deliveries${query}`, undefined, {
    as: ctx.business.token,
  });
  return data.items;
}

/** Creates a campaign, which records exactly one event, campaign.created. */
export function createCampaignEvent(ctx: Setup): Promise<Json> {
  return createLaunchedCampaign(ctx, { launch: false });
}

/** Sends all deliveries that are due. */
export function deliverAll(ctx: Setup): Promise<void> {
  return ctx.app.worker.drain();
}

/** Advances the clock to the next retry of an endpoint's newest delivery and sends it. @returns the delay */
export async function deliverNextRetry(ctx: Setup, id: string): Promise<number> {
  const [{ nextAttemptAt }] = (await listDeliveries(ctx, id)) as [Json];
  const wait = Date.parse(nextAttemptAt) - ctx.clock.now();
  ctx.clock.advance(wait);
  await deliverAll(ctx);
  return wait;
}

export function getHeader(request: OutboundRequest | undefined, name: string): string | undefined {
  const found = Object.entries(request?.headers ?? {}).find(
    ([key]) => key.toLowerCase() === name.toLowerCase(),
  );
  return found?.[1];
}
