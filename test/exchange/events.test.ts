import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createOrder, createPerk, get, type Json, post, type Setup, setup } from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

async function log(as: string): Promise<string[]> {
  const { data } = await get(ctx, '/events?type=exchange.&perPage=100', as);
  return data.items.map(({ type, data: { object } }: Json) => `${type} ${object.id}`).reverse();
}

test('a business reads events of its own orders in its own log, and no other business does', async () => {
  const { id: perkId } = await createPerk(ctx, { listPrice: 4 });
  const [{ id: ask }] = (await get(ctx, '/exchange/orders', ctx.business.token)).data.items;
  await post(ctx, '/exchange/enroll', {}, ctx.otherBusiness.token);
  const bid = { type: 'buy', perkId, quantity: 1, clientOrderId: 'secret' };
  const asked = await createOrder(ctx, ctx.ada.token, { ...bid, price: 4 });
  await post(
    ctx,
    '/exchange/deposits',
    { userId: ctx.otherBusiness.userId, amount: 9, reference: 'r' },
    ctx.admin,
  );
  const own = await createOrder(ctx, ctx.otherBusiness.token, { ...bid, price: 3 });
  await ctx.call('DELETE', `/exchange/orders/${own.order.id}`, undefined, { as: ctx.otherBusiness.token });

  const competitorEvents = await log(ctx.otherBusiness.token);
  expect(competitorEvents.slice(1)).toEqual([
    `exchange.order.created ${own.order.id}`,
    `exchange.order.cancelled ${own.order.id}`,
  ]);
  const businessEvents = await log(ctx.business.token);
  expect(businessEvents.join()).not.toContain(own.order.id);
  // A person has no event log: the issuer sees only the trade, not the person's order.
  expect(businessEvents.slice(1)).toEqual([
    `exchange.order.created ${ask}`,
    `exchange.trade.executed ${asked.trades[0].id}`,
  ]);
});
