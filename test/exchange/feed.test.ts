import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type Ctx, SCHEDULER } from '../../src/context.ts';
import { MarketFeed } from '../../src/exchange/market/feed.ts';
import { yieldToEventLoop } from '../../src/platform/runtime/event-loop.ts';
import { createHeldPerk, createOrder, createPerk, createTrade, type Setup, setup } from './fixture.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup();
});
afterEach(() => ctx.close());

test('an error while the market is read does not escape, and a later reader gets a snapshot', async () => {
  await createPerk(ctx);
  const app = ctx.app.as(SCHEDULER);
  let isBroken = true;
  const getDb = () => {
    if (isBroken) throw new Error('The disk failed');
    return app.db;
  };
  const feed = new MarketFeed(Object.create(app, { db: { get: getDb } }) as Ctx);
  const stop = feed.start(() => {});
  await expect(feed.snapshot(undefined, undefined)).rejects.toThrow('The disk failed');
  isBroken = false;
  const { snapshot } = await feed.snapshot(undefined, undefined);
  expect(snapshot.perks).toHaveLength(1);
  stop();
});

test('changes that could not be read are published by a later check', async () => {
  const perk = await createPerk(ctx);
  const app = ctx.app.as(SCHEDULER);
  let reads = Number.POSITIVE_INFINITY;
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  const getDb = () => {
    reads -= 1;
    if (reads >= 0) return app.db;
    fail();
    throw new Error('The disk failed');
  };
  const feed = new MarketFeed(Object.create(app, { db: { get: getDb } }) as Ctx);
  const { promise: published, resolve } = Promise.withResolvers<void>();
  const stop = feed.start(resolve);
  const { next } = await feed.snapshot(undefined, undefined);
  // The list of changes is read, and then the read of the perk fails.
  reads = 1;
  await createOrder(ctx, ctx.business.token, { type: 'sell', perkId: perk.id, quantity: 3, price: 2 });
  await failed;
  reads = Number.POSITIVE_INFINITY;
  await published;
  expect(feed.getUpdate(next)?.change.perks).toMatchObject([{ perkId: perk.id, bestAsk: 2, askSize: 3 }]);
  stop();
});

test('the trades of a snapshot end where its updates begin, while others trade', async () => {
  const perk = await createHeldPerk(ctx);
  const { order } = await createOrder(ctx, ctx.ada.token, {
    type: 'sell',
    perkId: perk.id,
    quantity: 80,
    price: 1,
  });
  const feed = new MarketFeed(ctx.app.as(SCHEDULER));
  const stop = feed.start(() => {});
  const { tradeSequence: start } = await feed.snapshot(undefined, undefined);
  let last = start;
  const buy = async () => {
    for (let n = 0; n < 20; n++) await createTrade(ctx, ctx.bob.token, order.id, 1);
  };
  const trading = Promise.all([buy(), buy(), buy(), buy()]);
  while (last < start + 80) {
    const { snapshot, tradeSequence } = await feed.snapshot(start, undefined);
    expect(snapshot.trades).toHaveLength(tradeSequence - start);
    last = tradeSequence;
    await yieldToEventLoop();
  }
  await trading;
  stop();
});
