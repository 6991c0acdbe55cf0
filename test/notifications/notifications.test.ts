import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  createLaunchedCampaign,
  createSubmission,
  type Json,
  reviewSubmission,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import { createStaff } from '../support/accounts.ts';

let ctx: Setup;
let staff: string;
let campaign: Json;

beforeAll(async () => {
  ctx = await setup();
  staff = await createStaff(ctx, ctx.business);
  campaign = await createLaunchedCampaign(ctx, { name: 'Morning cup', limits: { perUser: 9 } });
});
afterAll(() => ctx.close());

const read = async (as = ctx.business.token, query = '') =>
  (await ctx.call('GET', `/notifications${query}`, undefined, { as })).data;
const markSeen = (body: object, as = ctx.business.token) => ctx.call('PUT', '/notifications', body, { as });

describe('GET /notifications', () => {
  test('lists new submissions with the names of campaign and customer, newest first', async () => {
    const first = await createSubmission(ctx, campaign.id, { as: ctx.ada.token });
    const second = await createSubmission(ctx, campaign.id, { as: ctx.bob.token });
    const inbox = await read();
    expect(inbox).toMatchObject({ unseen: 2, pendingSubmissions: 2 });
    expect(inbox.items.map(({ resourceId }: Json) => resourceId)).toEqual([second.id, first.id]);
    expect(inbox.items[0]).toMatchObject({
      type: 'submission.created',
      isSeen: false,
      campaign: { id: campaign.id, name: 'Morning cup' },
      customer: { id: ctx.bob.userId, name: 'bob' },
    });
  });

  test('shows a redeemed reward with its amount to all users except the one who redeemed it', async () => {
    const { id } = await createSubmission(ctx, campaign.id, { as: ctx.ada.token });
    const { reward } = (await reviewSubmission(ctx, id, 'approve')).data;
    await ctx.call('POST', '/rewards/redeem', { code: reward.code }, { as: staff });
    expect((await read()).items[0]).toMatchObject({ type: 'reward.redeemed', amount: 5 });
    expect((await read(staff)).items[0].type).toBe('submission.created');
  });

  test('leaves out events that need no attention', async () => {
    await ctx.call('PUT', '/campaigns', { id: campaign.id, state: 'paused' }, { as: staff });
    await ctx.call('PUT', '/campaigns', { id: campaign.id, state: 'active' }, { as: staff });
    expect((await read()).items[0].type).toBe('reward.redeemed');
  });

  test('returns none of another business, and needs a person', async () => {
    expect(await read(ctx.otherBusiness.token)).toMatchObject({ items: [], unseen: 0 });
    const key = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: ctx.business.token });
    const { status } = await ctx.call('GET', '/notifications', undefined, { as: { apiKey: key.data.key } });
    expect(status).toBe(403);
  });
});

describe('PUT /notifications', () => {
  test('marks a notification and the older ones as seen, for the caller alone', async () => {
    const before = await read();
    const [newest, second] = before.items;
    expect((await markSeen({ notificationId: second.id })).data.unseen).toBe(1);
    const after = await read();
    expect(after.items.map(({ isSeen }: Json) => isSeen)).toEqual([
      false,
      ...after.items.slice(1).map(() => true),
    ]);
    expect((await read(staff)).unseen).toBeGreaterThan(1);
    expect((await markSeen({})).data.unseen).toBe(0);
    expect((await markSeen({ notificationId: newest.id })).data.unseen).toBe(0);
  });

  test('an older notification does not make newer ones new again', async () => {
    const { items } = await read();
    expect((await markSeen({ notificationId: items.at(-1).id })).data.unseen).toBe(0);
  });

  test('rejects an unknown notification and one of another business with the same error', async () => {
    const { items } = await read();
    for (const id of ['evt_00000000000000000000000000', items[0].id]) {
      const { status } = await markSeen({ notificationId: id }, ctx.otherBusiness.token);
      expect(status).toBe(404);
    }
  });
});

describe('the notifications of a submission', () => {
  test('count as seen by everyone once the submission is decided, and others stay new', async () => {
    await markSeen({});
    await markSeen({}, staff);
    const decided = await createSubmission(ctx, campaign.id, { as: ctx.ada.token });
    const open = await createSubmission(ctx, campaign.id, { as: ctx.bob.token });
    expect([(await read()).unseen, (await read(staff)).unseen]).toEqual([2, 2]);
    await reviewSubmission(ctx, decided.id, 'reject');
    for (const as of [ctx.business.token, staff]) {
      const { items, unseen, pendingSubmissions, pagination } = await read(as);
      const isSeen = new Map(items.map(({ resourceId, isSeen }: Json) => [resourceId, isSeen]));
      expect([unseen, isSeen.get(decided.id), isSeen.get(open.id)]).toEqual([1, true, false]);
      expect([pendingSubmissions, pagination.total >= 2]).toEqual([3, true]);
    }
  });
});
