import type { OutboundRequest } from '../../src/platform/outbound.ts';
import { launched, type Scene, scene, type Wire } from '../campaigns/scene.ts';
import { type RecordingOutbound, recordingOutbound } from '../support/outbound.ts';

export const URL_A = 'https://hooks.blue-cup.example/a';
export const URL_B = 'https://hooks.blue-cup.example/b';

export type Reply = Parameters<typeof recordingOutbound>[0];

/** A scene whose endpoints answer as `reply` says. */
export async function hooked(
  reply?: Reply,
  settings: Record<string, string> = {},
): Promise<Scene & { outbound: RecordingOutbound }> {
  const outbound = recordingOutbound(reply);
  return { ...(await scene(settings, { outbound })), outbound };
}

export async function endpoint(at: Scene, fields: object = {}, as = at.shop.token): Promise<Wire> {
  const { status, body, data } = await at.call('POST', '/webhooks', { url: URL_A, ...fields }, { as });
  if (status !== 201) throw new Error(`POST /webhooks: ${JSON.stringify(body)}`);
  return data;
}

export async function change(at: Scene, id: string, fields: object): Promise<Wire> {
  return at.call('PUT', `/webhooks/${id}`, fields, { as: at.shop.token });
}

export async function read(at: Scene, id: string): Promise<Wire> {
  const { data } = await at.call('GET', '/webhooks', undefined, { as: at.shop.token });
  return data.items.find((item: Wire) => item.id === id);
}

/** The deliveries of an endpoint, newest first. */
export async function deliveries(at: Scene, id: string, query = ''): Promise<Wire[]> {
  const { data } = await at.call('GET', `/webhooks/${id}/deliveries${query}`, undefined, {
    as: at.shop.token,
  });
  return data.items;
}

/** Does something that records exactly one event, campaign.created. */
export function happen(at: Scene): Promise<Wire> {
  return launched(at, { launch: false });
}

/** Delivers what is due now. */
export function drain(at: Scene): Promise<void> {
  return at.app.worker.drain();
}

/** Moves the clock to the next retry of an endpoint's newest delivery, and delivers. @returns the wait */
export async function retry(at: Scene, id: string): Promise<number> {
  const [{ nextAttemptAt }] = (await deliveries(at, id)) as [Wire];
  const wait = Date.parse(nextAttemptAt) - at.clock.now();
  at.clock.advance(wait);
  await drain(at);
  return wait;
}

export function header(request: OutboundRequest | undefined, name: string): string | undefined {
  const found = Object.entries(request?.headers ?? {}).find(
    ([key]) => key.toLowerCase() === name.toLowerCase(),
  );
  return found?.[1];
}
