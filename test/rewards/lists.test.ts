import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  at,
  DAY,
  eventsOf,
  launched,
  review,
  type Scene,
  scene,
  submitted,
  sweep,
  type Wire,
} from '../campaigns/scene.ts';

let here: Scene;
beforeEach(async () => {
  here = await scene();
});
afterEach(() => here.close());

async function issue(fields: object = {}, as = here.ada.token): Promise<Wire> {
  const { id } = await launched(here, { reward: { type: 'fixed', value: 5, ...fields } });
  const submission = await submitted(here, id, { as });
  here.clock.advance(1);
  return (await review(here, submission.id, 'approve')).data.reward;
}
async function list(query = '', as = here.shop.token) {
  const { data } = await here.call('GET', `/rewards${query}`, undefined, { as });
  return { ids: data.items.map((item: Wire) => item.id), total: data.pagination.total };
}
const get = (id: string, as = here.shop.token) => here.call('GET', `/rewards/${id}`, undefined, { as });
const page = (...rewards: Wire[]) => ({ ids: rewards.map(({ id }) => id), total: rewards.length });

describe('expiry', () => {
  test('comes after 90 days, or after expiresInDays', async () => {
    expect((await issue()).expiresAt).toBe(at(1 + 90 * DAY));
    expect((await issue({ expiresInDays: 7 })).expiresAt).toBe(at(2 + 7 * DAY));
  });

  test('by the job records reward.expired once, by the system', async () => {
    const { id } = await issue({ expiresInDays: 1 });
    here.clock.advance(DAY);
    const recorded = await eventsOf(here, async () => {
      await sweep(here, 'expireRewards');
      await sweep(here, 'expireRewards');
    });
    expect(recorded.map(event => event.type)).toEqual(['reward.expired']);
    expect(recorded[0].actor).toEqual({ kind: 'system', id: 'jobs' });
    expect(recorded[0].data.previous).toEqual({ status: 'issued' });
    expect((await get(id)).data.status).toBe('expired');
  });

  test('does not come a millisecond early', async () => {
    const { code } = await issue({ expiresInDays: 1 });
    here.clock.advance(DAY - 1);
    await sweep(here, 'expireRewards');
    expect((await here.call('POST', '/rewards/redeem', { code }, { as: here.shop.token })).status).toBe(200);
  });

  test('is seen by whoever reads, lists or redeems in between', async () => {
    const one = await issue({ expiresInDays: 1 });
    here.clock.advance(DAY);
    expect((await get(one.id)).data.status).toBe('expired');
    const two = await issue({ expiresInDays: 1 });
    here.clock.advance(DAY);
    expect(await list('?status=issued')).toEqual(page());
    expect(await list('?status=expired')).toEqual(page(two, one));
    const three = await issue({ expiresInDays: 1 });
    here.clock.advance(DAY);
    const recorded = await eventsOf(here, async () => {
      const { code } = three;
      const { status, error } = await here.call('POST', '/rewards/redeem', { code }, { as: here.shop.token });
      expect([status, error.code]).toEqual([409, 'REWARD_NOT_REDEEMABLE']);
    });
    expect(recorded.map(event => event.type)).toEqual(['reward.expired']);
  });

  test('does not touch a redeemed or void reward', async () => {
    const [redeemed, voided] = [await issue({ expiresInDays: 1 }), await issue({ expiresInDays: 1 })];
    await here.call('POST', '/rewards/redeem', { code: redeemed.code }, { as: here.shop.token });
    const body = { rewardId: voided.id, reason: 'x' };
    await here.call('POST', '/rewards/void', body, { as: here.shop.token });
    here.clock.advance(2 * DAY);
    await sweep(here, 'expireRewards');
    expect((await get(redeemed.id)).data.status).toBe('redeemed');
    expect((await get(voided.id)).data.status).toBe('void');
  });

  test('of the reward does not stand in the way of a reversal', async () => {
    const { id, submissionId } = await issue({ expiresInDays: 1 });
    here.clock.advance(2 * DAY);
    const { status, data } = await review(here, submissionId, 'reject', { reverse: true });
    expect([status, data.submission.status]).toEqual([200, 'rejected']);
    expect((await get(id)).data.status).not.toBe('issued');
  });
});

describe('GET /rewards', () => {
  test('shows a business those it gave and a customer its own, newest first, with every filter', async () => {
    const [a, b, c] = [await issue(), await issue({}, here.bob.token), await issue()];
    await here.call('POST', '/rewards/redeem', { code: a.code }, { as: here.shop.token });
    expect(await list()).toEqual(page(c, b, a));
    expect(await list('', here.ada.token)).toEqual(page(c, a));
    expect(await list('', here.rival.token)).toEqual(page());
    expect(await list('?status=issued')).toEqual(page(c, b));
    expect(await list('?status=redeemed', here.ada.token)).toEqual(page(a));
    expect(await list(`?campaignId=${b.campaignId}`)).toEqual(page(b));
    expect(await list(`?campaignId=${b.campaignId}`, here.ada.token)).toEqual(page());
    expect(await list(`?userId=${here.ada.userId}`)).toEqual(page(c, a));
    expect(await list(`?userId=${here.ada.userId}&status=issued`)).toEqual(page(c));
    expect(await list(`?userId=${here.bob.userId}`, here.ada.token)).toEqual(page());
    expect(await list(`?businessId=${here.rival.businessId}`)).toEqual(page());
    expect(await list(`?userId=${here.ada.userId}`, here.rival.token)).toEqual(page());
    expect(await list(`?campaignId=${b.campaignId}`, here.rival.token)).toEqual(page());
  });

  test('refuses an unknown status', async () => {
    const { status } = await here.call('GET', '/rewards?status=open', undefined, { as: here.shop.token });
    expect(status).toBe(400);
  });
});

describe('GET /rewards/:id', () => {
  test('is for its holder and its business; for others 404, as one that does not exist', async () => {
    const reward = await issue();
    for (const as of [here.ada.token, here.shop.token])
      expect((await get(reward.id, as)).data).toEqual(reward);
    const absent = await get('rwd_00000000000000000000000000', here.bob.token);
    expect([absent.status, absent.error.code]).toEqual([404, 'NOT_FOUND']);
    for (const as of [here.bob.token, here.rival.token])
      expect((await get(reward.id, as)).body).toEqual(absent.body);
  });
});
