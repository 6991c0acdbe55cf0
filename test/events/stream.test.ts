import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createApp } from '../../src/app.ts';
import { createLaunchedCampaign, type Json, listEvents, type Setup, setup } from '../campaigns/fixture.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { testConfig } from '../support/test-app.ts';
import { openStream } from './fixture.ts';

let ctx: Setup;
const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
beforeEach(async () => {
  ctx = await setup();
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cancel();
  await ctx.close();
});

async function open(query = '', headers: Record<string, string> = {}, token = ctx.business.token) {
  const stream = await openStream(ctx, `/events/stream${query}`, token, headers);
  readers.push(stream.reader);
  return stream;
}

describe('GET /events/stream', () => {
  test('returns server-sent events with the standard headers', async () => {
    const { response } = await open();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toStartWith('text/event-stream');
    for (const name of ['x-request-id', 'x-response-time', 'x-ratelimit-limit', 'cache-control'])
      expect(response.headers.get(name)).not.toBeNull();
  });

  test('sends new events in the same form as GET /events', async () => {
    await createLaunchedCampaign(ctx);
    const { take } = await open();
    await createLaunchedCampaign(ctx);
    expect(await take(2)).toEqual((await listEvents(ctx)).slice(2));
  });

  test('sends the ID and type of each event', async () => {
    const { reader } = await open();
    await reader.read();
    await createLaunchedCampaign(ctx, { launch: false });
    const { value } = await reader.read();
    const [event] = await listEvents(ctx);
    expect(new TextDecoder().decode(value)).toBe(
      `id: ${event.id}\nevent: campaign.created\ndata: ${JSON.stringify(event)}\n\n`,
    );
  });

  test('continues after Last-Event-ID without gaps or duplicates', async () => {
    for (let n = 0; n < 40; n++) await createLaunchedCampaign(ctx);
    const all = await listEvents(ctx);
    const { take } = await open('', { 'last-event-id': all[4].id });
    const caught = createLaunchedCampaign(ctx);
    const seen: Json[] = [];
    while (seen.length < 77) seen.push(...(await take(1)));
    await caught;
    expect(seen.map(event => event.sequence)).toEqual(Array.from({ length: 77 }, (_, n) => n + 6));
  });

  test('rejects an unknown Last-Event-ID and one of another business with the same error', async () => {
    await ctx.call('POST', '/api-keys', { name: 'Till' }, { as: ctx.otherBusiness.token });
    const { data } = await ctx.call('GET', '/events', undefined, { as: ctx.otherBusiness.token });
    for (const id of [data.items[0].id, 'evt_none']) {
      const { status, error } = await ctx.call('GET', '/events/stream', undefined, {
        as: ctx.business.token,
        headers: { 'last-event-id': id },
      });
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  test('filters by type, prefix, record and time', async () => {
    const first = await createLaunchedCampaign(ctx);
    ctx.clock.advance(1_000);
    const since = new Date(ctx.clock.now()).toISOString();
    const second = await createLaunchedCampaign(ctx);
    const kinds = async (query: string, count: number) =>
      (await (await open(query)).take(count)).map(event => event.type);
    expect(await kinds(`?since=${since}`, 2)).toEqual(['campaign.created', 'campaign.activated']);
    expect(await kinds(`?since=${since}&type=campaign.activated`, 1)).toEqual(['campaign.activated']);
    const old = '2020-01-01T00:00:00Z';
    expect(await kinds(`?since=${old}&type=campaign.&resourceId=${second.id}`, 2)).toEqual([
      'campaign.created',
      'campaign.activated',
    ]);
    expect(first.id).not.toBe(second.id);
  });

  test('sends a business only its own events', async () => {
    const theirs = await open('', {}, ctx.otherBusiness.token);
    await createLaunchedCampaign(ctx);
    await ctx.call('POST', '/api-keys', { name: 'Till' }, { as: ctx.otherBusiness.token });
    expect((await theirs.take(1)).map(event => event.businessId)).toEqual([ctx.otherBusiness.businessId]);
    const foreign = await ctx.call(
      'GET',
      `/events/stream?businessId=${ctx.otherBusiness.businessId}`,
      undefined,
      {
        as: ctx.business.token,
      },
    );
    expect(foreign.status).toBe(404);
  });

  test('requires admins to specify the business', async () => {
    const admin = await createAdmin(ctx);
    const unnamed = await ctx.call('GET', '/events/stream', undefined, { as: admin });
    expect(unnamed.error.details?.[0]?.field).toBe('businessId');
    const { take } = await open(`?businessId=${ctx.business.businessId}`, {}, admin);
    await createLaunchedCampaign(ctx);
    expect((await take(1)).length).toBe(2);
  });

  test('rejects customers and keys without the scope read', async () => {
    expect((await ctx.call('GET', '/events/stream', undefined, { as: ctx.ada.token })).status).toBe(403);
    const key = await ctx.call(
      'POST',
      '/api-keys',
      { name: 'w', scopes: ['write'] },
      { as: ctx.business.token },
    );
    const response = await ctx.call('GET', '/events/stream', undefined, { as: { apiKey: key.data.key } });
    expect(response.error.code).toBe('INSUFFICIENT_SCOPE');
  });

  test('an event stream ends when its credential expires', async () => {
    const key = await ctx.call('POST', '/api-keys', { name: 'Listener' }, { as: ctx.business.token });
    const { reader } = await open('', {}, key.data.key);
    await reader.read();
    await ctx.call('DELETE', `/api-keys/${key.data.id}`, undefined, { as: ctx.business.token });
    expect((await reader.read()).done).toBe(true);
  });

  test('an event stream ends when the server shuts down', async () => {
    const { reader } = await open();
    await reader.read();
    ctx.app.handler.drain();
    expect((await reader.read()).done).toBe(true);
  });

  test('includes events that another process recorded', async () => {
    const { take } = await open();
    const beside = await createApp(testConfig({ DATA_DIR: ctx.app.services.config.dataDir }));
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ctx.business.token}` };
    const body = JSON.stringify(CAMPAIGN);
    const sent = new Request('http://localhost/api/v1/campaigns', { method: 'POST', headers, body });
    expect((await beside.handler.fetch(sent, '127.0.0.1')).status).toBe(201);
    await beside.close();
    expect((await take(1)).map(({ type }) => type)).toEqual(['campaign.created']);
  });
});

describe('limits on event streams', () => {
  /** Opens up to `maximum` streams. @returns the number of open streams and the rejection, if any */
  async function fill(maximum: number, token: (n: number) => string, peer: (n: number) => string) {
    for (let n = 0; n < maximum; n++) {
      const headers = { authorization: `Bearer ${token(n)}` };
      const request = new Request('http://localhost/api/v1/events/stream', { headers });
      const response = await ctx.send(request, peer(n));
      if (response.status !== 200) return { opened: n, refused: response };
      readers.push((response.body as ReadableStream<Uint8Array>).getReader());
    }
    return { opened: maximum, refused: undefined };
  }

  async function keysOf(owner: string, count: number): Promise<string[]> {
    const keys: string[] = [];
    while (keys.length < count)
      keys.push(
        (await ctx.call('POST', '/api-keys', { name: `Listener ${keys.length}` }, { as: owner })).data.key,
      );
    return keys;
  }

  const everywhere = (n: number) => `192.0.2.${n}`;
  const here = () => '192.0.2.1';

  test('allows 16 streams per user or key, and a closed stream frees a slot', async () => {
    const { opened, refused } = await fill(20, () => ctx.business.token, everywhere);
    expect([opened, refused?.status]).toEqual([16, 503]);
    expect(refused?.headers.get('retry-after')).not.toBeNull();
    expect(await refused?.json()).toMatchObject({
      error: {
        code: 'UNAVAILABLE',
        message: 'Limit of 16 open event streams per person or key reached; close one and retry',
      },
    });
    await readers[0]?.cancel();
    expect((await fill(1, () => ctx.business.token, everywhere)).opened).toBe(1);
  });

  test('allows 32 streams per business across all its users', async () => {
    const keys = await keysOf(ctx.business.token, 4);
    const { opened, refused } = await fill(40, n => keys[n % 4] as string, everywhere);
    expect(opened).toBe(32);
    expect(await refused?.text()).toContain('per business reached');
    expect((await fill(1, () => ctx.otherBusiness.token, everywhere)).opened).toBe(1);
  });

  test('allows 64 streams per client address', async () => {
    const businesses = [ctx.business, ctx.otherBusiness, await createBusiness(ctx, 'Green Cup')];
    const keys = (await Promise.all(businesses.map(({ token }) => keysOf(token, 2)))).flat();
    const { opened, refused } = await fill(80, n => keys[n % 6] as string, here);
    expect(opened).toBe(64);
    expect(await refused?.text()).toContain('per address reached');
    expect(
      (
        await fill(
          1,
          () => keys[0] as string,
          () => '192.0.2.2',
        )
      ).opened,
    ).toBe(1);
  });
});
