import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  approved,
  audited,
  enroll,
  joined,
  member,
  progress,
  redeem,
  reversed,
  review,
  type Scene,
  scene,
  submit,
} from './scene.ts';
import { REWARDS } from './terms.ts';

let here: Scene;
beforeAll(async () => {
  here = await scene();
});
afterEach(async () => expect(await audited(here)).toEqual([]));
afterAll(() => here.close());

describe('a campaign of the program', () => {
  async function linked() {
    const id = await joined(here, REWARDS);
    const { data } = await here.call(
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
      { as: here.shop.token },
    );
    return { id, campaignId: data.id as string };
  }

  test("gives its reward and the program's points for one proof, and takes both back", async () => {
    const { id, campaignId } = await linked();
    const submissionId = await approved(here, id, { campaignId, orderValue: 20 });
    const [{ rewardId }] = (
      await here.call('GET', `/submissions?campaignId=${campaignId}`, undefined, { as: here.shop.token })
    ).data.items;
    expect(rewardId).toStartWith('rwd_');
    expect(await member(here, id)).toMatchObject({ points: 20, cashback: { available: 1 } });
    const { data } = await reversed(here, submissionId);
    expect(data.reward.status).toBe('void');
    expect(await member(here, id)).toMatchObject({ points: 0, cashback: { available: 0 } });
  });

  test('counts for a member who submits to the campaign itself', async () => {
    const { id, campaignId } = await linked();
    const body = { campaignId, userId: 'm1', proofUrl: 'https://instagram.com/p/direct' };
    const { data } = await here.call('POST', '/submissions', body, { as: here.shop.token });
    expect(data).toMatchObject({ programId: id, memberId: 'm1' });
    const stranger = { campaignId, userId: 'm9', proofUrl: 'https://instagram.com/p/stranger' };
    const other = await here.call('POST', '/submissions', stranger, { as: here.shop.token });
    expect(other.data).toMatchObject({ programId: id, memberId: null });
    await review(here, other.data.id, 'approve');
    await review(here, data.id, 'approve');
    expect((await member(here, id)).points).toBe(10);
  });
});

describe("the owner's summary", () => {
  test('adds the members up', async () => {
    const id = await joined(here, { ...REWARDS, cashback: { type: 'percentage', value: 10, holdDays: 0 } });
    await enroll(here, id, 'm2');
    await approved(here, id, { orderValue: 10 });
    await approved(here, id, { orderValue: 20, memberId: 'm2' });
    await submit(here, id);
    await redeem(here, id, 0.4);
    expect(await progress(here, id)).toEqual({
      programId: id,
      summary: {
        members: 2,
        activeMembers: 2,
        submissions: 3,
        approved: 2,
        cashback: { pending: 0, available: 2.6, redeemed: 0.4 },
        completionRate: 0.6667,
      },
    });
    const path = `/programs/${id}/progress?memberId=nobody`;
    expect((await here.call('GET', path, undefined, { as: here.shop.token })).error.code).toBe(
      'NOT_A_MEMBER',
    );
  });
});
