import { afterEach, beforeEach, expect, test } from 'bun:test';
import { confirmEmail } from '../../src/auth/store.ts';
import { atomically, CLI } from '../../src/context.ts';
import { depositCash } from '../../src/exchange/wallet/service/wallet.ts';
import type { Json, Scene } from '../programs/fixture.ts';
import { scene } from '../programs/fixture.ts';
import { connect, tell } from '../programs/shop-systems/fixture.ts';
import { PASSWORD } from '../support/accounts.ts';
import { createPerson, downloadExport, EMAIL, findPlantedRows } from './fixture.ts';

let ctx: Scene;
beforeEach(async () => {
  ctx = await scene();
});
afterEach(() => ctx.close());

async function post(path: string, body: object, as: string): Promise<Json> {
  const { status, data, body: answer } = await ctx.call('POST', path, body, { as });
  if (status > 201) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return data;
}

test('orders and money of the exchange stay without the person, and open orders end', async () => {
  const { token, userId } = await createPerson(ctx);
  const terms = { role: 'issuer', perk: { name: 'Free coffee', faceValue: 5, supply: 100 } };
  const { perk } = await post('/exchange/enroll', terms, ctx.business.token);
  await post('/exchange/enroll', { role: 'trader', displayName: 'W. Plantedname' }, token);
  await depositCash(ctx.app.as(CLI), { userId, amount: 50, reference: 'cash-1' });
  const order = { type: 'buy', perkId: perk.id, quantity: 2, price: 3 };
  const closed = await post('/exchange/orders', { ...order, clientOrderId: 'planted-note-1' }, token);
  await ctx.call('DELETE', `/exchange/orders/${closed.order.id}`, undefined, { as: token });
  await post('/exchange/orders', { ...order, clientOrderId: 'planted-note-2' }, token);
  const files = await downloadExport(ctx, token);
  expect(JSON.parse(files.get('data/exchange-orders.json')!)).toHaveLength(2);
  expect((await ctx.call('DELETE', '/account', undefined, { as: token })).status).toBe(200);
  expect(await findPlantedRows(ctx)).toEqual([]);
  const db = ctx.app.services.database.reader;
  const [cash] = await db.all<{ balance: number }>(
    `select sum(balance) as balance from ledger_accounts where owner_id = '${userId}' and unit = 'USD'`,
  );
  expect(Number(cash?.balance)).toBe(5_000);
  const open = await db.all("select id from exchange_orders where status in ('open', 'partiallyFilled')");
  expect(open).toEqual([]);
});

test('connected accounts, mails and orders of shop systems are erased', async () => {
  const { token, userId } = await createPerson(ctx);
  await post('/oauth/connect', { platform: 'instagram', method: 'bioCode', handle: 'plantedhandle' }, token);
  await ctx.app.mailWorker.drain();
  const shop = await connect(ctx, 'shopify');
  await tell(ctx, shop, { number: 1, email: EMAIL, cents: 1_000 });
  const files = await downloadExport(ctx, token);
  expect(files.get('data/mails.json')).toContain('submission');
  expect(files.get('data/connected-accounts.json')).toContain('plantedhandle');
  expect(files.get('data/orders.json')).toContain(EMAIL);
  await ctx.call('DELETE', '/account', undefined, { as: token });
  expect(await findPlantedRows(ctx)).toEqual([]);
  const db = ctx.app.services.database.reader;
  expect(await db.all(`select id from mail_outbox where user_id = '${userId}'`)).toEqual([]);
});

test('orders of an account that joined no program are exported and erased by its confirmed address only', async () => {
  const shop = await connect(ctx, 'shopify');
  const register = { action: 'register', email: EMAIL, password: PASSWORD, name: 'New' };
  const readOrders = async () => {
    const rows = await ctx.app.services.database.reader.all<{ email: string | null }>(
      'select email from inbound_orders',
    );
    return rows.map(({ email }) => email);
  };
  const { data: stranger } = await ctx.call('POST', '/auth', register);
  await tell(ctx, shop, { number: 1, email: EMAIL, cents: 1_000 });
  expect((await downloadExport(ctx, stranger.accessToken)).has('data/orders.json')).toBe(false);
  await ctx.call('DELETE', '/account', undefined, { as: stranger.accessToken });
  expect(await readOrders()).toEqual([EMAIL]);
  const { data } = await ctx.call('POST', '/auth', register);
  const system = ctx.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null });
  await atomically(system, tx => confirmEmail(tx.db, data.user.id, '2026-06-01T12:00:00.000Z'));
  expect((await downloadExport(ctx, data.accessToken)).get('data/orders.json')).toContain(EMAIL);
  await ctx.call('DELETE', '/account', undefined, { as: data.accessToken });
  expect(await readOrders()).toEqual([null]);
});

test('erasing a member deletes the mails of the business to that person', async () => {
  const { program, userId } = await createPerson(ctx);
  await ctx.app.mailWorker.drain();
  const list = () => ctx.call('GET', '/business/mails', undefined, { as: ctx.business.token });
  const names = (items: Json[]) => items.filter(({ recipient }) => recipient.id === userId).length;
  expect(names((await list()).data.items)).toBeGreaterThan(0);
  await ctx.call('DELETE', `/programs/${program}/members/${userId}`, undefined, { as: ctx.business.token });
  expect(names((await list()).data.items)).toBe(0);
});
