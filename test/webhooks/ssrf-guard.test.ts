import { afterEach, expect, test } from 'bun:test';
import { createOutbound } from '../../src/platform/outbound/client.ts';
import { type Setup, setup } from '../campaigns/fixture.ts';
import { startNameServer } from '../support/name-server.ts';
import { startRawServer } from '../support/raw-server.ts';
import { createCampaignEvent, createEndpoint, deliverAll, listDeliveries } from './fixture.ts';

const closing: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).reverse()) await each.close();
});

function closed<T extends { close(): unknown }>(each: T): T {
  closing.push(each);
  return each;
}

test('a hostname that resolves to a private address at delivery time receives no packet', async () => {
  const canary = closed(await startRawServer());
  const names = closed(
    await startNameServer((_host, nth) => (nth === 0 ? ['93.184.215.14'] : ['127.0.0.1'])),
  );
  const outbound = createOutbound({ allow: [], resolve: names.resolve });
  const ctx: Setup = closed(await setup({}, { outbound }));
  const { id } = await createEndpoint(ctx, { url: `http://hooks.example.com:${canary.port}/` });
  await createCampaignEvent(ctx);
  await deliverAll(ctx);
  const [delivery] = await listDeliveries(ctx, id);
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1, responseStatus: null });
  expect(delivery.error).toContain('WEBHOOK_ALLOW');
  expect(canary.connections()).toBe(0);
});

test('a redirect counts as a response and is not followed', async () => {
  const canary = closed(await startRawServer());
  const location = `http://127.0.0.1:${canary.port}/`;
  const reply = `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
  const server = closed(await startRawServer({ reply: socket => socket.end(reply) }));
  const ctx: Setup = closed(await setup({ WEBHOOK_ALLOW: '127.0.0.0/8' }));
  const { id } = await createEndpoint(ctx, { url: `http://127.0.0.1:${server.port}/` });
  await createCampaignEvent(ctx);
  await deliverAll(ctx);
  expect((await listDeliveries(ctx, id))[0]).toMatchObject({ status: 'pending', responseStatus: 302 });
  expect([server.connections(), canary.connections()]).toEqual([1, 0]);
});

test('only the first 4 KiB of a long response are stored', async () => {
  const long = `HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n${'x'.repeat(9_000)}`;
  const server = closed(await startRawServer({ reply: socket => socket.end(long) }));
  const ctx: Setup = closed(await setup({ WEBHOOK_ALLOW: '127.0.0.1' }));
  const { id } = await createEndpoint(ctx, { url: `http://127.0.0.1:${server.port}/` });
  await createCampaignEvent(ctx);
  await deliverAll(ctx);
  const [{ status, responseBody }] = await listDeliveries(ctx, id);
  expect([status, responseBody]).toEqual(['succeeded', 'x'.repeat(4_096)]);
});
