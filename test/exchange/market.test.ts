import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createLaunchedCampaign, DAY, MINUTE } from '../campaigns/fixture.ts';
import {
  createHeldPerk,
  createOrder,
  createPerk,
  findIntegrityProblems,
  get,
  type Json,
  type Setup,
  setup,
} from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

async function quoted(perkId: string): Promise<Json> {
  const { data } = await get(ctx, '/exchange/market');
  return data.perks.find((each: Json) => each.perkId === perkId);
}

describe('GET /exchange/market', () => {
  test('GET /exchange/market is public and returns null, not 0, where there is no price', async () => {
    const { id: perkId } = await createPerk(ctx);
    expect(await quoted(perkId)).toEqual({
      perkId,
      name: 'Free coffee',
      currency: 'USD',
      faceValue: 5,
      supply: 1_000,
      circulating: 0,
      lastPrice: null,
      bestBid: null,
      bestAsk: null,
      bidSize: null,
      askSize: null,
      spread: null,
      mid: null,
      open24h: null,
      high24h: null,
      low24h: null,
      change24h: null,
      volume24h: 0,
      trades24h: 0,
      depth: { bids: [], asks: [] },
    });
  });

  test('returns quotes, 24-hour statistics and 10 levels per side, best first', async () => {
    const { id: perkId } = await createHeldPerk(ctx);
    ctx.clock.advance(2 * DAY);
    for (const price of [3, 2, 2.5])
      await createOrder(ctx, ctx.bob.token, { type: 'sell', perkId, quantity: 2, price });
    await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 5, price: 3 });
    for (let level = 1; level <= 12; level += 1)
      await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: level, price: level / 10 });
    const found = await quoted(perkId);
    expect(found).toMatchObject({
      lastPrice: 3,
      bestBid: 1.2,
      bestAsk: 3,
      bidSize: 12,
      askSize: 1,
      spread: 1.8,
      mid: 2.1,
      open24h: 2,
      high24h: 3,
      low24h: 2,
      change24h: 1,
      volume24h: 12,
      trades24h: 3,
      circulating: 200,
    });
    expect(found.depth.bids).toHaveLength(10);
    expect(found.depth.bids[0]).toEqual({ price: 1.2, quantity: 12 });
    ctx.clock.advance(DAY - MINUTE);
    expect((await quoted(perkId)).trades24h).toBe(3);
    ctx.clock.advance(2 * MINUTE);
    expect(await quoted(perkId)).toMatchObject({
      lastPrice: 3,
      open24h: null,
      high24h: null,
      low24h: null,
      change24h: null,
      volume24h: 0,
      trades24h: 0,
    });
  });

  test('totals all perks and identifies no trader', async () => {
    const { data } = await get(ctx, '/exchange/market');
    expect(data).toMatchObject({ currency: 'USD', asOf: new Date(ctx.clock.now()).toISOString() });
    expect(data.totals.perks).toBe(data.perks.length);
    const mine = await get(ctx, '/exchange/orders?perPage=100', ctx.admin);
    const open = mine.data.items.filter(({ remainingQuantity }: Json) => remainingQuantity > 0);
    expect(data.totals.openOrders).toBe(open.length);
    expect(JSON.stringify(data)).not.toContain('usr_');
  });
});

describe('GET /exchange/opportunities', () => {
  test('lists opportunities, best score first, whose orders can be taken', async () => {
    const made = await createPerk(ctx, { listPrice: 4, supply: 10, expiresAt: isoTimeAt(10 * DAY) });
    await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId: made.id, quantity: 3, price: 2 });
    const { id: campaignId } = await createLaunchedCampaign(ctx);
    const { data } = await get(ctx, '/exchange/opportunities?perPage=100');
    const scores = data.items.map(({ score }: Json) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const ours = data.items.filter(({ perkId }: Json) => perkId === made.id);
    expect(new Set(ours.map(({ kind }: Json) => kind))).toEqual(
      new Set(['belowFaceValue', 'newListing', 'demand', 'expiringSoon']),
    );
    const below = ours.find(({ kind }: Json) => kind === 'belowFaceValue');
    expect(below).toMatchObject({
      perkName: 'Free coffee',
      businessName: 'Blue Cup',
      campaignId: null,
      price: 4,
      faceValue: 5,
      discountPercent: 20,
      availableQuantity: 10,
    });
    expect(data.items.find((each: Json) => each.campaignId === campaignId)).toMatchObject({
      kind: 'campaign',
      perkId: null,
      orderId: null,
      price: null,
      businessName: 'Blue Cup',
    });
    expect(JSON.stringify(data)).not.toContain('usr_');
    const take = { orderId: below.orderId, quantity: below.availableQuantity };
    const response = await ctx.call('POST', '/exchange/trades', take, { as: ctx.bob.token });
    expect(response.status).toBe(201);
    const second = await get(ctx, '/exchange/opportunities?page=2&perPage=2');
    expect(second.data.pagination.page).toBe(2);
  });
});

function isoTimeAt(ms: number): string {
  return new Date(ctx.clock.now() + ms).toISOString();
}

describe('GET /exchange/orders and /exchange/trades', () => {
  test("the lists return the caller's own orders and trades, newest first, with filters and totals", async () => {
    const { id: perkId } = await createHeldPerk(ctx);
    const sell = await createOrder(ctx, ctx.ada.token, { type: 'sell', perkId, quantity: 4, price: 1 });
    const buy = await createOrder(ctx, ctx.bob.token, { type: 'buy', perkId, quantity: 1, price: 1 });
    const path = `/exchange/orders?perkId=${perkId}`;
    const { data } = await get(ctx, path, ctx.ada.token);
    expect(data.items[0].id).toBe(sell.order.id);
    expect(data.pagination.total).toBe(2);
    const ofType = await get(ctx, `${path}&type=sell&status=partiallyFilled`, ctx.ada.token);
    expect(ofType.data.items.map(({ id }: Json) => id)).toEqual([sell.order.id]);
    const trades = await get(ctx, `/exchange/trades?perkId=${perkId}`, ctx.bob.token);
    expect(trades.data.items.map(({ id }: Json) => id)[0]).toBe(buy.trades[0].id);
    expect(trades.data.pagination.total).toBe(2);
    const all = await get(ctx, `/exchange/trades?perkId=${perkId}`, ctx.admin);
    expect(all.data.pagination.total).toBe(3);
    const page2 = await get(ctx, '/exchange/trades?page=2&perPage=2', ctx.ada.token);
    const both = await get(ctx, '/exchange/trades?page=1&perPage=4', ctx.ada.token);
    expect(page2.data.items).toEqual(both.data.items.slice(2, 4));
    expect((await get(ctx, '/exchange/trades', ctx.otherBusiness.token)).data.items).toEqual([]);
  });
});

describe('GET /pricing', () => {
  test('returns current perk prices and reflects trades immediately', async () => {
    const { id: perkId } = await createPerk(ctx, { listPrice: 4 });
    const quote = async () =>
      (await get(ctx, '/pricing')).data.perks.find((each: Json) => each.perkId === perkId);
    expect(await quote()).toEqual({
      perkId,
      name: 'Free coffee',
      currency: 'USD',
      faceValue: 5,
      lastPrice: null,
      bestBid: null,
      bestAsk: 4,
      volume24h: 0,
    });
    await createOrder(ctx, ctx.bob.token, { type: 'buy', perkId, quantity: 1, price: 4 });
    expect(await quote()).toMatchObject({ lastPrice: 4, volume24h: 4 });
  });
});
