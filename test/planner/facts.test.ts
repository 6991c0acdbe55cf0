import { afterEach, beforeEach, expect, test } from 'bun:test';
import { CLI } from '../../src/context.ts';
import { collectFacts } from '../../src/planner/service/facts.ts';
import { planMonth } from '../../src/planner/service/plan-month.ts';
import { DAY_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import * as suggestions from '../../src/suggestions/service.ts';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let testApp: TestApp;
beforeEach(async () => {
  testApp = await createTestApp();
});
afterEach(() => testApp.close());

const STORY = {
  name: 'Story',
  platform: 'instagram',
  actionType: 'content',
  actionId: 'instagram-story-mention',
  reward: { type: 'fixed', value: 1 },
  launch: true,
};

/** Creates a business with a number of approved submissions. */
async function createActiveBusiness(name: string, approvals: number): Promise<string> {
  const { token: as, businessId } = await createBusiness(testApp, name);
  const campaign = (await testApp.call('POST', '/campaigns', STORY, { as })).data;
  for (let n = 0; n < approvals; n++) {
    const proof = { campaignId: campaign.id, userId: `fan-${n}`, proofUrl: `https://instagram.com/p/${n}` };
    const { data } = await testApp.call('POST', '/submissions', proof, { as });
    await testApp.call('POST', '/submissions/review', { submissionId: data.id, action: 'approve' }, { as });
  }
  return businessId;
}

const facts = (businessId: string) =>
  collectFacts(testApp.app.as(CLI), { businessId, industry: undefined, customersPerMonth: undefined });

test('results of the installation adjust the completion curve once they are anonymous', async () => {
  const first = await createActiveBusiness('One', 8);
  await createActiveBusiness('Two', 8);
  testApp.clock.advance(28 * DAY_MS);
  expect((await facts(first)).market.calibration.size).toBe(0);
  testApp.clock.advance(-28 * DAY_MS);
  await createActiveBusiness('Three', 8);
  testApp.clock.advance(28 * DAY_MS);
  // Effort 2: 500 × 7% × 0.551 × (1.00 ÷ 0.60)^¼ are 21.9 a month expected of each, 8 came; the curve counts 20.
  const expected = 3 * 500 * 0.07 * (2.3 * 0.04) ** 0.25 * (1 / 0.6) ** 0.25;
  expect((await facts(first)).market.calibration.get(2)).toBeCloseTo((20 + 24) / (20 + expected), 3);
  const { assumptions } = await planMonth(testApp.app.as(CLI), { businessId: first, budget: 300 });
  expect(assumptions.map(({ name }) => name)).toContain('calibrationEffort2');
});

test('the approval rate combines the assumption with results of the installation and of the business', async () => {
  const own = await createActiveBusiness('One', 10);
  // 0.7 counts like 50 reviews, then 10 of 10.
  expect((await facts(own)).approvalRate).toBeCloseTo((50 * 0.7 + 10) / 60, 10);
  await createActiveBusiness('Two', 6);
  await createActiveBusiness('Three', 6);
  testApp.clock.advance(2 * MINUTE_MS);
  const installationRate = (50 * 0.7 + 22) / 72;
  expect((await facts(own)).approvalRate).toBeCloseTo((50 * installationRate + 10) / 60, 10);
});

test('unused suggestions are deleted after 90 days, and used ones are kept', async () => {
  const { token: as, businessId } = await createBusiness(testApp);
  const asked = await testApp.call('POST', '/ai/generate', { businessId }, { as });
  const [used, ...unused] = asked.data.suggestions;
  await testApp.call('POST', '/campaigns', used.campaign, { as });
  const ctx = testApp.app.as(CLI);
  expect(await suggestions.purgeUnused(ctx)).toBe(0);
  testApp.clock.advance((suggestions.UNUSED_DAYS + 1) * DAY_MS);
  expect(await suggestions.purgeUnused(ctx)).toBe(unused.length);
  expect((await suggestions.listApplied(ctx, businessId, 10)).map(({ id }) => id)).toEqual([used.id]);
});
