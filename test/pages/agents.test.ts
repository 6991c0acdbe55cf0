import { afterAll, expect, test } from 'bun:test';
import { AGENT_TASKS } from '../../src/dashboard/pages/business/integration/agent-tasks.ts';
import { describeFields, findRecords } from '../../src/dashboard/pages/business/review/request-fields.ts';
import { MANDATE, openShop } from '../mandates/fixture.ts';
import { createTestApp } from '../support/test-app.ts';

const ctx = await createTestApp();
afterAll(() => ctx.close());

test('every task of the form is of operations that an agent can have', async () => {
  const shop = await openShop(ctx);
  const tools = Object.values(AGENT_TASKS).flat();
  const body = { name: 'Robin', kind: 'agent', mandate: { ...MANDATE, tools } };
  const { data } = await ctx.call('POST', '/api-keys', body, { as: shop.token });
  expect(data.mandate.tools).toEqual(tools);
  expect(data.scopes).not.toContain('manage');
});

test('a request is shown with its records, and its other fields as texts with names', () => {
  const body = {
    memberId: 'ada',
    amount: 12.5,
    launch: true,
    reward: { type: 'fixed', value: 5 },
    goalIds: ['a', 'b'],
    note: null,
  };
  const request = { path: '/api/v1/programs/prg_1/cashback', body };
  expect(findRecords(request)).toEqual({ programId: 'prg_1', memberId: 'ada', campaignId: undefined });
  const fields: [string, string][] = [
    ['Launch', 'true'],
    ['Reward', 'Type: fixed, Value: 5'],
    ['Goal ids', 'a, b'],
    ['Note', '–'],
  ];
  const labels = { amount: 'Amount', reward: 'Reward' };
  const costing = (amount: number | null) => describeFields({ request, amount, currency: 'USD' }, labels);
  expect(costing(null)).toEqual([['Amount', '$12.50'], ...fields]);
  // The card shows the cost itself.
  expect(costing(12.5)).toEqual(fields);
});

test.each([
  ['/programs/prg_1/members/a%20b/adjustments', { points: 5 }, { programId: 'prg_1', memberId: 'a b' }],
  ['/campaigns', { id: 'cmp_1', name: 'Foam' }, { campaignId: 'cmp_1' }],
  ['/campaigns', { name: 'Foam' }, {}],
  ['/campaigns/cmp_1/duplicate', null, { campaignId: 'cmp_1' }],
  ['/campaigns/states', { ids: ['cmp_1'] }, {}],
  ['/submissions', { campaignId: 'cmp_1' }, { campaignId: 'cmp_1' }],
  ['/rewards/void', { id: 'rwd_1' }, {}],
])('the records of %s with %j are found', (path, body, records) => {
  const none = { programId: undefined, memberId: undefined, campaignId: undefined };
  expect(findRecords({ path: `/api/v1${path}`, body })).toEqual({ ...none, ...records });
});
