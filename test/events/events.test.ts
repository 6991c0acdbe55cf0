import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { atomically, CLI } from '../../src/context.ts';

import * as service from '../../src/events/service.ts';
import {
  createCampaign,
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  HOUR,
  isoTimeAt,
  type Json,
  listEvents,
  reviewSubmission,
  type Setup,
  setup,
  submitProof,
  updateCampaign,
} from '../campaigns/fixture.ts';
import { CAMPAIGN } from '../support/accounts.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup();
});
afterEach(() => ctx.close());

async function list(query = '', as = ctx.business.token) {
  const { data } = await ctx.call('GET', `/events${query}`, undefined, { as });
  return { types: data.items.map((item: Json) => item.type), total: data.pagination.total };
}

/** A short history: created, activated, submitted, approved with its reward, paused. */
async function readHistory() {
  const { id } = await createLaunchedCampaign(ctx);
  ctx.clock.advance(HOUR);
  const submission = await createSubmission(ctx, id);
  const { data } = await reviewSubmission(ctx, submission.id, 'approve');
  ctx.clock.advance(HOUR);
  await updateCampaign(ctx, id, { state: 'paused' });
  return { id, submissionId: submission.id, rewardId: data.reward.id };
}

describe('events', () => {
  test('an event has exactly the specified fields', async () => {
    const response = await ctx.call('POST', '/campaigns', CAMPAIGN, {
      as: ctx.business.token,
      headers: { 'x-request-id': 'my-request-1' },
    });
    expect(await listEvents(ctx)).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'campaign.created',
        createdAt: isoTimeAt(0),
        businessId: ctx.business.businessId,
        sequence: 1,
        actor: { kind: 'user', id: ctx.business.userId },
        requestId: 'my-request-1',
        data: { object: response.data },
      },
    ]);
  });

  test('an event caused by an API key contains the key', async () => {
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: ctx.business.token });
    await ctx.call('POST', '/campaigns', CAMPAIGN, { as: { apiKey: key.key } });
    expect((await listEvents(ctx)).at(-1).actor).toEqual({ kind: 'apiKey', id: key.id });
  });

  test('an event of a submission contains its customer', async () => {
    await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id);
    expect((await listEvents(ctx)).at(-1).actor).toEqual({ kind: 'user', id: ctx.ada.userId });
  });

  test('an event contains the record after the change, as a read returns it', async () => {
    const { submissionId } = await readHistory();
    const { data } = await ctx.call('GET', `/submissions/${submissionId}`, undefined, {
      as: ctx.business.token,
    });
    const approved = (await listEvents(ctx)).find(event => event.type === 'submission.approved');
    expect(approved.data.object).toEqual(data);
    expect(approved.data.previous.status).toBe('pending');
  });

  test('a rejected request records no event', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    const before = await databaseSnapshot(ctx);
    await submitProof(ctx, id, { proofUrl: 'nonsense' });
    await updateCampaign(ctx, id, { state: 'active', name: '' });
    await reviewSubmission(ctx, 'sub_absent', 'approve');
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('an event is rolled back with its transaction and leaves no gap', async () => {
    await createCampaign(ctx);
    const before = await databaseSnapshot(ctx);
    const object = { id: 'cmp_never' };
    const { businessId } = ctx.business;
    const failing = atomically(ctx.app.as(CLI), async tx => {
      await service.record(tx, 'campaign.updated', { businessId, object });
      throw new Error('afterwards');
    });
    expect(failing).rejects.toThrow('afterwards');
    await failing.catch(() => {});
    expect(await databaseSnapshot(ctx)).toBe(before);
    await createCampaign(ctx);
    expect((await listEvents(ctx)).map(event => event.sequence)).toEqual([1, 2]);
  });
});

describe('event sequence', () => {
  test('the sequence increases by one per event of the business, regardless of other businesses and rejected requests', async () => {
    const work: Promise<unknown>[] = [];
    const { id } = await createLaunchedCampaign(ctx, { limits: { perUser: 3 } });
    for (let n = 0; n < 10; n += 1) {
      work.push(submitProof(ctx, id), submitProof(ctx, id, { as: ctx.bob.token }), createCampaign(ctx));
      work.push(ctx.call('POST', '/campaigns', CAMPAIGN, { as: ctx.otherBusiness.token }));
    }
    await Promise.all(work);
    const sequences = (await listEvents(ctx)).map(event => event.sequence);
    expect(sequences).toEqual(Array.from({ length: 2 + 6 + 10 }, (_, n) => n + 1));
  });
});

describe('GET /events', () => {
  test('lists events newest first, also those of one request', async () => {
    await readHistory();
    expect(await list()).toEqual({
      types: [
        'campaign.paused',
        'submission.approved',
        'reward.issued',
        'submission.created',
        'campaign.activated',
        'campaign.created',
      ],
      total: 6,
    });
  });

  const FILTERS: [string, string[]][] = [
    ['type=campaign.paused', ['campaign.paused']],
    ['type=campaign.', ['campaign.paused', 'campaign.activated', 'campaign.created']],
    ['type=campaign', ['campaign.paused', 'campaign.activated', 'campaign.created']],
    ['type=submission.', ['submission.approved', 'submission.created']],
    ['type=campaign.c', ['campaign.created']],
    ['type=reward.redeemed', []],
    ['type=nothing.', []],
    ['type=campaign.%25', []],
    [`since=${isoTimeAt(2 * HOUR)}`, ['campaign.paused']],
    [`since=${isoTimeAt(2 * HOUR + 1)}`, []],
    [`since=${isoTimeAt(HOUR)}&type=submission.`, ['submission.approved', 'submission.created']],
    [`since=2026-06-01T16:00:00%2B02:00`, ['campaign.paused']],
    ['resourceId=cmp_absent', []],
  ];
  for (const [query, types] of FILTERS) {
    test(`?${query} returns [${types.join(', ')}] with the total`, async () => {
      await readHistory();
      expect(await list(`?${query}`)).toEqual({ types, total: types.length });
    });
  }

  test('resourceId filters by record', async () => {
    const { id, submissionId, rewardId } = await readHistory();
    expect((await list(`?resourceId=${id}`)).total).toBe(3);
    expect((await list(`?resourceId=${id}&type=campaign.paused`)).total).toBe(1);
    expect((await list(`?resourceId=${submissionId}`)).types).toEqual([
      'submission.approved',
      'submission.created',
    ]);
    expect((await list(`?resourceId=${rewardId}`)).types).toEqual(['reward.issued']);
  });

  test('pagination returns each event once', async () => {
    await readHistory();
    const ids: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { data } = await ctx.call('GET', `/events?perPage=2&page=${page}`, undefined, {
        as: ctx.business.token,
      });
      ids.push(...data.items.map((item: Json) => item.id));
      expect(data.pagination).toMatchObject({ page, perPage: 2, total: 6, totalPages: 3 });
    }
    expect(new Set(ids).size).toBe(6);
  });

  test('never returns events of another business', async () => {
    const { id } = await readHistory();
    for (const query of ['', `?resourceId=${id}`, `?businessId=${ctx.business.businessId}`])
      expect(await list(query, ctx.otherBusiness.token)).toEqual({ types: [], total: 0 });
  });

  test('returns 403 to customers and 401 without credentials', async () => {
    const byAda = await ctx.call('GET', '/events', undefined, { as: ctx.ada.token });
    expect([byAda.status, byAda.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await ctx.call('GET', '/events')).status).toBe(401);
  });

  test('returns all events to admins, or those of one business', async () => {
    await readHistory();
    await ctx.call('POST', '/campaigns', CAMPAIGN, { as: ctx.otherBusiness.token });
    const query = { page: 1, perPage: 20 };
    const admin = ctx.app.as(CLI);
    expect((await service.list(admin, query)).pagination.total).toBe(7);
    const { businessId } = ctx.otherBusiness;
    expect((await service.list(admin, { ...query, businessId })).pagination.total).toBe(1);
  });

  for (const query of ['since=yesterday', 'page=0', 'perPage=101', `type=${'x'.repeat(41)}`]) {
    test(`rejects ?${query} with VALIDATION_ERROR`, async () => {
      const { error } = await ctx.call('GET', `/events?${query}`, undefined, { as: ctx.business.token });
      expect(error.code).toBe('VALIDATION_ERROR');
    });
  }
});
