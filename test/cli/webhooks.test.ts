import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { SCENARIOS } from '../../cli/webhooks/trigger-scenarios.ts';
import { listen, type Server } from '../../src/http/server.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { signatureHeaders, signBody, signStandard } from '../../src/platform/security/signatures.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { findFreePort } from '../support/free-port.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { perkmint, type RunOptions } from './fixture.ts';

let ctx: TestApp;
let server: Server;
let business: BusinessFixture;
let dataDir: string;
let secretFile: string;
let apiKey: string;
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDCTgcrjqTJ2M=';

beforeAll(async () => {
  // The commands and the server below meet over real sockets, so they share the real clock.
  ctx = await createTestApp({ WEBHOOK_ALLOW: '127.0.0.0/8' }, { clock: systemClock });
  dataDir = ctx.app.services.config.dataDir;
  business = await createBusiness(ctx);
  server = listen({ host: '127.0.0.1', port: 0 });
  server.open(ctx.app.handler);
  secretFile = join(dataDir, 'hook.secret');
  // Editors and downloads add whitespace.
  writeFileSync(secretFile, ` ${SECRET} \r\n`);
  const key = await ctx.call('POST', '/api-keys', { name: 'CLI' }, { as: business.token });
  apiKey = key.data.key;
});
afterAll(async () => {
  await server.stop();
  await ctx.close();
});

const run = (line: string[], options: RunOptions = {}) =>
  perkmint(dataDir, ['webhooks', ...line], {
    ...options,
    env: { WEBHOOK_ALLOW: '127.0.0.0/8', ...options.env },
    overrides: { clock: systemClock },
  });

/** Starts a server that records the webhooks it receives. */
function startReceiver(status = 200) {
  const received: { headers: Headers; body: string }[] = [];
  const bun = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async request => {
      received.push({ headers: request.headers, body: await request.text() });
      return new Response('ok', { status });
    },
  });
  return { received, url: `http://127.0.0.1:${bun.port}/hook`, stop: () => bun.stop(true) };
}

describe('webhooks add, list, test, deliveries and redeliver', () => {
  test('the webhooks commands create an endpoint, test it and redeliver missed events', async () => {
    const { received, url, stop } = startReceiver();
    const added = await run([
      'add',
      url,
      '--business',
      business.businessId,
      '--events',
      'campaign., reward.issued',
    ]);
    expect(added.out).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    const listed = await run(['list', '--business', business.businessId, '--json']);
    const [{ id, events }] = listed.json.items;
    expect(events).toEqual(['campaign.', 'reward.issued']);

    const tried = await run(['test', id, '--type', 'campaign.paused', '--json']);
    expect(tried.json).toMatchObject({ type: 'campaign.paused', status: 'succeeded', responseStatus: 200 });
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'campaign.paused', test: true });
    expect(received[0]?.headers.get('x-webhook-signature')).toBe(
      signBody(added.out.trim(), received[0]?.body ?? ''),
    );

    const shown = await run(['deliveries', id]);
    expect(shown.out).toContain('campaign.paused');
    const again = await run(['redeliver', tried.json.id]);
    expect(again.code).toBe(0);
    const since = await run(['redeliver', id, '--since', '2020-01-01T00:00:00Z', '--json']);
    expect(since.json).toEqual({ webhookId: id, redelivered: 0 });
    await stop();
  });

  test('webhooks test exits with 7 and still prints the delivery if the receiver rejects it or does not answer', async () => {
    const refusing = startReceiver(500);
    const added = await run(['add', refusing.url, '--business', business.businessId, '--json']);
    const { id } = added.json;
    const tried = await run(['test', id, '--json']);
    expect(tried.json).toMatchObject({ status: 'pending', attempts: 1, responseStatus: 500 });
    expect([tried.code, JSON.parse(tried.err).error.code]).toEqual([7, 'CHECK_FAILED']);
    await refusing.stop();
    const { code, out, err } = await run(['test', id]);
    expect([code, out]).toEqual([7, expect.stringContaining('responseStatus')]);
    expect(err).toStartWith('error: The test event was not delivered: ');
  });

  test('the webhooks commands work at a server, which sends', async () => {
    const { received, url, stop } = startReceiver();
    const at = (...line: string[]) =>
      run([...line, '--server', `http://127.0.0.1:${server.port}`, '--json'], {
        env: { PERKMINT_API_KEY: apiKey },
      });
    const { id } = (await at('add', url, '--events', 'campaign.')).json;
    const worker = ctx.app.worker;
    void worker.start();
    const tried = await at('test', id);
    expect(tried.json).toMatchObject({ type: 'webhook.ping', status: 'succeeded', responseStatus: 200 });
    expect([tried.code, received.length]).toEqual([0, 1]);
    expect((await at('redeliver', tried.json.id)).json.type).toBe('webhook.ping');
    expect((await at('redeliver', 'dlv_none')).code).toBe(4);
    expect((await at('redeliver')).code).toBe(2);
    await stop();
    expect((await at('test', id)).code).toBe(7);
    await worker.stop();

    const { status } = await ctx.call('POST', '/campaigns', CAMPAIGN, { as: business.token });
    expect(status).toBe(201);
    const since = '2020-01-01T00:00:00Z';
    expect((await at('replay', id, '--from', since, '--delivered')).json).toMatchObject({ next: null });
    expect((await at('replay', id, '--from', since, '--to', since)).code).toBe(2);
    await ctx.app.services.database.transaction(
      async tx => await tx.run(sql`update deliveries set status = 'failed', next_attempt_at = null`),
    );
    const again = await at('redeliver', '--failed');
    expect(again.json.endpoints).toContainEqual({ webhookId: id, redelivered: 3 });
    const counts = again.json.endpoints.map(({ redelivered }: { redelivered: number }) => redelivered);
    expect(again.json.redelivered).toBe(counts.reduce((sum: number, each: number) => sum + each, 0));
    expect((await at('redeliver', '--failed')).json).toEqual({ redelivered: 0, endpoints: [] });
    expect((await at('redeliver', id, '--since', since)).json).toEqual({ webhookId: id, redelivered: 0 });
    expect((await at('redeliver', 'whk_none', '--failed')).code).toBe(4);
    expect((await at('redeliver', '--failed', '--business', 'biz_none')).json.endpoints).toEqual([]);
  });

  test.each([
    ['an unknown kind', ['add', 'https://h.example/', '--business', 'B', '--events', 'nothing'], 2],
    ['a private address', ['add', 'http://10.0.0.1/', '--business', 'B'], 2],
    ['an unknown endpoint', ['test', 'whk_none'], 4],
    ['an unknown delivery', ['redeliver', 'dlv_none'], 4],
  ])('the webhooks commands reject %s with its exit code', async (_, line, code) => {
    expect((await run(line.map(word => (word === 'B' ? business.businessId : word)))).code).toBe(code);
  });
});

describe('webhooks send and listen', () => {
  test('webhooks listen accepts the valid requests of webhooks send, rejects invalid ones and prints all', async () => {
    const port = findFreePort();
    const ready = Promise.withResolvers<string>();
    const line = ['listen', '--port', String(port), '--secret-file', secretFile, '--count', '5'];
    const listening = run(line, { onStderr: ready.resolve });
    await ready.promise;
    const url = `http://127.0.0.1:${port}/`;
    const send = (as: string) => run(['send', url, '--secret-file', secretFile, '--as', as, '--json']);
    const responses = [
      await send('valid'),
      await send('bad-signature'),
      await send('stale'),
      await send('replayed'),
    ];
    expect(responses.map(({ json }) => json.statuses)).toEqual([[200], [401], [401], [200, 200]]);
    expect(responses.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const { out, code } = await listening;
    expect(code).toBe(0);
    expect(out.match(/signature valid/g)?.length).toBe(3);
    expect(out).toContain('SIGNATURE INVALID');
    expect(out).toContain('TIMESTAMP EXPIRED');
  });

  test('webhooks listen rejects an old webhook with a fresh unsigned timestamp', async () => {
    const [port, ready] = [findFreePort(), Promise.withResolvers<string>()];
    const line = ['listen', '--port', String(port), '--secret-file', secretFile, '--count', '2'];
    const listening = run(line, { onStderr: ready.resolve });
    await ready.promise;
    const [now, yesterday] = [Math.floor(Date.now() / 1000), Math.floor(Date.now() / 1000) - 86_400];
    const body = JSON.stringify({ id: 'evt_1', createdAt: new Date(yesterday * 1000).toISOString() });
    const captured = signatureHeaders(
      { current: SECRET },
      { id: 'evt_1', timestampSeconds: yesterday, body },
    );
    const replay = { ...captured, 'X-Webhook-Timestamp': String(now) };
    const bodyAlone = {
      'X-Webhook-Signature': signBody(SECRET, body),
      'X-Webhook-Timestamp': String(now),
    };
    for (const headers of [replay, bodyAlone])
      expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status).toBe(401);
    expect((await listening).out.match(/TIMESTAMP EXPIRED/g)?.length).toBe(2);
  });

  test('webhooks send fails for a receiver that accepts or rejects everything', async () => {
    const [lax, strict] = [startReceiver(200), startReceiver(500)];
    const send = (url: string, as: string) => run(['send', url, '--secret-file', secretFile, '--as', as]);
    expect((await send(lax.url, 'stale')).code).toBe(7);
    expect((await send(strict.url, 'valid')).code).toBe(7);
    await Promise.all([lax.stop(), strict.stop()]);
    expect((await send(lax.url, 'valid')).code).toBe(6);
  });

  test('webhooks listen --server forwards signed events to a local URL until --count is reached', async () => {
    const { received, url, stop } = startReceiver();
    const { causes } = SCENARIOS.campaign!;
    const line = ['listen', '--server', `http://127.0.0.1:${server.port}`, '--forward-to', url];
    const options = ['--secret-file', secretFile, '--type', 'campaign.', '--count', String(causes.length)];
    const listening = run([...line, ...options], { env: { PERKMINT_API_KEY: apiKey } });
    await streamIsOpen();
    const triggered = await run(['trigger', 'campaign', '--server', `http://127.0.0.1:${server.port}`], {
      env: { PERKMINT_API_KEY: apiKey },
    });
    expect(triggered.code).toBe(0);
    const { out, code } = await listening;
    expect(code).toBe(0);
    expect(received.map(({ headers }) => headers.get('x-webhook-event'))).toEqual([...causes]);
    for (const { headers, body } of received) {
      expect(headers.get('x-webhook-signature')).toBe(signBody(SECRET, body));
      expect(JSON.parse(body)).toMatchObject({
        id: headers.get('webhook-id') as string,
        businessId: business.businessId,
      });
    }
    expect(out.trim().split('\n').length).toBe(causes.length);
    await stop();
  });

  test('webhooks listen needs a secret, or a server with a valid key', async () => {
    expect((await run(['listen'])).code).toBe(2);
    const url = `http://127.0.0.1:${server.port}`;
    expect((await run(['listen', '--server', url])).code).toBe(2);
    const wrong = { env: { PERKMINT_API_KEY: `pmk_${'a'.repeat(38)}` } };
    expect((await run(['listen', '--server', url], wrong)).code).toBe(3);
  });
});

/** Makes a write that no assertion looks at, because an open stream sends events on each commit. */
async function streamIsOpen(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { handler } = ctx.app;
  const { fetch } = handler;
  handler.fetch = async (request, peer) => {
    const response = await fetch(request, peer);
    if (new URL(request.url).pathname.endsWith('/events/stream')) resolve();
    return response;
  };
  await promise;
  handler.fetch = fetch;
}

describe('webhooks verify', () => {
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const bodyOf = (ago: number) =>
    JSON.stringify({ id: 'evt_1', createdAt: new Date(Date.now() - ago * 1000).toISOString() });
  const verify = (body: string, signature: string, timestamp: number, more: string[] = []) => {
    const file = join(dataDir, 'body.json');
    writeFileSync(file, body);
    const flags = ['--secret-file', secretFile, '--signature', signature, '--timestamp', String(timestamp)];
    return run(['verify', file, ...flags, ...more]);
  };

  test('accepts a valid and rejects an invalid or expired request by X-Webhook-Signature', async () => {
    const body = bodyOf(0);
    expect((await verify(body, signBody(SECRET, body), nowSeconds())).code).toBe(0);
    expect((await verify(`${body} `, signBody(SECRET, body), nowSeconds())).code).toBe(7);
    expect((await verify(body, signBody(SECRET, body), 1_600_000_000)).err).toContain('5 minutes');
  });

  test('rejects an old body with a fresh timestamp', async () => {
    const body = bodyOf(86_400);
    const { code, err } = await verify(body, signBody(SECRET, body), nowSeconds());
    expect([code, err]).toEqual([7, expect.stringContaining('createdAt')]);
  });

  test('accepts webhook-signature with its ID, within 5 minutes of its timestamp', async () => {
    const body = bodyOf(86_400);
    const at = (timestampSeconds: number) => signStandard(SECRET, { id: 'evt_1', timestampSeconds, body });
    const now = nowSeconds();
    expect((await verify(body, at(now), now, ['--id', 'evt_1'])).code).toBe(0);
    expect((await verify(body, at(now), now + 1, ['--id', 'evt_1'])).code).toBe(7);
    expect((await verify(body, at(now), now, ['--id', 'evt_2'])).code).toBe(7);
    expect((await verify(body, at(now - 360), now - 360, ['--id', 'evt_1'])).err).toContain('5 minutes');
    const { code, err } = await verify(body, at(now), now);
    expect([code, err]).toEqual([2, expect.stringContaining('--id')]);
  });
});

describe('webhooks trigger', () => {
  test('creates a temporary key for a local business and revokes it', async () => {
    const line = [
      'trigger',
      'key',
      '--server',
      `http://127.0.0.1:${server.port}`,
      '--business',
      business.businessId,
    ];
    expect((await run(line)).out.trim().split('\n')).toEqual([...SCENARIOS.key!.causes]);
    const { data } = await ctx.call('GET', '/api-keys', undefined, { as: business.token });
    expect(data.items.map((key: { name: string }) => key.name)).toEqual(['CLI']);
  });

  test('rejects an unknown scenario and lists the known ones', async () => {
    const { code, err } = await run(['trigger', 'nothing']);
    expect([code, err.includes('campaign, approval')]).toEqual([2, true]);
  });
});
