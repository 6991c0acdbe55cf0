import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { atomically } from '../../src/context.ts';
import { listRewardProblems } from '../../src/rewards/reinstate.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import {
  captureEventKinds,
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  HOUR,
  isoTimeAt,
  type Json,
  reviewSubmission,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import { createStaff } from '../support/accounts.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterEach(async () => expect(await findProblems()).toEqual([]));
afterAll(() => ctx.close());

const asSystem = () => ctx.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null });
const findProblems = () => checkIntegrity(asSystem());

const post = (action: string, body: object, as = ctx.business.token) =>
  ctx.call('POST', `/rewards/${action}`, body, { as });
const reinstate = (body: object, as = ctx.business.token) => post('reinstate', body, as);

/** Issues a reward to Ada. */
async function issue(terms: object = { type: 'fixed', value: 5 }): Promise<Json> {
  const { id } = await createLaunchedCampaign(ctx, { reward: terms });
  const submission = await createSubmission(ctx, id);
  return (await reviewSubmission(ctx, submission.id, 'approve')).data.reward;
}

async function redeemed(terms?: object): Promise<Json> {
  const { code } = await issue(terms);
  return (await post('redeem', { code, orderValue: 50 })).data.reward;
}

function getReward(id: string, as = ctx.business.token): Promise<Json> {
  return ctx.call('GET', `/rewards/${id}`, undefined, { as }).then(({ data }) => data);
}

describe('Reinstating a redeemed reward', () => {
  test('makes it redeemable again, by code or ID, with one event', async () => {
    const { id, code } = await redeemed();
    const { kinds, response } = await captureEventKinds(ctx, () =>
      reinstate({ code: code.toLowerCase(), reason: 'Scanned twice' }),
    );
    expect(response.status).toBe(200);
    expect(response.data).toMatchObject({ id, code, status: 'issued', redeemedAt: null, amount: 5 });
    expect(kinds).toEqual(['reward.reinstated']);
    expect((await post('redeem', { code })).status).toBe(200);
    expect((await reinstate({ rewardId: id })).data.status).toBe('issued');
  });

  test('removes the amount of a percentage reward', async () => {
    const { id, amount } = await redeemed({ type: 'percentage', value: 10 });
    expect(amount).toBe(5);
    expect((await reinstate({ rewardId: id })).data.amount).toBeNull();
    const { code } = await getReward(id);
    expect((await post('redeem', { code, orderValue: 20 })).data.reward.amount).toBe(2);
  });

  test('shows each undone redemption with who and why, newest first; the customer sees only when', async () => {
    const { id, code } = await redeemed({ type: 'percentage', value: 10 });
    await reinstate({ code, reason: 'Scanned twice' });
    await post('redeem', { code, orderValue: 30 });
    const counter = await createStaff(ctx, ctx.business, 'counter');
    await reinstate({ code }, counter);
    const { reinstatements } = await getReward(id);
    expect(reinstatements).toEqual([
      {
        redeemedAt: isoTimeAt(0),
        amount: 3,
        reason: null,
        actor: { kind: 'user', id: expect.stringMatching(/^usr_/), name: 'Sam' },
        createdAt: isoTimeAt(0),
      },
      {
        redeemedAt: isoTimeAt(0),
        amount: 5,
        reason: 'Scanned twice',
        actor: { kind: 'user', id: ctx.business.userId, name: expect.any(String) },
        createdAt: isoTimeAt(0),
      },
    ]);
    const [seen] = (await getReward(id, ctx.ada.token)).reinstatements;
    expect([seen.reason, seen.actor, seen.amount]).toEqual([null, null, 3]);
    expect((await getReward((await issue()).id)).reinstatements).toBeUndefined();
    expect((await getReward(`${id}?include=customer`)).customer.name).toBe('ada');
  });
});

describe('Reinstating is rejected, and nothing changes,', () => {
  async function expectRejected(body: object, status: number, code: string, as?: string): Promise<Json> {
    const before = await databaseSnapshot(ctx);
    const response = await reinstate(body, as);
    expect([response.status, response.error.code]).toEqual([status, code]);
    expect(await databaseSnapshot(ctx)).toBe(before);
    return response.error;
  }

  test('if the reward is not redeemed', async () => {
    const { id, code } = await issue();
    await expectRejected({ rewardId: id }, 409, 'INVALID_TRANSITION');
    await post('redeem', { code });
    await reinstate({ code });
    await expectRejected({ code }, 409, 'INVALID_TRANSITION');
    await post('void', { rewardId: id, reason: 'Mistake' });
    await expectRejected({ code }, 409, 'INVALID_TRANSITION');
  });

  test('without a reward, with two, and by a customer', async () => {
    const { id, code } = await redeemed();
    const { details } = await expectRejected({}, 400, 'VALIDATION_ERROR');
    expect(details[0]).toMatchObject({ field: 'code', rule: 'required' });
    await expectRejected({ code, rewardId: id }, 400, 'VALIDATION_ERROR');
    await expectRejected({ code }, 403, 'FORBIDDEN', ctx.ada.token);
  });

  test('after the window of the business', async () => {
    const { code } = await redeemed();
    ctx.clock.advance(24 * HOUR);
    const another = await redeemed();
    await ctx.call('PUT', '/business', { reinstateWindowHours: 23 }, { as: ctx.business.token });
    const { details } = await expectRejected({ code }, 409, 'CONFLICT');
    expect(details[0]).toMatchObject({ field: 'redeemedAt', rule: 'maximum', limit: 23 });
    await ctx.call('PUT', '/business', { reinstateWindowHours: 24 }, { as: ctx.business.token });
    expect((await reinstate({ code })).status).toBe(200);
    await ctx.call('PUT', '/business', { reinstateWindowHours: 0 }, { as: ctx.business.token });
    await expectRejected({ code: another.code }, 409, 'CONFLICT');
    await ctx.call('PUT', '/business', { reinstateWindowHours: 24 }, { as: ctx.business.token });
  });

  test('if it has expired meanwhile', async () => {
    const { code } = await redeemed({ type: 'fixed', value: 5, expiresInDays: 1 });
    ctx.clock.advance(48 * HOUR);
    await expectRejected({ code }, 409, 'REWARD_NOT_REDEEMABLE');
  });
});

test('of 50 identical reinstatements at once, one has an effect', async () => {
  const { id, code } = await redeemed();
  const { kinds, response } = await captureEventKinds(ctx, () =>
    Promise.all(Array.from({ length: 50 }, () => reinstate({ code }))),
  );
  const statuses = response.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
  expect(kinds).toEqual(['reward.reinstated']);
  expect((await getReward(id)).reinstatements).toHaveLength(1);
});

test('a clock that is set back between redemptions is no damage', async () => {
  const { code } = await redeemed();
  ctx.clock.advance(-HOUR);
  await reinstate({ code });
  ctx.clock.advance(-HOUR);
  expect((await post('redeem', { code })).status).toBe(200);
  expect(await findProblems()).toEqual([]);
  ctx.clock.advance(2 * HOUR);
});

const DAMAGES: [string, string, RegExp][] = [
  ['a missing time', 'update rewards set redeemed_at = null where id = @id', /is redeemed, but stores/],
  ['a missing amount', 'update rewards set amount_cents = null where id = @id', /only while redeemed/],
  [
    'a wrong number',
    'update reward_reinstatements set number = 2 where reward_id = @id',
    /has 1 reinstatements, but the latest has the number 2/,
  ],
];

test.each(DAMAGES)('the integrity check reports %s', async (_, statement, sentence) => {
  const { id, code } = await redeemed({ type: 'percentage', value: 10 });
  await reinstate({ code });
  await post('redeem', { code, orderValue: 30 });
  const rollback = new Error('undone');
  const damaged = atomically(asSystem(), async tx => {
    await tx.db.run(statement.replace('@id', `'${id}'`));
    expect((await listRewardProblems(tx)).join('\n')).toMatch(sentence);
    throw rollback;
  });
  expect(await damaged.catch(error => error)).toBe(rollback);
});
