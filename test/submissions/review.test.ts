import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  getCampaign,
  HOUR,
  reviewSubmission,
  type Setup,
  setup,
  isoTimeAt as time,
  updateCampaign,
} from '../campaigns/fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const redeem = (code: string) => ctx.call('POST', '/rewards/redeem', { code }, { as: ctx.business.token });

/** A submission under review, in a campaign with a budget of four rewards. */
async function pending(): Promise<{ id: string; campaignId: string }> {
  const { id: campaignId } = await createLaunchedCampaign(ctx, { budget: { total: 20 } });
  const { id } = await createSubmission(ctx, campaignId);
  return { id, campaignId };
}

describe('Approving a submission', () => {
  test('returns the submission and the reward issued for it', async () => {
    const { id, campaignId } = await pending();
    ctx.clock.advance(HOUR);
    const { data } = await reviewSubmission(ctx, id, 'approve', { reason: 'Lovely' });
    expect(data.submission).toMatchObject({
      id,
      status: 'approved',
      reason: 'Lovely',
      rejectionCode: null,
      reviewedAt: time(HOUR),
      reviewedBy: ctx.business.userId,
      rewardId: data.reward.id,
    });
    expect(data.reward).toEqual({
      id: expect.stringMatching(/^rwd_/),
      code: expect.stringMatching(/^[0-9A-Z]{10}$/),
      businessId: ctx.business.businessId,
      campaignId,
      programId: null,
      submissionId: id,
      userId: ctx.ada.userId,
      currency: 'USD',
      type: 'fixed',
      value: 5,
      name: null,
      cost: null,
      maxAmount: null,
      amount: 5,
      status: 'issued',
      expiresAt: '2026-08-30T23:59:59.999Z',
      redeemedAt: null,
      source: 'submission',
      createdAt: time(HOUR),
    });
  });

  for (const state of ['paused', 'ended']) {
    test(`works while the campaign is ${state}`, async () => {
      const { id, campaignId } = await pending();
      await updateCampaign(ctx, campaignId, { state });
      const { status } = await reviewSubmission(ctx, id, 'approve');
      expect(status).toBe(200);
      expect((await getCampaign(ctx, campaignId)).state).toBe(state);
    });
  }
});

describe('Rejecting a submission', () => {
  for (const code of [
    'invalidProof',
    'duplicate',
    'outOfWindow',
    'criteriaNotMet',
    'wrongAccount',
    'proofDeleted',
    'missingDisclosure',
    'fraud',
    'other',
  ]) {
    test(`stores rejectionCode ${code} and the reason, and issues no reward`, async () => {
      const { id } = await pending();
      const { data } = await reviewSubmission(ctx, id, 'reject', {
        rejectionCode: code,
        reason: 'Why',
      });
      expect(data.submission).toMatchObject({
        status: 'rejected',
        rejectionCode: code,
        reason: 'Why',
      });
      expect(data.reward).toBeNull();
    });
  }

  test('returns VALIDATION_ERROR for an unknown rejectionCode', async () => {
    const { id } = await pending();
    expect((await reviewSubmission(ctx, id, 'reject', { rejectionCode: 'ugly' })).error.code).toBe(
      'VALIDATION_ERROR',
    );
  });

  test('requires a reason only if the business requires one', async () => {
    const { id } = await pending();
    await ctx.call('PUT', '/business', { requireRejectReason: true }, { as: ctx.business.token });
    for (const fields of [{}, { reason: '' }, { reason: '   ' }]) {
      const { status, error } = await reviewSubmission(ctx, id, 'reject', fields);
      expect([status, error.details?.[0]?.field]).toEqual([400, 'reason']);
    }
    expect((await reviewSubmission(ctx, id, 'reject', { reason: 'Blurred' })).status).toBe(200);
    const other = await pending();
    expect((await reviewSubmission(ctx, other.id, 'approve')).status).toBe(200);
    await ctx.call('PUT', '/business', { requireRejectReason: false }, { as: ctx.business.token });
  });
});

describe('Reversing an approval', () => {
  test('returns 409 CONFLICT and changes nothing if the reward was redeemed', async () => {
    const { id } = await pending();
    const { data } = await reviewSubmission(ctx, id, 'approve');
    await redeem(data.reward.code);
    const before = await databaseSnapshot(ctx);
    const { status, error } = await reviewSubmission(ctx, id, 'reject', {
      reverse: true,
    });
    expect([status, error.code]).toEqual([409, 'CONFLICT']);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('invalidates the code, and a second reversal returns ALREADY_REVIEWED', async () => {
    const { id } = await pending();
    const { code } = (await reviewSubmission(ctx, id, 'approve')).data.reward;
    await reviewSubmission(ctx, id, 'reject', { reverse: true, reason: 'Deleted' });
    expect((await redeem(code)).error.code).toBe('REWARD_NOT_REDEEMABLE');
    expect((await reviewSubmission(ctx, id, 'reject', { reverse: true })).error.code).toBe(
      'ALREADY_REVIEWED',
    );
  });

  test('releases budget, so that a campaign paused by its budget can be resumed', async () => {
    const { id: campaignId } = await createLaunchedCampaign(ctx, { budget: { total: 5 } });
    const { id } = await createSubmission(ctx, campaignId);
    await reviewSubmission(ctx, id, 'approve');
    await reviewSubmission(ctx, id, 'reject', { reverse: true });
    const { data } = await updateCampaign(ctx, campaignId, { state: 'active' });
    expect(data).toMatchObject({
      state: 'active',
      budget: { spent: 0, remaining: 5 },
    });
  });
});

describe('Overriding a rejection', () => {
  test('returns BUDGET_EXHAUSTED if the remaining budget is reserved', async () => {
    const { id: campaignId } = await createLaunchedCampaign(ctx, { budget: { total: 5 } });
    const { id } = await createSubmission(ctx, campaignId);
    await reviewSubmission(ctx, id, 'reject');
    await createSubmission(ctx, campaignId, { as: ctx.bob.token });
    const { status, error } = await reviewSubmission(ctx, id, 'approve', {
      override: true,
    });
    expect([status, error.code]).toEqual([409, 'BUDGET_EXHAUSTED']);
  });

  test('returns LIMIT_REACHED above maxApprovals', async () => {
    const { id: campaignId } = await createLaunchedCampaign(ctx, {
      limits: { maxApprovals: 1 },
    });
    const { id } = await createSubmission(ctx, campaignId);
    await reviewSubmission(ctx, id, 'reject');
    const other = await createSubmission(ctx, campaignId, { as: ctx.bob.token });
    await reviewSubmission(ctx, other.id, 'approve');
    expect((await reviewSubmission(ctx, id, 'approve', { override: true })).error.code).toBe('LIMIT_REACHED');
  });
});
