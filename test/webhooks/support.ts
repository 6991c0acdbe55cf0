import type { OutboundRequest } from '../../src/platform/outbound/client.ts';
import { launched, type Setup, setup, type Wire } from '../campaigns/fixture.ts';
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

export async function endpoint(at: Setup, fields: object = {}, as = at.business.token): Promise<Wire> {
  const { status, body, data } = await at.call('POST', '/webhooks', { url: URL_A, ...fields }, { as });
  if (status !== 201) throw new Error(`POST /webhooks: ${JSON.stringify(body)}`);
  return data;
}

export async function change(at: Setup, id: string, fields: object): Promise<Wire> {
  return at.call('PUT', `/webhooks/${id}`, fields, { as: at.business.token });
}

export async function read(at: Setup, id: string): Promise<Wire> {
  const { data } = await at.call('GET', '/webhooks', undefined, { as: at.business.token });
  return data.items.find((item: Wire) => item.id === id);
}

/** The deliveries of an endpoint, newest first. */
export async function deliveries(at: Setup, id: string, query = ''): Promise<Wire[]> {
  const { data } = await at.call('GET', `/webhooks/${id}/deliveries${query}`, undefined, {
    as: at.business.token,
  });
  return data.items;
}

/** Does something that records exactly one event, campaign.created. */
export function emitEvent(at: Setup): Promise<Wire> {
  return launched(at, { launch: false });
}

/** Delivers what is due now. */
export function deliverAll(at: Setup): Promise<void> {
  return at.app.worker.drain();
}

/** Moves the clock to the next retry of an endpoint's newest delivery, and delivers. @returns the wait */
export async function retry(at: Setup, id: string): Promise<number> {
  const [{ nextAttemptAt }] = (await deliveries(at, id)) as [Wire];
  const wait = Date.parse(nextAttemptAt) - at.clock.now();
  at.clock.advance(wait);
  await deliverAll(at);
  return wait;
}

export function header(request: OutboundRequest | undefined, name: string): string | undefined {
  const found = Object.entries(request?.headers ?? {}).find(
    ([key]) => key.toLowerCase() === name.toLowerCase(),
  );
  return found?.[1];
}
