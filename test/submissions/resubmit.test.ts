import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { launched, review, type Setup, setup, submit, submitted, watch } from '../campaigns/fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

describe('resubmitOf', () => {
  async function rejected(fields: object = {}) {
    const { id } = await launched(ctx);
    const first = await submitted(ctx, id, { ...fields });
    await review(ctx, first.id, 'reject');
    return { id, first };
  }

  test('of a rejected one makes the next revision and records submission.resubmitted alone', async () => {
    const { id, first } = await rejected();
    const { kinds, answer } = await watch(ctx, () => submit(ctx, id, { resubmitOf: first.id }));
    expect(answer.data).toMatchObject({
      status: 'pending',
      revision: 2,
      resubmitOf: first.id,
    });
    expect(kinds).toEqual(['submission.resubmitted']);
  });

  test('ends at revision 3: then LIMIT_REACHED', async () => {
    const { id, first } = await rejected();
    let last = first;
    for (const revision of [2, 3]) {
      last = await submitted(ctx, id, { resubmitOf: last.id });
      expect(last.revision).toBe(revision);
      await review(ctx, last.id, 'reject');
    }
    const { status, error } = await submit(ctx, id, { resubmitOf: last.id });
    expect([status, error.code]).toEqual([409, 'LIMIT_REACHED']);
  });

  for (const status of ['pending', 'approved']) {
    test(`of one that is ${status} is 409 CONFLICT`, async () => {
      const { id } = await launched(ctx);
      const first = await submitted(ctx, id);
      if (status === 'approved') await review(ctx, first.id, 'approve');
      const answer = await submit(ctx, id, { resubmitOf: first.id });
      expect([answer.status, answer.error.code]).toEqual([409, 'CONFLICT']);
    });
  }

  test('of one that was sent again already is 409 CONFLICT', async () => {
    const { id, first } = await rejected();
    const second = await submitted(ctx, id, { resubmitOf: first.id });
    await review(ctx, second.id, 'reject');
    expect((await submit(ctx, id, { resubmitOf: first.id })).error.code).toBe('CONFLICT');
  });

  test("of somebody else's is 404, as of one that does not exist", async () => {
    const { id, first } = await rejected();
    const absent = await submit(ctx, id, {
      resubmitOf: 'sub_00000000000000000000000000',
    });
    const foreign = await submit(ctx, id, {
      as: ctx.bob.token,
      resubmitOf: first.id,
    });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.body).toEqual(absent.body);
  });

  test('of one to another campaign is 404', async () => {
    const { first } = await rejected();
    const other = await launched(ctx);
    expect((await submit(ctx, other.id, { resubmitOf: first.id })).status).toBe(404);
  });

  test('meets the limits like any other submission', async () => {
    const { id } = await launched(ctx, { budget: { total: 5 } });
    const first = await submitted(ctx, id);
    await review(ctx, first.id, 'reject');
    await submitted(ctx, id, { as: ctx.bob.token });
    expect((await submit(ctx, id, { resubmitOf: first.id })).error.code).toBe('BUDGET_EXHAUSTED');
  });
});
