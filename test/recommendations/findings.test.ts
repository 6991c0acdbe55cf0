import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  createLaunchedCampaign,
  DAY,
  HOUR,
  isoTimeAt,
  type Json,
  type Setup,
  setup,
  submitProof,
} from '../campaigns/fixture.ts';
import { type RecommendationsSetup, setupRecommendations } from './fixture.ts';

let ctx: Setup;
let helpers: RecommendationsSetup;
beforeEach(async () => {
  ctx = await setup();
  helpers = setupRecommendations(ctx);
});
afterEach(() => ctx.close());

describe('findings and their suggested requests', () => {
  test('a campaign with a forbidden action can be paused', async () => {
    const { id } = await createLaunchedCampaign(ctx, { platform: 'google', actionType: 'review' });
    const found = await helpers.findByType('forbiddenAction');
    expect(found).toMatchObject({ campaignId: id, priority: 'high', impact: { from: 1, to: 0 } });
    expect(found.reason).toContain('Instead, you can reward');
    expect((await helpers.apply(found)).state).toBe('paused');
    expect(await helpers.findByType('forbiddenAction')).toBeUndefined();
  });

  test('a campaign without a required disclosure can be given one', async () => {
    const { id } = await helpers.createUnremarkableCampaign({ disclosure: { required: false } });
    const found = await helpers.findByType('undisclosedAction');
    expect(found).toMatchObject({ campaignId: id, priority: 'high' });
    expect((await helpers.apply(found)).disclosure).toEqual({
      required: true,
      text: '#ad - Blue Cup gives me a discount for this post.',
    });
    expect(await helpers.findByType('undisclosedAction')).toBeUndefined();
  });

  test('a campaign with overdue reviews can be paused until they are done', async () => {
    const { id } = await helpers.createUnremarkableCampaign({ reviewPolicy: { slaHours: 24 } });
    await helpers.createReviewedSubmissions(id, 0, 0, 3);
    expect(await helpers.findByType('reviewBacklog')).toBeUndefined();
    ctx.clock.advance(26 * HOUR);
    const found = await helpers.findByType('reviewBacklog');
    expect(found).toMatchObject({ campaignId: id, priority: 'medium', impact: { from: 3, to: 0 } });
    expect(found.reason).toContain('Past the review deadline: 3 submissions, the oldest by 2 hours');
    expect((await helpers.apply(found)).state).toBe('paused');
    const then = await helpers.findByType('reviewBacklog');
    expect((await helpers.apply(then)).reviewPolicy.slaHours).toBe(48);
  });

  test('a campaign with a low approval rate can be given clearer instructions', async () => {
    const { id } = await helpers.createUnremarkableCampaign({ instructions: 'Post a Story.' });
    await helpers.createReviewedSubmissions(id, 4, 26);
    const { instructions } = await helpers.apply(await helpers.findByType('approvalRateLow'));
    expect(instructions).toStartWith('Post a Story. How we check: The business gets a mention notice');
    expect((await helpers.apply(await helpers.findByType('approvalRateLow'))).instructions).toBe(
      instructions,
    );
  });

  test('a campaign with hardly any rejections can be set to manual review', async () => {
    const { id } = await helpers.createUnremarkableCampaign({ reviewPolicy: { onTimeout: 'approve' } });
    await helpers.createReviewedSubmissions(id, 72, 0);
    expect(await helpers.findByType('approvalRateHigh')).toBeUndefined();
    const more = await submitProof(ctx, id, { as: ctx.business.token, userId: 'guest-72' });
    await helpers.reviewAll([more.data.id], 'approve');
    // 72 ÷ (72 + 3.8416) = 0.9493, 73 ÷ (73 + 3.8416) = 0.95001
    const found = await helpers.findByType('approvalRateHigh');
    expect(found).toMatchObject({ impact: { metric: 'approvalRate', from: 1, to: 0.95 } });
    expect((await helpers.apply(found)).reviewPolicy).toMatchObject({ mode: 'manual', onTimeout: 'none' });
  });

  test('an unusual reward can be changed, or copied to a new campaign once submissions exist', async () => {
    const { id } = await createLaunchedCampaign(ctx, { reward: { type: 'fixed', value: 5 } });
    const found = await helpers.findByType('rewardOffOracle');
    expect(found).toMatchObject({ impact: { metric: 'reward', from: 5, to: 1 } });
    await submitProof(ctx, id);
    const frozen = await helpers.findByType('rewardOffOracle');
    const copy = await helpers.apply(frozen);
    expect(copy).toMatchObject({
      state: 'draft',
      reward: { value: 1 },
      name: 'Story of the week (new reward)',
    });

    const second = await createLaunchedCampaign(ctx, { reward: { type: 'fixed', value: 0.1 } });
    const low = (await helpers.listRecommendations()).find(item => item.campaignId === second.id);
    expect(low.reason).toContain('far below');
    expect((await helpers.apply(low)).reward.value).toBe(1);
  });

  test('usual rewards and percentage rewards are not reported', async () => {
    await createLaunchedCampaign(ctx, { reward: { type: 'fixed', value: 4.5 } });
    await createLaunchedCampaign(ctx, { reward: { type: 'percentage', value: 50 } });
    expect(await helpers.findByType('rewardOffOracle')).toBeUndefined();
  });

  test('a successful campaign that ends within a week can be extended', async () => {
    const { id } = await helpers.createUnremarkableCampaign({ endsAt: isoTimeAt(10 * DAY) });
    await helpers.createReviewedSubmissions(id, 1, 0);
    expect(await helpers.findByType('campaignEnding')).toBeUndefined();
    ctx.clock.advance(4 * DAY);
    const found = await helpers.findByType('campaignEnding');
    expect(found).toMatchObject({ impact: { metric: 'daysLeft', from: 6, to: 16 } });
    expect((await helpers.apply(found)).endsAt).toBe(isoTimeAt(20 * DAY));
  });

  test('the unused platform with the highest value for the industry is suggested', async () => {
    await ctx.call('PUT', '/business', { industry: 'cafe' }, { as: ctx.business.token });
    const { id } = await helpers.createUnremarkableCampaign();
    await helpers.createReviewedSubmissions(id, 16, 3);
    expect(await helpers.findByType('idlePlatform')).toBeUndefined();
    await helpers.reviewAll([(await submitProof(ctx, id)).data.id], 'approve');
    const found = await helpers.findByType('idlePlatform');
    expect(found.title).toBe('Try TikTok: Duet a video of Blue Cup');
    expect(found.reason).toContain('Restaurants and food');
    const draft = await helpers.apply(found);
    expect(draft).toMatchObject({
      state: 'draft',
      name: 'Duet a video of Blue Cup',
      platform: 'tiktok',
      disclosure: { required: true },
    });
    expect(draft.warnings.map((warning: Json) => warning.code)).toEqual(['policyDisclose']);
    expect((await helpers.findByType('idlePlatform'))?.title ?? '').not.toContain('TikTok');
  });

  test('a high share of duplicate proofs is reported', async () => {
    const { id } = await helpers.createUnremarkableCampaign();
    const proofUrl = 'https://instagram.com/p/the-same';
    for (let n = 0; n < 20; n++) {
      await submitProof(ctx, id, {
        as: ctx.business.token,
        userId: `guest-${n}`,
        ...(n < 6 ? { proofUrl } : {}),
      });
    }
    // 5 of 20 repeat the first: 25%, at least 11.2%.
    const found = await helpers.findByType('duplicateProofs');
    expect(found).toMatchObject({ priority: 'high', impact: { from: 0.25, to: 0.05 } });
    expect((await helpers.apply(found)).instructions).toContain('Only a new post of your own counts');
  });
});
