import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { yieldToEventLoop } from '../../src/platform/runtime/event-loop.ts';
import { commandsOf } from '../property/exchange/check.ts';
import { playBoth } from '../property/exchange/compare.ts';
import { isShortOnPostgres } from '../support/postgres-app.ts';
import { createTestApp } from '../support/test-app.ts';
import {
  createHeldPerk,
  createOrder,
  createPerk,
  creditWallet,
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

describe('Concurrent requests', () => {
  test('twenty takers of one order buy its quantity only once', async () => {
    const { id: perkId } = await createHeldPerk(ctx);
    const { order } = await createOrder(ctx, ctx.ada.token, { type: 'sell', perkId, quantity: 7, price: 1 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        post(ctx, '/exchange/trades', { orderId: order.id, quantity: 1 }, ctx.bob.token),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(7);
    const codes = new Set(responses.flatMap(({ error }) => error?.code ?? []));
    expect(codes).toEqual(new Set(['ORDER_NOT_AVAILABLE']));
  });

  test('when a cancel and a taker compete, exactly one succeeds', async () => {
    const { id: perkId } = await createHeldPerk(ctx);
    for (let round = 0; round < 10; round += 1) {
      const { order } = await createOrder(ctx, ctx.ada.token, {
        type: 'sell',
        perkId,
        quantity: 1,
        price: 1,
      });
      const cancel = () =>
        ctx.call('DELETE', `/exchange/orders/${order.id}`, undefined, { as: ctx.ada.token });
      const take = () => post(ctx, '/exchange/trades', { orderId: order.id }, ctx.bob.token);
      const [first, second] = await Promise.all(round % 2 === 0 ? [cancel(), take()] : [take(), cancel()]);
      expect([first, second].filter(({ status }) => status < 300)).toHaveLength(1);
    }
  });

  test('concurrent orders are accepted only up to the available cash', async () => {
    const { id: perkId } = await createPerk(ctx);
    const { cash } = await getWallet(ctx, ctx.bob.token);
    const price = Math.floor((cash / 5) * 100) / 100;
    const responses = await Promise.all(
      Array.from({ length: 12 }, () =>
        placeOrder(ctx, ctx.bob.token, { type: 'buy', perkId, quantity: 1, price }),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
  });

  test('a clientOrderId creates one order, and a deposit reference one deposit', async () => {
    const { id: perkId } = await createPerk(ctx);
    const order = { type: 'sell', perkId, quantity: 1, price: 1, clientOrderId: 'race' };
    const orders = await Promise.all(
      Array.from({ length: 8 }, () => placeOrder(ctx, ctx.business.token, order)),
    );
    expect(orders.filter(({ status }) => status === 201)).toHaveLength(1);
    const body = { userId: ctx.otherBusiness.userId, amount: 1, reference: 'race' };
    const deposits = await Promise.all(
      Array.from({ length: 8 }, () => post(ctx, '/exchange/deposits', body, ctx.admin)),
    );
    expect(deposits.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

describe('A taker that matches many orders', () => {
  test('fills all of them in one transaction while other requests are served', async () => {
    const count = isShortOnPostgres ? 300 : 1_000;
    const { id: perkId } = await createPerk(ctx, { supply: count });
    await creditWallet(ctx, ctx.ada.userId, count);
    for (let n = 0; n < count; n += 100) {
      await Promise.all(
        Array.from({ length: 100 }, () =>
          createOrder(ctx, ctx.business.token, { type: 'sell', perkId, quantity: 1, price: 0.5 }),
        ),
      );
    }
    const seen: string[] = [];
    const sweeping = createOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: count, price: 0.5 });
    let isDone = false;
    const watching = (async () => {
      while (!isDone) {
        seen.push((await getOrderBook(ctx, perkId)).asks.join());
        await yieldToEventLoop();
      }
    })();
    const { order, trades } = await sweeping;
    isDone = true;
    await watching;
    expect([order.status, trades.length]).toEqual(['filled', count]);
    // The result is from before or after the change, never in between.
    expect(new Set(seen).size).toBeLessThanOrEqual(2);
    expect(seen.filter(asks => asks === `0.5×${count}`).length).toBeGreaterThan(3);
  });
});

describe('A perk that expires with many open orders', () => {
  test('releases every reserve in batches, so that other writes can run', async () => {
    const count = 450;
    const expiresAt = new Date(ctx.clock.now() + 60_000).toISOString();
    const { id: perkId } = await createPerk(ctx, { expiresAt });
    await Promise.all(
      Array.from({ length: count }, () =>
        createOrder(ctx, ctx.business.token, { type: 'sell', perkId, quantity: 1, price: 1 }),
      ),
    );
    ctx.clock.advance(61_000);
    let commits = 0;
    const stop = ctx.app.services.database.onCommit(() => {
      commits += 1;
    });
    const late = await placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId, quantity: 1, price: 1 });
    stop();
    expect([late.status, late.error.code]).toEqual([409, 'CONFLICT']);
    expect(commits).toBeGreaterThan(2);
    expect(await getPerkBalance(ctx, ctx.business.token, perkId)).toEqual([1_000, 0]);
  });
});

describe('A restart', () => {
  test('restores the same book, including priority, and continues', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'perkmint-restart-'));
    const before = await setup({ DATA_DIR: dataDir });
    const { id: perkId } = await createHeldPerk(before);
    const first = await createOrder(before, before.ada.token, {
      type: 'sell',
      perkId,
      quantity: 2,
      price: 1,
    });
    await createOrder(before, before.bob.token, { type: 'sell', perkId, quantity: 2, price: 1 });
    const shown = (await get(before, '/exchange/market')).body;
    await before.app.close();
    const after = await createTestApp({ DATA_DIR: dataDir });
    expect((await get(after, '/exchange/market')).body).toEqual(shown);
    const again = { ...before, ...after };
    const { trades } = await createOrder(again, before.business.token, {
      type: 'buy',
      perkId,
      quantity: 1,
      price: 1,
    });
    expect(trades[0].sellOrderId).toBe(first.order.id);
    expect(await findIntegrityProblems(after)).toEqual([]);
    await after.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

// 100 × 10,000 commands by `bun run check:exchange`
test.each(['USD', 'JPY', 'KWD'])('the model and the database agree in %s', async currency => {
  const own = await createTestApp();
  await playBoth(own, commandsOf(11, 200), currency);
  await own.close();
});
