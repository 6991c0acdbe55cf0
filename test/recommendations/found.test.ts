import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  DAY,
  HOUR,
  isoTimeAt,
  launched,
  type Setup,
  setup,
  submit,
  type Wire,
} from '../campaigns/fixture.ts';
import { type PlannerSetup, setupPlanner } from './support.ts';

let ctx: Setup;
let stage: PlannerSetup;
beforeEach(async () => {
  ctx = await setup();
  stage = setupPlanner(ctx);
});
afterEach(() => ctx.close());

describe('what is found, and its request carried out', () => {
  test('a forbidden action that runs is paused', async () => {
    const { id } = await launched(ctx, { platform: 'google', actionType: 'review' });
    const found = await stage.ofType('forbiddenAction');
    expect(found).toMatchObject({ campaignId: id, priority: 'high', impact: { from: 1, to: 0 } });
    expect(found.reason).toContain('Instead, you may reward');
    expect((await stage.apply(found)).state).toBe('paused');
    expect(await stage.ofType('forbiddenAction')).toBeUndefined();
  });

  test('a post that must name the reward gets its notice', async () => {
    const { id } = await stage.quiet({ disclosure: { required: false } });
    const found = await stage.ofType('undisclosedAction');
    expect(found).toMatchObject({ campaignId: id, priority: 'high' });
    expect((await stage.apply(found)).disclosure).toEqual({
      required: true,
      text: '#ad - Blue Cup gives me a discount for this post.',
    });
    expect(await stage.ofType('undisclosedAction')).toBeUndefined();
  });

  test('a backlog beyond its promise stops new submissions until it is reviewed', async () => {
    const { id } = await stage.quiet({ reviewPolicy: { slaHours: 24 } });
    await stage.reviewed(id, 0, 0, 3);
    expect(await stage.ofType('reviewBacklog')).toBeUndefined();
    ctx.clock.advance(26 * HOUR);
    const found = await stage.ofType('reviewBacklog');
    expect(found).toMatchObject({ campaignId: id, priority: 'medium', impact: { from: 3, to: 0 } });
    expect(found.reason).toContain('3 wait longer than promised, the oldest 2 hours beyond');
    expect((await stage.apply(found)).state).toBe('paused');
    const then = await stage.ofType('reviewBacklog');
    expect((await stage.apply(then)).reviewPolicy.slaHours).toBe(48);
  });

  test('an approval rate that is too low explains what counts', async () => {
    const { id } = await stage.quiet({ instructions: 'Post a Story.' });
    await stage.reviewed(id, 4, 26);
    const { instructions } = await stage.apply(await stage.ofType('approvalRateLow'));
    expect(instructions).toStartWith('Post a Story. How we check: The business gets a mention notice');
    expect((await stage.apply(await stage.ofType('approvalRateLow'))).instructions).toBe(instructions);
  });

  test('an approval rate without rejections over many reviews is looked at again', async () => {
    const { id } = await stage.quiet({ reviewPolicy: { onTimeout: 'approve' } });
    await stage.reviewed(id, 72, 0);
    expect(await stage.ofType('approvalRateHigh')).toBeUndefined();
    const more = await submit(ctx, id, { as: ctx.business.token, userId: 'guest-72' });
    await stage.decide([more.data.id], 'approve');
    // 72 ÷ (72 + 3.8416) = 0.9493, 73 ÷ (73 + 3.8416) = 0.95001
    const found = await stage.ofType('approvalRateHigh');
    expect(found).toMatchObject({ impact: { metric: 'approvalRate', from: 1, to: 0.95 } });
    expect((await stage.apply(found)).reviewPolicy).toMatchObject({ mode: 'manual', onTimeout: 'none' });
  });

  test('a reward far from the oracle is changed while it can be, and copied when it is frozen', async () => {
    const { id } = await launched(ctx, { reward: { type: 'fixed', value: 5 } });
    const found = await stage.ofType('rewardOffOracle');
    expect(found).toMatchObject({ impact: { metric: 'reward', from: 5, to: 1.12 } });
    await submit(ctx, id);
    const frozen = await stage.ofType('rewardOffOracle');
    const copy = await stage.apply(frozen);
    expect(copy).toMatchObject({
      state: 'draft',
      reward: { value: 1.12 },
      name: 'Story of the week (new reward)',
    });

    const second = await launched(ctx, { reward: { type: 'fixed', value: 0.1 } });
    const low = (await stage.recommendations()).find(item => item.campaignId === second.id);
    expect(low.reason).toContain('far below');
    expect((await stage.apply(low)).reward.value).toBe(1.12);
  });

  test('rewards near the oracle and percentages are left alone', async () => {
    await launched(ctx, { reward: { type: 'fixed', value: 4.5 } });
    await launched(ctx, { reward: { type: 'percentage', value: 50 } });
    expect(await stage.ofType('rewardOffOracle')).toBeUndefined();
  });

  test('a campaign that works and ends within a week runs on', async () => {
    const { id } = await stage.quiet({ endsAt: isoTimeAt(10 * DAY) });
    await stage.reviewed(id, 1, 0);
    expect(await stage.ofType('campaignEnding')).toBeUndefined();
    ctx.clock.advance(4 * DAY);
    const found = await stage.ofType('campaignEnding');
    expect(found).toMatchObject({ impact: { metric: 'daysLeft', from: 6, to: 16 } });
    expect((await stage.apply(found)).endsAt).toBe(isoTimeAt(20 * DAY));
  });

  test('a platform without a campaign that is worth most to the industry is tried', async () => {
    await ctx.call('PUT', '/business', { industry: 'cafe' }, { as: ctx.business.token });
    const { id } = await stage.quiet();
    await stage.reviewed(id, 16, 3);
    expect(await stage.ofType('idlePlatform')).toBeUndefined();
    await stage.decide([(await submit(ctx, id)).data.id], 'approve');
    const found = await stage.ofType('idlePlatform');
    expect(found.title).toStartWith('Try tiktok');
    expect(found.reason).toContain('Restaurants and food');
    const draft = await stage.apply(found);
    expect(draft).toMatchObject({ state: 'draft', platform: 'tiktok', disclosure: { required: true } });
    expect(draft.warnings.map((warning: Wire) => warning.code)).toEqual(['policyDisclose']);
    expect((await stage.ofType('idlePlatform'))?.title ?? '').not.toContain('tiktok');
  });

  test('proofs that come twice are spoken about', async () => {
    const { id } = await stage.quiet();
    const proofUrl = 'https://instagram.com/p/the-same';
    for (let n = 0; n < 20; n++) {
      await submit(ctx, id, { as: ctx.business.token, userId: `guest-${n}`, ...(n < 6 ? { proofUrl } : {}) });
    }
    // 5 of 20 repeat the first: 25 %, at least 11.2 %.
    const found = await stage.ofType('duplicateProofs');
    expect(found).toMatchObject({ priority: 'high', impact: { from: 0.25, to: 0.05 } });
    expect((await stage.apply(found)).instructions).toContain('Only a new post of your own counts');
  });
});
