import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  captureEvents,
  createLaunchedCampaign,
  createSubmission,
  DAY,
  type Json,
  reviewSubmission,
  runJobByName,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup();
});
afterEach(() => ctx.close());

async function issue(fields: object = {}, as = ctx.ada.token): Promise<Json> {
  const { id } = await createLaunchedCampaign(ctx, { reward: { type: 'fixed', value: 5, ...fields } });
  const submission = await createSubmission(ctx, id, { as });
  ctx.clock.advance(1);
  return (await reviewSubmission(ctx, submission.id, 'approve')).data.reward;
}
async function list(query = '', as = ctx.business.token) {
  const { data } = await ctx.call('GET', `/rewards${query}`, undefined, { as });
  return { ids: data.items.map((item: Json) => item.id), total: data.pagination.total };
}
const get = (id: string, as = ctx.business.token) => ctx.call('GET', `/rewards/${id}`, undefined, { as });
const page = (...rewards: Json[]) => ({ ids: rewards.map(({ id }) => id), total: rewards.length });

describe('Reward expiry', () => {
  test('a reward expires at the end of its 90th day by default, or of that of expiresInDays', async () => {
    expect((await issue()).expiresAt).toBe('2026-08-30T23:59:59.999Z');
    expect((await issue({ expiresInDays: 7 })).expiresAt).toBe('2026-06-08T23:59:59.999Z');
  });

  test('the scheduled job records reward.expired once, with the system as actor', async () => {
    const { id } = await issue({ expiresInDays: 1 });
    ctx.clock.advance(2 * DAY);
    const recorded = await captureEvents(ctx, async () => {
      await runJobByName(ctx, 'expireRewards');
      await runJobByName(ctx, 'expireRewards');
    });
    expect(recorded.map(event => event.type)).toEqual(['reward.expired']);
    expect(recorded[0].actor).toEqual({ kind: 'system', id: 'jobs' });
    expect(recorded[0].data.previous).toEqual({ status: 'issued' });
    expect((await get(id)).data.status).toBe('expired');
  });

  test('a reward does not expire a millisecond early', async () => {
    const { code } = await issue({ expiresInDays: 1 });
    ctx.clock.advance(Date.parse('2026-06-02T23:59:59.999Z') - ctx.clock.now());
    await runJobByName(ctx, 'expireRewards');
    expect((await ctx.call('POST', '/rewards/redeem', { code }, { as: ctx.business.token })).status).toBe(
      200,
    );
  });

  test('reads, lists and redemptions see an expired reward before the job runs', async () => {
    const one = await issue({ expiresInDays: 1 });
    ctx.clock.advance(2 * DAY);
    expect((await get(one.id)).data.status).toBe('expired');
    const two = await issue({ expiresInDays: 1 });
    ctx.clock.advance(2 * DAY);
    expect(await list('?status=issued')).toEqual(page());
    expect(await list('?status=expired')).toEqual(page(two, one));
    const three = await issue({ expiresInDays: 1 });
    ctx.clock.advance(2 * DAY);
    const recorded = await captureEvents(ctx, async () => {
      const { code } = three;
      const { status, error } = await ctx.call(
        'POST',
        '/rewards/redeem',
        { code },
        { as: ctx.business.token },
      );
      expect([status, error.code]).toEqual([409, 'REWARD_NOT_REDEEMABLE']);
    });
    expect(recorded.map(event => event.type)).toEqual(['reward.expired']);
  });

  test('redeemed and void rewards do not expire', async () => {
    const [redeemed, voided] = [await issue({ expiresInDays: 1 }), await issue({ expiresInDays: 1 })];
    await ctx.call('POST', '/rewards/redeem', { code: redeemed.code }, { as: ctx.business.token });
    const body = { rewardId: voided.id, reason: 'x' };
    await ctx.call('POST', '/rewards/void', body, { as: ctx.business.token });
    ctx.clock.advance(2 * DAY);
    await runJobByName(ctx, 'expireRewards');
    expect((await get(redeemed.id)).data.status).toBe('redeemed');
    expect((await get(voided.id)).data.status).toBe('void');
  });

  test('an approval can be reversed after its reward has expired', async () => {
    const { id, submissionId } = await issue({ expiresInDays: 1 });
    ctx.clock.advance(2 * DAY);
    const { status, data } = await reviewSubmission(ctx, submissionId, 'reject', { reverse: true });
    expect([status, data.submission.status]).toEqual([200, 'rejected']);
    expect((await get(id)).data.status).not.toBe('issued');
  });
});

describe('GET /rewards', () => {
  test('shows a business the rewards it issued and customers their own, newest first, with every filter', async () => {
    const [a, b, c] = [await issue(), await issue({}, ctx.bob.token), await issue()];
    await ctx.call('POST', '/rewards/redeem', { code: a.code }, { as: ctx.business.token });
    expect(await list()).toEqual(page(c, b, a));
    expect(await list('', ctx.ada.token)).toEqual(page(c, a));
    expect(await list('', ctx.otherBusiness.token)).toEqual(page());
    expect(await list('?status=issued')).toEqual(page(c, b));
    expect(await list('?status=redeemed', ctx.ada.token)).toEqual(page(a));
    expect(await list(`?campaignId=${b.campaignId}`)).toEqual(page(b));
    expect(await list(`?campaignId=${b.campaignId}`, ctx.ada.token)).toEqual(page());
    expect(await list(`?userId=${ctx.ada.userId}`)).toEqual(page(c, a));
    expect(await list(`?userId=${ctx.ada.userId}&status=issued`)).toEqual(page(c));
    expect(await list(`?userId=${ctx.bob.userId}`, ctx.ada.token)).toEqual(page());
    expect(await list(`?businessId=${ctx.otherBusiness.businessId}`)).toEqual(page());
    expect(await list(`?userId=${ctx.ada.userId}`, ctx.otherBusiness.token)).toEqual(page());
    expect(await list(`?campaignId=${b.campaignId}`, ctx.otherBusiness.token)).toEqual(page());
  });

  test('rejects an unknown status', async () => {
    const { status } = await ctx.call('GET', '/rewards?status=open', undefined, { as: ctx.business.token });
    expect(status).toBe(400);
  });
});

describe('GET /rewards/:id', () => {
  test('returns the reward to its holder and its business; others get the same 404 as for an unknown reward', async () => {
    const reward = await issue();
    for (const as of [ctx.ada.token, ctx.business.token])
      expect((await get(reward.id, as)).data).toEqual(reward);
    const absent = await get('rwd_00000000000000000000000000', ctx.bob.token);
    expect([absent.status, absent.error.code]).toEqual([404, 'NOT_FOUND']);
    for (const as of [ctx.bob.token, ctx.otherBusiness.token])
      expect((await get(reward.id, as)).body).toEqual(absent.body);
  });
});

describe('GET /rewards by time of issue and platform', () => {
  test('createdFrom is inclusive, createdTo is exclusive, and both apply with campaignId and status', async () => {
    const first = await issue();
    ctx.clock.advance(DAY);
    const second = await issue();
    const third = await issue();
    expect(await list(`?createdFrom=${second.createdAt}`)).toEqual(page(third, second));
    expect(await list(`?createdTo=${second.createdAt}`)).toEqual(page(first));
    const range = `createdFrom=${first.createdAt}&createdTo=${third.createdAt}`;
    expect(await list(`?${range}&sort=createdAt`)).toEqual(page(first, second));
    expect(await list(`?${range}&campaignId=${second.campaignId}&status=issued`)).toEqual(page(second));
    expect(await list(`?${range}&status=void`)).toEqual(page());
    expect(await list(`?${range}`, ctx.otherBusiness.token)).toEqual(page());
  });

  test('platform is that of the campaign, in any case', async () => {
    const { id } = await createLaunchedCampaign(ctx, { platform: 'tiktok', actionType: 'video' });
    const submission = await createSubmission(ctx, id, { proofUrl: 'https://www.tiktok.com/@ada/video/1' });
    const { reward } = (await reviewSubmission(ctx, submission.id, 'approve')).data;
    const other = await issue();
    expect(await list('?platform=TikTok')).toEqual(page(reward));
    expect(
      await list(
        `?platform=${(await ctx.call('GET', `/campaigns/${other.campaignId}`, undefined, { as: ctx.business.token })).data.platform}`,
      ),
    ).toEqual(page(other));
    expect(await list('?platform=reddit')).toEqual(page());
  });

  test('an invalid time is rejected', async () => {
    const { status, error } = await ctx.call('GET', '/rewards?createdFrom=yesterday', undefined, {
      as: ctx.business.token,
    });
    expect([status, error.details?.[0]?.field]).toEqual([400, 'createdFrom']);
  });
});
