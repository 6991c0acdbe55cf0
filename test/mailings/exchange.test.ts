import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createPerk, placeOrder, post, type Setup, setup } from '../exchange/fixture.ts';
import { readOutbox } from './fixture.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup();
});
afterEach(() => ctx.close());

const subjects = () => ctx.mail.map(({ to, subject }) => [to, subject]);

test('an order that is completely filled causes one mail to its owner, from no shop', async () => {
  const perk = await createPerk(ctx, { supply: 10, listPrice: 4 });
  await placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId: perk.id, quantity: 3, price: 4 });
  await ctx.app.mailWorker.drain();
  expect(subjects()).toEqual([['ada@people.example', `Order filled: 3 × ${perk.name}`]]);
  expect(ctx.mail[0]).toMatchObject({ fromName: 'Perkmint' });
  expect(ctx.mail[0]?.text).toContain('Paid: $12.00');
  const { data } = await ctx.call('GET', '/business/mails', undefined, { as: ctx.business.token });
  expect(data.items).toEqual([]);
  expect(data.pagination.total).toBe(0);
});

test('an order that is filled in parts causes one mail, after the last part', async () => {
  const perk = await createPerk(ctx, { supply: 10, listPrice: 4 });
  await placeOrder(ctx, ctx.ada.token, { type: 'buy', perkId: perk.id, quantity: 4, price: 4 });
  await ctx.app.mailWorker.drain();
  const { order } = (
    await placeOrder(ctx, ctx.ada.token, { type: 'sell', perkId: perk.id, quantity: 4, price: 3 })
  ).data;
  for (const quantity of [1, 3]) {
    await post(ctx, '/exchange/trades', { orderId: order.id, quantity }, ctx.bob.token);
    await ctx.app.mailWorker.drain();
  }
  const rows = await readOutbox(ctx, ctx.ada.userId, 'order.filled');
  expect(rows.map(({ occasion, businessId }) => [occasion === order.id, businessId])).toEqual([
    [false, null],
    [true, null],
  ]);
  expect(await readOutbox(ctx, ctx.bob.userId, 'order.filled')).toHaveLength(2);
});
