import { CLI } from '../../../src/context.ts';
import { depositCash } from '../../../src/exchange/wallet/service/wallet.ts';
import type { BusinessFixture } from '../../support/accounts.ts';
import type { TestApp } from '../../support/test-app.ts';
import { readList } from './read-list.ts';

const READS = [
  '/exchange/market',
  '/exchange/opportunities',
  '/exchange/wallet',
  '/exchange/orders?status=open',
  '/exchange/orders?status=open,filled',
  '/exchange/orders?type=sell',
  '/exchange/trades',
];

/** Performs each exchange operation once, then reads all exchange resources. */
export async function useExchange(
  ctx: TestApp,
  owner: BusinessFixture,
  guest: { token: string; userId: string },
) {
  const [as, by] = [owner.token, guest.token];
  const perk = { name: 'Free coffee', faceValue: 5, supply: 100, listPrice: 4 };
  const { perk: made } = (await ctx.call('POST', '/exchange/enroll', { role: 'issuer', perk }, { as })).data;
  await ctx.call('POST', '/exchange/enroll', {}, { as: by });
  await depositCash(ctx.app.as(CLI), { userId: guest.userId, amount: 500, reference: 'plans' });
  const { body } = await ctx.send(new Request('http://localhost/api/v1/exchange/market/stream'));
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  const order = async (type: 'buy' | 'sell', quantity: number, more: object = {}) =>
    (await ctx.call('POST', '/exchange/orders', { type, perkId: made.id, quantity, ...more }, { as: by }))
      .data;
  await order('buy', 9, { price: 5, clientOrderId: 'plans' });
  await order('buy', 1);
  const { order: own } = await order('sell', 3, { price: 6 });
  await ctx.call('DELETE', `/exchange/orders/${own.id}`, undefined, { as: by });
  const [{ id: orderId }] = (await ctx.call('GET', '/exchange/orders', undefined, { as })).data.items;
  await ctx.call('POST', '/exchange/trades', { orderId, quantity: 1 }, { as: by });
  await ctx.call('POST', '/exchange/redemptions', { perkId: made.id }, { as: by });
  await reader.read();
  await reader.cancel();
  for (const path of READS) {
    for (const caller of [as, by]) await readList(ctx, path, caller);
    await readList(ctx, `/exchange/trades?perkId=${made.id}`, by);
  }
}
