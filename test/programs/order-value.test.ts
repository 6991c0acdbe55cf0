import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  captureEvents,
  createApprovedSubmission,
  createProgram,
  enrollMember,
  findIntegrityProblems,
  getMember,
  getProgress,
  HOUR,
  type Json,
  listCashback,
  reverseSubmission,
  reviewSubmission,
  runJobByName,
  type Scene,
  scene,
  submitToProgram,
  updateProgram,
} from './fixture.ts';

const TEN_PERCENT = { type: 'percentage', value: 10, holdDays: 0 };
const MILLION = 1_000_000;

let ctx: Scene;
let key: string;
beforeAll(async () => {
  ctx = await scene();
  // Later, the tests have advanced the clock, and a new key would need another login.
  key = (await ctx.call('POST', '/api-keys', { name: 'Reviews' }, { as: ctx.business.token })).data.key;
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

type Fields = Record<string, unknown>;

/** Creates a program with Ada as a member, and a campaign of the program. */
async function linked(rewards: Fields, fields: Fields = {}, campaign: Fields = {}) {
  const { id } = await createProgram(ctx, rewards, fields);
  await enrollMember(ctx, id, ctx.ada.userId, { as: ctx.ada.token });
  const { data } = await ctx.call(
    'POST',
    '/campaigns',
    {
      name: 'Stories',
      platform: 'instagram',
      actionType: 'story',
      reward: { type: 'fixed', value: 5 },
      limits: { perUser: 99 },
      reviewPolicy: { mode: 'autoVerified', slaHours: 2, onTimeout: 'approve' },
      launch: true,
      programId: id,
      ...campaign,
    },
    { as: ctx.business.token },
  );
  return { id, campaignId: data.id as string };
}

/** Submits as Ada with an unconfirmed order value. */
async function sent(id: string, campaignId: string, orderValue: number | undefined): Promise<Json> {
  return (await submitToProgram(ctx, id, { as: ctx.ada.token, campaignId, orderValue })).data;
}

let checks = 0;

/** Reports a passed verification, which approves submissions to autoVerified campaigns. */
async function verify(submissionId: string): Promise<Json> {
  checks += 1;
  const body = { id: `chk-${checks}`, submissionId, provider: 'proofbot', result: 'verified' };
  return (await ctx.call('POST', '/verification/webhook', body, { isSigned: true })).data;
}

async function submission(id: string): Promise<Json> {
  return (await ctx.call('GET', `/submissions/${id}`, undefined, { as: ctx.business.token })).data;
}

/** Returns the assistant's review of a submission, on which an agent can decide. */
async function advice(submissionId: string): Promise<Json> {
  return (await ctx.call('POST', '/ai/review', { submissionId }, { as: ctx.business.token })).data;
}

const ada = (id: string) => getMember(ctx, id, ctx.ada.userId);
const adasProgress = (id: string) => getProgress(ctx, id, ctx.ada.userId);

describe('An order value claimed by a customer', () => {
  test('an order value claimed by a customer is not credited by automatic verification: the submission stays pending with a flag', async () => {
    const { id, campaignId } = await linked({ cashback: TEN_PERCENT, points: { perDollar: 10 } });
    const { id: submissionId } = await sent(id, campaignId, 1_000 * MILLION);
    const recorded = await captureEvents(ctx, () => verify(submissionId));
    expect(recorded.map(({ type }) => type)).toEqual(['submission.verified']);
    expect(recorded[0].data.object.risk.flags).toContain('orderValueUnconfirmed');
    expect(await submission(submissionId)).toMatchObject({
      status: 'pending',
      orderValue: 1_000 * MILLION,
      orderValueConfirmed: false,
    });
    expect(await ada(id)).toMatchObject({ points: 0, cashback: { pending: 0, available: 0 } });
  });

  test('an order value claimed by a customer is not credited when the review times out with approve', async () => {
    const { id, campaignId } = await linked({ cashback: TEN_PERCENT });
    const { id: submissionId } = await sent(id, campaignId, 1_000);
    ctx.clock.advance(2 * HOUR);
    await runJobByName(ctx, 'markOverdueReviews');
    const { status, risk } = await submission(submissionId);
    expect([status, risk.flags]).toEqual(['pending', ['orderValueUnconfirmed']]);
    expect((await ada(id)).cashback.available).toBe(0);
  });

  test("an order value claimed by a customer is credited automatically up to the program's limit and not a cent above it", async () => {
    const { id, campaignId } = await linked({ cashback: TEN_PERCENT }, { autoCreditLimit: 5 });
    const within = await sent(id, campaignId, 50);
    const above = await sent(id, campaignId, 50.1);
    expect([(await verify(within.id)).status, (await verify(above.id)).status]).toEqual([
      'approved',
      'pending',
    ]);
    expect((await ada(id)).cashback.available).toBe(5);
    expect((await submission(within.id)).orderValueConfirmed).toBe(false);
  });

  test('an order value claimed by a customer is credited by the next verification once the owner has raised the limit, and the flag is gone', async () => {
    const { id, campaignId } = await linked({ cashback: TEN_PERCENT });
    const { id: submissionId } = await sent(id, campaignId, 50);
    await verify(submissionId);
    expect((await advice(submissionId)).decision).not.toBe('approve');
    await updateProgram(ctx, id, { autoCreditLimit: 5 });
    expect((await verify(submissionId)).status).toBe('approved');
    expect((await submission(submissionId)).risk.flags).not.toContain('orderValueUnconfirmed');
    expect((await ada(id)).cashback.available).toBe(5);
  });

  test.each([
    ['points count dollars', { points: { perDollar: 1 } }],
    ['a goal counts spending', { goals: [{ name: 'Spender', metric: 'spend', target: 100 }] }],
  ])('an order value claimed by a customer must be within the limit itself if %s', async (_, terms) => {
    const { id, campaignId } = await linked({ cashback: TEN_PERCENT, ...terms }, { autoCreditLimit: 5 });
    const [within, above] = [await sent(id, campaignId, 5), await sent(id, campaignId, 5.01)];
    expect([(await verify(within.id)).status, (await verify(above.id)).status]).toEqual([
      'approved',
      'pending',
    ]);
    expect((await adasProgress(id)).totals).toMatchObject({ spend: 5, cashback: 0.5 });
  });

  test('an order value claimed by a customer is ignored by an automatic approval if nothing depends on it, even for goals set later', async () => {
    const fixed = { type: 'fixed', value: 2, holdDays: 0 };
    const { id, campaignId } = await linked({ cashback: fixed, points: { perAction: 3 } });
    const { id: submissionId } = await sent(id, campaignId, MILLION);
    expect((await verify(submissionId)).status).toBe('approved');
    const goals = [{ id: 'spender', name: 'Spender', metric: 'spend', target: 10 }];
    await updateProgram(ctx, id, { rewards: { cashback: fixed, points: { perAction: 3 }, goals } });
    const { totals, goals: found } = await adasProgress(id);
    expect(totals).toMatchObject({ points: 3, cashback: 2, spend: 0 });
    expect(found[0].status).toBe('inProgress');
  });

  test('an order value claimed by a customer does not prevent the approval of a person who is not a member', async () => {
    const { campaignId } = await linked({ cashback: TEN_PERCENT });
    const body = { campaignId, proofUrl: 'https://instagram.com/p/bob-at-large', orderValue: MILLION };
    const { data } = await ctx.call('POST', '/submissions', body, { as: ctx.bob.token });
    expect((await verify(data.id)).status).toBe('approved');
  });
});

describe('A reviewer', () => {
  test('sees the projected payout until the submission is decided', async () => {
    const { id, campaignId } = await linked({
      cashback: TEN_PERCENT,
      points: { perAction: 5, perDollar: 2 },
    });
    const { id: submissionId } = await sent(id, campaignId, 25.5);
    const projected = {
      cashback: 2.55,
      points: 56,
      reward: { type: 'fixed', value: 5, name: null, cost: null, maxAmount: null },
    };
    expect((await submission(submissionId)).projected).toEqual(projected);
    const path = `/submissions?campaignId=${campaignId}&status=pending`;
    const { data } = await ctx.call('GET', path, undefined, { as: ctx.business.token });
    expect(data.items[0].projected).toEqual(projected);
    await reviewSubmission(ctx, submissionId, 'approve');
    expect(await submission(submissionId)).not.toHaveProperty('projected');
    expect(await ada(id)).toMatchObject({ points: 56, cashback: { available: 2.55 } });
  });

  test('confirms the claimed order value by approving without another, as a user or with an API key', async () => {
    const { id, campaignId } = await linked({ cashback: TEN_PERCENT });
    const [first, second] = [await sent(id, campaignId, 40), await sent(id, campaignId, 60)];
    await reviewSubmission(ctx, first.id, 'approve');
    const body = { submissionId: second.id, action: 'approve' };
    await ctx.call('POST', '/submissions/review', body, { as: key });
    expect((await ada(id)).cashback.available).toBe(10);
    expect((await submission(second.id)).orderValueConfirmed).toBe(true);
  });

  test('corrects the order value, and the event contains the claimed one', async () => {
    const { id, campaignId } = await linked({ cashback: TEN_PERCENT });
    const { id: submissionId } = await sent(id, campaignId, 1_000);
    await verify(submissionId);
    const [event] = (
      await captureEvents(ctx, () => reviewSubmission(ctx, submissionId, 'approve', { orderValue: 10 }))
    ).filter(({ type }) => type === 'submission.approved');
    expect(event.data.previous).toEqual({ status: 'pending', orderValue: 1_000 });
    expect(event.data.object).toMatchObject({
      orderValue: 10,
      orderValueConfirmed: true,
    });
    expect(event.data.object.risk.flags).not.toContain('orderValueUnconfirmed');
    expect((await ada(id)).cashback.available).toBe(1);
    expect((await listCashback(ctx, id))[0]).toMatchObject({ orderValue: 10, amount: 1 });
  });

  test('adds a missing order value or removes one with null', async () => {
    const { id, campaignId } = await linked({ cashback: TEN_PERCENT });
    const [without, doubtful] = [await sent(id, campaignId, undefined), await sent(id, campaignId, 1_000)];
    await reviewSubmission(ctx, without.id, 'approve', { orderValue: 30 });
    await reviewSubmission(ctx, doubtful.id, 'approve', { orderValue: null });
    expect((await ada(id)).cashback.available).toBe(3);
    expect(await submission(doubtful.id)).toMatchObject({ orderValue: null, orderValueConfirmed: false });
  });

  test('a reviewer can set an order value only when approving a single submission', async () => {
    const { id, campaignId } = await linked({ cashback: TEN_PERCENT });
    const { id: submissionId } = await sent(id, campaignId, 10);
    const rejection = await reviewSubmission(ctx, submissionId, 'reject', { orderValue: 10 });
    const bulk = { submissionIds: [submissionId], action: 'approve', orderValue: 10 };
    const many = await ctx.call('POST', '/submissions/review', bulk, { as: ctx.business.token });
    for (const { status, error } of [rejection, many]) {
      expect([status, error.code, error.details?.[0]?.field]).toEqual([
        400,
        'VALIDATION_ERROR',
        'orderValue',
      ]);
    }
  });

  test('corrects an approved order value by reversing the approval and approving again', async () => {
    const { id } = await linked({ cashback: TEN_PERCENT });
    const submissionId = await createApprovedSubmission(ctx, id, {
      memberId: ctx.ada.userId,
      orderValue: 500,
    });
    await reverseSubmission(ctx, submissionId);
    expect(await ada(id)).toMatchObject({ cashback: { available: 0 } });
    await reviewSubmission(ctx, submissionId, 'approve', { override: true, orderValue: 50 });
    expect((await ada(id)).cashback.available).toBe(5);
  });
});

test('a program returns and updates its automatic credit limit, which defaults to 0', async () => {
  const { id, autoCreditLimit } = await createProgram(ctx);
  expect(autoCreditLimit).toBe(0);
  expect((await updateProgram(ctx, id, { autoCreditLimit: 12.5 })).data.autoCreditLimit).toBe(12.5);
  expect((await updateProgram(ctx, id, { name: 'Friends' })).data.autoCreditLimit).toBe(12.5);
  const { error } = await updateProgram(ctx, id, { autoCreditLimit: -1 });
  expect([error.code, error.details?.[0]?.field]).toEqual(['VALIDATION_ERROR', 'autoCreditLimit']);
});
