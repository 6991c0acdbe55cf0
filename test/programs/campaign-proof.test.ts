import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  createApprovedSubmission,
  createProgramWithMember,
  enrollMember,
  findIntegrityProblems,
  getMember,
  getProgress,
  redeemCashback,
  reverseSubmission,
  reviewSubmission,
  type Scene,
  scene,
  submitToProgram,
} from './fixture.ts';
import { REWARDS } from './terms.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

describe('A campaign of a program', () => {
  async function linked() {
    const id = await createProgramWithMember(ctx, REWARDS);
    const { data } = await ctx.call(
      'POST',
      '/campaigns',
      {
        name: 'C',
        platform: 'instagram',
        actionType: 'story',
        reward: { type: 'fixed', value: 5 },
        limits: { perUser: 9 },
        launch: true,
        programId: id,
      },
      { as: ctx.business.token },
    );
    return { id, campaignId: data.id as string };
  }

  test("grants its reward and the program's points for one submission, and reverses both", async () => {
    const { id, campaignId } = await linked();
    const submissionId = await createApprovedSubmission(ctx, id, { campaignId, orderValue: 20 });
    const [{ rewardId }] = (
      await ctx.call('GET', `/submissions?campaignId=${campaignId}`, undefined, { as: ctx.business.token })
    ).data.items;
    expect(rewardId).toStartWith('rwd_');
    expect(await getMember(ctx, id)).toMatchObject({ points: 20, cashback: { available: 1 } });
    const { data } = await reverseSubmission(ctx, submissionId);
    expect(data.reward.status).toBe('void');
    expect(await getMember(ctx, id)).toMatchObject({ points: 0, cashback: { available: 0 } });
  });

  test("counts a member's submission to the campaign toward the program", async () => {
    const { id, campaignId } = await linked();
    const body = { campaignId, userId: 'm1', proofUrl: 'https://instagram.com/p/direct' };
    const { data } = await ctx.call('POST', '/submissions', body, { as: ctx.business.token });
    expect(data).toMatchObject({ programId: id, memberId: 'm1' });
    const stranger = { campaignId, userId: 'm9', proofUrl: 'https://instagram.com/p/stranger' };
    const other = await ctx.call('POST', '/submissions', stranger, { as: ctx.business.token });
    expect(other.data).toMatchObject({ programId: id, memberId: null });
    await reviewSubmission(ctx, other.data.id, 'approve');
    await reviewSubmission(ctx, data.id, 'approve');
    expect((await getMember(ctx, id)).points).toBe(10);
  });
});

describe('The program summary for its owner', () => {
  test('totals all members', async () => {
    const id = await createProgramWithMember(ctx, {
      ...REWARDS,
      cashback: { type: 'percentage', value: 10, holdDays: 0 },
    });
    await enrollMember(ctx, id, 'm2');
    await createApprovedSubmission(ctx, id, { orderValue: 10 });
    await createApprovedSubmission(ctx, id, { orderValue: 20, memberId: 'm2' });
    await submitToProgram(ctx, id);
    await redeemCashback(ctx, id, 0.4);
    expect(await getProgress(ctx, id)).toEqual({
      programId: id,
      currency: 'USD',
      summary: {
        members: 2,
        activeMembers: 2,
        submissions: 3,
        approved: 2,
        cashback: { pending: 0, available: 2.6, redeemed: 0.4 },
        completionRate: 0.6667,
        visits: 0,
        shop: [],
      },
    });
    const path = `/programs/${id}/progress?memberId=unknown`;
    expect((await ctx.call('GET', path, undefined, { as: ctx.business.token })).error.code).toBe(
      'NOT_A_MEMBER',
    );
  });
});
