import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createBusiness, createCustomer } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let id: string;
let owner: string;
let businessId: string;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  const business = await createBusiness(ctx);
  ({ businessId } = business);
  const { token } = business;
  owner = token;
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
  expect((await cli(`members list ${id}`)).out).toMatch(/m1 +Ada +- +active +- +0 +\$0\.00 +\$0\.00/);
  expect((await cli(`members list ${id} --q ad`)).out).toMatch(/m1 +Ada/);
  expect((await cli(`members list ${id} --q bob`)).out).not.toContain('m1');
  expect((await cli(`members find ad --business ${businessId}`)).out).toMatch(/prg_\w+ +m1 +Ada/);
  expect((await cli(`members show ${id} m1 --json`)).json.name).toBe('Ada');
  expect((await cli(`members show ${id} unknown`)).code).toBe(4);
});

test('a phone number that a member entered is marked and confirmed', async () => {
  const ada = await createCustomer(ctx);
  const member = { memberId: ada.userId, phone: '+12025550143' };
  await ctx.call('POST', `/programs/${id}/members`, member, { as: ada.token });
  expect((await cli(`members list ${id}`)).out).toContain('+12025550143 (not confirmed)');
  const { json } = await cli(`members confirm-phone ${id} ${ada.userId} --json`);
  expect(json).toMatchObject({ phone: '+12025550143', phoneConfirmed: true });
  expect((await cli(`members list ${id}`)).out).not.toContain('not confirmed');
  expect((await cli(`members confirm-phone ${id} m1`)).code).toBe(2);
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

test('a balance is corrected, and the correction is listed and undone', async () => {
  const adjust = (options: string) => cli(`members adjust ${id} m1 ${options}`);
  expect((await adjust('--points 80 --reason Missed')).out).toMatch(
    /^m1 has 80 points to spend \(adj_\w+\)\n$/,
  );
  expect((await adjust('--points -50 --reason Twice')).out).toContain('m1 has 30 points to spend');
  expect((await adjust('--points=-5 --reason Twice')).out).toContain('m1 has 25 points to spend');
  expect((await adjust('--visits 1 --reason Missed')).out).toContain('m1 has 1 visit (');
  const { json } = await adjust('--cashback 2.50 --reason Missed --json');
  expect(json).toMatchObject({ cashback: 2.5, reason: 'Missed', member: { cashback: { available: 2.5 } } });
  for (const wrong of ['', '--reason Why', '--points 5', '--points 5 --visits 1 --reason Why'])
    expect((await adjust(wrong)).code).toBe(2);
  expect((await adjust('--points -26 --reason Twice')).code).toBe(5);
  const listed = await cli(`members adjustments ${id} m1`);
  expect(listed.out).toMatch(/adj_\w+ +-50 +0 +\$0\.00 +Twice +cli /);
  expect((await cli(`members adjustments ${id} m1 --per-page 2`)).err).toContain('Page 1 of 3, 5 in total');
  const undone = await cli(`members undo-adjustment ${id} m1 ${json.id}`);
  expect(undone.out).toBe('The correction was undone: m1 has $0.00 of cashback to spend\n');
  expect((await cli(`members undo-adjustment ${id} m1 ${json.id}`)).code).toBe(5);
  expect((await cli(`members undo-adjustment ${id} m1 adj_none`)).code).toBe(4);
});

test('a correction that fills a stamp card prints the code', async () => {
  const goals = [
    { name: 'Card', metric: 'visits', target: 2, repeats: true, reward: { type: 'fixed', value: 3 } },
  ];
  await ctx.call('PUT', `/programs/${id}`, { rewards: { goals } }, { as: owner });
  expect((await cli(`members adjust ${id} m1 --visits 2 --reason Missed`)).out).toMatch(
    /^m1 has 2 visits \(adj_\w+\); won [A-Z0-9]{10}\n$/,
  );
});

test('members are merged, and separated again', async () => {
  await ctx.call('POST', `/programs/${id}/members`, { memberId: 'second' }, { as: owner });
  expect((await cli(`members merge ${id} second --into m1`)).out).toBe('second was merged into m1\n');
  expect((await cli(`members show ${id} second --json`)).json.memberId).toBe('m1');
  expect((await cli(`members undo-merge ${id} second`)).out).toBe('second is a separate member again\n');
  expect((await cli(`members merge ${id} second --into none`)).code).toBe(4);
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
  expect(head).toBe('\ufefftime,account,kind,amount,balance,reference');
  expect(first).toMatch(/^2026-06-01T12:00:00\.000Z,available,cashback\.earned,2\.45,2\.45,cbk_\w+$/);
  expect(second).toMatch(/,available,cashback\.redeemed,-2,0\.45,$/);
  expect((await cli(`members statement ${id} unknown`)).code).toBe(4);
});

test('visits are recorded and listed, and points are spent', async () => {
  const goals = [
    { name: 'Card', metric: 'visits', target: 2, repeats: true, reward: { type: 'fixed', value: 3 } },
  ];
  const shop = [{ id: 'mug', name: 'Mug', points: 10, reward: { type: 'item', name: 'Mug' } }];
  const rewards = { points: { perDollar: 2 }, goals, shop };
  await ctx.call('PUT', `/programs/${id}`, { rewards }, { as: owner });
  expect((await cli(`visits add ${id} m1 --order-value 6 --order V-1`)).out).toMatch(
    /^m1 has 1 visit \(vis_\w+\)\n$/,
  );
  expect((await cli(`visits add ${id} m1 --order V-1`)).code).toBe(5);
  expect((await cli(`visits add ${id} m1 --quantity 0`)).code).toBe(2);
  expect((await cli(`visits add ${id}`)).code).toBe(2);
  expect((await cli(`visits add ${id} m1`)).out).toMatch(/^m1 has 2 visits \(vis_\w+\); won [A-Z0-9]{10}\n$/);
  expect((await cli(`visits list ${id}`)).out).toMatch(/m1 +1 +V-1 +\$6\.00 +12/);
  expect((await cli(`visits list ${id} --member unknown --json`)).json.items).toEqual([]);
  expect((await cli(`redemptions add ${id} m1 mug`)).out).toMatch(
    /^[A-Z0-9]{10} for 10 points, 2 left \(sho_\w+\)\n$/,
  );
  expect((await cli(`redemptions add ${id} m1 mug`)).code).toBe(5);
  const [order] = (await cli(`redemptions list ${id} --member m1 --json`)).json.items;
  expect((await cli(`redemptions list ${id}`)).out).toMatch(/m1 +mug +10 +[A-Z0-9]{10} +completed/);
  expect((await cli(`redemptions cancel ${id} ${order.id} --reason Wrong`)).out).toBe(
    `Canceled ${order.id}: 10 points returned, 12 left\n`,
  );
  expect((await cli(`redemptions cancel ${id} ${order.id}`)).code).toBe(5);
  expect((await cli(`redemptions cancel ${id} sho_none`)).code).toBe(4);
});
