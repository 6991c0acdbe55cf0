import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  createLaunchedCampaign,
  createSubmission,
  type Json,
  reviewSubmission,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import { CAMPAIGN } from '../support/accounts.ts';

let ctx: Setup;
let first: string;
let second: string;
let theirs: string;
/** Submissions by name, oldest first. */
const made: Record<string, string> = {};

beforeAll(async () => {
  ctx = await setup();
  const terms = { limits: { perUser: 9 } };
  first = (await createLaunchedCampaign(ctx, terms)).id;
  second = (await createLaunchedCampaign(ctx, { ...terms, name: 'Second cup' })).id;
  const body = { ...CAMPAIGN, ...terms, launch: true };
  theirs = (await ctx.call('POST', '/campaigns', body, { as: ctx.otherBusiness.token })).data.id;
  const plan: [string, string, string][] = [
    ['ada1', first, ctx.ada.token],
    ['ada2', second, ctx.ada.token],
    ['bob1', first, ctx.bob.token],
    ['adaAtRival', theirs, ctx.ada.token],
    ['ada3', first, ctx.ada.token],
  ];
  for (const [name, campaignId, as] of plan) {
    const proof = name === 'bob1' ? { proofUrl: 'https://www.tiktok.com/@bob/video/1' } : {};
    made[name] = (await createSubmission(ctx, campaignId, { as, ...proof })).id;
    ctx.clock.advance(1);
  }
  await reviewSubmission(ctx, made.ada1 as string, 'approve');
  await reviewSubmission(ctx, made.bob1 as string, 'reject');
});
afterAll(() => ctx.close());

async function list(query: string, as: string) {
  const { data } = await ctx.call('GET', `/submissions${query}`, undefined, {
    as,
  });
  const names = Object.fromEntries(Object.entries(made).map(([name, id]) => [id, name]));
  return {
    names: data.items.map((item: Json) => names[item.id]),
    total: data.pagination.total,
  };
}

describe('GET /submissions', () => {
  const cases: [string, () => string, () => string, string[]][] = [
    ['all of its own to a business, newest first', () => '', shop, ['ada3', 'bob1', 'ada2', 'ada1']],
    ['its own at every business to a customer', () => '', ada, ['ada3', 'adaAtRival', 'ada2', 'ada1']],
    ['those of a campaign', () => `?campaignId=${first}`, shop, ['ada3', 'bob1', 'ada1']],
    ['a customer its own of a campaign', () => `?campaignId=${first}`, ada, ['ada3', 'ada1']],
    ['a foreign campaign as empty', () => `?campaignId=${theirs}`, shop, []],
    ['an unknown campaign as empty', () => '?campaignId=cmp_x', shop, []],
    ['those that are pending', () => '?status=pending', shop, ['ada3', 'ada2']],
    ['those that are approved', () => '?status=approved', shop, ['ada1']],
    ['those that are rejected', () => '?status=rejected', shop, ['bob1']],
    ['a customer its own that are pending', () => '?status=pending', ada, ['ada3', 'adaAtRival', 'ada2']],
    ['several statuses', () => '?status=approved,pending', shop, ['ada3', 'ada2', 'ada1']],
    ['the oldest first', () => '?sort=createdAt&status=pending', shop, ['ada2', 'ada3']],
    ['the last decision first', () => '?sort=-reviewedAt', shop, ['bob1', 'ada1']],
    ['the first decision first', () => '?sort=reviewedAt&status=approved,rejected', shop, ['ada1', 'bob1']],
    ['no pending ones in the order of decisions', () => '?sort=reviewedAt&status=pending', shop, []],
    ['those of a customer by name', () => '?q=ADA&status=approved,rejected', shop, ['ada1']],
    ['those of a campaign by its name', () => '?q=second', shop, ['ada2']],
    ['those on a platform', () => '?platform=instagram', shop, ['ada3', 'bob1', 'ada2', 'ada1']],
    ['none on another platform', () => '?platform=tiktok', shop, []],
    ['those with any risk flag', () => '?flag=any', shop, ['bob1']],
    ['those with a risk flag', () => '?flag=wrongPlatform', shop, ['bob1']],
    ['none with a flag that none has', () => '?flag=selfSubmission', shop, []],
    ['wildcards in a search literally', () => '?q=%25', shop, []],
    ['both filters at once', () => `?campaignId=${first}&status=pending`, shop, ['ada3']],
    [
      'those of one person, at this business alone',
      () => `?userId=${ctx.ada.userId}`,
      shop,
      ['ada3', 'ada2', 'ada1'],
    ],
    ['a customer who asks for another customer nothing', () => `?userId=${ctx.bob.userId}`, ada, []],
    ['a foreign business as empty', () => `?businessId=${ctx.otherBusiness.businessId}`, shop, []],
  ];
  for (const [what, query, as, expected] of cases) {
    test(`returns ${what}, with their total`, async () => {
      expect(await list(query(), as())).toEqual({
        names: expected,
        total: expected.length,
      });
    });
  }

  for (const query of [
    'status=open',
    'status=pending,open',
    'status=pending,pending',
    'sort=name',
    'flag=odd',
    'perPage=101',
    'page=0',
    'campaignId=',
  ]) {
    test(`rejects ?${query} with VALIDATION_ERROR`, async () => {
      const { error } = await ctx.call('GET', `/submissions?${query}`, undefined, { as: shop() });
      expect(error.code).toBe('VALIDATION_ERROR');
    });
  }
});

describe('GET /submissions/:id', () => {
  const get = (id: string | undefined, as: string) =>
    ctx.call('GET', `/submissions/${id}`, undefined, { as });

  test('returns the submission to its submitter and its business', async () => {
    for (const as of [ada(), shop()]) expect((await get(made.ada1, as)).data.id).toBe(made.ada1);
  });

  test('returns the same 404 to others as for an unknown submission', async () => {
    const absent = await get('sub_00000000000000000000000000', ctx.bob.token);
    expect([absent.status, absent.error.code]).toEqual([404, 'NOT_FOUND']);
    for (const as of [ctx.bob.token, ctx.otherBusiness.token])
      expect((await get(made.ada1, as)).body).toEqual(absent.body);
  });
});

function shop(): string {
  return ctx.business.token;
}

function ada(): string {
  return ctx.ada.token;
}
