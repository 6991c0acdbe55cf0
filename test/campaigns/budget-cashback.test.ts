import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  createProgram,
  enrollMember,
  findIntegrityProblems,
  getMember,
  listCashback,
  redeemCashback,
  transitionCashback,
} from '../programs/fixture.ts';
import {
  createLaunchedCampaign,
  createSubmission,
  getCampaign,
  type Json,
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
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

type Fields = Record<string, unknown>;

/** 10 percent with a cap, which bounds the cost of one order. */
const CAPPED = { type: 'percentage', value: 10, maxPerTransaction: 20, holdDays: 0 };
const UNCAPPED = { type: 'percentage', value: 10, holdDays: 0 };

/** Creates a campaign with a budget and a $5 reward in a program with Ada as a member. */
async function linked(cashback: Fields, total: number | null, fields: Fields = {}) {
  const { id: programId } = await createProgram(ctx, { cashback }, fields);
  await enrollMember(ctx, programId, ctx.ada.userId, { as: ctx.ada.token });
  const budget = total === null ? null : { total };
  const { id } = await createLaunchedCampaign(ctx, { programId, budget, limits: { perUser: 99 } });
  return { id: id as string, programId: programId as string };
}

async function budgetOf(id: string): Promise<Json> {
  return (await getCampaign(ctx, id)).budget;
}

describe("A campaign's budget with cashback", () => {
  test('reserves reward and cashback at submission, spends them on approval, releases them on rejection', async () => {
    const { id } = await linked(CAPPED, 30);
    const first = await createSubmission(ctx, id, { orderValue: 50 });
    expect((await submitProof(ctx, id, { orderValue: 1_000_000 })).error.code).toBe('BUDGET_EXHAUSTED');
    expect(await budgetOf(id)).toEqual({ total: 30, reserved: 10, spent: 0, remaining: 20 });
    const second = await createSubmission(ctx, id, { orderValue: 100 });
    expect(await budgetOf(id)).toEqual({ total: 30, reserved: 25, spent: 0, remaining: 5 });
    await reviewSubmission(ctx, first.id, 'approve');
    await reviewSubmission(ctx, second.id, 'reject');
    expect(await budgetOf(id)).toEqual({ total: 30, reserved: 0, spent: 10, remaining: 20 });
  });

  test('spends the amount granted on approval if it differs from the reserve', async () => {
    const { id, programId } = await linked({ ...CAPPED, maxPerMember: 12 }, 100);
    const first = await createSubmission(ctx, id, { orderValue: 100 });
    const second = await createSubmission(ctx, id, { orderValue: 100 });
    expect((await budgetOf(id)).reserved).toBe(30);
    await reviewSubmission(ctx, first.id, 'approve');
    await reviewSubmission(ctx, second.id, 'approve');
    expect((await getMember(ctx, programId, ctx.ada.userId)).cashback.available).toBe(12);
    expect(await budgetOf(id)).toEqual({ total: 100, reserved: 0, spent: 22, remaining: 78 });
  });

  test('reserves nothing for an unbounded amount claimed by a customer', async () => {
    const { id } = await linked(UNCAPPED, 20);
    const { id: submissionId } = await createSubmission(ctx, id, { orderValue: 1_000_000 });
    expect((await budgetOf(id)).reserved).toBe(5);
    expect((await submitProof(ctx, id, { as: ctx.bob.token })).status).toBe(201);
    const { status, error } = await reviewSubmission(ctx, submissionId, 'approve');
    expect([status, error.code]).toEqual([409, 'BUDGET_EXHAUSTED']);
    await updateCampaign(ctx, id, { budget: { total: 200_000 } });
    expect((await reviewSubmission(ctx, submissionId, 'approve')).status).toBe(200);
    expect((await budgetOf(id)).spent).toBe(100_005);
  });

  test('reserves an unbounded amount up to the automatic credit limit, which an automatic approval may pay', async () => {
    const { id } = await linked(UNCAPPED, 20, { autoCreditLimit: 3 });
    await createSubmission(ctx, id, { orderValue: 30 });
    expect((await budgetOf(id)).reserved).toBe(8);
    await createSubmission(ctx, id, { orderValue: 900 });
    expect((await budgetOf(id)).reserved).toBe(16);
  });

  test('rejects an approval with a corrected order value that it does not cover and changes nothing', async () => {
    const { id, programId } = await linked(CAPPED, 12);
    const { id: submissionId } = await createSubmission(ctx, id, { orderValue: 10 });
    const { error } = await reviewSubmission(ctx, submissionId, 'approve', { orderValue: 100 });
    expect(error.code).toBe('BUDGET_EXHAUSTED');
    expect(await listCashback(ctx, programId)).toEqual([]);
    expect(await budgetOf(id)).toEqual({ total: 12, reserved: 6, spent: 0, remaining: 6 });
    expect((await reviewSubmission(ctx, submissionId, 'approve', { orderValue: 70 })).status).toBe(200);
    expect((await budgetOf(id)).remaining).toBe(0);
  });

  test('regains reward and cashback on a reversal and spends them again on an override', async () => {
    const { id } = await linked(CAPPED, 30);
    const { id: submissionId } = await createSubmission(ctx, id, { orderValue: 50 });
    await reviewSubmission(ctx, submissionId, 'approve');
    await reviewSubmission(ctx, submissionId, 'reject', { reverse: true });
    expect(await budgetOf(id)).toEqual({ total: 30, reserved: 0, spent: 0, remaining: 30 });
    await updateCampaign(ctx, id, { budget: { total: 14 } });
    const refused = await reviewSubmission(ctx, submissionId, 'approve', { override: true, orderValue: 100 });
    expect(refused.error.code).toBe('BUDGET_EXHAUSTED');
    await reviewSubmission(ctx, submissionId, 'approve', { override: true, orderValue: 90 });
    expect(await budgetOf(id)).toEqual({ total: 14, reserved: 0, spent: 14, remaining: 0 });
  });

  test("a campaign's budget with cashback stays spent if a reversal is rejected because the cashback was redeemed", async () => {
    const { id, programId } = await linked(CAPPED, 30);
    const { id: submissionId } = await createSubmission(ctx, id, { orderValue: 50 });
    await reviewSubmission(ctx, submissionId, 'approve');
    await redeemCashback(ctx, programId, 1, ctx.ada.userId);
    expect((await reviewSubmission(ctx, submissionId, 'reject', { reverse: true })).error.code).toBe(
      'CONFLICT',
    );
    expect((await budgetOf(id)).spent).toBe(10);
  });

  test('a budget that is set later includes the cashback that was spent before', async () => {
    const { id } = await linked(CAPPED, null);
    const { id: submissionId } = await createSubmission(ctx, id, { orderValue: 50 });
    await reviewSubmission(ctx, submissionId, 'approve');
    expect((await updateCampaign(ctx, id, { budget: { total: 9.99 } })).error.code).toBe('VALIDATION_ERROR');
    await updateCampaign(ctx, id, { budget: { total: 10 } });
    expect(await budgetOf(id)).toEqual({ total: 10, reserved: 0, spent: 10, remaining: 0 });
  });

  test('still counts cashback that the business voids manually, as it does for rewards', async () => {
    const { id, programId } = await linked({ ...CAPPED, holdDays: 14 }, 30);
    const { id: submissionId } = await createSubmission(ctx, id, { orderValue: 50 });
    await reviewSubmission(ctx, submissionId, 'approve');
    const [row] = await listCashback(ctx, programId);
    await transitionCashback(ctx, programId, row.id, 'void');
    expect((await budgetOf(id)).spent).toBe(10);
    await reviewSubmission(ctx, submissionId, 'reject', { reverse: true });
    expect((await budgetOf(id)).spent).toBe(0);
  });
});
