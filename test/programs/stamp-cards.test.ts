import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  at,
  captureEventKinds,
  createApprovedSubmission,
  createProgram,
  createProgramWithMember,
  databaseSnapshot,
  enrollMember,
  findIntegrityProblems,
  getMember,
  getProgress,
  recordVisit,
  type Scene,
  scene,
  updateProgram,
} from './fixture.ts';
import { COFFEE, STAMP_CARD } from './terms.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

describe('Stamp cards', () => {
  test('a card pays when it is full, starts again, and carries what exceeds it', async () => {
    const id = await createProgramWithMember(ctx, { goals: [STAMP_CARD] });
    await recordVisit(ctx, id, { quantity: 9 });
    const { response, kinds } = await captureEventKinds(ctx, () => recordVisit(ctx, id, { quantity: 3 }));
    expect(kinds).toEqual(['reward.issued', 'member.goalCompleted', 'member.visited']);
    const [reward] = response.data.rewards;
    expect(reward).toMatchObject({
      source: 'goal',
      type: 'item',
      name: 'Coffee',
      programId: id,
      userId: 'm1',
      status: 'issued',
    });
    const { goals, openRewards } = await getProgress(ctx, id, 'm1');
    expect(goals).toEqual([
      {
        id: 'card',
        name: '10th coffee free',
        metric: 'visits',
        current: 2,
        target: 10,
        percent: 20,
        status: 'inProgress',
        completedAt: at(0),
        repeats: true,
        completions: 1,
        reward: COFFEE,
      },
    ]);
    const open = { code: reward.code, source: 'goal', type: 'item', name: 'Coffee', value: 1.2 };
    expect(openRewards).toContainEqual(expect.objectContaining(open));
    expect((await getMember(ctx, id)).openRewards).toEqual(openRewards);
  });

  test('a member with the same ID at another business has separate open rewards', async () => {
    const id = await createProgramWithMember(ctx, { goals: [STAMP_CARD] });
    const body = { name: 'Regulars', rewards: { goals: [STAMP_CARD] } };
    const as = ctx.otherBusiness.token;
    const { data: theirs } = await ctx.call('POST', '/programs', body, { as });
    await enrollMember(ctx, theirs.id, 'same-id', { as });
    await enrollMember(ctx, id, 'same-id');
    await recordVisit(ctx, theirs.id, { as, memberId: 'same-id', quantity: 10 });
    expect((await getMember(ctx, theirs.id, 'same-id', as)).openRewards).toHaveLength(1);
    expect((await getMember(ctx, id, 'same-id')).openRewards).toEqual([]);
  });

  test('several completions at once pay several codes', async () => {
    const id = await createProgramWithMember(ctx, { goals: [STAMP_CARD] });
    const { data } = await recordVisit(ctx, id, { quantity: 35 });
    expect(new Set(data.rewards.map((reward: { code: string }) => reward.code)).size).toBe(3);
    expect((await getProgress(ctx, id, 'm1')).goals[0]).toMatchObject({ current: 5, completions: 3 });
  });

  test('a card counts from the moment that it starts to repeat', async () => {
    const id = await createProgramWithMember(ctx);
    await recordVisit(ctx, id, { quantity: 25 });
    await updateProgram(ctx, id, { rewards: { goals: [STAMP_CARD] } });
    expect((await getProgress(ctx, id, 'm1')).goals[0]).toMatchObject({ current: 0, completions: 0 });
    const { data } = await recordVisit(ctx, id, { quantity: 10 });
    expect(data.rewards).toHaveLength(1);
  });

  test('a promise in words is stored as sent and issues nothing', async () => {
    const goal = { ...STAMP_CARD, repeats: false, target: 1 };
    for (const reward of ['A free cup', { gift: 'mug' }, ['a', 'b'], null]) {
      const id = await createProgramWithMember(ctx, { goals: [{ ...goal, reward }] });
      expect((await recordVisit(ctx, id)).data.rewards).toEqual([]);
      const { data } = await ctx.call('GET', `/programs/${id}`, undefined, { as: ctx.business.token });
      expect(data.rewards.goals[0].reward).toEqual(reward);
      expect((await getProgress(ctx, id, 'm1')).goals[0]).toMatchObject({
        status: 'completed',
        reward: null,
      });
    }
  });

  test('a promise that becomes a reward pays nothing for goals completed before', async () => {
    const goal = { ...STAMP_CARD, repeats: false, target: 1, reward: 'A free cup' };
    const id = await createProgramWithMember(ctx, { goals: [goal] });
    await recordVisit(ctx, id);
    await updateProgram(ctx, id, { rewards: { goals: [{ ...goal, reward: COFFEE }] } });
    expect((await recordVisit(ctx, id)).data.rewards).toEqual([]);
  });

  const INVALID: [string, object, string][] = [
    ['a percentage above 100', { type: 'percentage', value: 101 }, 'rewards.goals.0.reward.value'],
    ['an item without a name', { type: 'item', cost: 1 }, 'rewards.goals.0.reward.name'],
    ['an amount in words', { type: 'fixed', value: 'five' }, 'rewards.goals.0.reward.value'],
    [
      'an expiry of 0 days',
      { type: 'fixed', value: 5, expiresInDays: 0 },
      'rewards.goals.0.reward.expiresInDays',
    ],
  ];
  test.each(INVALID)('refuses a reward that is %s', async (_, reward, field) => {
    const id = await createProgramWithMember(ctx);
    const { status, error } = await updateProgram(ctx, id, {
      rewards: { goals: [{ ...STAMP_CARD, reward }] },
    });
    expect([status, error.details?.[0]?.field]).toEqual([400, field]);
  });

  test('a goal on submissions issues its reward with the approval, and a reversal voids it', async () => {
    const goal = {
      name: 'First post',
      metric: 'submissions',
      target: 1,
      reward: { type: 'fixed', value: 5 },
    };
    const { id } = await createProgram(ctx, { goals: [goal] });
    await enrollMember(ctx, id, 'poster');
    const submissionId = await createApprovedSubmission(ctx, id, { memberId: 'poster' });
    const [open] = (await getMember(ctx, id, 'poster')).openRewards;
    expect(open).toMatchObject({ source: 'goal', type: 'fixed', value: 5 });
    const body = { submissionId, action: 'reject', reverse: true };
    expect((await ctx.call('POST', '/submissions/review', body, { as: ctx.business.token })).status).toBe(
      200,
    );
    expect((await getMember(ctx, id, 'poster')).openRewards).toEqual([]);
    expect((await getProgress(ctx, id, 'poster')).goals[0].status).toBe('inProgress');
  });

  test('an approval whose goal paid a redeemed reward cannot be reversed', async () => {
    const goal = {
      name: 'First post',
      metric: 'submissions',
      target: 1,
      reward: { type: 'fixed', value: 5 },
    };
    const { id } = await createProgram(ctx, { goals: [goal] });
    await enrollMember(ctx, id, 'writer');
    const submissionId = await createApprovedSubmission(ctx, id, { memberId: 'writer' });
    const [{ code }] = (await getMember(ctx, id, 'writer')).openRewards;
    await ctx.call('POST', '/rewards/redeem', { code }, { as: ctx.business.token });
    const before = await databaseSnapshot(ctx);
    const body = { submissionId, action: 'reject', reverse: true };
    const refused = await ctx.call('POST', '/submissions/review', body, { as: ctx.business.token });
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });
});
