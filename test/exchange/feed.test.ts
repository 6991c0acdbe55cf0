import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type Ctx, SCHEDULER } from '../../src/context.ts';
import { MarketFeed } from '../../src/exchange/market/feed.ts';
import { createPerk, type Setup, setup } from './fixture.ts';

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
