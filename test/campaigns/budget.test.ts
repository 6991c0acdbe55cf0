import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  captureEventKinds,
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  getCampaign,
  reviewSubmission,
  type Setup,
  setup,
  submitProof,
  updateCampaign,
} from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const PERCENTAGE = { type: 'percentage', value: 10 };

/** Submits as a new person each time, so that limits per person do not apply. */
const by = (userId: string) => ({ as: ctx.business.token, userId });

describe("A campaign's budget", () => {
  test('reserves one reward at submission, spends it on approval, releases it on rejection', async () => {
    const { id } = await createLaunchedCampaign(ctx, { budget: { total: 12.5 } });
    const first = await createSubmission(ctx, id, by('c1'));
    const second = await createSubmission(ctx, id, by('c2'));
    expect((await getCampaign(ctx, id)).budget).toEqual({
      total: 12.5,
      reserved: 10,
      spent: 0,
      remaining: 2.5,
    });
    await reviewSubmission(ctx, first.id, 'approve');
    expect((await getCampaign(ctx, id)).budget).toEqual({
      total: 12.5,
      reserved: 5,
      spent: 5,
      remaining: 2.5,
    });
    await reviewSubmission(ctx, second.id, 'reject');
    expect((await getCampaign(ctx, id)).budget).toEqual({
      total: 12.5,
      reserved: 0,
      spent: 5,
      remaining: 7.5,
    });
  });

  test('a fully reserved budget rejects the next submission with BUDGET_EXHAUSTED and stores nothing', async () => {
    const { id } = await createLaunchedCampaign(ctx, { budget: { total: 9.99 } });
    await createSubmission(ctx, id, by('c1'));
    const before = await databaseSnapshot(ctx);
    const { status, error } = await submitProof(ctx, id, by('c2'));
    expect([status, error.code]).toEqual([409, 'BUDGET_EXHAUSTED']);
    expect(await databaseSnapshot(ctx)).toBe(before);
    expect((await getCampaign(ctx, id)).state).toBe('active');
  });

  test('accepts the next submission after a rejection releases its reserve', async () => {
    const { id } = await createLaunchedCampaign(ctx, { budget: { total: 5 } });
    await reviewSubmission(ctx, (await createSubmission(ctx, id, by('c1'))).id, 'reject');
    expect((await submitProof(ctx, id, by('c2'))).status).toBe(201);
  });

  test("a campaign's budget can be smaller than one reward at launch and then rejects every submission", async () => {
    const { id, state } = await createLaunchedCampaign(ctx, { budget: { total: 4.99 } });
    expect(state).toBe('active');
    expect((await submitProof(ctx, id)).error.code).toBe('BUDGET_EXHAUSTED');
    const draft = await ctx.call(
      'POST',
      '/campaigns',
      {
        name: 'x',
        platform: 'x',
        actionType: 'post',
        reward: { type: 'fixed', value: 5 },
        budget: { total: 1 },
      },
      { as: ctx.business.token },
    );
    expect((await updateCampaign(ctx, draft.data.id, { state: 'active' })).status).toBe(200);
  });

  test('reserves the cap of a percentage reward', async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      reward: { ...PERCENTAGE, maxAmount: 4 },
      budget: { total: 10 },
    });
    await createSubmission(ctx, id, by('c1'));
    expect((await getCampaign(ctx, id)).budget).toEqual({
      total: 10,
      reserved: 4,
      spent: 0,
      remaining: 6,
    });
  });

  test('reserves nothing for a percentage reward without a cap', async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      reward: PERCENTAGE,
      budget: { total: 1 },
    });
    const { id: submissionId } = await createSubmission(ctx, id, by('c1'));
    await reviewSubmission(ctx, submissionId, 'approve');
    expect(await getCampaign(ctx, id)).toMatchObject({
      state: 'active',
      budget: { total: 1, reserved: 0, spent: 0, remaining: 1 },
    });
  });

  test("can't be lowered below the reserved and spent amounts: VALIDATION_ERROR", async () => {
    const { id } = await createLaunchedCampaign(ctx, { budget: { total: 20 } });
    await reviewSubmission(ctx, (await createSubmission(ctx, id, by('c1'))).id, 'approve');
    await createSubmission(ctx, id, by('c2'));
    const { status, error } = await updateCampaign(ctx, id, {
      budget: { total: 9.99 },
    });
    expect([status, error.details?.[0]?.field]).toEqual([400, 'budget.total']);
    expect((await updateCampaign(ctx, id, { budget: { total: 10 } })).data.budget.remaining).toBe(0);
  });

  test('a budget that is set later includes the amounts already reserved and spent', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    await reviewSubmission(ctx, (await createSubmission(ctx, id, by('c1'))).id, 'approve');
    await createSubmission(ctx, id, by('c2'));
    const { data } = await updateCampaign(ctx, id, { budget: { total: 50 } });
    expect(data.budget).toEqual({
      total: 50,
      reserved: 5,
      spent: 5,
      remaining: 40,
    });
  });

  test('no longer limits submissions once removed', async () => {
    const { id } = await createLaunchedCampaign(ctx, { budget: { total: 5 } });
    await createSubmission(ctx, id, by('c1'));
    expect((await updateCampaign(ctx, id, { budget: null })).data.budget).toBeNull();
    expect((await submitProof(ctx, id, by('c2'))).status).toBe(201);
  });
});

describe('An approval that leaves less than one reward in the budget', () => {
  async function exhausted() {
    const { id } = await createLaunchedCampaign(ctx, { budget: { total: 9 } });
    const { id: submissionId } = await createSubmission(ctx, id, by('c1'));
    return {
      id,
      ...(await captureEventKinds(ctx, () => reviewSubmission(ctx, submissionId, 'approve'))),
    };
  }

  test('pauses the campaign with reason budgetExhausted and records an event', async () => {
    const { id, kinds, response } = await exhausted();
    expect(response.status).toBe(200);
    expect(await getCampaign(ctx, id)).toMatchObject({
      state: 'paused',
      stateReason: 'budgetExhausted',
    });
    expect(kinds.toSorted()).toEqual([
      'campaign.budgetExhausted',
      'campaign.paused',
      'reward.issued',
      'submission.approved',
    ]);
    expect((await submitProof(ctx, id, by('c2'))).error.code).toBe('CAMPAIGN_NOT_ACTIVE');
  });

  test('requires a higher budget before the campaign can be resumed', async () => {
    const { id } = await exhausted();
    const { kinds, response } = await captureEventKinds(ctx, () =>
      updateCampaign(ctx, id, { state: 'active' }),
    );
    expect([response.status, response.error.code]).toEqual([409, 'BUDGET_EXHAUSTED']);
    expect(kinds).toEqual([]);
  });

  for (const calls of [1, 2]) {
    test(`allows raising the budget and resuming in ${calls} call(s)`, async () => {
      const { id } = await exhausted();
      const raise = { budget: { total: 10 } };
      if (calls === 2) await updateCampaign(ctx, id, raise);
      const response = await updateCampaign(ctx, id, {
        state: 'active',
        ...(calls === 1 ? raise : {}),
      });
      expect(response.data).toMatchObject({ state: 'active', stateReason: null });
      expect((await submitProof(ctx, id, by('c2'))).status).toBe(201);
    });
  }

  test('an approval does not pause the campaign while exactly one more reward fits', async () => {
    const { id } = await createLaunchedCampaign(ctx, { budget: { total: 10 } });
    await reviewSubmission(ctx, (await createSubmission(ctx, id, by('c1'))).id, 'approve');
    expect((await getCampaign(ctx, id)).state).toBe('active');
  });

  test('still allows approving pending submissions with a reserve', async () => {
    const { id } = await createLaunchedCampaign(ctx, { budget: { total: 10 } });
    const [first, second] = [
      await createSubmission(ctx, id, by('c1')),
      await createSubmission(ctx, id, by('c2')),
    ];
    await reviewSubmission(ctx, first.id, 'approve');
    expect((await getCampaign(ctx, id)).state).toBe('active');
    expect((await reviewSubmission(ctx, second.id, 'approve')).status).toBe(200);
    expect((await getCampaign(ctx, id)).stateReason).toBe('budgetExhausted');
  });
});

describe('maxApprovals', () => {
  test('pauses the campaign with reason capReached when reached', async () => {
    const { id } = await createLaunchedCampaign(ctx, { limits: { maxApprovals: 2 } });
    await reviewSubmission(ctx, (await createSubmission(ctx, id, by('c1'))).id, 'approve');
    const last = await createSubmission(ctx, id, by('c2'));
    const { kinds } = await captureEventKinds(ctx, () => reviewSubmission(ctx, last.id, 'approve'));
    expect(await getCampaign(ctx, id)).toMatchObject({
      state: 'paused',
      stateReason: 'capReached',
    });
    expect(kinds.toSorted()).toEqual(['campaign.paused', 'reward.issued', 'submission.approved']);
  });

  test('counts approvals, not submissions; another approval returns LIMIT_REACHED and the submission stays pending', async () => {
    const { id } = await createLaunchedCampaign(ctx, { limits: { maxApprovals: 1 } });
    const [first, second] = [
      await createSubmission(ctx, id, by('c1')),
      await createSubmission(ctx, id, by('c2')),
    ];
    await reviewSubmission(ctx, first.id, 'approve');
    const before = await databaseSnapshot(ctx);
    const { status, error } = await reviewSubmission(ctx, second.id, 'approve');
    expect([status, error.code]).toEqual([409, 'LIMIT_REACHED']);
    expect(await databaseSnapshot(ctx)).toBe(before);
    expect((await reviewSubmission(ctx, second.id, 'reject')).status).toBe(200);
  });

  test('maxApprovals must be raised before the campaign can be resumed', async () => {
    const { id } = await createLaunchedCampaign(ctx, { limits: { maxApprovals: 1 } });
    await reviewSubmission(ctx, (await createSubmission(ctx, id, by('c1'))).id, 'approve');
    expect((await updateCampaign(ctx, id, { state: 'active' })).error.code).toBe('LIMIT_REACHED');
    const { data } = await updateCampaign(ctx, id, {
      state: 'active',
      limits: { maxApprovals: 2 },
    });
    expect(data).toMatchObject({ state: 'active', stateReason: null });
  });
});

describe('perUser', () => {
  test('defaults to 1: a second submission by the same person returns LIMIT_REACHED', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    await createSubmission(ctx, id);
    expect((await submitProof(ctx, id)).error.code).toBe('LIMIT_REACHED');
    expect((await submitProof(ctx, id, { as: ctx.bob.token })).status).toBe(201);
  });

  test('counts pending and approved submissions, not rejected ones', async () => {
    const { id } = await createLaunchedCampaign(ctx, { limits: { perUser: 2 } });
    await reviewSubmission(ctx, (await createSubmission(ctx, id)).id, 'approve');
    const second = await createSubmission(ctx, id);
    expect((await submitProof(ctx, id)).error.code).toBe('LIMIT_REACHED');
    await reviewSubmission(ctx, second.id, 'reject');
    expect((await submitProof(ctx, id)).status).toBe(201);
  });
});
