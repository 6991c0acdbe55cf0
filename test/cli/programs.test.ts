import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let id: string;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  const { token } = await createBusiness(ctx);
  const rewards = { cashback: { type: 'percentage', value: 10, holdDays: 0 }, points: { perDollar: 2 } };
  const { data } = await ctx.call('POST', '/programs', { name: 'Regulars', rewards }, { as: token });
  id = data.id;
  await ctx.call('POST', `/programs/${id}/members`, { memberId: 'm1', name: 'Ada' }, { as: token });
});
afterEach(() => ctx.close());

test('programs and members are listed and shown', async () => {
  expect((await cli('programs list')).out).toContain('Regulars');
  expect((await cli('programs list --status ended --json')).json.items).toEqual([]);
  expect((await cli(`programs show ${id} --json`)).json).toMatchObject({ id, memberCount: 1 });
  expect((await cli('programs show prg_none')).code).toBe(4);
  expect((await cli(`members list ${id}`)).out).toMatch(/m1 +Ada +active +- +0 +\$0\.00 +\$0\.00/);
  expect((await cli(`members show ${id} m1 --json`)).json.name).toBe('Ada');
  expect((await cli(`members show ${id} unknown`)).code).toBe(4);
});

test('cashback is earned, listed, redeemed and voided', async () => {
  const earned = await cli(`cashback earn ${id} m1 --order-value 24.55 --order A-1`);
  expect(earned.out).toMatch(/^m1 earned \$2\.45, available \(cbk_\w+\)\n$/);
  expect((await cli(`cashback earn ${id} m1 --order-value 24.55 --order A-1`)).code).toBe(5);
  expect((await cli(`cashback earn ${id} m1 --amount much`)).code).toBe(2);
  expect((await cli(`cashback earn ${id} m1`)).code).toBe(2);
  expect((await cli(`cashback redeem ${id} m1 --amount 2`)).out).toBe('$2.00 spent, $0.45 left\n');
  expect((await cli(`cashback redeem ${id} m1 --amount 2`)).code).toBe(5);
  const { items } = (await cli(`cashback list ${id} --member m1 --json`)).json;
  expect(items).toMatchObject([{ status: 'available', remaining: 0.45 }]);
  expect((await cli(`cashback void ${id} ${items[0].id}`)).code).toBe(2);
  expect((await cli(`cashback void ${id} ${items[0].id} --yes`)).code).toBe(5);
});

test('a statement is a table, JSON or CSV', async () => {
  await cli(`cashback earn ${id} m1 --order-value 24.55`);
  await cli(`cashback redeem ${id} m1 --amount 2`);
  expect((await cli(`members statement ${id} m1`)).out).toMatch(/available +cashback\.redeemed +-2 +0\.45/);
  const lines = (await cli(`members statement ${id} m1 --json`)).json;
  expect(lines.map((line: { account: string; amount: number }) => [line.account, line.amount])).toEqual([
    ['available', 2.45],
    ['available', -2],
    ['points', 49],
  ]);
  const { out } = await cli(`members statement ${id} m1 --csv`);
  const [head, first, second] = out.trimEnd().split('\r\n');
  expect(head).toBe('time,account,kind,amount,balance,reference');
  expect(first).toMatch(/^2026-06-01T12:00:00\.000Z,available,cashback\.earned,2\.45,2\.45,cbk_\w+$/);
  expect(second).toMatch(/,available,cashback\.redeemed,-2,0\.45,$/);
  expect((await cli(`members statement ${id} unknown`)).code).toBe(4);
});
