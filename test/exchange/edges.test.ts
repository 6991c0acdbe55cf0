import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { TABLE } from './edges.ts';
import * as scenes from './fixture.ts';
import {
  createHeldPerk,
  createPerk,
  findIntegrityProblems,
  type Json,
  placeOrder,
  post,
  type Setup,
  setup,
} from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
  await scenes.creditWallet(ctx, ctx.business.businessId, 1_000);
});
afterAll(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

test('the table has at least 34 cases', () => {
  expect(TABLE.length).toBeGreaterThanOrEqual(34);
  expect(new Set(TABLE.map(([shape]) => shape)).size).toBe(TABLE.length);
});

describe('the order book after each case', () => {
  test.each(TABLE)('%s', async (_shape, steps) => {
    const made = await createHeldPerk(ctx);
    const ids: string[] = [];
    for (const [message, expected, bids, asks] of steps) {
      const outcome = await send(message, made.id, ids);
      const found = await scenes.getOrderBook(ctx, made.id);
      expect([message, outcome, found.bids.join(), found.asks.join()]).toEqual([
        message,
        expected,
        bids,
        asks,
      ]);
    }
  });

  test('a rejected order leaves cash and perks unchanged', async () => {
    const { id: perkId } = await createPerk(ctx);
    const before = [await scenes.getWallet(ctx, ctx.ada.token), await scenes.getWallet(ctx, ctx.bob.token)];
    for (const order of [
      { type: 'buy', perkId, quantity: 1_000_000, price: 1_000_000 },
      { type: 'sell', perkId, quantity: 1 },
    ])
      expect((await placeOrder(ctx, ctx.ada.token, order)).status).toBe(422);
    expect([await scenes.getWallet(ctx, ctx.ada.token), await scenes.getWallet(ctx, ctx.bob.token)]).toEqual(
      before,
    );
  });
});

/** Sends one message. @returns its error code, or the resulting order */
async function send(message: string, perkId: string, ids: string[]): Promise<string> {
  const [who = '', verb = '', what = '', more] = message.split(' ');
  const token = { ada: ctx.ada.token, bob: ctx.bob.token, shop: ctx.business.token }[who] ?? '';
  const named = ids[Number(what) - 1];
  if (verb === 'cancels') {
    return summarize(await ctx.call('DELETE', `/exchange/orders/${named}`, undefined, { as: token }), ids);
  }
  if (verb === 'takes') {
    const body = { orderId: named, quantity: Number(more) };
    return summarize(await post(ctx, '/exchange/trades', body, token), ids);
  }
  const [quantity, price] = what.split('@').map(Number);
  return summarize(
    await placeOrder(ctx, token, { type: verb, perkId, quantity, price, timeInForce: more }),
    ids,
  );
}

function summarize({ data, error }: { data: Json; error?: { code: string } }, ids: string[]): string {
  const order = data?.order ?? data;
  ids.push(order?.id ?? '');
  if (error) return error.code;
  const { status, filledQuantity, cancelledQuantity, cancelReason } = order;
  return `${status} ${filledQuantity}/${cancelledQuantity}${cancelReason ? ` ${cancelReason}` : ''}`;
}
