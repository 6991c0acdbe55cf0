import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  captureEventKinds,
  createApprovedSubmission,
  createProgram,
  createProgramWithMember,
  databaseSnapshot,
  enrollMember,
  findIntegrityProblems,
  getMember,
  getProgress,
  listCashback,
  redeemCashback,
  reverseSubmission,
  reviewSubmission,
  type Scene,
  scene,
  submitToProgram,
  updateProgram,
} from './fixture.ts';
import { REWARDS, TIERS } from './terms.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

const suspend = (id: string) =>
  ctx.call('PUT', `/programs/${id}/members/m1`, { status: 'suspended' }, { as: ctx.business.token });

describe('POST /programs/:id/submit', () => {
  test('creates a pending submission of the program and its member', async () => {
    const id = await createProgramWithMember(ctx);
    const fields = { notes: 'hi', orderValue: 12.5, actionId: 'instagram-story-mention' };
    const { kinds, response } = await captureEventKinds(ctx, () => submitToProgram(ctx, id, fields));
    expect(response.status).toBe(201);
    expect(response.data).toMatchObject({
      campaignId: null,
      programId: id,
      memberId: 'm1',
      userId: 'm1',
      status: 'pending',
      proofType: 'url',
      rewardId: null,
      ...fields,
    });
    expect(kinds).toEqual(['submission.created']);
    expect((await getProgress(ctx, id, 'm1')).totals).toMatchObject({ submissions: 1, approved: 0 });
  });

  test("creates a customer's submission as their own", async () => {
    const { id } = await createProgram(ctx);
    const { token, userId } = ctx.ada;
    await enrollMember(ctx, id, userId, { as: token });
    expect((await submitToProgram(ctx, id, { as: token })).data).toMatchObject({ userId, memberId: userId });
    const other = await submitToProgram(ctx, id, { as: token, memberId: ctx.bob.userId });
    expect(other.error.code).toBe('FORBIDDEN');
  });

  test('rejects invalid submissions with the documented errors', async () => {
    const id = await createProgramWithMember(ctx);
    const code = async (fields: object) => {
      const { status, error } = await submitToProgram(ctx, id, fields as never);
      return [status, error.code];
    };
    expect(await code({ memberId: 'unknown' })).toEqual([422, 'NOT_A_MEMBER']);
    expect(await code({ as: ctx.bob.token })).toEqual([422, 'NOT_A_MEMBER']);
    expect(await code({ as: ctx.otherBusiness.token })).toEqual([404, 'NOT_FOUND']);
    expect(await code({ actionId: 'none' })).toEqual([400, 'VALIDATION_ERROR']);
    expect(await code({ campaignId: 'cmp_none' })).toEqual([404, 'NOT_FOUND']);
    expect(await code({ proofUrl: 'ftp://x' })).toEqual([400, 'VALIDATION_ERROR']);
    const proofUrl = 'https://instagram.com/p/once';
    await submitToProgram(ctx, id, { proofUrl });
    expect(await code({ proofUrl })).toEqual([409, 'DUPLICATE_SUBMISSION']);
    await suspend(id);
    expect(await code({})).toEqual([403, 'MEMBER_SUSPENDED']);
    await updateProgram(ctx, id, { status: 'paused' });
    expect(await code({})).toEqual([409, 'PROGRAM_NOT_ACTIVE']);
  });

  test('accepts a resubmission of a rejected submission', async () => {
    const id = await createProgramWithMember(ctx);
    const { data } = await submitToProgram(ctx, id);
    await reviewSubmission(ctx, data.id, 'reject');
    const again = await submitToProgram(ctx, id, { resubmitOf: data.id });
    expect(again.data).toMatchObject({ revision: 2, resubmitOf: data.id });
  });
});

describe('Approving a program submission', () => {
  test('grants points, tier, goals and cashback in one transaction, with one event each', async () => {
    const id = await createProgramWithMember(ctx, REWARDS);
    const { data } = await submitToProgram(ctx, id, { orderValue: 31.05 });
    const { kinds, response } = await captureEventKinds(ctx, () => reviewSubmission(ctx, data.id, 'approve'));
    expect(response.data.submission).toMatchObject({ status: 'approved', rewardId: null });
    expect(response.data.reward).toBeNull();
    expect(kinds).toEqual([
      'member.tierChanged',
      'member.goalCompleted',
      'member.goalCompleted',
      'cashback.created',
      'cashback.available',
      'submission.approved',
    ]);
    // 10 + 31.05 × 0.5 = 25.525, without a tier × 1, rounded down
    expect(await getMember(ctx, id)).toMatchObject({
      points: 25,
      tier: 'Silver',
      cashback: { available: 1.55 },
    });
    expect(await getProgress(ctx, id, 'm1')).toEqual({
      programId: id,
      memberId: 'm1',
      currency: 'USD',
      totals: {
        submissions: 1,
        approved: 1,
        points: 25,
        pointsBalance: 25,
        visits: 0,
        spend: 31.05,
        cashback: 1.55,
      },
      lastVisitAt: null,
      shop: [],
      openRewards: [],
      tier: { current: 'Silver', next: 'Gold', pointsToNext: 25, percent: 16 },
      goals: [
        {
          id: 'two',
          name: 'Two',
          metric: 'submissions',
          current: 1,
          target: 2,
          percent: 50,
          status: 'inProgress',
          completedAt: null,
          repeats: false,
          completions: 0,
          reward: null,
        },
        {
          id: 'spender',
          name: 'Spender',
          metric: 'spend',
          current: 31.05,
          target: 30.5,
          percent: 100,
          status: 'completed',
          completedAt: expect.any(String),
          repeats: false,
          completions: 1,
          reward: null,
        },
        {
          id: 'points',
          name: 'Collector',
          metric: 'points',
          current: 25,
          target: 25,
          percent: 100,
          status: 'completed',
          completedAt: expect.any(String),
          repeats: false,
          completions: 1,
          reward: null,
        },
      ],
    });
    expect((await listCashback(ctx, id))[0]).toMatchObject({
      submissionId: data.id,
      amount: 1.55,
      orderValue: 31.05,
      rate: 5,
    });
  });

  test("multiplies points by the member's current tier and rounds down", async () => {
    const id = await createProgramWithMember(ctx, { points: { perAction: 21 }, tiers: TIERS });
    await createApprovedSubmission(ctx, id);
    expect((await getMember(ctx, id)).points).toBe(21);
    await createApprovedSubmission(ctx, id);
    // 21 × 1.5 = 31.5
    expect(await getMember(ctx, id)).toMatchObject({ points: 52, tier: 'Gold' });
    await createApprovedSubmission(ctx, id);
    expect((await getMember(ctx, id)).points).toBe(94);
  });

  test('approves without cashback if the cap leaves nothing', async () => {
    const id = await createProgramWithMember(ctx, { cashback: { type: 'fixed', value: 3, maxPerMember: 4 } });
    for (const _ of [1, 2, 3]) await createApprovedSubmission(ctx, id);
    expect((await listCashback(ctx, id)).map(row => row.amount)).toEqual([1, 3]);
    expect((await getProgress(ctx, id, 'm1')).totals).toMatchObject({ approved: 3, cashback: 4 });
  });

  test('approving a program submission is rejected while the program is paused or the member suspended; rejecting is not', async () => {
    const id = await createProgramWithMember(ctx, REWARDS);
    const [first, second] = [await submitToProgram(ctx, id), await submitToProgram(ctx, id)];
    await suspend(id);
    expect((await reviewSubmission(ctx, first.data.id, 'approve')).error.code).toBe('MEMBER_SUSPENDED');
    await updateProgram(ctx, id, { status: 'paused' });
    const before = await databaseSnapshot(ctx);
    expect((await reviewSubmission(ctx, first.data.id, 'approve')).error.code).toBe('PROGRAM_NOT_ACTIVE');
    expect(await databaseSnapshot(ctx)).toBe(before);
    expect((await reviewSubmission(ctx, second.data.id, 'reject')).status).toBe(200);
  });

  test('succeeds only once if a rejection is sent at the same time', async () => {
    const id = await createProgramWithMember(ctx, REWARDS);
    const { data } = await submitToProgram(ctx, id, { orderValue: 10 });
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => reviewSubmission(ctx, data.id, n % 2 ? 'approve' : 'reject')),
    );
    expect(responses.filter(response => response.status === 200).length).toBe(1);
  });
});

describe('Reversing the approval of a program submission', () => {
  test('reverts exactly what the approval granted, once', async () => {
    const id = await createProgramWithMember(ctx, { ...REWARDS, cashback: { type: 'percentage', value: 5 } });
    await createApprovedSubmission(ctx, id, { orderValue: 3 });
    const before = [await getMember(ctx, id), (await getProgress(ctx, id, 'm1')).goals];
    const submissionId = await createApprovedSubmission(ctx, id, { orderValue: 60 });
    expect((await getMember(ctx, id)).tier).toBe('Gold');
    const { kinds, response } = await captureEventKinds(ctx, () => reverseSubmission(ctx, submissionId));
    expect(response.data.submission.status).toBe('rejected');
    expect(kinds).toEqual(['cashback.voided', 'member.tierChanged', 'submission.reversed']);
    expect([await getMember(ctx, id), (await getProgress(ctx, id, 'm1')).goals]).toEqual(before);
    expect((await getProgress(ctx, id, 'm1')).totals).toMatchObject({
      submissions: 2,
      approved: 1,
      spend: 3,
    });
    expect((await reverseSubmission(ctx, submissionId)).error.code).toBe('ALREADY_REVIEWED');
  });

  test('reverses available cashback and returns CONFLICT once any of it is redeemed', async () => {
    const id = await createProgramWithMember(ctx, REWARDS);
    const first = await createApprovedSubmission(ctx, id, { orderValue: 20 });
    const second = await createApprovedSubmission(ctx, id, { orderValue: 20 });
    await redeemCashback(ctx, id, 0.5);
    const before = await databaseSnapshot(ctx);
    expect((await reverseSubmission(ctx, first)).error.code).toBe('CONFLICT');
    expect(await databaseSnapshot(ctx)).toBe(before);
    expect((await reverseSubmission(ctx, second)).status).toBe(200);
    expect((await listCashback(ctx, id)).map(row => [row.status, row.remaining])).toEqual([
      ['reversed', 0],
      ['available', 0.5],
    ]);
  });

  test('reversing the approval of a program submission can be followed by an override, which can be reversed again', async () => {
    const id = await createProgramWithMember(ctx, REWARDS);
    const submissionId = await createApprovedSubmission(ctx, id, { orderValue: 20 });
    const after = await getMember(ctx, id);
    for (const _ of [1, 2]) {
      await reverseSubmission(ctx, submissionId);
      expect(await getMember(ctx, id)).toMatchObject({ points: 0, tier: null });
      await reviewSubmission(ctx, submissionId, 'approve', { override: true });
      expect((await getMember(ctx, id)).points).toBe(after.points);
    }
    expect((await listCashback(ctx, id)).map(row => row.status)).toEqual([
      'available',
      'reversed',
      'reversed',
    ]);
  });
});

describe('An order recorded by the business', () => {
  test('an order recorded by the business counts as spend and earns points; voiding it reverts both', async () => {
    const id = await createProgramWithMember(ctx, REWARDS);
    const pay = { memberId: 'm1', orderValue: 50 };
    const { data } = await ctx.call('POST', `/programs/${id}/cashback`, pay, { as: ctx.business.token });
    expect(await getMember(ctx, id)).toMatchObject({ points: 25, tier: 'Silver' });
    expect((await getProgress(ctx, id, 'm1')).totals).toMatchObject({
      approved: 0,
      spend: 50,
      cashback: 2.5,
    });
    const back = { cashbackId: data.id, action: 'reverse' };
    await ctx.call('POST', `/programs/${id}/cashback`, back, { as: ctx.business.token });
    expect(await getMember(ctx, id)).toMatchObject({ points: 0, tier: null });
    expect((await getProgress(ctx, id, 'm1')).totals).toMatchObject({ spend: 0, cashback: 0 });
  });
});
