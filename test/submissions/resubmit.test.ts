import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  captureEventKinds,
  createLaunchedCampaign,
  createSubmission,
  reviewSubmission,
  type Setup,
  setup,
  submitProof,
} from '../campaigns/fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

describe('POST /submissions with resubmitOf', () => {
  async function rejected(fields: object = {}) {
    const { id } = await createLaunchedCampaign(ctx);
    const first = await createSubmission(ctx, id, { ...fields });
    await reviewSubmission(ctx, first.id, 'reject');
    return { id, first };
  }

  test('creates the next revision of a rejected submission and records only submission.resubmitted', async () => {
    const { id, first } = await rejected();
    const { kinds, response } = await captureEventKinds(ctx, () =>
      submitProof(ctx, id, { resubmitOf: first.id }),
    );
    expect(response.data).toMatchObject({
      status: 'pending',
      revision: 2,
      resubmitOf: first.id,
    });
    expect(kinds).toEqual(['submission.resubmitted']);
  });

  test('returns LIMIT_REACHED after revision 3', async () => {
    const { id, first } = await rejected();
    let last = first;
    for (const revision of [2, 3]) {
      last = await createSubmission(ctx, id, { resubmitOf: last.id });
      expect(last.revision).toBe(revision);
      await reviewSubmission(ctx, last.id, 'reject');
    }
    const { status, error } = await submitProof(ctx, id, { resubmitOf: last.id });
    expect([status, error.code]).toEqual([409, 'LIMIT_REACHED']);
  });

  for (const status of ['pending', 'approved']) {
    test(`rejects a resubmission of a submission that is ${status} with 409 CONFLICT`, async () => {
      const { id } = await createLaunchedCampaign(ctx);
      const first = await createSubmission(ctx, id);
      if (status === 'approved') await reviewSubmission(ctx, first.id, 'approve');
      const response = await submitProof(ctx, id, { resubmitOf: first.id });
      expect([response.status, response.error.code]).toEqual([409, 'CONFLICT']);
    });
  }

  test('rejects a second resubmission of the same submission with 409 CONFLICT', async () => {
    const { id, first } = await rejected();
    const second = await createSubmission(ctx, id, { resubmitOf: first.id });
    await reviewSubmission(ctx, second.id, 'reject');
    expect((await submitProof(ctx, id, { resubmitOf: first.id })).error.code).toBe('CONFLICT');
  });

  test("returns 404 for another person's submission, as for an unknown one", async () => {
    const { id, first } = await rejected();
    const absent = await submitProof(ctx, id, {
      resubmitOf: 'sub_00000000000000000000000000',
    });
    const foreign = await submitProof(ctx, id, {
      as: ctx.bob.token,
      resubmitOf: first.id,
    });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.body).toEqual(absent.body);
  });

  test('returns 404 for a submission to another campaign', async () => {
    const { first } = await rejected();
    const other = await createLaunchedCampaign(ctx);
    expect((await submitProof(ctx, other.id, { resubmitOf: first.id })).status).toBe(404);
  });

  test('enforces the same limits as for any other submission', async () => {
    const { id } = await createLaunchedCampaign(ctx, { budget: { total: 5 } });
    const first = await createSubmission(ctx, id);
    await reviewSubmission(ctx, first.id, 'reject');
    await createSubmission(ctx, id, { as: ctx.bob.token });
    expect((await submitProof(ctx, id, { resubmitOf: first.id })).error.code).toBe('BUDGET_EXHAUSTED');
  });
});
