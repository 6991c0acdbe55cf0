import { afterAll, beforeAll, expect, test } from 'bun:test';
import { get, perk, placed, post, type Scene, scene, type Wire } from './scene.ts';

let here: Scene;
beforeAll(async () => {
  here = await scene();
});
afterAll(() => here.close());

async function log(as: string): Promise<string[]> {
  const { data } = await get(here, '/events?type=exchange.&perPage=100', as);
  return data.items.map(({ type, data: { object } }: Wire) => `${type} ${object.id}`).reverse();
}

test("a business reads of its own orders in its own log, and nobody else's business does", async () => {
  const { id: perkId } = await perk(here, { listPrice: 4 });
  const [{ id: ask }] = (await get(here, '/exchange/orders', here.shop.token)).data.items;
  await post(here, '/exchange/enroll', {}, here.rival.token);
  const bid = { type: 'buy', perkId, quantity: 1, clientOrderId: 'secret' };
  const asked = await placed(here, here.ada.token, { ...bid, price: 4 });
  await post(
    here,
    '/exchange/deposits',
    { userId: here.rival.userId, amount: 9, reference: 'r' },
    here.admin,
  );
  const own = await placed(here, here.rival.token, { ...bid, price: 3 });
  await here.call('DELETE', `/exchange/orders/${own.order.id}`, undefined, { as: here.rival.token });

  const rival = await log(here.rival.token);
  expect(rival.slice(1)).toEqual([
    `exchange.order.created ${own.order.id}`,
    `exchange.order.cancelled ${own.order.id}`,
  ]);
  const shop = await log(here.shop.token);
  expect(shop.join()).not.toContain(own.order.id);
  // A person has no log: of its order the issuer reads nothing but the trade.
  expect(shop.slice(1)).toEqual([
    `exchange.order.created ${ask}`,
    `exchange.trade.executed ${asked.trades[0].id}`,
  ]);
});
