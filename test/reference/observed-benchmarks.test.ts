import { describe, expect, test } from 'bun:test';
import { loadReference } from '../../seed/load.ts';
import { createLibrary } from '../../src/library/library.ts';
import { computeObservedBenchmarks, type Observation } from '../../src/library/observed-benchmarks.ts';
import { listObservations } from '../../src/library/store.ts';
import type { Json } from '../campaigns/fixture.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const library = createLibrary(loadReference().data);

/** Creates the aggregates of a business's approved Instagram stories. */
function createRow(
  businessId: string,
  approved: number,
  fields: Partial<Observation> & { dollars?: number } = {},
) {
  const { dollars = 2, ...rest } = fields;
  const fixed = { fixedApproved: approved, fixedCents: approved * dollars * 100 };
  const words = { platform: 'instagram', actionType: 'story', actionId: '', industry: null, currency: 'USD' };
  return { businessId, ...words, approved, rejected: 0, ...fixed, ...rest };
}

const computeOverall = (rows: Observation[]) =>
  computeObservedBenchmarks(library, rows).byIndustry.get('all');

describe('observed figures', () => {
  test('observed figures require 20 approvals from 3 businesses', () => {
    expect(computeOverall([createRow('a', 10), createRow('b', 5), createRow('c', 4)])).toBeUndefined();
    expect(computeOverall([createRow('a', 10), createRow('b', 10)])).toBeUndefined();
    expect(
      computeOverall([createRow('a', 20), createRow('b', 20), createRow('c', 0, { rejected: 9 })]),
    ).toBeUndefined();
    expect(computeOverall([createRow('a', 10), createRow('b', 5), createRow('c', 5)])).toMatchObject({
      approvals: 20,
      businesses: 3,
    });
  });

  test("observed figures are the approval rate of all reviews and the unweighted mean of the businesses' rewards", () => {
    const rows = [
      createRow('a', 16, { dollars: 1, rejected: 4 }),
      createRow('b', 2, { dollars: 2 }),
      createRow('c', 2, { dollars: 6 }),
    ];
    expect(computeOverall(rows)?.figures.filter(({ platform }) => platform === 'all')).toEqual([
      // 20 of 24; (1 + 2 + 6) ÷ 3
      {
        platform: 'all',
        metric: 'approvalRate',
        value: 0.8333,
        unit: 'fraction of reviewed submissions',
        sampleSize: 24,
      },
      { platform: 'all', metric: 'meanReward', value: 3, unit: 'USD', sampleSize: 20 },
    ]);
  });

  test("a business's free-text industry is resolved to an industry", () => {
    const cafes = ['a', 'b', 'c'].map(id => createRow(id, 10, { industry: 'Coffee shop' }));
    const found = computeObservedBenchmarks(library, cafes).byIndustry;
    expect([...found.keys()].sort()).toEqual(['all', 'restaurants-food']);
  });

  test('no business can be inferred from a total and its parts', () => {
    const cafes = ['a', 'b', 'c'].map(id => createRow(id, 10, { industry: 'cafe' }));
    const gyms = ['d', 'e', 'f'].map(id => createRow(id, 7, { industry: 'gym' }));
    const alone = createRow('g', 50, { industry: 'dental' });
    const keys = (rows: Observation[]) =>
      [...computeObservedBenchmarks(library, rows).byIndustry.keys()].sort();
    expect(keys([...cafes, alone])).toEqual(['all']);
    expect(keys([...cafes, ...gyms, alone])).toEqual(['all', 'restaurants-food']);
  });

  test('no price of a single business can be inferred across platforms', () => {
    const rows = ['a', 'b', 'c'].map(id => createRow(id, 10));
    const free = ['e', 'f'].map(id =>
      createRow(id, 10, { platform: 'tiktok', fixedApproved: 0, fixedCents: 0 }),
    );
    const payer = createRow('d', 10, { platform: 'tiktok', dollars: 9 });
    const rewards = computeOverall([...rows, ...free, payer])?.figures.filter(
      ({ metric }) => metric === 'meanReward',
    );
    expect(rewards?.map(({ platform }) => platform)).toEqual(['all']);
  });

  test('no mean reward is shown with fewer than three businesses that pay fixed rewards', () => {
    const free = createRow('c', 10, { fixedApproved: 0, fixedCents: 0 });
    const metrics = computeOverall([createRow('a', 10), createRow('b', 10), free])?.figures.map(
      ({ metric }) => metric,
    );
    expect(metrics).not.toContain('meanReward');
  });

  test('an action has an observed price only if the campaign matches exactly that action', () => {
    const story = ['a', 'b', 'c'].map(id => createRow(id, 10));
    expect([...computeObservedBenchmarks(library, story).byAction.keys()]).toEqual([
      'instagram-story-mention',
    ]);
    const vague = story.map(each => ({ ...each, actionType: 'content' }));
    expect(computeObservedBenchmarks(library, vague).byAction.size).toBe(0);
    const named = vague.map(each => ({ ...each, actionId: 'instagram-reel' }));
    expect([...computeObservedBenchmarks(library, named).byAction.keys()]).toEqual(['instagram-reel']);
  });
});

/** Creates three cafés that approve a number of stories at 1, 2 and 9 dollars. */
async function approveStories(ctx: TestApp, each: number): Promise<void> {
  for (const [name, value] of [
    ['One', 1],
    ['Two', 2],
    ['Nine', 9],
  ] as const) {
    const { token } = await createBusiness(ctx, name);
    await ctx.call('PUT', '/business', { industry: 'cafe' }, { as: token });
    const terms = { reward: { type: 'fixed', value }, launch: true };
    const { data: campaign } = await ctx.call('POST', '/campaigns', { ...CAMPAIGN, ...terms }, { as: token });
    const submissionIds: string[] = [];
    for (let n = 0; n < each; n++) {
      const proof = {
        campaignId: campaign.id,
        proofUrl: `https://instagram.com/p/${name}${n}`,
        userId: `u${n}`,
      };
      submissionIds.push((await ctx.call('POST', '/submissions', proof, { as: token })).data.id);
    }
    await ctx.call('POST', '/submissions/review', { submissionIds, action: 'approve' }, { as: token });
  }
}

describe('an installation with 30 approvals of three cafés', () => {
  const story = ({ actions }: Json) =>
    actions.find((each: Json) => each.actionId === 'instagram-story-mention');

  test('shows observed figures within a minute, with a new ETag', async () => {
    const ctx = await createTestApp();
    const read = async (path: string) => await ctx.call('GET', path);
    const before = await read('/benchmarks?industry=cafe');
    await approveStories(ctx, 10);
    expect((await read('/benchmarks?industry=cafe')).data.items[0].observed).toBeNull();
    ctx.clock.advance(60_000);
    const after = await read('/benchmarks?industry=cafe');
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(after.data.items[0].figures).toEqual(before.data.items[0].figures);
    expect(after.data.items[0].observed).toMatchObject({ approvals: 30, businesses: 3 });

    // m = (1 + 2 + 9) ÷ 3 = 4, kept below high = 2.25; typical = (50 × 1.12 + 30 × 2.25) ÷ 80 = 1.54, which is rounded to 1.50.
    const price = story((await read('/pricing')).data);
    expect(price.observed).toEqual({ approvals: 30, businesses: 3, mean: 4, weight: 0.375 });
    expect(price.suggestedReward).toEqual({ low: 0.6, typical: 1.5, high: 2.25 });
    expect(price.published).toEqual({ low: 0.56, typical: 1.12, high: 2.25 });
    expect(JSON.stringify(after.body)).not.toMatch(/biz_|usr_/);
    await ctx.close();
  });

  test('reads the aggregates once per minute, and keeps the ETag while nothing changes', async () => {
    const ctx = await createTestApp();
    const tag = async () => (await ctx.call('GET', '/pricing')).headers.get('etag');
    const first = await tag();
    ctx.clock.advance(60_000);
    expect(await tag()).toBe(first);
    await ctx.close();
  });

  test('a reversed approval is subtracted, and the aggregates match the counts of campaigns', async () => {
    const ctx = await createTestApp();
    const { token } = await createBusiness(ctx);
    const { data: campaign } = await ctx.call(
      'POST',
      '/campaigns',
      { ...CAMPAIGN, launch: true },
      { as: token },
    );
    const proof = { campaignId: campaign.id, proofUrl: 'https://instagram.com/p/1', userId: 'u' };
    const submissionId = (await ctx.call('POST', '/submissions', proof, { as: token })).data.id;
    const decide = (fields: object) =>
      ctx.call('POST', '/submissions/review', { submissionId, ...fields }, { as: token });
    const kept = async () => (await listObservations(ctx.app.services.database.reader))[0];
    await decide({ action: 'approve' });
    expect(await kept()).toMatchObject({ approved: 1, rejected: 0, fixedApproved: 1, fixedCents: 500 });
    await decide({ action: 'reject', reverse: true });
    expect(await kept()).toMatchObject({ approved: 0, rejected: 1, fixedApproved: 0, fixedCents: 0 });
    await ctx.close();
  });
});
