import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  captureEvents,
  createLaunchedCampaign,
  createSubmission,
  getCampaign,
  HOUR,
  reviewSubmission,
  runJobByName,
  type Setup,
  setup,
  updateCampaign,
} from '../campaigns/fixture.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup();
});
afterEach(() => ctx.close());

const JOB = 'markOverdueReviews';

async function overdue(onTimeout: string, fields: object = {}) {
  const reviewPolicy = { slaHours: 2, onTimeout };
  const { id: campaignId } = await createLaunchedCampaign(ctx, { reviewPolicy, ...fields });
  const { id } = await createSubmission(ctx, campaignId);
  ctx.clock.advance(2 * HOUR);
  return { campaignId, id };
}
const statusOf = async (id: string) =>
  (
    await ctx.call('GET', `/submissions/${id}`, undefined, {
      as: ctx.business.token,
    })
  ).data;
const kindsOf = async (work: () => Promise<unknown>) =>
  (await captureEvents(ctx, work)).map(event => event.type);

describe('The job for overdue reviews', () => {
  test('records submission.reviewDue once, with the system as actor', async () => {
    const { id } = await overdue('none');
    const recorded = await captureEvents(ctx, async () => {
      await runJobByName(ctx, JOB);
      ctx.clock.advance(HOUR);
      await runJobByName(ctx, JOB);
    });
    expect(recorded.map(event => event.type)).toEqual(['submission.reviewDue']);
    expect(recorded[0].actor).toEqual({ kind: 'system', id: 'jobs' });
    expect(recorded[0].data.object.id).toBe(id);
    expect((await statusOf(id)).status).toBe('pending');
  });

  test('ignores submissions that are not overdue, already reviewed, or without a review deadline', async () => {
    const terms = { reviewPolicy: { slaHours: 2, onTimeout: 'approve' } };
    const early = await createSubmission(ctx, (await createLaunchedCampaign(ctx, terms)).id);
    const reviewed = await createSubmission(ctx, (await createLaunchedCampaign(ctx, terms)).id);
    const unpromised = {
      reviewPolicy: { slaHours: null, onTimeout: 'approve' },
    };
    await createSubmission(ctx, (await createLaunchedCampaign(ctx, unpromised)).id);
    await reviewSubmission(ctx, reviewed.id, 'reject');
    ctx.clock.advance(2 * HOUR - 1);
    expect(await kindsOf(() => runJobByName(ctx, JOB))).toEqual([]);
    ctx.clock.advance(1);
    await runJobByName(ctx, JOB);
    expect((await statusOf(early.id)).status).toBe('approved');
  });

  test('approves and issues the reward if onTimeout is approve', async () => {
    const { id, campaignId } = await overdue('approve', {
      budget: { total: 20 },
    });
    expect(await kindsOf(() => runJobByName(ctx, JOB))).toEqual([
      'submission.reviewDue',
      'reward.issued',
      'submission.approved',
    ]);
    expect(await statusOf(id)).toMatchObject({
      status: 'approved',
      reviewedBy: 'jobs',
    });
    expect((await getCampaign(ctx, campaignId)).budget.spent).toBe(5);
  });

  test('rejects if onTimeout is reject, even if the business requires a reason', async () => {
    await ctx.call('PUT', '/business', { requireRejectReason: true }, { as: ctx.business.token });
    const { id } = await overdue('reject');
    expect(await kindsOf(() => runJobByName(ctx, JOB))).toEqual([
      'submission.reviewDue',
      'submission.rejected',
    ]);
    expect(await statusOf(id)).toMatchObject({
      status: 'rejected',
      reason: expect.any(String),
    });
  });

  test('leaves submissions pending that it can no longer approve', async () => {
    const { id, campaignId } = await overdue('approve', {
      limits: { maxApprovals: 1 },
    });
    const other = await createSubmission(ctx, campaignId, { as: ctx.bob.token });
    await reviewSubmission(ctx, other.id, 'approve');
    expect(await kindsOf(() => runJobByName(ctx, JOB))).toEqual(['submission.reviewDue']);
    expect((await statusOf(id)).status).toBe('pending');
  });

  test('the job for overdue reviews also decides submissions of ended campaigns', async () => {
    const { id, campaignId } = await overdue('approve');
    await updateCampaign(ctx, campaignId, { state: 'ended' });
    await runJobByName(ctx, JOB);
    expect((await statusOf(id)).status).toBe('approved');
  });
});
