import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  createLaunchedCampaign,
  createSubmission,
  type Json,
  reviewSubmission,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';

let ctx: Setup;
let first: Json;
let second: Json;

beforeAll(async () => {
  ctx = await setup();
  first = await createLaunchedCampaign(ctx, { name: 'First', limits: { perUser: 9 } });
  second = await createLaunchedCampaign(ctx, { name: 'Second', limits: { perUser: 9 } });
  for (const { id } of [first, second, first]) {
    await createSubmission(ctx, id, { as: ctx.ada.token });
    ctx.clock.advance(1);
  }
});
afterAll(() => ctx.close());

const list = (query: string, as = ctx.business.token) =>
  ctx.call('GET', `/submissions${query}`, undefined, { as });

describe('GET /submissions?include=campaign', () => {
  test('includes the campaign of each submission, as GET /campaigns/:id returns it', async () => {
    const { data } = await list('?include=campaign');
    expect(data.items.map(({ campaign }: Json) => campaign.name)).toEqual(['First', 'Second', 'First']);
    for (const { campaign, campaignId } of data.items) {
      const alone = await ctx.call('GET', `/campaigns/${campaignId}`, undefined, { as: ctx.business.token });
      expect(campaign).toEqual(alone.data);
    }
  });

  test('includes nothing by default and rejects unknown includes', async () => {
    const { data } = await list('');
    expect(data.items.some((item: Json) => 'campaign' in item)).toBe(false);
    const refused = await list('?include=campaign,people');
    expect([refused.status, refused.error.details?.[0]?.field]).toEqual([400, 'include']);
  });

  test("GET /submissions?include=campaign does not include campaigns that the customer can't read", async () => {
    const names = async () =>
      (await list('?include=campaign', ctx.ada.token)).data.items.map(
        ({ campaign }: Json) => campaign?.name ?? null,
      );
    expect(await names()).toEqual(['First', 'Second', 'First']);
    await ctx.call('PUT', '/campaigns', { id: second.id, state: 'paused' }, { as: ctx.business.token });
    expect(await names()).toEqual(['First', null, 'First']);
  });

  test('returns null as the campaign of a program submission', async () => {
    const { data: program } = await ctx.call(
      'POST',
      '/programs',
      { name: 'Regulars' },
      { as: ctx.business.token },
    );
    const member = { memberId: ctx.ada.userId };
    await ctx.call('POST', `/programs/${program.id}/members`, member, { as: ctx.business.token });
    const proof = { proofUrl: 'https://www.instagram.com/p/program/' };
    await ctx.call('POST', `/programs/${program.id}/submit`, proof, { as: ctx.ada.token });
    const { data } = await list('?include=campaign&perPage=1');
    expect(data.items[0]).toMatchObject({ campaignId: null, programId: program.id, campaign: null });
  });
});

describe('GET /submissions?include=customer,business,reward', () => {
  test('includes who submitted each proof, with their submissions to the business by status', async () => {
    const { data } = await list(`?include=customer,business&campaignId=${first.id}`);
    expect(data.items[0]).toMatchObject({
      business: { id: ctx.business.businessId, name: 'Blue Cup' },
      customer: { id: ctx.ada.userId, name: 'ada', account: null },
    });
    const { pending, approved, rejected } = data.items[0].customer.submissions;
    const { data: all } = await list(`?userId=${ctx.ada.userId}`);
    expect(pending + approved + rejected).toBe(all.pagination.total);
  });

  test("returns no name for a business's own reference", async () => {
    await createSubmission(ctx, first.id, { as: ctx.business.token, userId: 'guest-7' });
    const { data } = await list('?include=customer&userId=guest-7');
    expect(data.items[0].customer).toEqual({
      id: 'guest-7',
      name: null,
      submissions: { pending: 1, approved: 0, rejected: 0 },
      account: null,
    });
  });

  test('includes the reward of an approved submission', async () => {
    const { id } = await createSubmission(ctx, first.id, { as: ctx.bob.token });
    const { reward } = (await reviewSubmission(ctx, id, 'approve')).data;
    const { data } = await list(`?include=reward&userId=${ctx.bob.userId}`);
    expect(data.items.map(({ reward: own }: Json) => own?.code)).toEqual([reward.code]);
    const pending = await list('?include=reward&status=pending');
    expect(new Set(pending.data.items.map(({ reward: own }: Json) => own))).toEqual(new Set([null]));
  });
});
