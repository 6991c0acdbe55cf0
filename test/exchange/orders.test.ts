import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { captureEventKinds } from '../campaigns/fixture.ts';
import {
  createHeldPerk,
  createOrder,
  createPerk,
  createTrade,
  findIntegrityProblems,
  get,
  getOrderBook,
  getPerkBalance,
  getWallet,
  placeOrder,
  post,
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

const code = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];

describe('Placing a limit order', () => {
  test('an unmatched order stays open and reserves its funds', async () => {
    const { id: perkId } = await createPerk(ctx);
    const before = await getWallet(ctx, ctx.ada.token);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 10, price: 2.5 }),
    );
    expect(response.status).toBe(201);
    expect(response.data.trades).toEqual([]);
    expect(response.data.order).toMatchObject({
      userId: ctx.ada.userId,
      perkId,
      type: 'buy',
      orderType: 'limit',
      price: 2.5,
      quantity: 10,
      filledQuantity: 0,
      remainingQuantity: 10,
      cancelledQuantity: 0,
      averagePrice: null,
      status: 'open',
      timeInForce: 'GTC',
      cancelReason: null,
      clientOrderId: null,
      expiresAt: null,
    });
    expect(kinds).toEqual([]);
    const after = await getWallet(ctx, ctx.ada.token);
    expect([before.cash - after.cash, after.cashReserved - before.cashReserved]).toEqual([25, 25]);
    expect(await getOrderBook(ctx, perkId)).toEqual({ bids: ['2.5×10'], asks: [] });
    await ctx.call('DELETE', `/exchange/orders/${response.data.order.id}`, undefined, { as: ctx.ada.token });
  });

  test('fills at resting prices, best first, and releases the reserve saved by a better price', async () => {
    const { id: perkId } = await createHeldPerk(ctx);
    const first = await createOrder(ctx, ctx.bob.token, { type: 'sell', perkId, quantity: 5, price: 3 });
    const second = await createOrder(ctx, ctx.bob.token, { type: 'sell', perkId, quantity: 5, price: 2 });
    const before = await getWallet(ctx, ctx.ada.token);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 12, price: 4 }),
    );
    const { order, trades } = response.data;
    expect(trades.map((trade: { price: number; quantity: number }) => [trade.price, trade.quantity])).toEqual(
      [
        [2, 5],
        [3, 5],
      ],
    );
    expect(trades[0]).toMatchObject({ perkId, buyOrderId: order.id, sellOrderId: second.order.id });
    expect(trades[1]).toMatchObject({ takerSide: 'buy', total: 15, sellOrderId: first.order.id });
    expect(order).toMatchObject({ status: 'partiallyFilled', filledQuantity: 10, averagePrice: 2.5 });
    expect(kinds).toEqual(['exchange.trade.executed', 'exchange.trade.executed']);
    const after = await getWallet(ctx, ctx.ada.token);
    expect([before.cash - after.cash, after.cashReserved - before.cashReserved]).toEqual([33, 8]);
    expect(await getPerkBalance(ctx, ctx.ada.token, perkId)).toEqual([110, 0]);
    expect(await getPerkBalance(ctx, ctx.bob.token, perkId)).toEqual([90, 0]);
    await ctx.call('DELETE', `/exchange/orders/${order.id}`, undefined, { as: ctx.ada.token });
  });

  test('an unfilled IOC or FOK order returns 201, cancelled, with a cancelReason', async () => {
    const { id: perkId } = await createPerk(ctx);
    for (const [timeInForce, cancelReason] of [
      ['IOC', 'immediateOrCancel'],
      ['FOK', 'fillOrKill'],
    ]) {
      const { kinds, response } = await captureEventKinds(ctx, () =>
        placeOrder(ctx, ctx.business.token, { type: 'sell', perkId, quantity: 2, price: 1, timeInForce }),
      );
      expect(response.status).toBe(201);
      expect(response.data.order).toMatchObject({ status: 'cancelled', cancelReason, cancelledQuantity: 2 });
      expect(kinds).toEqual(['exchange.order.created', 'exchange.order.cancelled']);
    }
  });

  test('a reused clientOrderId returns 409 CONFLICT; another owner may use it', async () => {
    const { id: perkId } = await createPerk(ctx);
    const order = { type: 'buy', perkId, quantity: 1, price: 1, clientOrderId: 'mine-1' };
    expect((await createOrder(ctx, ctx.ada.token, order)).order.clientOrderId).toBe('mine-1');
    expect(code(await placeOrder(ctx, ctx.ada.token, order))).toEqual([409, 'CONFLICT']);
    expect((await placeOrder(ctx, ctx.bob.token, order)).status).toBe(201);
  });

  test('returns 422 INSUFFICIENT_BALANCE without sufficient funds and changes nothing', async () => {
    const { id: perkId } = await createPerk(ctx);
    const before = await getWallet(ctx, ctx.ada.token);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 1_000, price: 1_000 }),
    );
    expect([code(response), kinds]).toEqual([[422, 'INSUFFICIENT_BALANCE'], []]);
    const sell = await placeOrder(ctx, ctx.ada.token, { type: 'sell', perkId, quantity: 1, price: 1 });
    expect(code(sell)).toEqual([422, 'INSUFFICIENT_BALANCE']);
    expect(await getWallet(ctx, ctx.ada.token)).toEqual(before);
  });
});

describe('Placing a market order', () => {
  test('a market order without open orders on the other side returns 422 NO_LIQUIDITY before checking the balance and records nothing', async () => {
    const { id: perkId } = await createPerk(ctx);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 1_000_000 }),
    );
    expect([code(response), kinds]).toEqual([[422, 'NO_LIQUIDITY'], []]);
    await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 1, price: 1 });
    expect(code(await placeOrder(ctx, ctx.ada.token, { type: 'sell', perkId, quantity: 5 }))).toEqual([
      422,
      'NO_LIQUIDITY',
    ]);
  });

  test('fills the available quantity and cancels the rest', async () => {
    const { id: perkId } = await createPerk(ctx, { listPrice: 0.5, supply: 3 });
    const { order, trades } = await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 5 });
    expect(order).toMatchObject({
      orderType: 'market',
      price: null,
      timeInForce: 'IOC',
      status: 'cancelled',
      averagePrice: 0.5,
      filledQuantity: 3,
      cancelledQuantity: 2,
      remainingQuantity: 0,
      cancelReason: 'immediateOrCancel',
    });
    expect(trades).toHaveLength(1);
  });

  test('returns 422 INSUFFICIENT_BALANCE if it costs more than the available cash', async () => {
    const { id: perkId } = await createPerk(ctx, { listPrice: 900, supply: 3 });
    expect(code(await placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 3 }))).toEqual([
      422,
      'INSUFFICIENT_BALANCE',
    ]);
  });
});

describe('Matching an order of the same owner', () => {
  test('cancels the remainder of the taker and keeps the resting order', async () => {
    const { id: perkId } = await createHeldPerk(ctx);
    await createOrder(ctx, ctx.bob.token, { type: 'sell', perkId, quantity: 2, price: 1 });
    const own = await createOrder(ctx, ctx.ada.token, { type: 'sell', perkId, quantity: 2, price: 2 });
    const { order } = await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 5, price: 3 });
    expect(order).toMatchObject({ status: 'cancelled', cancelReason: 'selfTrade', filledQuantity: 2 });
    expect((await get(ctx, `/exchange/orders/${own.order.id}`, ctx.ada.token)).data.status).toBe('open');
    const whole = { type: 'buy', perkId, quantity: 1, price: 3, timeInForce: 'FOK' };
    expect((await createOrder(ctx, ctx.ada.token, whole)).order).toMatchObject({
      status: 'cancelled',
      cancelReason: 'selfTrade',
    });
    expect(code(await post(ctx, '/exchange/trades', { orderId: own.order.id }, ctx.ada.token))).toEqual([
      409,
      'SELF_TRADE',
    ]);
  });
});

describe('DELETE /exchange/orders/:id', () => {
  test('returns the order and releases its reserve; a second call returns 409 INVALID_TRANSITION', async () => {
    const { id: perkId } = await createPerk(ctx);
    const before = await getWallet(ctx, ctx.ada.token);
    const { order } = await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 4, price: 1 });
    const cancel = () => ctx.call('DELETE', `/exchange/orders/${order.id}`, undefined, { as: ctx.ada.token });
    const { kinds, response } = await captureEventKinds(ctx, cancel);
    expect(response.status).toBe(200);
    expect(response.data).toMatchObject({
      id: order.id,
      status: 'cancelled',
      cancelReason: 'user',
      remainingQuantity: 0,
      cancelledQuantity: 4,
    });
    expect(kinds).toEqual([]);
    expect(code(await cancel())).toEqual([409, 'INVALID_TRANSITION']);
    expect(await getWallet(ctx, ctx.ada.token)).toEqual(before);
  });

  test("returns 404 for another trader's order, as for an unknown one", async () => {
    const { id: perkId } = await createPerk(ctx);
    const { order } = await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 4, price: 1 });
    const cancel = (id: string) =>
      ctx.call('DELETE', `/exchange/orders/${id}`, undefined, { as: ctx.bob.token });
    const foreign = await cancel(order.id);
    expect([foreign.status, foreign.body]).toEqual([404, (await cancel('ord_absent')).body]);
    expect((await get(ctx, `/exchange/orders/${order.id}`, ctx.bob.token)).status).toBe(404);
  });
});

describe('POST /exchange/trades', () => {
  test('takes a resting order at its price, even if a better one exists, and records a filled IOC order', async () => {
    const { id: perkId } = await createHeldPerk(ctx);
    await createOrder(ctx, ctx.bob.token, { type: 'sell', perkId, quantity: 5, price: 1 });
    const named = await createOrder(ctx, ctx.bob.token, { type: 'sell', perkId, quantity: 5, price: 2 });
    const { kinds, response } = await captureEventKinds(ctx, () =>
      post(ctx, '/exchange/trades', { orderId: named.order.id, quantity: 2 }, ctx.ada.token),
    );
    expect(response.status).toBe(201);
    const { trade, order } = response.data;
    expect(trade).toMatchObject({ price: 2, quantity: 2, total: 4, buyOrderId: order.id, takerSide: 'buy' });
    expect(order).toMatchObject({ timeInForce: 'IOC', status: 'filled', price: 2, quantity: 2 });
    expect(kinds).toEqual(['exchange.trade.executed']);
    expect(await getOrderBook(ctx, perkId)).toEqual({ bids: [], asks: ['1×5', '2×3'] });
    const all = await createTrade(ctx, ctx.ada.token, named.order.id);
    expect(all.trade.quantity).toBe(3);
  });

  test('returns 409 ORDER_NOT_AVAILABLE for too large a quantity or a closed order, 404 for an unknown one', async () => {
    const { id: perkId } = await createHeldPerk(ctx);
    const { order } = await createOrder(ctx, ctx.bob.token, { type: 'sell', perkId, quantity: 2, price: 1 });
    const take = (fields: object) => post(ctx, '/exchange/trades', fields, ctx.ada.token);
    expect(code(await take({ orderId: order.id, quantity: 3 }))).toEqual([409, 'ORDER_NOT_AVAILABLE']);
    await createTrade(ctx, ctx.ada.token, order.id);
    expect(code(await take({ orderId: order.id }))).toEqual([409, 'ORDER_NOT_AVAILABLE']);
    expect(code(await take({ orderId: 'ord_absent' }))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('POST /exchange/orders errors', () => {
  test('reports a missing enrollment before an unknown perk', async () => {
    const order = { type: 'buy', perkId: 'prk_absent', quantity: 1, price: 1 };
    expect(code(await placeOrder(ctx, ctx.otherBusiness.token, order))).toEqual([403, 'NOT_ENROLLED']);
    expect(code(await placeOrder(ctx, ctx.ada.token, order))).toEqual([404, 'NOT_FOUND']);
    expect(code(await post(ctx, '/exchange/trades', { orderId: 'x' }, ctx.otherBusiness.token))).toEqual([
      403,
      'NOT_ENROLLED',
    ]);
  });

  for (const [what, fields, field] of [
    ['quantity 0', { quantity: 0 }, 'quantity'],
    ['quantity 1.5', { quantity: 1.5 }, 'quantity'],
    ['quantity 1,000,001', { quantity: 1_000_001 }, 'quantity'],
    ['price 0', { price: 0 }, 'price'],
    ['price 0.0001', { price: 0.0001 }, 'price'],
    ['price 10,000,000,000,001', { price: 10_000_000_000_001 }, 'price'],
    ['a type of its own', { type: 'hold' }, 'type'],
    ['a time in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['a clientOrderId of 65', { clientOrderId: 'x'.repeat(65) }, 'clientOrderId'],
  ] as [string, object, string][]) {
    test(`rejects ${what} with VALIDATION_ERROR`, async () => {
      const order = { type: 'buy', perkId: 'prk_x', quantity: 1, price: 1, ...fields };
      const { status, error } = await placeOrder(ctx, ctx.ada.token, order);
      expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    });
  }
});
