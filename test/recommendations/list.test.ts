import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { CLI } from '../../src/context.ts';
import { listRecommendations } from '../../src/recommendations/service.ts';
import {
  createLaunchedCampaign,
  DAY,
  getCampaign,
  isoTimeAt,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import { expectInvalidFields } from '../http/fixture.ts';
import { createAdmin } from '../support/fixtures.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { type RecommendationsSetup, setupRecommendations } from './fixture.ts';

let ctx: Setup;
let helpers: RecommendationsSetup;
beforeEach(async () => {
  ctx = await setup();
  helpers = setupRecommendations(ctx);
});
afterEach(() => ctx.close());

describe('GET /recommendations', () => {
  test('returns stable IDs, sorts by urgency and paginates', async () => {
    await createLaunchedCampaign(ctx, { platform: 'google', actionType: 'review' });
    await createLaunchedCampaign(ctx, {
      reward: { type: 'fixed', value: 5 },
      disclosure: { required: false },
    });
    const all = await helpers.listRecommendations();
    expect(all.map(item => item.type)).toEqual(['forbiddenAction', 'undisclosedAction', 'rewardOffOracle']);
    expect((await helpers.listRecommendations()).map(item => item.id)).toEqual(all.map(item => item.id));
    expect(new Set(all.map(item => item.id)).size).toBe(3);
    const { data } = await ctx.call('GET', '/recommendations?perPage=2&page=2', undefined, {
      as: ctx.business.token,
    });
    expect(data.items).toEqual(all.slice(2));
    expect(data.pagination).toMatchObject({ page: 2, perPage: 2, total: 3, totalPages: 2 });
  });

  test("lists the caller's business, returns 404 for other businesses and 403 for customers", async () => {
    const ask = (query: string, as: string) => ctx.call('GET', `/recommendations${query}`, undefined, { as });
    await createLaunchedCampaign(ctx, { platform: 'google', actionType: 'review' });
    expect((await helpers.listRecommendations(`?businessId=${ctx.business.businessId}`)).length).toBe(1);
    expect((await helpers.listRecommendations('', ctx.otherBusiness.token))[0].type).toBe('notEnoughData');
    const foreign = await ask(`?businessId=${ctx.otherBusiness.businessId}`, ctx.business.token);
    const unknown = await ask('?businessId=biz_00000000000000000000000000', ctx.business.token);
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.body).toEqual(unknown.body);
    expect((await ask('', ctx.ada.token)).status).toBe(403);
    expect((await ctx.call('GET', '/recommendations')).status).toBe(401);
  });

  test('requires admins to specify the business', async () => {
    const admin = ctx.app.as(CLI);
    const query = { page: 1, perPage: 20 };
    await expect(listRecommendations(admin, query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const named = await listRecommendations(admin, { ...query, businessId: ctx.otherBusiness.businessId });
    expect(named.items[0]?.type).toBe('notEnoughData');
    await expect(listRecommendations(admin, { ...query, businessId: 'biz_x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('writes titles, reasons and drafts in the language that is asked for', async () => {
    await createLaunchedCampaign(ctx, { reward: { type: 'fixed', value: 5 } });
    const reward = (await helpers.listRecommendations('?locale=de'))[0];
    expect(reward).toMatchObject({
      title: 'In „Story of the week“ mit 1,00\u00a0$ statt 5,00\u00a0$ belohnen',
      reason:
        '5,00\u00a0$ ist weit mehr als die 0,60\u00a0$ bis 2,25\u00a0$, die dasselbe Ergebnis anderswo kostet.',
    });
    const [none] = await helpers.listRecommendations('?locale=pl', ctx.otherBusiness.token);
    expect(none).toMatchObject({
      title: 'Zbierz dane do rekomendacji',
      apply: { body: { description: expect.stringMatching(/^(Film|Krótki|Własn|Post|Kilku)/) } },
    });
    const wrong = await ctx.call('GET', '/recommendations?locale=xx', undefined, { as: ctx.business.token });
    expect(expectInvalidFields(wrong)).toEqual(['locale']);
  });

  test('ended campaigns are not analyzed', async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      platform: 'google',
      actionType: 'review',
      endsAt: isoTimeAt(DAY),
    });
    ctx.clock.advance(DAY);
    expect(await helpers.findByType('forbiddenAction')).toBeUndefined();
    expect((await getCampaign(ctx, id)).state).toBe('expired');
  });

  test.skipIf(isOnPostgres)('reads a limited number of submissions through an index', async () => {
    const db = ctx.app.services.database.reader;
    const pending = "business_id = 'b' and status = 'pending' order by created_at, id limit 1000";
    const recent = "business_id = 'b' order by created_at desc, id desc limit 500";
    for (const rest of [pending, recent]) {
      const plan = await db.all<{ detail: string }>(
        `explain query plan select campaign_id from submissions where ${rest}`,
      );
      const steps = plan.map(({ detail }) => detail).join('; ');
      expect(steps).toContain('USING INDEX submissions_by_business');
      expect(steps).not.toContain('TEMP B-TREE');
    }
  });
});

test('an admin can send the suggested requests for a business', async () => {
  const root = await createAdmin(ctx);
  const { data } = await ctx.call(
    'GET',
    `/recommendations?businessId=${ctx.business.businessId}`,
    undefined,
    {
      as: root,
    },
  );
  const { path, body } = data.items[0].apply;
  const { status, data: draft } = await ctx.call('POST', path.replace('/api/v1', ''), body, { as: root });
  expect([status, draft.businessId]).toEqual([201, ctx.business.businessId]);
});
