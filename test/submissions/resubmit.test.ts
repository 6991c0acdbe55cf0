import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { launched, review, type Scene, scene, submit, submitted, watch } from '../campaigns/scene.ts';

let here: Scene;
beforeAll(async () => {
  here = await scene();
});
afterAll(() => here.close());

describe('resubmitOf', () => {
  async function rejected(fields: object = {}) {
    const { id } = await launched(here);
    const first = await submitted(here, id, { ...fields });
    await review(here, first.id, 'reject');
    return { id, first };
  }

  test('of a rejected one makes the next revision and records submission.resubmitted alone', async () => {
    const { id, first } = await rejected();
    const { kinds, answer } = await watch(here, () => submit(here, id, { resubmitOf: first.id }));
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
      last = await submitted(here, id, { resubmitOf: last.id });
      expect(last.revision).toBe(revision);
      await review(here, last.id, 'reject');
    }
    const { status, error } = await submit(here, id, { resubmitOf: last.id });
    expect([status, error.code]).toEqual([409, 'LIMIT_REACHED']);
  });

  for (const status of ['pending', 'approved']) {
    test(`of one that is ${status} is 409 CONFLICT`, async () => {
      const { id } = await launched(here);
      const first = await submitted(here, id);
      if (status === 'approved') await review(here, first.id, 'approve');
      const answer = await submit(here, id, { resubmitOf: first.id });
      expect([answer.status, answer.error.code]).toEqual([409, 'CONFLICT']);
    });
  }

  test('of one that was sent again already is 409 CONFLICT', async () => {
    const { id, first } = await rejected();
    const second = await submitted(here, id, { resubmitOf: first.id });
    await review(here, second.id, 'reject');
    expect((await submit(here, id, { resubmitOf: first.id })).error.code).toBe('CONFLICT');
  });

  test("of somebody else's is 404, as of one that does not exist", async () => {
    const { id, first } = await rejected();
    const absent = await submit(here, id, {
      resubmitOf: 'sub_00000000000000000000000000',
    });
    const foreign = await submit(here, id, {
      as: here.bob.token,
      resubmitOf: first.id,
    });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.body).toEqual(absent.body);
  });

  test('of one to another campaign is 404', async () => {
    const { first } = await rejected();
    const other = await launched(here);
    expect((await submit(here, other.id, { resubmitOf: first.id })).status).toBe(404);
  });

  test('meets the limits like any other submission', async () => {
    const { id } = await launched(here, { budget: { total: 5 } });
    const first = await submitted(here, id);
    await review(here, first.id, 'reject');
    await submitted(here, id, { as: here.bob.token });
    expect((await submit(here, id, { resubmitOf: first.id })).error.code).toBe('BUDGET_EXHAUSTED');
  });
});
