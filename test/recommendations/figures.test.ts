import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { wilsonInterval } from '../../src/recommendations/rules/wilson.ts';
import {
  createLaunchedCampaign,
  DAY,
  isoTimeAt,
  type Setup,
  setup,
  updateCampaign,
} from '../campaigns/fixture.ts';
import { type RecommendationsSetup, setupRecommendations } from './fixture.ts';

let ctx: Setup;
let helpers: RecommendationsSetup;
beforeEach(async () => {
  ctx = await setup();
  helpers = setupRecommendations(ctx);
});
afterEach(() => ctx.close());

describe('Wilson score interval', () => {
  test('the interval of 9 in 30 is 16.66% to 47.88%, as calculated by hand', () => {
    const { low, high } = wilsonInterval(9, 30);
    expect(low).toBeCloseTo(0.1666, 3);
    expect(high).toBeCloseTo(0.4788, 3);
  });

  test('the interval without cases is 0 to 1, and no interval exceeds it', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
    expect(wilsonInterval(5, 5).high).toBe(1);
    expect(wilsonInterval(0, 5).low).toBe(0);
  });
});

describe('figures compared with calculations by hand', () => {
  test('an approval rate of 9 in 30 is reported, because its upper bound of 47.9% is below 60%', async () => {
    const { id } = await helpers.createUnremarkableCampaign({ limits: { perUser: 1 } });
    await helpers.createReviewedSubmissions(id, 9, 21);
    expect(await helpers.findByType('approvalRateLow')).toMatchObject({
      campaignId: id,
      priority: 'medium',
      reason:
        '9 of 30 reviewed submissions were approved: 30%, and with 95% confidence at most 47.9%. ' +
        'The expected rate is 70% (our assumption).',
      impact: { metric: 'approvalRate', from: 0.3, to: 0.7 },
      apply: { method: 'PUT', path: '/api/v1/campaigns', body: { id } },
    });
  });

  test('a budget of 100 dollars with 2 of 20 rewards used at half time can be reduced', async () => {
    // p = 0.1, z²/2n = 0.09604, z²/n = 0.19208, √(0.0045 + 0.002401) = 0.08307: high = 0.3589 ÷ 1.19208 = 0.301.
    expect(wilsonInterval(2, 20).high).toBeCloseTo(0.301, 3);
    const { id } = await createLaunchedCampaign(ctx, {
      reward: { type: 'fixed', value: 5 },
      budget: { total: 100 },
      endsAt: isoTimeAt(40 * DAY),
      reviewPolicy: { slaHours: null },
    });
    await helpers.createReviewedSubmissions(id, 2, 0);
    ctx.clock.advance(20 * DAY);
    // 10 of 100 dollars in half of the time are 20 at the end: 0.2 of the budget.
    const found = await helpers.findByType('budgetPace');
    expect(found).toMatchObject({
      priority: 'low',
      impact: { metric: 'budgetUsedAtEnd', from: 0.2, to: 1 },
      apply: { body: { id, budget: { total: 20 } } },
    });
    expect(found.reason).toStartWith(
      '2 of the 20 rewards that the budget covers are held or spent after 50% of the time',
    );
    expect((await helpers.apply(found)).budget.total).toBe(20);
  });

  test('a budget of 100 dollars with 15 of 20 rewards used at half time should be 150 dollars', async () => {
    expect(wilsonInterval(15, 20).low).toBeCloseTo(0.5313, 3);
    const terms = {
      reward: { type: 'fixed', value: 5 },
      budget: { total: 100 },
      endsAt: isoTimeAt(40 * DAY),
    };
    const { id } = await createLaunchedCampaign(ctx, { ...terms, reviewPolicy: { slaHours: null } });
    await helpers.createReviewedSubmissions(id, 15, 0);
    ctx.clock.advance(20 * DAY);
    const found = await helpers.findByType('budgetPace');
    expect(found).toMatchObject({ priority: 'medium', impact: { from: 1.5, to: 1 } });
    expect((await helpers.apply(found)).budget.total).toBe(150);
  });
});

describe('insufficient data', () => {
  test('returns a single item of type notEnoughData instead of guessing', async () => {
    const items = await helpers.listRecommendations();
    expect(items.map(item => item.type)).toEqual(['notEnoughData']);
    expect(items[0].impact).toEqual({ metric: 'reviewedSubmissions', from: 0, to: 20 });
    expect((await helpers.apply(items[0])).state).toBe('draft');
    expect(items[0].apply.body.actionId).toBe('instagram-reel');
  });

  test('ten submissions cause no findings, whatever their outcome', async () => {
    for (const [approved, rejected] of [
      [10, 0],
      [0, 10],
    ] as const) {
      const { id } = await helpers.createUnremarkableCampaign();
      await helpers.createReviewedSubmissions(id, approved, rejected);
      await updateCampaign(ctx, id, { state: 'paused' });
    }
    const types = (await helpers.listRecommendations()).map(item => item.type);
    expect(types).not.toContain('approvalRateLow');
    expect(types).not.toContain('approvalRateHigh');
  });

  test('a business with enough data and no issues gets no notEnoughData item', async () => {
    const { id } = await helpers.createUnremarkableCampaign();
    await helpers.createReviewedSubmissions(id, 16, 4);
    expect((await helpers.listRecommendations()).map(item => item.type)).not.toContain('notEnoughData');
  });
});
