import type { OutboundRequest } from '../../src/platform/outbound/client.ts';
import { createLaunchedCampaign, type Json, type Setup, setup } from '../campaigns/fixture.ts';
import { type RecordingOutbound, recordingOutbound } from '../support/outbound.ts';

export const URL_A = 'https://hooks.blue-cup.example/a';
export const URL_B = 'https://hooks.blue-cup.example/b';

export type Reply = Parameters<typeof recordingOutbound>[0];

/** A scene whose endpoints answer as `reply` says. */
export async function withWebhooks(
  reply?: Reply,
  settings: Record<string, string> = {},
): Promise<Setup & { outbound: RecordingOutbound }> {
  const outbound = recordingOutbound(reply);
  return { ...(await setup(settings, { outbound })), outbound };
}

export async function createEndpoint(at: Setup, fields: object = {}, as = at.business.token): Promise<Json> {
  const { status, body, data } = await at.call('POST', '/webhooks', { url: URL_A, ...fields }, { as });
  if (status !== 201) throw new Error(`POST /webhooks: ${JSON.stringify(body)}`);
  return data;
}

export async function updateEndpoint(at: Setup, id: string, fields: object): Promise<Json> {
  return at.call('PUT', `/webhooks/${id}`, fields, { as: at.business.token });
}

export async function getEndpoint(at: Setup, id: string): Promise<Json> {
  const { data } = await at.call('GET', '/webhooks', undefined, { as: at.business.token });
  return data.items.find((item: Json) => item.id === id);
}

/** The deliveries of an endpoint, newest first. */
export async function listDeliveries(at: Setup, id: string, query = ''): Promise<Json[]> {
  const { data } = await at.call('GET', `/webhooks/${id}/deliveries${query}`, undefined, {
    as: at.business.token,
  });
  return data.items;
}

/** Does something that records exactly one event, campaign.created. */
export function emitEvent(at: Setup): Promise<Json> {
  return createLaunchedCampaign(at, { launch: false });
}

/** Delivers what is due now. */
export function deliverAll(at: Setup): Promise<void> {
  return at.app.worker.drain();
}

/** Moves the clock to the next retry of an endpoint's newest delivery, and delivers. @returns the wait */
export async function deliverNextRetry(at: Setup, id: string): Promise<number> {
  const [{ nextAttemptAt }] = (await listDeliveries(at, id)) as [Json];
  const wait = Date.parse(nextAttemptAt) - at.clock.now();
  at.clock.advance(wait);
  await deliverAll(at);
  return wait;
}

export function getHeader(request: OutboundRequest | undefined, name: string): string | undefined {
  const found = Object.entries(request?.headers ?? {}).find(
    ([key]) => key.toLowerCase() === name.toLowerCase(),
  );
  return found?.[1];
}
