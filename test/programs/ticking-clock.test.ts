import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, START_TIME, type TestApp } from '../support/test-app.ts';

/** A clock that is a millisecond later at each reading, as on a busy machine. */
function createTickingClock() {
  let now = START_TIME;
  return { now: () => now++ };
}

let ctx: TestApp;
let token: string;
let path: string;
beforeAll(async () => {
  ctx = await createTestApp({}, { clock: createTickingClock() });
  ({ token } = await createBusiness(ctx));
  const rewards = { cashback: { type: 'percentage', value: 10, holdDays: 0 } };
  const { data } = await ctx.call('POST', '/programs', { name: 'Regulars', rewards }, { as: token });
  path = `/programs/${data.id}`;
  await ctx.call('POST', `${path}/members`, { memberId: 'm1' }, { as: token });
});
afterAll(() => ctx.close());

test('cashback without a hold period is available at once, though time passes during the request', async () => {
  const order = { memberId: 'm1', orderValue: 20 };
  const earned = await ctx.call('POST', `${path}/cashback`, order, { as: token });
  expect(earned.data).toMatchObject({ amount: 2, status: 'available' });
  const visited = await ctx.call('POST', `${path}/visits`, order, { as: token });
  expect(visited.data.member.cashback).toMatchObject({ pending: 0, available: 4 });
});
