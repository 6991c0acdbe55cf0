import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createLaunchedCampaign, DAY, type Setup, setup, submitProof } from '../campaigns/fixture.ts';
import { type RecommendationsSetup, setupRecommendations } from '../recommendations/fixture.ts';

let ctx: Setup;
let helpers: RecommendationsSetup;
beforeEach(async () => {
  ctx = await setup();
  helpers = setupRecommendations(ctx);
});
afterEach(() => ctx.close());

const ask = (query = '', as = ctx.business.token) =>
  ctx.call('GET', `/business/statistics${query}`, undefined, { as });

describe('GET /business/statistics', () => {
  test('returns zeros for each day of a business without activity', async () => {
    const { data } = await ask('?days=7');
    expect(data.days.length).toBe(7);
    expect(data.days[6]).toEqual({
      date: new Date(ctx.clock.now()).toISOString().slice(0, 10),
      submissions: 0,
      pending: 0,
      approved: 0,
      rejected: 0,
      cost: 0,
      value: 0,
    });
    expect(data.totals).toMatchObject({ submissions: 0, redeemed: 0, approvalRate: null, roi: null });
    expect(data.complete).toBe(true);
  });

  test('counts the submissions of each day by status, with their cost and value', async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      reward: { type: 'fixed', value: 2 },
      limits: { perUser: 9 },
    });
    await helpers.createReviewedSubmissions(id, 3, 1);
    ctx.clock.advance(DAY);
    await submitProof(ctx, id, { as: ctx.business.token, userId: 'guest-late' });
    const { data } = await ask('?days=2');
    const [yesterday, today] = data.days;
    expect(yesterday).toMatchObject({ submissions: 4, approved: 3, rejected: 1, pending: 0, cost: 6 });
    expect(today).toMatchObject({ submissions: 1, pending: 1, cost: 0, value: 0 });
    const { cost, value, roi, approvalRate } = data.totals;
    expect([cost, approvalRate]).toEqual([6, 0.75]);
    expect(value).toBeGreaterThan(0);
    expect(roi).toBeCloseTo((value - cost) / cost);
  });

  test('redeemed rewards are counted separately, and voided ones cost nothing', async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      reward: { type: 'fixed', value: 2 },
      limits: { perUser: 9 },
    });
    await helpers.createReviewedSubmissions(id, 2, 0);
    const as = ctx.business.token;
    const { items } = (await ctx.call('GET', '/rewards', undefined, { as })).data;
    await ctx.call('POST', '/rewards/redeem', { code: items[0].code }, { as });
    await ctx.call('POST', '/rewards/void', { rewardId: items[1].id, reason: 'a mistake' }, { as });
    expect((await ask()).data.totals).toMatchObject({ cost: 2, redeemed: 2 });
  });

  test('days start at midnight in the requested time zone', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    await helpers.createReviewedSubmissions(id, 0, 0, 1);
    const nowMs = ctx.clock.now();
    const minutesToday = Math.floor((nowMs % DAY) / 60_000);
    // So far west that it is yesterday there still, and the day is another.
    const west = minutesToday < 800 ? -(minutesToday + 1) : 0;
    const { data } = await ask(`?days=1&offsetMinutes=${west}`);
    expect(data.days).toMatchObject([
      { date: new Date(nowMs + west * 60_000).toISOString().slice(0, 10), submissions: 1 },
    ]);
  });

  test.each([
    ['clocks go back', '2026-10-25', ['2026-10-24T21:30Z', '2026-10-24T22:30Z', '2026-10-25T22:30Z']],
    ['clocks go forward', '2027-03-28', ['2027-03-27T22:30Z', '2027-03-27T23:30Z', '2027-03-28T21:30Z']],
  ])("days are those of the business's time zone where %s", async (_, day, [before, first, last]) => {
    const as = ctx.business.token;
    await ctx.call('PUT', '/business', { timeZone: 'Europe/Berlin' }, { as });
    const { id } = await createLaunchedCampaign(ctx, { reward: { type: 'fixed', value: 2 } });
    const after = new Date(Date.parse(last as string) + DAY / 24).toISOString();
    for (const [index, time] of [before, first, last, after].entries()) {
      ctx.clock.advance(Date.parse(time as string) - ctx.clock.now());
      await submitProof(ctx, id, { as, userId: `guest-${index}` });
    }
    const { data } = await ask('?days=3');
    const ahead = (days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
    expect(data.days.map((one: { date: string }) => one.date)).toEqual([ahead(-1), day, ahead(1)]);
    expect(data.days.map((one: { submissions: number }) => one.submissions)).toEqual([1, 2, 1]);
    const inUtc = (await ask('?days=2&offsetMinutes=0')).data;
    expect(inUtc.days.map((one: { submissions: number }) => one.submissions)).toEqual([2, 2]);
    const counter = await ctx.call('GET', '/statistics/counter?days=1', undefined, { as });
    expect(counter.data.to).toBe(ahead(1));
  });

  test("returns the caller's business only and rejects an invalid number of days", async () => {
    const { id } = await createLaunchedCampaign(ctx);
    await helpers.createReviewedSubmissions(id, 1, 0);
    expect((await ask('', ctx.otherBusiness.token)).data.totals.submissions).toBe(0);
    const foreign = await ask(`?businessId=${ctx.otherBusiness.businessId}`);
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    for (const query of ['?days=0', '?days=93', '?days=x', '?offsetMinutes=841'])
      expect((await ask(query)).status).toBe(400);
    expect((await ask('', ctx.ada.token)).status).toBe(403);
  });

  test('a period between two days is compared with the period of the same length before it', async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      reward: { type: 'fixed', value: 2 },
      limits: { perUser: 9 },
    });
    const today = (ahead = 0) => new Date(ctx.clock.now() + ahead * DAY).toISOString().slice(0, 10);
    await helpers.createReviewedSubmissions(id, 1, 1);
    ctx.clock.advance(3 * DAY);
    await helpers.createReviewedSubmissions(id, 2, 0);
    const { data } = await ask(`?from=${today(-1)}&to=${today()}`);
    expect([data.from, data.to, data.days.length]).toEqual([today(-1), today(), 2]);
    expect(data.totals).toMatchObject({ submissions: 2, approved: 2, rejected: 0, cost: 4 });
    expect(data.previous).toMatchObject({ from: today(-3), to: today(-2) });
    expect(data.previous.totals).toMatchObject({ submissions: 2, approved: 1, rejected: 1, cost: 2 });
  });

  test('campaigns and platforms are listed with their own figures', async () => {
    const story = await createLaunchedCampaign(ctx, { name: 'Cup', reward: { type: 'fixed', value: 2 } });
    const video = await createLaunchedCampaign(ctx, {
      name: 'Foam',
      platform: 'tiktok',
      actionType: 'video',
      reward: { type: 'item', name: 'Free espresso', cost: 0.5 },
    });
    await helpers.createReviewedSubmissions(story.id, 3, 1);
    await helpers.createReviewedSubmissions(video.id, 1, 0);
    const { data } = await ask();
    expect(data.campaigns).toMatchObject([
      { campaignId: story.id, name: 'Cup', platform: 'instagram', approved: 3, cost: 6, costPerApproval: 2 },
      {
        campaignId: video.id,
        name: 'Foam',
        platform: 'tiktok',
        approved: 1,
        cost: 0.5,
        costPerApproval: 0.5,
      },
    ]);
    const ofVideo = (await ask(`?campaignId=${video.id}`)).data;
    expect(ofVideo.totals).toMatchObject({ submissions: 1, approved: 1, cost: 0.5 });
    expect(ofVideo.campaigns.length).toBe(1);
    expect(data.platforms).toMatchObject([
      { platform: 'instagram', submissions: 4, approvalRate: 0.75 },
      { platform: 'tiktok', submissions: 1, approvalRate: 1 },
    ]);
  });

  test('rejects days that do not exist, are in the wrong order, or span more than a year', async () => {
    for (const query of [
      '?from=2026-02-30&to=2026-03-01',
      '?from=2026-03-02&to=2026-03-01',
      '?from=2024-01-01&to=2026-01-01',
      '?from=yesterday',
      '?to=0000-01-01',
      '?from=1969-12-31&to=1970-01-01',
    ])
      expect((await ask(query)).status).toBe(400);
  });
});
