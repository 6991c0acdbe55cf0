import { createCampaign } from '../../src/campaigns/service/create.ts';
import { fill, ordersOf } from './exchange.ts';
import { CAMPAIGN, createFixture, type Fixture } from './fixture.ts';
import { compare, http, startServer, table, verdict } from './harness.ts';
import { UNIQUE } from './load.ts';
import { assertSame, send } from './same.ts';

const CLIENTS = [32, 64, 128];
const GOALS = { submit: 0.55, order: 0.6 };

/**
 * Durable submissions beside a raw program that writes the same rows into the same tables under group commit. Each
 * is another customer's first proof for one campaign.
 */
export async function submit(): Promise<void> {
  let campaignId = '';
  const fixture = await createFixture('submit', async (app, businessId) => {
    const services = app.as({ kind: 'apiKey', id: 'bench', role: 'business', businessId, scopes: ['write'] });
    ({ id: campaignId } = await createCampaign(services, { ...CAMPAIGN, launch: true }));
  });
  await against(fixture, 'submit', submitRequests(campaignId, fixture.token));
}

/** Requests that each submit another customer's first proof for a campaign. */
export function submitRequests(campaignId: string, token: string): string[] {
  const proofUrl = `https://www.instagram.com/p/${UNIQUE}/`;
  const body = JSON.stringify({ campaignId, userId: `guest-${UNIQUE}`, proofUrl });
  return [http('POST', '/api/v1/submissions', { Authorization: `Bearer ${token}` }, body)];
}

/** Durable orders beside a raw program that matches and settles them by hand, in the same rows, grouped too. */
export async function order(): Promise<void> {
  const { fixture, requests } = await fillOrders();
  await against(fixture, 'order', requests);
}

/** Creates traders with perks and cash, and requests for their orders. */
export async function fillOrders(): Promise<{ fixture: Fixture; requests: string[] }> {
  let requests: string[] = [];
  const fixture = await createFixture('order', async app => {
    requests = ordersOf(await fill(app, 0));
  });
  return { fixture, requests };
}

async function against(fixture: Fixture, kind: 'submit' | 'order', requests: string[]): Promise<void> {
  const own = fixture.copy(`${kind}-raw`);
  const raw = await startServer('raw.ts', { kind, file: own.file });
  const ours = await startServer('ours.ts', { env: fixture.env });
  const variants = [
    { name: 'raw: FULL, grouped, equal rows', server: raw, requests, status: 201 },
    { name: 'ours: FULL, grouped', server: ours, requests, status: 201 },
  ];
  if (kind === 'submit') {
    const first = (requests[0] as string).replaceAll(UNIQUE, '0'.repeat(UNIQUE.length));
    assertSame(await send(raw.port, first), await send(ours.port, first), true);
  }
  for (const clients of CLIENTS) {
    const outcomes = await compare(variants, { clients, rounds: 3 });
    table(`Durable ${kind}, ${clients} clients`, outcomes, { 'ours: FULL, grouped': GOALS[kind].toFixed(2) });
    verdict('of raw group commit', outcomes[1]?.ratio ?? 0, GOALS[kind]);
  }
  await raw.stop();
  await ours.stop();
  own.remove();
  fixture.remove();
}
