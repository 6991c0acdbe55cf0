import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CAMPAIGN } from '../support/accounts.ts';
import {
  captureEventKinds,
  createCampaign,
  createLaunchedCampaign,
  createSubmission,
  DAY,
  getCampaign,
  isoTimeAt,
  type Json,
  type Setup,
  setup,
} from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const call = (method: 'POST' | 'DELETE' | 'GET', path: string, body?: object, as = ctx.business.token) =>
  ctx.call(method, path, body, { as });

describe('POST /campaigns/:id/duplicate', () => {
  test('creates a draft with the same terms and without results', async () => {
    const original = await createLaunchedCampaign(ctx, {
      description: 'Show us your cup',
      reward: { type: 'item', name: 'Free cappuccino', cost: 0.8 },
      requirements: { minFollowers: 10, hashtags: ['bluecup'] },
      budget: { total: 20 },
      limits: { maxApprovals: 9, perUser: 2 },
      reviewPolicy: { mode: 'manual', slaHours: null, onTimeout: 'none' },
      endsAt: isoTimeAt(40 * DAY),
    });
    await createSubmission(ctx, original.id, { as: ctx.business.token, userId: 'c1' });
    const { status, data } = await call('POST', `/campaigns/${original.id}/duplicate`, {});
    const { description, reward, requirements, limits, reviewPolicy, endsAt, actionType } = original;
    expect([status, data.state, data.name]).toEqual([201, 'draft', `${original.name} (copy)`]);
    expect(data).toMatchObject({
      description,
      reward,
      requirements,
      limits,
      reviewPolicy,
      endsAt,
      actionType,
      budget: { total: 20, reserved: 0, spent: 0 },
      stats: { pending: 0, approved: 0, rejected: 0 },
    });
  });

  test('leaves out dates that have passed, and takes another name', async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      startsAt: isoTimeAt(-2 * DAY),
      endsAt: isoTimeAt(DAY),
    });
    ctx.clock.advance(2 * DAY);
    const { status, data } = await call('POST', `/campaigns/${id}/duplicate`, { name: 'Second try' });
    expect([status, data.name, data.startsAt, data.endsAt]).toEqual([201, 'Second try', null, null]);
  });
});

describe('DELETE /campaigns/:id', () => {
  test('deletes a draft, records the event, and lowers the totals of lists', async () => {
    const count = async () => (await call('GET', '/campaigns?state=draft')).data.pagination.total;
    const before = await count();
    const { id } = await createCampaign(ctx);
    const { kinds } = await captureEventKinds(ctx, async () => {
      const { status, data } = await call('DELETE', `/campaigns/${id}`);
      expect([status, data]).toEqual([200, { id, deleted: true }]);
    });
    expect(kinds).toEqual(['campaign.deleted']);
    expect((await call('GET', `/campaigns/${id}`)).status).toBe(404);
    expect(await count()).toBe(before);
  });

  test('refuses a campaign that was launched', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    const { status, error } = await call('DELETE', `/campaigns/${id}`);
    expect([status, error.code]).toEqual([409, 'CONFLICT']);
    expect((await getCampaign(ctx, id)).state).toBe('active');
  });
});

describe('POST /campaigns/bulk', () => {
  test('changes each campaign independently and returns a result for each', async () => {
    const active = await createLaunchedCampaign(ctx);
    const draft = await createCampaign(ctx);
    const ids = [active.id, draft.id, 'cmp_00000000000000000000000000'];
    const { status, data } = await call('POST', '/campaigns/bulk', { ids, state: 'paused' });
    expect(status).toBe(200);
    expect(data.items.map((item: Json) => item.campaign?.state ?? item.error.code)).toEqual([
      'paused',
      'INVALID_TRANSITION',
      'NOT_FOUND',
    ]);
    expect((await getCampaign(ctx, draft.id)).state).toBe('draft');
  });

  test('rejects duplicate IDs and more than 100 of them', async () => {
    const { id } = await createCampaign(ctx);
    expect((await call('POST', '/campaigns/bulk', { ids: [id, id], state: 'ended' })).status).toBe(400);
    const many = Array.from({ length: 101 }, (_, n) => `cmp_${String(n).padStart(26, '0')}`);
    expect((await call('POST', '/campaigns/bulk', { ids: many, state: 'ended' })).status).toBe(400);
  });

  test("reports another business's campaign like an unknown one", async () => {
    const { id } = await createLaunchedCampaign(ctx);
    const { data } = await call(
      'POST',
      '/campaigns/bulk',
      { ids: [id], state: 'ended' },
      ctx.otherBusiness.token,
    );
    expect(data.items).toEqual([
      { id, ok: false, error: { code: 'NOT_FOUND', message: expect.any(String) } },
    ]);
  });
});

test('lists can be filtered by platform', async () => {
  const { id } = await createCampaign(ctx, { platform: 'tiktok', actionType: 'video', name: 'Foam' });
  const { data } = await call('GET', '/campaigns?platform=TikTok');
  expect(data.items.map((item: Json) => item.id)).toEqual([id]);
  expect(data.pagination.total).toBe(1);
});

test('lists can be searched by name, sorted, and filtered by several states', async () => {
  const shop = ctx.otherBusiness.token;
  for (const name of ['Beta cup', 'Alpha 100%', 'Gamma cup', 'apple pie'])
    await call('POST', '/campaigns', { ...CAMPAIGN, name, launch: name !== 'Beta cup' }, shop);
  const names = async (query: string) =>
    (await call('GET', `/campaigns?${query}`, undefined, shop)).data.items.map((item: Json) => item.name);
  expect(await names('q=CUP&sort=name')).toEqual(['Beta cup', 'Gamma cup']);
  expect(await names('q=0%25')).toEqual(['Alpha 100%']);
  expect(await names('sort=name')).toEqual(['Alpha 100%', 'apple pie', 'Beta cup', 'Gamma cup']);
  expect(await names('state=active&sort=createdAt')).toEqual(['Alpha 100%', 'Gamma cup', 'apple pie']);
  expect(await names('state=active,draft&sort=-createdAt')).toEqual([
    'apple pie',
    'Gamma cup',
    'Alpha 100%',
    'Beta cup',
  ]);
  expect((await call('GET', '/campaigns?sort=color', undefined, shop)).status).toBe(400);
});
