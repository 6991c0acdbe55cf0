import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  change,
  contents,
  HOUR,
  launched,
  read,
  review,
  type Scene,
  scene,
  submitted,
  at as time,
} from '../campaigns/scene.ts';

let here: Scene;
beforeAll(async () => {
  here = await scene();
});
afterAll(() => here.close());

const redeem = (code: string) => here.call('POST', '/rewards/redeem', { code }, { as: here.shop.token });

/** A submission under review, in a campaign with a budget of four rewards. */
async function pending(): Promise<{ id: string; campaignId: string }> {
  const { id: campaignId } = await launched(here, { budget: { total: 20 } });
  const { id } = await submitted(here, campaignId);
  return { id, campaignId };
}

describe('an approval', () => {
  test('answers the submission and the reward issued for it', async () => {
    const { id, campaignId } = await pending();
    here.clock.advance(HOUR);
    const { data } = await review(here, id, 'approve', { reason: 'Lovely' });
    expect(data.submission).toMatchObject({
      id,
      status: 'approved',
      reason: 'Lovely',
      rejectionCode: null,
      reviewedAt: time(HOUR),
      reviewedBy: here.shop.userId,
      rewardId: data.reward.id,
    });
    expect(data.reward).toEqual({
      id: expect.stringMatching(/^rwd_/),
      code: expect.stringMatching(/^[0-9A-Z]{10}$/),
      businessId: here.shop.businessId,
      campaignId,
      programId: null,
      submissionId: id,
      userId: here.ada.userId,
      type: 'fixed',
      value: 5,
      maxAmount: null,
      amount: 5,
      status: 'issued',
      expiresAt: time(HOUR + 90 * 24 * HOUR),
      redeemedAt: null,
      source: 'submission',
      createdAt: time(HOUR),
    });
  });

  for (const state of ['paused', 'ended']) {
    test(`goes on when the campaign is ${state}`, async () => {
      const { id, campaignId } = await pending();
      await change(here, campaignId, { state });
      const { status } = await review(here, id, 'approve');
      expect(status).toBe(200);
      expect((await read(here, campaignId)).state).toBe(state);
    });
  }
});

describe('a rejection', () => {
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
    test(`keeps rejectionCode ${code} and its reason, and issues no reward`, async () => {
      const { id } = await pending();
      const { data } = await review(here, id, 'reject', {
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

  test('with an unknown rejectionCode is VALIDATION_ERROR', async () => {
    const { id } = await pending();
    expect((await review(here, id, 'reject', { rejectionCode: 'ugly' })).error.code).toBe('VALIDATION_ERROR');
  });

  test('needs a reason when the business asks for one, and only then', async () => {
    const { id } = await pending();
    await here.call('PUT', '/business', { requireRejectReason: true }, { as: here.shop.token });
    for (const fields of [{}, { reason: '' }, { reason: '   ' }]) {
      const { status, error } = await review(here, id, 'reject', fields);
      expect([status, error.details?.[0]?.field]).toEqual([400, 'reason']);
    }
    expect((await review(here, id, 'reject', { reason: 'Blurred' })).status).toBe(200);
    const other = await pending();
    expect((await review(here, other.id, 'approve')).status).toBe(200);
    await here.call('PUT', '/business', { requireRejectReason: false }, { as: here.shop.token });
  });
});

describe('a reversal', () => {
  test('of an approval whose reward was redeemed is 409 CONFLICT and changes nothing', async () => {
    const { id } = await pending();
    const { data } = await review(here, id, 'approve');
    await redeem(data.reward.code);
    const before = contents(here);
    const { status, error } = await review(here, id, 'reject', {
      reverse: true,
    });
    expect([status, error.code]).toEqual([409, 'CONFLICT']);
    expect(contents(here)).toBe(before);
  });

  test('happens once: the code is dead, and the same again is ALREADY_REVIEWED', async () => {
    const { id } = await pending();
    const { code } = (await review(here, id, 'approve')).data.reward;
    await review(here, id, 'reject', { reverse: true, reason: 'Deleted' });
    expect((await redeem(code)).error.code).toBe('REWARD_NOT_REDEEMABLE');
    expect((await review(here, id, 'reject', { reverse: true })).error.code).toBe('ALREADY_REVIEWED');
  });

  test('gives its place back: a campaign paused by its budget can be resumed', async () => {
    const { id: campaignId } = await launched(here, { budget: { total: 5 } });
    const { id } = await submitted(here, campaignId);
    await review(here, id, 'approve');
    await review(here, id, 'reject', { reverse: true });
    const { data } = await change(here, campaignId, { state: 'active' });
    expect(data).toMatchObject({
      state: 'active',
      budget: { spent: 0, remaining: 5 },
    });
  });
});

describe('an override', () => {
  test('is refused with BUDGET_EXHAUSTED where the rest is reserved', async () => {
    const { id: campaignId } = await launched(here, { budget: { total: 5 } });
    const { id } = await submitted(here, campaignId);
    await review(here, id, 'reject');
    await submitted(here, campaignId, { as: here.bob.token });
    const { status, error } = await review(here, id, 'approve', {
      override: true,
    });
    expect([status, error.code]).toEqual([409, 'BUDGET_EXHAUSTED']);
  });

  test('is refused with LIMIT_REACHED past maxApprovals', async () => {
    const { id: campaignId } = await launched(here, {
      limits: { maxApprovals: 1 },
    });
    const { id } = await submitted(here, campaignId);
    await review(here, id, 'reject');
    const other = await submitted(here, campaignId, { as: here.bob.token });
    await review(here, other.id, 'approve');
    expect((await review(here, id, 'approve', { override: true })).error.code).toBe('LIMIT_REACHED');
  });
});
