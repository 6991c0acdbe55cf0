import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createBusiness } from '../support/accounts.ts';
import { eventsWithForeignActor, listIdentifiers, type Trader } from '../support/foreign-actors.ts';
import type { CallOptions } from '../support/test-app.ts';
import { URL_A } from '../webhooks/fixture.ts';
import { createOrder, createPerk, creditWallet, type Json, post, type Setup, setup } from './fixture.ts';

const FOREIGN_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Three businesses and two people trade a perk of the issuer; the tests read what the issuer can see of the others. */
interface Market extends Setup {
  perkId: string;
  others: Trader[];
  /** The trace and the request IDs of all callers other than the issuer. */
  foreignRequestIds: string[];
}

let ctx: Market;
beforeAll(async () => {
  ctx = await playedMarket();
});
afterAll(() => ctx.close());

async function playedMarket(): Promise<Market> {
  const ctx = await setup();
  const third = await createBusiness(ctx, 'Green Cup');
  await post(ctx, '/webhooks', { url: URL_A }, ctx.business.token);
  for (const { token, businessId } of [ctx.otherBusiness, third]) {
    await post(ctx, '/exchange/enroll', {}, token);
    await creditWallet(ctx, businessId, 500);
  }
  const key = (await post(ctx, '/api-keys', { name: 'Bot' }, ctx.otherBusiness.token)).data.key;
  const traders = { ada: ctx.ada.token, bob: ctx.bob.token, competitor: { apiKey: key }, third: third.token };
  const foreignRequestIds: string[] = [FOREIGN_TRACE];
  const send = async (as: CallOptions['as'], method: string, path: string, body?: object): Promise<Json> => {
    const headers = { traceparent: `00-${FOREIGN_TRACE}-00f067aa0ba902b7-01` };
    const response = await ctx.call(method, path, body, { as, headers });
    if (response.status > 201) throw new Error(JSON.stringify(response.body));
    foreignRequestIds.push(response.headers.get('x-request-id') as string);
    return response.data;
  };
  let orders = 0;
  const order = (as: keyof typeof traders, type: string, quantity: number, price: number, fields = {}) => {
    orders += 1;
    const body = { type, perkId, quantity, price, clientOrderId: `secret-of-${as}-${orders}`, ...fields };
    return send(traders[as], 'POST', '/exchange/orders', body);
  };
  const { id: perkId } = await createPerk(ctx, { listPrice: 4, supply: 60 });
  // The issuer's offer is filled partially, then completely.
  for (const as of ['ada', 'bob', 'competitor', 'third'] as const) await order(as, 'buy', 15, 4);
  // Every pair of traders trades.
  await order('ada', 'sell', 1, 5);
  await order('competitor', 'buy', 1, 5);
  await order('third', 'sell', 2, 6);
  await order('bob', 'buy', 1, 6);
  const resting = await order('competitor', 'buy', 3, 2);
  await send(traders.ada, 'POST', '/exchange/trades', { orderId: resting.order.id, quantity: 1 });
  // The issuer's own bid, partially filled by a business, then completely by a person.
  const bid = await createOrder(ctx, ctx.business.token, { type: 'buy', perkId, quantity: 2, price: 3 });
  await send(traders.third, 'POST', '/exchange/trades', { orderId: bid.order.id, quantity: 1 });
  await order('bob', 'sell', 1, 3);
  // Orders that end without a trade: cancelled, expired and unfilled.
  const open = await order('ada', 'buy', 1, 1);
  await send(traders.ada, 'DELETE', `/exchange/orders/${open.order.id}`);
  const soon = new Date(ctx.clock.now() + 60_000).toISOString();
  await order('competitor', 'buy', 1, 1, { expiresAt: soon });
  await order('ada', 'buy', 1, 1, { expiresAt: soon });
  ctx.clock.advance(120_000);
  await order('bob', 'buy', 1, 0.5, { timeInForce: 'IOC' });
  return { ...ctx, perkId, others: [ctx.ada, ctx.bob, ctx.otherBusiness, third], foreignRequestIds };
}

async function foreignNames(): Promise<string[]> {
  const names = await Promise.all(ctx.others.map(party => listIdentifiers(ctx, party)));
  return [...names.flat(), ...ctx.foreignRequestIds];
}

async function logOfShop(type = ''): Promise<Json[]> {
  const { data } = await ctx.call('GET', `/events?perPage=100&type=${type}`, undefined, {
    as: ctx.business.token,
  });
  return data.items;
}

/** Returns the identifiers that a text contains. */
function found(names: string[], text: string): string[] {
  return names.filter(name => text.includes(name));
}

describe("An issuer's exchange events", () => {
  test("an issuer's exchange events do not contain another trader's person, key, business, order, request or clientOrderId", async () => {
    const names = await foreignNames();
    expect(names.length).toBeGreaterThan(40);
    expect(found(names, JSON.stringify(await logOfShop()))).toEqual([]);
  });

  test("an issuer's exchange events do not identify other traders in webhook payloads", async () => {
    await ctx.app.worker.drain();
    const bodies = ctx.sent.map(({ body, headers }) => JSON.stringify([body, headers]));
    // All but what was before the endpoint, and its own creation.
    expect(bodies.length).toBe((await logOfShop()).length - 2);
    expect(found(await foreignNames(), bodies.join())).toEqual([]);
  });

  test("an issuer's exchange events do not identify other traders in the event stream", async () => {
    const headers = { authorization: `Bearer ${ctx.business.token}` };
    const since = encodeURIComponent('2026-06-01T00:00:00Z');
    const url = `http://localhost/api/v1/events/stream?since=${since}&type=exchange.`;
    const reader = (await ctx.send(new Request(url, { headers }))).body?.getReader();
    let text = '';
    const total = (await logOfShop('exchange.')).length;
    while (text.split('data: ').length - 1 < total) {
      const part = await reader?.read();
      text += new TextDecoder().decode(part?.value);
    }
    await reader?.cancel();
    expect(found(await foreignNames(), text)).toEqual([]);
  });

  test('an issuer gets each trade of its perk with price, quantity and its own order', async () => {
    const trades = (await logOfShop('exchange.trade.executed')).map(({ data }) => data.object).reverse();
    const own = (await ctx.call('GET', '/exchange/orders', undefined, { as: ctx.business.token })).data.items;
    const [{ id: bid }, { id: ask }] = own;
    expect(
      trades.map(({ price, quantity, takerSide, buyOrderId, sellOrderId }) =>
        [price, quantity, takerSide, buyOrderId, sellOrderId].join(' ').trim(),
      ),
    ).toEqual([
      ...Array(4).fill(`4 15 buy  ${ask}`),
      '5 1 buy',
      '6 1 buy',
      '2 1 sell',
      `3 1 sell ${bid}`,
      `3 1 sell ${bid}`,
    ]);
  });

  test('an issuer gets its own orders in full, with the exchange as actor when others trade against them', async () => {
    const log = (await logOfShop('exchange.order.')).reverse();
    const businessActor = { kind: 'user', id: ctx.business.userId };
    const ofExchange = { kind: 'system', id: 'exchange' };
    expect(log.map(({ type, actor }) => [type, actor])).toEqual([
      ['exchange.order.created', businessActor],
      ['exchange.order.filled', ofExchange],
      ['exchange.order.created', businessActor],
      ['exchange.order.filled', ofExchange],
    ]);
    for (const { data } of log) expect(data.object.userId).toBe(ctx.business.userId);
  });
});

describe("Events of a person's orders", () => {
  test('appear in no event log, but the market stream includes their trades', async () => {
    const before = (await logOfShop()).length;
    const response = await ctx.send(new Request('http://localhost/api/v1/exchange/market/stream'));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId: ctx.perkId, quantity: 7, price: 0.25 });
    const { value } = await reader.read();
    await reader.cancel();
    expect(new TextDecoder().decode(value)).toContain('{"price":0.25,"quantity":7}');
    expect(await logOfShop()).toHaveLength(before);
  });
});

describe("Redeeming another business's perk", () => {
  test('identifies the business to the issuer, never its staff or keys', async () => {
    const identifiers = await listIdentifiers(ctx, ctx.otherBusiness);
    const people = identifiers.filter(name => name !== ctx.otherBusiness.businessId);
    const redeemed = await post(
      ctx,
      '/exchange/redemptions',
      { perkId: ctx.perkId },
      ctx.otherBusiness.token,
    );
    expect(redeemed.data.rewards[0].userId).toBe(ctx.otherBusiness.businessId);
    const [issued, burned] = await logOfShop();
    expect([burned.type, issued.type]).toEqual(['exchange.perk.redeemed', 'reward.issued']);
    expect(issued.actor).toEqual({ kind: 'system', id: 'exchange' });
    expect([issued.requestId, burned.requestId]).toEqual([null, null]);
    const { data: rewards } = await ctx.call('GET', '/rewards', undefined, { as: ctx.business.token });
    expect(found(people, JSON.stringify([issued, burned, rewards]))).toEqual([]);
  });
});

test('no event of any kind contains an actor of another business', async () => {
  expect(await eventsWithForeignActor(ctx)).toEqual([]);
});
