import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { atomically, CLI } from '../../src/context.ts';
import {
  addInfluencer,
  createInfluencer,
  listInfluencers,
} from '../../src/influencers/service/influencers.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { captureEventKinds, type Json, type Setup, setup } from '../campaigns/fixture.ts';
import { newInfluencer } from '../support/fixtures.ts';
import { isOnPostgres } from '../support/postgres-app.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const post = (body: object, as = ctx.business.token) => ctx.call('POST', '/influencers', body, { as });
const list = async (query: string, as = ctx.business.token): Promise<Json> =>
  (await ctx.call('GET', `/influencers${query}`, undefined, { as })).data;
const listHandles = (page: Json) => page.items.map((item: Json) => item.platforms[0].handle);

describe('POST /influencers', () => {
  test('stores every field and returns 201 with the full record', async () => {
    const sent = {
      name: 'Ada Full',
      email: 'Ada.Full@stars.example',
      platforms: [
        { platform: 'Instagram', handle: '@ada.full', followers: 10_000 },
        { platform: 'tiktok', handle: 'adafull', followers: 500 },
      ],
      rateCard: [{ platform: 'instagram', format: 'story', price: 43.5, includes: ['one link'] }],
      niches: ['coffee', 'travel'],
      country: 'de',
      engagementRate: 3.456,
      notes: 'Met at the fair',
    };
    const { kinds, response } = await captureEventKinds(ctx, () => post(sent));
    expect([response.status, kinds]).toEqual([201, ['influencer.created']]);
    const { platforms, rateCard, suggestedPrices, id, createdAt, ...rest } = response.data as Json;
    expect(rest).toEqual({
      businessId: ctx.business.businessId,
      name: sent.name,
      email: 'ada.full@stars.example',
      niches: sent.niches,
      country: 'DE',
      engagementRate: 3.456,
      notes: sent.notes,
      status: 'lead',
    });
    expect(id).toStartWith('inf_');
    expect(createdAt).toBeString();
    expect(platforms[0]).toEqual({ platform: 'instagram', handle: '@ada.full', followers: 10_000 });
    expect(rateCard).toEqual([{ ...sent.rateCard[0], currency: 'USD' }]);
    expect(suggestedPrices.map((price: Json) => price.platform)).toEqual(['instagram', 'tiktok']);
    const { data } = await ctx.call('GET', `/influencers/${id}`, undefined, { as: ctx.business.token });
    expect(data).toEqual(response.data);
  });

  const twice: [string, object][] = [
    ['the same email', { email: 'FIRST@stars.example' }],
    ['the same handle', { platforms: [{ platform: 'INSTAGRAM', handle: 'First', followers: 1 }] }],
    ['the same handle with an @', { platforms: [{ platform: 'instagram', handle: '@first', followers: 1 }] }],
  ];
  for (const [what, fields] of twice) {
    test(`rejects ${what} in the same business with INFLUENCER_EXISTS, ignoring case`, async () => {
      const first = newInfluencer('first');
      await post(first);
      const other = { ...newInfluencer(`other-${Bun.hash(what)}`), ...fields };
      const { status, error } = await post(other);
      expect([status, error.code]).toEqual([409, 'INFLUENCER_EXISTS']);
      expect((await post({ ...first, ...fields }, ctx.otherBusiness.token)).status).toBeOneOf([201, 409]);
    });
  }

  test('the same person may be listed by two businesses', async () => {
    const shared = newInfluencer('shared');
    expect((await post(shared)).status).toBe(201);
    expect((await post(shared, ctx.otherBusiness.token)).status).toBe(201);
  });

  test('the same handle on another platform is a different account', async () => {
    await post(newInfluencer('twin'));
    const platforms = [{ platform: 'tiktok', handle: 'twin', followers: 5 }];
    expect((await post({ ...newInfluencer('twin2'), platforms })).status).toBe(201);
  });

  test('only one of two concurrent requests with the same email address succeeds', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => post(newInfluencer('race'))));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  const refused: [string, object, string][] = [
    [
      'an account named twice',
      {
        platforms: [
          { platform: 'x', handle: 'a', followers: 1 },
          { platform: 'X', handle: '@A', followers: 2 },
        ],
      },
      'platforms.1.handle',
    ],
    ['no platform at all', { platforms: [] }, 'platforms'],
    [
      'followers below 0',
      { platforms: [{ platform: 'x', handle: 'a', followers: -1 }] },
      'platforms.0.followers',
    ],
    [
      'followers that are no whole number',
      { platforms: [{ platform: 'x', handle: 'a', followers: 1.5 }] },
      'platforms.0.followers',
    ],
    ['a bad address', { email: 'unknown' }, 'email'],
    [
      'a price with three decimals',
      { rateCard: [{ platform: 'x', format: 'post', price: 1.005 }] },
      'rateCard.0.price',
    ],
    ['an engagement rate above 100', { engagementRate: 101 }, 'engagementRate'],
  ];
  for (const [what, fields, field] of refused) {
    test(`rejects ${what} with VALIDATION_ERROR for ${field}`, async () => {
      const { status, error } = await post({ ...newInfluencer('refused'), ...fields });
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(error.details?.map(detail => detail.field)).toContain(field);
    });
  }

  test('returns 403 to customers and 401 without credentials', async () => {
    expect((await post(newInfluencer('none'), ctx.ada.token)).status).toBe(403);
    expect((await ctx.call('GET', '/influencers', undefined, { as: ctx.ada.token })).status).toBe(403);
    expect((await ctx.call('POST', '/influencers', newInfluencer('none'))).status).toBe(401);
  });

  test("returns 404 for another businessId and accepts the caller's own", async () => {
    const foreign = await post({ ...newInfluencer('fremd'), businessId: ctx.otherBusiness.businessId });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await post({ ...newInfluencer('eigen'), businessId: ctx.business.businessId })).status).toBe(201);
  });

  test('requires admins to specify the business', async () => {
    const admin = ctx.app.as(CLI);
    await expect(createInfluencer(admin, newInfluencer('admins'))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    const { businessId } = ctx.otherBusiness;
    const created = await createInfluencer(admin, { ...newInfluencer('admins'), businessId });
    expect(created.businessId).toBe(businessId);
  });
});

describe('suggested prices', () => {
  const price = async (platform: string, followers: number): Promise<Json> => {
    const handle = `p${platform}${followers}`;
    const platforms = [{ platform, handle, followers }];
    return (await post({ ...newInfluencer(handle), platforms })).data.suggestedPrices[0];
  };

  test('the price for 5,000 Instagram followers matches a calculation by hand', async () => {
    expect(await price('instagram', 5_000)).toMatchObject({
      tier: 'nano',
      tierRange: { from: 1_000, below: 10_000 },
      low: 10,
      typical: 250,
      high: 1_000,
      currency: 'USD',
      source: { id: 'imh-rates-2026', year: 2026 },
    });
  });

  test('the price is the low one at the start of a tier and in a tier without an upper bound', async () => {
    expect(await price('youtube', 10_000)).toMatchObject({
      tier: 'micro',
      low: 200,
      typical: 200,
      high: 1_000,
    });
    expect(await price('instagram', 2_000_000)).toMatchObject({ tier: 'mega', typical: 10_000, high: null });
  });

  const missing: [string, number, string | null, string][] = [
    ['facebook', 5_000, 'nano', 'No published creator rate was found for facebook'],
    ['mastodon', 5_000, 'nano', 'No published creator rate was found for mastodon'],
    ['instagram', 999, null, 'Published creator rates start at 1,000 followers'],
    ['youtube', 200_000, 'mid', 'No published rate was found for mid creators on youtube'],
  ];
  for (const [platform, followers, tier, note] of missing) {
    test(`prices are null with a reason for ${followers} followers on ${platform}`, async () => {
      const expected = { tier, low: null, typical: null, high: null, source: null, note };
      expect(await price(platform, followers)).toMatchObject(expected);
    });
  }
});

describe('GET /influencers', () => {
  let there: Setup;
  beforeAll(async () => {
    there = await setup();
    for (const [handle, instagram, tiktok] of [
      ['small', 100, 90_000],
      ['middle', 5_000, 10],
      ['large', 50_000, 50_000],
    ] as const) {
      const platforms = [
        { platform: 'instagram', handle, followers: instagram },
        { platform: 'tiktok', handle, followers: tiktok },
      ];
      await there.call(
        'POST',
        '/influencers',
        { ...newInfluencer(handle), platforms },
        { as: there.business.token },
      );
      there.clock.advance(1);
    }
    await there.call('POST', '/influencers', newInfluencer('foreign'), { as: there.otherBusiness.token });
  });
  afterAll(() => there.close());
  const ask = async (query: string, as = there.business.token): Promise<Json> =>
    (await there.call('GET', `/influencers${query}`, undefined, { as })).data;

  const cases: [string, string[]][] = [
    ['', ['large', 'middle', 'small']],
    ['?platform=instagram&minFollowers=5000', ['large', 'middle']],
    ['?platform=INSTAGRAM&minFollowers=5001', ['large']],
    ['?platform=tiktok&minFollowers=60000', ['small']],
    ['?platform=youtube', []],
    ['?minFollowers=60000', ['small']],
    ['?minFollowers=0', ['large', 'middle', 'small']],
    ['?search=MIDD', ['middle']],
    ['?search=large@stars', ['large']],
    ['?search=moor', ['large', 'middle', 'small']],
    ['?search=%25', []],
    ['?search=', ['large', 'middle', 'small']],
    ['?search=a&platform=tiktok&minFollowers=50000', ['large', 'small']],
  ];
  for (const [query, expected] of cases) {
    test(`lists ${expected.join(', ') || 'nothing'} for "${query}", with the total`, async () => {
      const page = await ask(query);
      expect(listHandles(page)).toEqual(expected);
      expect(page.pagination.total).toBe(expected.length);
    });
  }

  test('paginates, newest first', async () => {
    const pages = [await ask('?perPage=2'), await ask('?perPage=2&page=2'), await ask('?perPage=2&page=3')];
    expect(pages.map(listHandles)).toEqual([['large', 'middle'], ['small'], []]);
    expect(pages[0].pagination).toMatchObject({ page: 1, perPage: 2, total: 3, totalPages: 2 });
  });

  test('another businessId returns an empty page, and admins see all businesses or one', async () => {
    expect((await ask(`?businessId=${there.otherBusiness.businessId}`)).items).toEqual([]);
    const admin = there.app.as(CLI);
    const query = { page: 1, perPage: 20 };
    expect((await listInfluencers(admin, query)).pagination.total).toBe(4);
    const named = await listInfluencers(admin, { ...query, businessId: there.otherBusiness.businessId });
    expect(named.pagination.total).toBe(1);
  });

  for (const query of ['minFollowers=-1', 'minFollowers=x', 'perPage=101', 'page=0']) {
    test(`rejects ?${query} with VALIDATION_ERROR`, async () => {
      const response = await there.call('GET', `/influencers?${query}`, undefined, {
        as: there.business.token,
      });
      expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    });
  }

  test('the counters match the rows', async () => {
    expect(await checkIntegrity(there.app.as(CLI))).toEqual([]);
  });

  test.skipIf(isOnPostgres)('every list uses an index and is sorted without a sort step', async () => {
    const db = there.app.services.database.reader;
    const where = `exists (select 1 from influencer_accounts a where a.influencer_id = influencers.id
      and a.platform = 'x' and a.followers >= 5)`;
    for (const condition of ["business_id = 'b'", `business_id = 'b' and ${where}`, where, '1']) {
      const plan = await db.all<{ detail: string }>(
        `explain query plan select * from influencers where ${condition}
          order by created_at desc, id desc limit 20`,
      );
      const steps = plan.map(({ detail }) => detail).join('; ');
      expect(steps).toContain('USING INDEX influencers_by_');
      expect(steps).not.toContain('TEMP B-TREE');
      if (condition.includes('exists')) expect(steps).toContain('INDEX influencer_accounts_of');
    }
  });
});

test('a rejected influencer leaves no rows behind', async () => {
  const before = (await list('?perPage=1')).pagination.total;
  const admin = ctx.app.as(CLI);
  const both = atomically(admin, async tx => {
    await addInfluencer(tx, ctx.business.businessId, newInfluencer('half'));
    await addInfluencer(tx, ctx.business.businessId, newInfluencer('half'));
  });
  await expect(both).rejects.toMatchObject({ code: 'INFLUENCER_EXISTS' });
  expect((await list('?perPage=1')).pagination.total).toBe(before);
});
