import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createApp } from '../../src/app.ts';
import { CLI } from '../../src/context.ts';
import { depositCash } from '../../src/exchange/wallet/service/wallet.ts';
import { testConfig } from '../support/test-app.ts';
import {
  createHeldPerk,
  createOrder,
  createPerk,
  createTrade,
  get,
  type Json,
  placeOrder,
  post,
  type Setup,
  setup,
} from './fixture.ts';

let ctx: Setup;
const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
beforeEach(async () => {
  ctx = await setup();
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cancel();
  await ctx.close();
});

interface Frame {
  id: string;
  event: string;
  data: Json;
}

function request(query = '', headers: Record<string, string> = {}): Request {
  return new Request(`http://localhost/api/v1/exchange/market/stream${query}`, { headers });
}

async function open(query = '', headers: Record<string, string> = {}, peer?: string) {
  const response = await ctx.send(request(query, headers), peer);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  readers.push(reader);
  let text = '';
  /** Returns the next message. */
  const next = async (): Promise<Frame> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      const part = text.slice(0, end);
      if (end !== -1) text = text.slice(end + 2);
      const field = (name: string) => part.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1] as string;
      if (end !== -1 && field('data'))
        return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) };
      if (end !== -1) continue;
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended after ${text}`);
      text += new TextDecoder().decode(value);
    }
  };
  /** Reads messages until one contains the given text. */
  const until = async (isIt: (data: Json) => unknown): Promise<Frame[]> => {
    const seen: Frame[] = [];
    do seen.push(await next());
    while (!isIt(seen.at(-1)?.data));
    return seen;
  };
  return { response, reader, next, until };
}

async function line(perkId: string): Promise<Json> {
  const { data } = await get(ctx, '/exchange/market');
  return data.perks.find((each: Json) => each.perkId === perkId);
}

describe('GET /exchange/market/stream', () => {
  test('GET /exchange/market/stream is a public stream of server-sent events with the standard response headers', async () => {
    const { response, reader } = await open();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toStartWith('text/event-stream');
    for (const name of ['x-request-id', 'x-response-time', 'x-ratelimit-limit', 'cache-control'])
      expect(response.headers.get(name)).not.toBeNull();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toStartWith('retry: ');
  });

  test('first sends the whole market, exactly as GET /exchange/market returns it', async () => {
    await createPerk(ctx, { listPrice: 4 });
    const { next } = await open();
    const { data } = await get(ctx, '/exchange/market');
    expect(await next()).toEqual({ id: '0', event: 'market', data: { ...data, trades: [] } });
  });

  test('then sends the complete state of each changed perk, as GET /exchange/market returns it', async () => {
    const { id: perkId } = await createPerk(ctx, { listPrice: 4 });
    await createPerk(ctx, { name: 'Tea', listPrice: 3 });
    const { next, until } = await open();
    await next();
    await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 2, price: 3 });
    const [{ event, data }] = (await until(() => true)) as [Frame];
    expect(event).toBe('change');
    expect(data).toMatchObject({ perks: [await line(perkId)], removedPerkIds: [], trades: [] });
    expect(data.perks[0].depth.bids).toEqual([{ price: 3, quantity: 2 }]);
  });

  test('sends trades without identifying a person, a business or an order', async () => {
    const { id: perkId } = await createPerk(ctx, { listPrice: 4 });
    const { next, until } = await open();
    await next();
    const { order } = await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 2, price: 5 });
    const seen = await until(data => data.trades.length > 0);
    const { id, data } = seen.at(-1) as Frame;
    const executedAt = order.createdAt;
    expect(data.trades).toEqual([
      { perkId, currency: 'USD', price: 4, quantity: 2, takerSide: 'buy', executedAt },
    ]);
    expect(id).toBe('1');
    const { ada, bob, business } = ctx;
    const text = JSON.stringify(seen);
    for (const secret of [
      ada.userId,
      bob.userId,
      business.userId,
      business.businessId,
      order.id,
      'usr_',
      'ord_',
    ])
      expect(text).not.toContain(secret);
  });

  test('GET /exchange/market/stream also sends cancels, redemptions, new perks and expiries', async () => {
    const { id: perkId } = await createHeldPerk(ctx);
    const { next, until } = await open();
    await next();
    const { order } = await createOrder(ctx, ctx.ada.token, { type: 'sell', perkId, quantity: 2, price: 3 });
    await until(data => data.perks[0]?.askSize === 2);
    await ctx.call('DELETE', `/exchange/orders/${order.id}`, undefined, { as: ctx.ada.token });
    await until(data => data.perks[0]?.bestAsk === null);
    await post(ctx, '/exchange/redemptions', { perkId, quantity: 3 }, ctx.bob.token);
    await until(data => data.perks[0]?.circulating === 197);
    const expiresAt = new Date(ctx.clock.now() + 60_000).toISOString();
    const short = await createPerk(ctx, { name: 'Short', expiresAt });
    await until(data => data.perks[0]?.name === 'Short');
    await createOrder(ctx, ctx.bob.token, { type: 'buy', perkId: short.id, quantity: 1, price: 1 });
    ctx.clock.advance(61_000);
    await get(ctx, '/exchange/market');
    await until(data => data.removedPerkIds.includes(short.id));
  });

  test('sends nothing for a rejected request or one of another domain', async () => {
    const { id: perkId } = await createPerk(ctx, { listPrice: 4 });
    const { next } = await open();
    await next();
    const refused = [
      await placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 1_000_000, price: 5 }),
      await placeOrder(ctx, ctx.ada.token, { type: 'sell', perkId, quantity: 1, price: 5 }),
      await placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId: 'prk_none', quantity: 1, price: 5 }),
      await placeOrder(ctx, ctx.otherBusiness.token, { type: 'buy', perkId, quantity: 1, price: 5 }),
      await post(ctx, '/exchange/trades', { orderId: 'ord_none' }, ctx.ada.token),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 404, 403, 404]);
    await ctx.call('POST', '/api-keys', { name: 'Till' }, { as: ctx.business.token });
    await createOrder(ctx, ctx.bob.token, { type: 'buy', perkId, quantity: 1, price: 1 });
    expect((await next()).data).toMatchObject({ perks: [{ perkId, bidSize: 1 }], trades: [] });
  });

  test('combines simultaneous changes and ends with the state of the book', async () => {
    const { id: perkId } = await createPerk(ctx, { listPrice: 4 });
    const { next, until } = await open();
    await next();
    const count = 100;
    await Promise.all(
      Array.from({ length: count }, () =>
        createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 1, price: 1 }),
      ),
    );
    const seen = await until(data => data.perks[0]?.bidSize === count);
    expect(seen.length).toBeLessThan(count / 4);
    expect(seen.at(-1)?.data.perks).toEqual([await line(perkId)]);
  });

  test('filters by perk', async () => {
    const { id: perkId } = await createPerk(ctx, { listPrice: 4 });
    const other = await createPerk(ctx, { name: 'Tea', listPrice: 3 });
    const { next } = await open(`?perkId=${perkId}`);
    expect((await next()).data.perks).toMatchObject([{ perkId }]);
    await createOrder(ctx, ctx.bob.token, { type: 'buy', perkId: other.id, quantity: 1, price: 3 });
    await createOrder(ctx, ctx.bob.token, { type: 'buy', perkId, quantity: 1, price: 4 });
    expect((await next()).data).toMatchObject({ perks: [{ perkId }], trades: [{ perkId }] });
    expect((await ctx.call('GET', '/exchange/market/stream?perkId=prk_none')).status).toBe(404);
  });

  test('sends missed trades to a reader that reconnects and ignores an invalid Last-Event-ID', async () => {
    const { id: perkId } = await createPerk(ctx, { listPrice: 4 });
    const { order } = await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 1, price: 4 });
    expect(order.status).toBe('filled');
    const { next, reader } = await open();
    const { id } = await next();
    await reader.cancel();
    const [{ id: ask }] = (await get(ctx, '/exchange/orders?status=partiallyFilled', ctx.business.token)).data
      .items;
    for (const quantity of [2, 3]) await createTrade(ctx, ctx.bob.token, ask, quantity);
    const again = await (await open('', { 'last-event-id': id })).next();
    expect(again.data.trades.map(({ quantity }: Json) => quantity)).toEqual([2, 3]);
    expect(again.data.perks).toEqual([await line(perkId)]);
    for (const strange of ['99', 'evt_01', '-1'])
      expect((await (await open('', { 'last-event-id': strange })).next()).data.trades).toEqual([]);
  });

  test('includes changes written by another process', async () => {
    const { id: perkId } = await createPerk(ctx, { listPrice: 4 });
    const { next, until } = await open();
    await next();
    const beside = await createApp(testConfig({ DATA_DIR: ctx.app.services.config.dataDir }));
    await depositCash(beside.as(CLI), { userId: ctx.bob.userId, amount: 5, reference: 'beside' });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ctx.bob.token}` };
    const body = JSON.stringify({ type: 'buy', perkId, quantity: 1, price: 4 });
    const sent = new Request('http://localhost/api/v1/exchange/orders', { method: 'POST', headers, body });
    expect((await beside.handler.fetch(sent, '127.0.0.1')).status).toBe(201);
    await beside.close();
    expect((await until(data => data.trades.length > 0)).at(-1)?.data.perks).toMatchObject([{ perkId }]);
  });

  test('GET /exchange/market/stream ends when the server drains', async () => {
    const { reader, next } = await open();
    await next();
    ctx.app.handler.drain();
    expect((await reader.read()).done).toBe(true);
  });

  test('limits streams per client address, and closing one makes room for another', async () => {
    const streams = [];
    for (let n = 0; n < 32; n++) streams.push(await open());
    const refused = await ctx.call('GET', '/exchange/market/stream');
    expect([refused.status, refused.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await open('', {}, '192.0.2.7')).response.status).toBe(200);
    await streams[0]?.reader.cancel();
    expect((await ctx.call('GET', '/exchange/market/stream')).status).toBe(200);
  });
});
