import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Json } from '../campaigns/fixture.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type Browser, createPerson, PIN, signInDevice } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let other: BusinessFixture;
let station: string;
let harbor: string;
let browser: Browser;
let samId: string;
let programId: string;
let code: string;

beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  other = await createBusiness(ctx, 'Red Bowl');
  const as = { as: owner.token };
  station = (await ctx.call('POST', '/business/places', { name: 'Station' }, as)).data.id;
  harbor = (await ctx.call('POST', '/business/places', { name: 'Harbor' }, as)).data.id;
  ({ browser } = await signInDevice(ctx, owner, station));
  ({ userId: samId } = await createPerson(ctx, owner));
  const rewards = { pointsPerDollar: 1, cashback: { type: 'percentage', value: 10, holdDays: 0 } };
  programId = (await ctx.call('POST', '/programs', { name: 'Regulars', rewards }, as)).data.id;
  await ctx.call('POST', `/programs/${programId}/members`, { memberId: 'till-1', name: 'Ada' }, as);
  code = await issueReward();
});
afterAll(() => ctx.close());

/** Has a customer earn a reward of five dollars. @returns its code */
async function issueReward(): Promise<string> {
  const campaign = await ctx.call('POST', '/campaigns', { ...CAMPAIGN, launch: true }, { as: owner.token });
  const guest = await createCustomer(ctx);
  const submission = { campaignId: campaign.data.id, proofUrl: 'https://www.instagram.com/p/cup/' };
  const { data } = await ctx.call('POST', '/submissions', submission, { as: guest.token });
  const decision = { submissionId: data.id, action: 'approve' };
  return (await ctx.call('POST', '/submissions/review', decision, { as: owner.token })).data.reward.code;
}

const report = (query = '', as = owner.token) =>
  ctx.call('GET', `/statistics/counter?${query}`, undefined, { as });
const list = (query = '', as = owner.token) =>
  ctx.call('GET', `/counter/actions?perPage=100&${query}`, undefined, { as });

/** Signs Sam in on the device, which may have been idle. */
async function atCounter(method: string, path: string, body: object) {
  await browser.send('POST', '/session/pin', { userId: samId, pin: PIN });
  return browser.send(method, `/api/v1${path}`, body);
}

test('actions are recorded with person and place, and the totals of the report equal the lists', async () => {
  const visits = `/programs/${programId}/visits`;
  const visit = await atCounter('POST', visits, { memberId: 'till-1', quantity: 2, orderValue: 12.5 });
  expect(visit.status).toBe(201);
  expect((await atCounter('POST', '/rewards/redeem', { code })).status).toBe(200);
  expect((await atCounter('POST', '/rewards/reinstate', { code })).status).toBe(200);
  const redeemed = await ctx.call('POST', '/rewards/redeem', { code, placeId: harbor }, { as: owner.token });
  expect(redeemed.status).toBe(200);
  const earning = { memberId: 'till-1', orderValue: 30, orderId: 'A-1', placeId: harbor };
  const cashback = `/programs/${programId}/cashback`;
  await ctx.call('POST', cashback, earning, { as: owner.token });
  const spending = { action: 'redeem', memberId: 'till-1', amount: 1, placeId: harbor };
  expect((await ctx.call('POST', cashback, spending, { as: owner.token })).status).toBe(201);
  const refund = { action: 'refund', orderId: 'A-1', amount: 10, placeId: harbor };
  expect((await ctx.call('POST', cashback, refund, { as: owner.token })).status).toBe(201);

  const rewardId = redeemed.data.reward.id;
  expect(
    (await list(`resourceId=${rewardId}`)).data.items.map(({ kind, place }: Json) => [kind, place.name]),
  ).toEqual([
    ['redemption', 'Harbor'],
    ['reinstatement', 'Station'],
    ['redemption', 'Station'],
  ]);
  const [seen] = (await ctx.call('GET', `${visits}?include=member,counter`, undefined, { as: owner.token }))
    .data.items;
  expect(seen.member).toEqual({ memberId: 'till-1', name: 'Ada' });
  expect(seen.counter).toEqual({
    actor: { kind: 'user', id: samId, name: 'Sam' },
    place: { id: station, name: 'Station' },
  });

  const { data } = await report();
  expect(data.complete).toBe(true);
  const rows = Object.fromEntries(
    data.rows.map((row: { actor: { name: string }; place: { name: string } }) => [
      `${row.actor.name} at ${row.place.name}`,
      row,
    ]),
  );
  expect(rows['Sam at Station']).toMatchObject({
    actor: { kind: 'user', id: samId },
    place: { id: station },
    visits: 1,
    stamps: 2,
    purchases: 1,
    purchaseValue: 12.5,
    redemptions: 1,
    redemptionValue: 5,
    reinstatements: 1,
    reinstatementValue: 5,
  });
  expect(rows['Blue Cup owner at Harbor']).toMatchObject({
    visits: 0,
    purchases: 1,
    purchaseValue: 30,
    redemptions: 2,
    redemptionValue: 6,
    refunds: 1,
    refundValue: 10,
  });
  const actions = (await list()).data.items;
  expect(actions.map((action: { kind: string }) => action.kind)).toEqual([
    'refund',
    'redemption',
    'purchase',
    'redemption',
    'reinstatement',
    'redemption',
    'visit',
  ]);
  const sum = (field: string, kind?: string) =>
    actions
      .filter((action: { kind: string }) => kind === undefined || action.kind === kind)
      .reduce((total: number, action: Record<string, number>) => total + (action[field] ?? 0), 0);
  expect(data.totals).toMatchObject({
    visits: sum('visits'),
    stamps: sum('stamps'),
    purchaseValue: sum('purchase'),
    redemptionValue: sum('value', 'redemption'),
    reinstatementValue: sum('value', 'reinstatement'),
    refundValue: sum('value', 'refund'),
  });
});

test('a stamp that was undone counts neither as a visit nor as a refund', async () => {
  const as = { as: owner.token };
  const before = (await report()).data.totals;
  const visits = `/programs/${programId}/visits`;
  const { data: stamp } = await ctx.call('POST', visits, { memberId: 'till-1', placeId: harbor }, as);
  expect((await report()).data.totals).toMatchObject({ visits: before.visits + 1, refunds: before.refunds });
  const undo = { action: 'refund', visitId: stamp.id };
  expect((await ctx.call('POST', `/programs/${programId}/cashback`, undo, as)).status).toBe(201);
  expect((await report()).data.totals).toEqual(before);
});

test('the report and the list are filtered by place, person and time', async () => {
  expect((await report(`placeId=${harbor}`)).data.totals).toMatchObject({ visits: 0, redemptions: 2 });
  expect((await report(`userId=${samId}`)).data.totals).toMatchObject({ visits: 1, redemptions: 1 });
  expect((await list(`placeId=${station}&kind=redemption`)).data.pagination.total).toBe(1);
  expect((await list(`userId=${samId}`)).data.pagination.total).toBe(3);
  expect((await report('from=2026-06-02&to=2026-06-02')).data.rows).toEqual([]);
  expect((await report('from=2026-05-01&to=2026-05-31')).data.rows).toEqual([]);
  expect((await report('from=2026-06-01&to=2026-06-01')).data.totals.visits).toBe(1);
  expect((await list('from=2026-06-01T12:00:00.001Z')).data.pagination.total).toBe(0);
});

test('other businesses see nothing of it', async () => {
  expect((await report('from=2026-06-01&to=2026-06-02', other.token)).data.rows).toEqual([]);
  expect((await report(`placeId=${harbor}&from=2026-06-01`, other.token)).data.rows).toEqual([]);
  expect((await list('', other.token)).data.items).toEqual([]);
});

test("a place must be the business's own, and on a shared device that of the device", async () => {
  const foreign = await ctx.call('POST', '/business/places', { name: 'Bowl' }, { as: other.token });
  for (const placeId of [foreign.data.id, 'plc_none']) {
    const refused = await ctx.call('POST', '/rewards/reinstate', { code, placeId }, { as: owner.token });
    expect(refused.error.details).toEqual([
      { field: 'placeId', issue: 'is not a place of the business', rule: 'unknown' },
    ]);
  }
  const elsewhere = await atCounter('POST', '/rewards/reinstate', { code, placeId: harbor });
  expect(elsewhere.error.details[0]).toMatchObject({ field: 'placeId', rule: 'conflict' });
  expect(
    (await ctx.call('GET', `/rewards?code=${code}`, undefined, { as: owner.token })).data.items[0].status,
  ).toBe('redeemed');
});

test('a deleted place keeps its name in the report', async () => {
  await ctx.call('DELETE', `/business/places/${harbor}`, undefined, { as: owner.token });
  const { data } = await report('from=2026-06-01&to=2026-06-02');
  expect(data.rows.map((row: { place: { name: string } }) => row.place.name).toSorted()).toEqual([
    'Harbor',
    'Station',
  ]);
});
