import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  createLaunchedCampaign,
  createSubmission,
  type Json,
  reviewSubmission,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import {
  buyReward,
  createProgram,
  earnCashback,
  enrollMember,
  listCashback,
  recordVisit,
  redeemCashback,
  transitionCashback,
} from '../programs/fixture.ts';

/** Promises of a number of days end with the last day in the business's time zone. */

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup();
});
afterEach(() => ctx.close());

const goTo = (time: string) => ctx.clock.advance(Date.parse(time) - ctx.clock.now());
const moveTo = (timeZone: string) => ctx.call('PUT', '/business', { timeZone }, { as: ctx.business.token });

async function issue(expiresInDays: number): Promise<Json> {
  const { id } = await createLaunchedCampaign(ctx, { reward: { type: 'fixed', value: 5, expiresInDays } });
  const submission = await createSubmission(ctx, id, { as: ctx.ada.token });
  return (await reviewSubmission(ctx, submission.id, 'approve')).data.reward;
}
const redeem = async ({ code }: Json) =>
  (await ctx.call('POST', '/rewards/redeem', { code }, { as: ctx.business.token })).status;

test.each([
  // Issued on February 1 at 10:23.
  ['Europe/Berlin', '2027-02-01T09:23:00.588Z', 30, '2027-03-03T22:59:59.999Z'],
  // The clocks go forward on March 28.
  ['Europe/Berlin', '2027-03-20T09:23:00.000Z', 30, '2027-04-19T21:59:59.999Z'],
  ['Europe/Berlin', '2027-03-27T22:59:59.999Z', 1, '2027-03-28T21:59:59.999Z'],
  // The clocks go back on October 25.
  ['Europe/Berlin', '2026-10-23T22:00:00.000Z', 1, '2026-10-25T22:59:59.999Z'],
  // The day after the last one starts at 01:00.
  ['America/Santiago', '2026-08-06T12:00:00.000Z', 30, '2026-09-06T03:59:59.999Z'],
  ['Africa/Cairo', '2027-04-28T12:00:00.000Z', 1, '2027-04-29T21:59:59.999Z'],
  // The last day starts at 01:00.
  ['Africa/Cairo', '2027-04-29T12:00:00.000Z', 1, '2027-04-30T20:59:59.999Z'],
  // It is February 2 there, and still January 31.
  ['Pacific/Kiritimati', '2027-02-01T11:00:00.000Z', 1, '2027-02-03T09:59:59.999Z'],
  ['Pacific/Pago_Pago', '2027-02-01T10:00:00.000Z', 1, '2027-02-02T10:59:59.999Z'],
])(
  'in %s, a reward issued at %s for %d days can be used until %s',
  async (zone, issuedAt, days, lastMoment) => {
    await moveTo(zone);
    goTo(issuedAt);
    const [used, missed] = [await issue(days), await issue(days)];
    expect([used.expiresAt, missed.expiresAt]).toEqual([lastMoment, lastMoment]);
    goTo(lastMoment);
    expect(await redeem(used)).toBe(200);
    ctx.clock.advance(1);
    expect(await redeem(missed)).toBe(409);
  },
);

test('on the afternoon of the last day, a reward is open for the person and the business', async () => {
  await moveTo('Europe/Berlin');
  goTo('2027-02-01T09:23:00.588Z');
  const reward = await issue(30);
  goTo('2027-03-03T16:00:00.000Z');
  const get = (as: string) => ctx.call('GET', `/rewards/${reward.id}`, undefined, { as });
  expect((await get(ctx.ada.token)).data.status).toBe('issued');
  expect((await get(ctx.business.token)).data.status).toBe('issued');
  expect(await redeem(reward)).toBe(200);
});

const REWARD = { type: 'fixed', value: 5, expiresInDays: 30 };
const TERMS = {
  points: { perDollar: 1 },
  goals: [{ id: 'first', name: 'First visit', metric: 'visits', target: 1, reward: REWARD }],
  shop: [{ id: 'cake', name: 'Cake', points: 10, reward: REWARD }],
  cashback: { type: 'fixed', value: 4, holdDays: 2, expiresInDays: 30 },
};

test('goals, the shop of a program and cashback promise whole days as well', async () => {
  await moveTo('Europe/Berlin');
  goTo('2027-02-01T23:30:00.000Z');
  const { id } = await createProgram(ctx, TERMS);
  await enrollMember(ctx, id, 'm1');
  await recordVisit(ctx, id, { orderValue: 100 });
  await buyReward(ctx, id, 'cake');
  const { data } = await ctx.call('GET', '/rewards', undefined, { as: ctx.business.token });
  expect(data.items.map(({ source, expiresAt }: Json) => [source, expiresAt])).toEqual([
    ['shop', '2027-03-04T22:59:59.999Z'],
    ['goal', '2027-03-04T22:59:59.999Z'],
  ]);
  // Available after 48 hours, on February 4 at 00:30.
  const [cashback] = await listCashback(ctx, id);
  expect(cashback).toMatchObject({
    availableAt: '2027-02-03T23:30:00.000Z',
    expiresAt: '2027-03-06T22:59:59.999Z',
  });
});

test('cashback can be spent to the end of its last day, also if it was confirmed early', async () => {
  await moveTo('Europe/Berlin');
  goTo('2027-02-01T09:23:00.000Z');
  const { id } = await createProgram(ctx, TERMS);
  await enrollMember(ctx, id, 'm1');
  const early = await earnCashback(ctx, id, { amount: 4 });
  const held = await earnCashback(ctx, id, { amount: 4 });
  expect(held.expiresAt).toBe('2027-03-05T22:59:59.999Z');
  goTo('2027-02-02T22:30:00.000Z');
  const { data: confirmed } = await transitionCashback(ctx, id, early.id, 'confirm');
  expect(confirmed.expiresAt).toBe('2027-03-04T22:59:59.999Z');
  goTo(confirmed.expiresAt);
  expect((await redeemCashback(ctx, id, 4)).status).toBe(201);
  goTo(held.expiresAt);
  expect((await redeemCashback(ctx, id, 2)).status).toBe(201);
  ctx.clock.advance(1);
  expect((await redeemCashback(ctx, id, 1)).error.code).toBe('INSUFFICIENT_BALANCE');
});
