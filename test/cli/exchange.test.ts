import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
});
afterEach(() => ctx.close());

test('a wallet can be credited once per reference, and is shown', async () => {
  const { businessId } = await createBusiness(ctx);
  const credit = `wallet credit --business ${businessId} --amount 50 --reference bank-1`;
  expect((await cli(`${credit} --json`)).json.wallet.cash).toBe(50);
  expect((await cli(credit)).code).toBe(5);
  expect((await cli(`wallet show --business ${businessId} --json`)).json).toMatchObject({ cash: 50 });
  expect((await cli('wallet show --user usr_none')).code).toBe(4);
  expect((await cli('wallet show')).code).toBe(2);
  expect((await cli(`wallet credit --business ${businessId} --amount -1 --reference x`)).code).toBe(2);
});

test('market, order book, orders and trades are listed', async () => {
  const { token } = await createBusiness(ctx);
  const perk = { name: 'Free coffee', faceValue: 5, supply: 10, listPrice: 4 };
  const { data } = await ctx.call('POST', '/exchange/enroll', { role: 'issuer', perk }, { as: token });
  expect((await cli('exchange market')).out).toContain('Free coffee');
  const book = await cli(`exchange book ${data.perk.id} --json`);
  expect(book.json.depth.asks).toEqual([{ price: 4, quantity: 10 }]);
  expect((await cli('exchange book prk_none')).code).toBe(4);
  const orders = await cli('exchange orders --status open --json');
  expect(orders.json.items).toMatchObject([{ perkId: data.perk.id, type: 'sell' }]);
  expect((await cli('exchange trades --json')).json.items).toEqual([]);
});
