import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  captureEventKinds,
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  getCampaign,
  type Json,
  reviewSubmission,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

describe('POST /submissions/review', () => {
  const send = (body: object, as = ctx.business.token) =>
    ctx.call('POST', '/submissions/review', body, { as });

  for (const [what, body] of [
    ['neither submissionId nor submissionIds', { action: 'approve' }],
    ['both', { submissionId: 'a', submissionIds: ['a'], action: 'approve' }],
    ['no action', { submissionId: 'a' }],
    ['an unknown action', { submissionId: 'a', action: 'maybe' }],
    ['no id at all', { submissionIds: [], action: 'approve' }],
  ] as [string, object][]) {
    test(`rejects a request with ${what} with VALIDATION_ERROR`, async () => {
      expect((await send(body)).error.code).toBe('VALIDATION_ERROR');
    });
  }

  test('rejects customers', async () => {
    const { id } = await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id);
    expect((await send({ submissionId: id, action: 'approve' }, ctx.ada.token)).status).toBe(403);
  });
});

describe('POST /submissions/review with submissionIds', () => {
  const bulk = (submissionIds: string[], fields: object = {}) =>
    ctx.call(
      'POST',
      '/submissions/review',
      { submissionIds, action: 'approve', ...fields },
      {
        as: ctx.business.token,
      },
    );

  test('decides each submission independently and returns a result for each', async () => {
    const { id: campaignId } = await createLaunchedCampaign(ctx, {
      limits: { maxApprovals: 2 },
    });
    const ids: string[] = [];
    for (const userId of ['c1', 'c2', 'c3', 'c4'])
      ids.push((await createSubmission(ctx, campaignId, { as: ctx.business.token, userId })).id);
    await reviewSubmission(ctx, ids[0] as string, 'reject');
    const { kinds, response } = await captureEventKinds(ctx, () => bulk([...ids, 'sub_absent']));
    expect(response.status).toBe(200);
    const outcomes = response.data.items.map((item: Json) => [
      item.ok,
      item.submission?.status,
      item.error?.code,
    ]);
    expect(outcomes).toEqual([
      [false, undefined, 'ALREADY_REVIEWED'],
      [true, 'approved', undefined],
      [true, 'approved', undefined],
      [false, undefined, 'LIMIT_REACHED'],
      [false, undefined, 'NOT_FOUND'],
    ]);
    expect(response.data.items.map((item: Json) => item.submissionId)).toEqual([...ids, 'sub_absent']);
    expect(kinds.filter(kind => kind === 'submission.approved')).toHaveLength(2);
    expect((await getCampaign(ctx, campaignId)).stats).toEqual({
      pending: 1,
      approved: 2,
      rejected: 1,
    });
  });

  test("reports another business's submission like an unknown one", async () => {
    const { id } = await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id);
    const as = ctx.otherBusiness.token;
    const body = { submissionIds: [id, 'sub_absent'], action: 'reject' };
    const { data } = await ctx.call('POST', '/submissions/review', body, {
      as,
    });
    expect(data.items[0].error).toEqual(data.items[1].error);
  });

  test('accepts 100 submissions and rejects 101', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `sub_${n}`);
    expect((await bulk(ids)).error.code).toBe('VALIDATION_ERROR');
    expect((await bulk(ids.slice(1))).data.items).toHaveLength(100);
  });

  test('rejects a duplicate ID with VALIDATION_ERROR and decides nothing', async () => {
    const { id } = await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id);
    const before = await databaseSnapshot(ctx);
    expect((await bulk([id, id])).error.code).toBe('VALIDATION_ERROR');
    expect(await databaseSnapshot(ctx)).toBe(before);
  });
});
