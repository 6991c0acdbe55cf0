import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { listCampaigns } from '../../src/campaigns/service/read.ts';
import { CLI } from '../../src/context.ts';
import { CAMPAIGN } from '../support/accounts.ts';
import {
  createCampaign,
  createLaunchedCampaign,
  type Json,
  type Setup,
  setup,
  updateCampaign,
} from './fixture.ts';

let ctx: Setup;
/** The campaigns of the business by state, and an active and a draft campaign of the other business. */
const own: Record<string, string> = {};
const theirs: Record<string, string> = {};

beforeAll(async () => {
  ctx = await setup();
  own.draft = (await createCampaign(ctx)).id;
  ctx.clock.advance(1);
  for (const state of ['active', 'paused', 'ended']) {
    const { id } = await createLaunchedCampaign(ctx);
    own[state] = id;
    if (state !== 'active') await updateCampaign(ctx, id, { state });
    ctx.clock.advance(1);
  }
  for (const launch of [false, true]) {
    const { data } = await ctx.call(
      'POST',
      '/campaigns',
      { ...CAMPAIGN, launch },
      { as: ctx.otherBusiness.token },
    );
    theirs[launch ? 'active' : 'draft'] = data.id;
    ctx.clock.advance(1);
  }
});
afterAll(() => ctx.close());

const list = async (query: string, as: string) =>
  (await ctx.call('GET', `/campaigns${query}`, undefined, { as })).data;
const idsOf = (page: Json) => page.items.map((item: Json) => item.id);

describe('GET /campaigns', () => {
  test('shows a business its own campaigns in every state, newest first', async () => {
    const page = await list('', ctx.business.token);
    expect(idsOf(page)).toEqual([own.ended, own.paused, own.active, own.draft]);
    expect(page.pagination).toMatchObject({
      page: 1,
      perPage: 20,
      total: 4,
      totalPages: 1,
    });
  });

  for (const state of ['draft', 'active', 'paused', 'ended', 'expired']) {
    test(`state=${state} returns only matching campaigns, with their total`, async () => {
      const page = await list(`?state=${state}`, ctx.business.token);
      expect(idsOf(page)).toEqual(own[state] ? [own[state]] : []);
      expect(page.pagination.total).toBe(own[state] ? 1 : 0);
    });
  }

  test('shows a customer the active campaigns of all businesses', async () => {
    const page = await list('', ctx.ada.token);
    expect(idsOf(page)).toEqual([theirs.active, own.active]);
    expect(page.pagination.total).toBe(2);
    expect(idsOf(await list('?state=active', ctx.ada.token))).toEqual([theirs.active, own.active]);
  });

  for (const state of ['draft', 'paused', 'ended', 'expired']) {
    test(`shows a customer no ${state} campaigns`, async () => {
      const page = await list(`?state=${state}`, ctx.ada.token);
      expect([page.items, page.pagination.total, page.pagination.totalPages]).toEqual([[], 0, 0]);
    });
  }

  test("businessId limits a customer's list to the active campaigns of one business", async () => {
    const page = await list(`?businessId=${ctx.otherBusiness.businessId}`, ctx.ada.token);
    expect([idsOf(page), page.pagination.total]).toEqual([[theirs.active], 1]);
  });

  test('a business that filters by another businessId gets an empty page, and its own businessId has no effect', async () => {
    const foreign = await list(`?businessId=${ctx.otherBusiness.businessId}`, ctx.business.token);
    expect([foreign.items, foreign.pagination.total]).toEqual([[], 0]);
    expect((await list(`?businessId=${ctx.business.businessId}`, ctx.business.token)).pagination.total).toBe(
      4,
    );
  });

  test('shows an admin all campaigns, or those of the specified business', async () => {
    const admin = ctx.app.as(CLI);
    const query = { page: 1, perPage: 20 };
    expect((await listCampaigns(admin, query)).pagination.total).toBe(6);
    const named = await listCampaigns(admin, {
      ...query,
      businessId: ctx.otherBusiness.businessId,
    });
    expect(named.pagination.total).toBe(2);
  });

  test('pages contain each campaign once, and a page past the end is empty', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map(page => list(`?page=${page}&perPage=3`, ctx.business.token)),
    );
    expect(pages.map(page => page.items.length)).toEqual([3, 1, 0]);
    expect(pages.flatMap(idsOf)).toEqual([own.ended, own.paused, own.active, own.draft] as string[]);
    for (const page of pages) expect([page.pagination.total, page.pagination.totalPages]).toEqual([4, 2]);
  });

  for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'perPage=0', 'perPage=101', 'state=gone']) {
    test(`rejects ?${query} with VALIDATION_ERROR`, async () => {
      const { status, error } = await ctx.call('GET', `/campaigns?${query}`, undefined, {
        as: ctx.business.token,
      });
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
    });
  }

  test('requires authentication', async () => {
    expect((await ctx.call('GET', '/campaigns')).status).toBe(401);
  });
});

describe('GET /campaigns/:id', () => {
  const get = (id: string | undefined, as: string) => ctx.call('GET', `/campaigns/${id}`, undefined, { as });

  test("returns a business's own campaign in every state", async () => {
    for (const id of Object.values(own)) expect((await get(id, ctx.business.token)).data.id).toBe(id);
  });

  test('returns active campaigns of any business to a customer, and no others', async () => {
    expect((await get(own.active, ctx.ada.token)).status).toBe(200);
    expect((await get(theirs.active, ctx.ada.token)).status).toBe(200);
    for (const state of ['draft', 'paused', 'ended'])
      expect((await get(own[state], ctx.ada.token)).status).toBe(404);
  });

  test("returns the same 404 for another business's campaign, active or not, as for an unknown one", async () => {
    const absent = await get('cmp_00000000000000000000000000', ctx.business.token);
    expect([absent.status, absent.error.code]).toEqual([404, 'NOT_FOUND']);
    for (const id of Object.values(theirs))
      expect((await get(id, ctx.business.token)).body).toEqual(absent.body);
    expect((await get(own.draft, ctx.ada.token)).body).toEqual(absent.body);
  });
});
