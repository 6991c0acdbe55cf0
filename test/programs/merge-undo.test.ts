import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { membersForm } from '../support/members-form.ts';
import {
  buyReward,
  createApprovedSubmission,
  createProgram,
  earnCashback,
  enrollMember,
  findIntegrityProblems,
  getMember,
  getProgress,
  recordVisit,
  redeemCashback,
  refundOrder,
  reverseSubmission,
  type Scene,
  scene,
} from './fixture.ts';
import { createMerging, done, TERMS } from './merging.ts';

let ctx: Scene;
let merging: ReturnType<typeof createMerging>;
beforeAll(async () => {
  ctx = await scene();
  merging = createMerging(ctx);
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

describe('The undo of a merge', () => {
  test('at once restores both members', async () => {
    const id = await merging.createPair();
    await buyReward(ctx, id, 'coffee', { memberId: 'm1' });
    await redeemCashback(ctx, id, 1, 'm1');
    await createApprovedSubmission(ctx, id, { memberId: 'm1', orderValue: 5 });
    await recordVisit(ctx, id, { memberId: 'm1', quantity: 5 });
    const before = [await merging.stateOf(id, 'm1'), await merging.stateOf(id, 'm2')];
    await done(merging.postMerge(id, 'm1', 'm2'));
    const undone = await done(merging.postUndo(id, 'm1'));
    expect(undone).toMatchObject({ memberId: 'm1', into: 'm2', undoneAt: expect.any(String) });
    expect([await merging.stateOf(id, 'm1'), await merging.stateOf(id, 'm2')]).toEqual(before);
    await merging.expectRejected(() => merging.postUndo(id, 'm1'), 409, 'INVALID_TRANSITION');
  });

  test('later leaves to each what each has done, and returns refunds with their orders', async () => {
    const id = await merging.createPair();
    await done(merging.postMerge(id, 'm1', 'm2'));
    await earnCashback(ctx, id, { memberId: 'm2', orderValue: 20 });
    await recordVisit(ctx, id, { memberId: 'm1', quantity: 1 });
    await refundOrder(ctx, id, { orderId: 'm1-order', amount: 30 });
    await done(merging.postUndo(id, 'm2'));
    expect(await getMember(ctx, id, 'm1')).toMatchObject({
      name: 'Ada Martin',
      phone: '+12025550143',
      points: 30,
      visits: 6,
      cashback: { available: 3 },
    });
    expect(await getMember(ctx, id, 'm2')).toMatchObject({
      name: null,
      phone: null,
      points: 70,
      visits: 7,
      cashback: { available: 7 },
    });
    // The rest of the order is refunded to the member who has it again.
    const rest = await refundOrder(ctx, id, { orderId: 'm1-order' });
    expect(rest.data).toMatchObject({ memberId: 'm1', cashback: 3, points: 30 });
  });

  test('issues again the reward of a member who alone reaches a goal that a correction of the other one took back', async () => {
    const { id } = await createProgram(ctx, TERMS);
    for (const memberId of ['m1', 'm2']) await enrollMember(ctx, id, memberId);
    const { rewards: first } = (await recordVisit(ctx, id, { quantity: 12 })).data;
    await done(merging.postMerge(id, 'm1', 'm2'));
    const correction = { visits: -5, reason: 'Counted again' };
    await done(
      ctx.call('POST', `/programs/${id}/members/m2/adjustments`, correction, { as: ctx.business.token }),
    );
    const undone = await done(merging.postUndo(id, 'm1'));
    expect(undone.rewards).toMatchObject([{ userId: 'm1', status: 'issued' }]);
    expect(undone.rewards[0].id).not.toBe(first[0].id);
    const before = [await merging.stateOf(id, 'm1'), await merging.stateOf(id, 'm2')];
    await done(merging.postMerge(id, 'm2', 'm1'));
    expect((await done(merging.postUndo(id, 'm2'))).rewards).toEqual([]);
    expect([await merging.stateOf(id, 'm1'), await merging.stateOf(id, 'm2')]).toEqual(before);
  });

  test('takes a proof along that was approved after the merge', async () => {
    const id = await merging.createPair();
    const proof = await ctx.call(
      'POST',
      `/programs/${id}/submit`,
      { memberId: 'm1', proofUrl: 'https://example.com/late' },
      { as: ctx.business.token },
    );
    await done(merging.postMerge(id, 'm1', 'm2'));
    await ctx.call(
      'POST',
      '/submissions/review',
      { submissionId: proof.data.id, action: 'approve' },
      { as: ctx.business.token },
    );
    expect((await getMember(ctx, id, 'm2')).points).toBe(117);
    await done(merging.postUndo(id, 'm1'));
    expect((await getMember(ctx, id, 'm1')).points).toBe(67);
    expect((await getProgress(ctx, id, 'm1')).totals).toMatchObject({ submissions: 1, approved: 1 });
    expect((await reverseSubmission(ctx, proof.data.id)).status).toBe(200);
    expect((await getMember(ctx, id, 'm1')).points).toBe(60);
  });

  test('voids the reward that both reached together, and is refused once that is redeemed', async () => {
    const id = await merging.createPair();
    const { rewards } = await done(merging.postMerge(id, 'm1', 'm2'));
    await done(merging.postUndo(id, 'm1'));
    const { data } = await ctx.call('GET', `/rewards/${rewards[0].id}`, undefined, {
      as: ctx.business.token,
    });
    expect(data.status).toBe('void');
    const again = await done(merging.postMerge(id, 'm1', 'm2'));
    await ctx.call('POST', '/rewards/redeem', { code: again.rewards[0].code }, { as: ctx.business.token });
    await merging.expectRejected(() => merging.postUndo(id, 'm1'), 409, 'CONFLICT');
  });

  test('is refused after what moved was spent', async () => {
    const id = await merging.createPair();
    await done(merging.postMerge(id, 'm1', 'm2'));
    await redeemCashback(ctx, id, 11, 'm2');
    await merging.expectRejected(() => merging.postUndo(id, 'm1'), 409, 'CONFLICT');
    const other = await merging.createPair();
    await done(merging.postMerge(other, 'm1', 'm2'));
    for (let n = 0; n < 4; n++) await buyReward(ctx, other, 'coffee', { memberId: 'm2' });
    await merging.expectRejected(() => merging.postUndo(other, 'm1'), 422, 'INSUFFICIENT_BALANCE');
  });

  test('of a chain goes in reverse order', async () => {
    const id = await merging.createPair();
    await enrollMember(ctx, id, 'm3');
    const before = await merging.stateOf(id, 'm1');
    await done(merging.postMerge(id, 'm1', 'm2'));
    await done(merging.postMerge(id, 'm2', 'm3'));
    expect(await getMember(ctx, id, 'm1')).toMatchObject({ memberId: 'm3', points: 110 });
    await refundOrder(ctx, id, { orderId: 'm2-order' });
    await merging.expectRejected(() => merging.postUndo(id, 'm1'), 409, 'CONFLICT');
    await done(merging.postUndo(id, 'm2'));
    await done(merging.postUndo(id, 'm1'));
    expect(await merging.stateOf(id, 'm1')).toEqual(before);
    expect(await getMember(ctx, id, 'm3')).toMatchObject({ points: 0, visits: 0 });
  });

  test('after opening balances of an import keeps their visits', async () => {
    const { id } = await createProgram(ctx, TERMS);
    await enrollMember(ctx, id, 'm2');
    const raw = membersForm(id, 'old-1');
    const { data: imported } = await ctx.call('POST', '/imports', undefined, { as: ctx.business.token, raw });
    await done(merging.postMerge(id, 'old-1', 'm2'));
    expect(await getMember(ctx, id, 'm2')).toMatchObject({
      points: 10,
      visits: 2,
      cashback: { available: 1.5 },
    });
    expect(
      (await ctx.call('POST', `/imports/${imported.id}/undo`, {}, { as: ctx.business.token })).error.code,
    ).toBe('CONFLICT');
    await done(merging.postUndo(id, 'old-1'));
    expect(
      (await ctx.call('POST', `/imports/${imported.id}/undo`, {}, { as: ctx.business.token })).status,
    ).toBe(409);
  });
});
