import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CAMPAIGN } from '../support/accounts.ts';
import { createCampaign, DAY, databaseSnapshot, isoTimeAt, type Setup, setup } from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const create = (fields: object) => ctx.call('POST', '/campaigns', fields, { as: ctx.business.token });

describe('POST /campaigns', () => {
  test('returns 201 with the whole record, including defaults', async () => {
    const { status, data } = await create({
      ...CAMPAIGN,
      platform: 'tiktok',
      actionType: 'share',
    });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(/^cmp_[0-9a-hjkmnp-tv-z]{26}$/),
      name: CAMPAIGN.name,
      description: null,
      instructions: null,
      state: 'draft',
      stateReason: null,
      platform: 'tiktok',
      actionType: 'share',
      actionId: null,
      action: null,
      slug: data.id,
      programId: null,
      suggestionId: null,
      currency: 'USD',
      reward: { type: 'fixed', value: 5, name: null, cost: null, maxAmount: null, expiresInDays: 90 },
      requirements: { minFollowers: 0, hashtags: [] },
      startsAt: null,
      endsAt: null,
      budget: null,
      limits: { maxApprovals: null, perUser: 1 },
      reviewPolicy: { mode: 'manual', slaHours: 72, onTimeout: 'none' },
      disclosure: expect.any(Object),
      stats: { pending: 0, approved: 0, rejected: 0 },
      warnings: expect.any(Array),
      policyChange: null,
      businessId: ctx.business.businessId,
      createdAt: isoTimeAt(0),
      updatedAt: isoTimeAt(0),
    });
  });

  test('stores every field sent', async () => {
    const fields = {
      name: 'Everything',
      platform: 'youtube',
      actionType: 'content',
      description: 'd',
      instructions: 'i',
      reward: {
        type: 'percentage',
        value: 12.5,
        maxAmount: 7.25,
        expiresInDays: 30,
      },
      requirements: { minFollowers: 100, hashtags: ['#ad', 'cup'] },
      startsAt: isoTimeAt(DAY),
      endsAt: isoTimeAt(2 * DAY),
      budget: { total: 100.5 },
      limits: { maxApprovals: 9, perUser: 2 },
      reviewPolicy: { mode: 'autoVerified', slaHours: 5, onTimeout: 'reject' },
      disclosure: { required: true, text: 'Say it is an ad' },
    };
    const data = await createCampaign(ctx, fields);
    expect(data).toMatchObject({
      ...fields,
      budget: { total: 100.5, reserved: 0, spent: 0, remaining: 100.5 },
    });
  });

  test('trims texts, drops unknown fields and lists them in X-Ignored-Fields', async () => {
    const { data, headers } = await create({
      ...CAMPAIGN,
      name: '  Cup  ',
      color: 'red',
      reward: { ...CAMPAIGN.reward, tax: 1 },
    });
    expect(data.name).toBe('Cup');
    expect(data.color).toBeUndefined();
    expect(headers.get('x-ignored-fields')?.split(', ').toSorted()).toEqual(['color', 'reward']);
  });

  test('converts platform and action type to lower case', async () => {
    const { data } = await create({
      ...CAMPAIGN,
      platform: 'InstaGram',
      actionType: 'STORY',
    });
    expect([data.platform, data.actionType]).toEqual(['instagram', 'story']);
  });

  test('stores a time of another zone in UTC with milliseconds', async () => {
    const { data } = await create({
      ...CAMPAIGN,
      endsAt: '2026-07-01T02:00:00+02:00',
    });
    expect(data.endsAt).toBe('2026-07-01T00:00:00.000Z');
  });

  test("accepts the caller's own businessId and returns 404 for another business", async () => {
    expect((await create({ ...CAMPAIGN, businessId: ctx.business.businessId })).status).toBe(201);
    const foreign = await create({
      ...CAMPAIGN,
      businessId: ctx.otherBusiness.businessId,
    });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('returns 403 FORBIDDEN to customers', async () => {
    const { status, error } = await ctx.call('POST', '/campaigns', CAMPAIGN, {
      as: ctx.ada.token,
    });
    expect([status, error.code]).toEqual([403, 'FORBIDDEN']);
  });
});

const { reward } = CAMPAIGN;
const percent = { type: 'percentage', value: 10 };
const REFUSED: [string, object, string][] = [
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: '' }, 'name'],
  ['a blank name', { name: '   ' }, 'name'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
  ['a name that is a number', { name: 5 }, 'name'],
  ['no platform', { platform: undefined }, 'platform'],
  ['a platform of 41 characters', { platform: 'x'.repeat(41) }, 'platform'],
  ['a platform with a space', { platform: 'insta gram' }, 'platform'],
  ['a platform with a dot', { platform: 'insta.gram' }, 'platform'],
  ['no action type', { actionType: undefined }, 'actionType'],
  ['an action type of 41 characters', { actionType: 'x'.repeat(41) }, 'actionType'],
  ['no reward', { reward: undefined }, 'reward'],
  ['a reward without type', { reward: { value: 5 } }, 'reward.type'],
  ['a reward without value', { reward: { type: 'fixed' } }, 'reward.value'],
  ['an unknown reward type', { reward: { type: 'gift', value: 5 } }, 'reward.type'],
  ['a reward of nothing', { reward: { ...reward, value: 0 } }, 'reward.value'],
  ['a negative reward', { reward: { ...reward, value: -1 } }, 'reward.value'],
  ['a reward with 3 decimals', { reward: { ...reward, value: 1.005 } }, 'reward.value'],
  ['a reward that is text', { reward: { ...reward, value: '5' } }, 'reward.value'],
  ['a percentage of 0', { reward: { ...percent, value: 0 } }, 'reward.value'],
  ['a percentage above 100', { reward: { ...percent, value: 100.01 } }, 'reward.value'],
  ['a percentage with 3 decimals', { reward: { ...percent, value: 12.345 } }, 'reward.value'],
  ['a cap with 3 decimals', { reward: { ...percent, maxAmount: 1.001 } }, 'reward.maxAmount'],
  ['a reward that lives 0 days', { reward: { ...reward, expiresInDays: 0 } }, 'reward.expiresInDays'],
  ['negative followers', { requirements: { minFollowers: -1 } }, 'requirements.minFollowers'],
  ['half a follower', { requirements: { minFollowers: 1.5 } }, 'requirements.minFollowers'],
  ['31 hashtags', { requirements: { hashtags: Array(31).fill('a') } }, 'requirements.hashtags'],
  ['a hashtag of 101', { requirements: { hashtags: ['a'.repeat(101)] } }, 'requirements.hashtags.0'],
  ['hashtags that are text', { requirements: { hashtags: '#a' } }, 'requirements.hashtags'],
  ['a description of 5,001 characters', { description: 'x'.repeat(5_001) }, 'description'],
  ['instructions of 5,001 characters', { instructions: 'x'.repeat(5_001) }, 'instructions'],
  ['a budget of nothing', { budget: { total: 0 } }, 'budget.total'],
  ['a budget with 3 decimals', { budget: { total: 5.001 } }, 'budget.total'],
  ['a budget without total', { budget: {} }, 'budget.total'],
  ['maxApprovals of 0', { limits: { maxApprovals: 0 } }, 'limits.maxApprovals'],
  ['perUser of 0', { limits: { perUser: 0 } }, 'limits.perUser'],
  ['an unknown review mode', { reviewPolicy: { mode: 'auto' } }, 'reviewPolicy.mode'],
  ['an unknown time-out', { reviewPolicy: { onTimeout: 'hold' } }, 'reviewPolicy.onTimeout'],
  ['an end that is no time', { endsAt: 'tomorrow' }, 'endsAt'],
  ['an end without zone', { endsAt: '2026-07-01T00:00:00' }, 'endsAt'],
  ['an end on a day that does not exist', { endsAt: '2026-02-30T00:00:00Z' }, 'endsAt'],
  ['an end beyond the year 9999', { endsAt: '9999-12-31T23:59:59-12:00' }, 'endsAt'],
  ['an end in the past', { endsAt: isoTimeAt(-1) }, 'endsAt'],
  ['an end now', { endsAt: isoTimeAt(0) }, 'endsAt'],
  ['an end before the start', { startsAt: isoTimeAt(2 * DAY), endsAt: isoTimeAt(DAY) }, 'endsAt'],
  ['an end at the start', { startsAt: isoTimeAt(DAY), endsAt: isoTimeAt(DAY) }, 'endsAt'],
  ['an actionId that the library lacks', { actionId: 'instagram-nothing' }, 'actionId'],
  ['launch as text', { launch: 'yes' }, 'launch'],
];

describe('POST /campaigns returns VALIDATION_ERROR for the field, and stores nothing, for', () => {
  for (const [what, fields, field] of REFUSED) {
    test(what, async () => {
      const before = await databaseSnapshot(ctx);
      const { status, error } = await create({ ...CAMPAIGN, ...fields });
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(error.details?.map(detail => detail.field)).toContain(field);
      expect(error.message).toContain(field);
      expect(await databaseSnapshot(ctx)).toBe(before);
    });
  }
});

const ACCEPTED: [string, object, object][] = [
  ['a name of 200 characters', { name: 'x'.repeat(200) }, { name: 'x'.repeat(200) }],
  ['a slug of 40 characters', { platform: 'a'.repeat(40) }, { platform: 'a'.repeat(40) }],
  ['a slug with _ and -', { actionType: 'a_b-9' }, { actionType: 'a_b-9' }],
  ['a percentage of 100', { reward: { ...percent, value: 100 } }, { reward: { value: 100 } }],
  ['a percentage of 0.01', { reward: { ...percent, value: 0.01 } }, { reward: { value: 0.01 } }],
  ['a fixed reward of 0.07', { reward: { type: 'fixed', value: 0.07 } }, { reward: { value: 0.07 } }],
  ['a fixed reward of 1,001', { reward: { type: 'fixed', value: 1001 } }, { reward: { value: 1001 } }],
  ['30 hashtags', { requirements: { hashtags: Array(30).fill('ad') } }, {}],
  ['no promise of a review', { reviewPolicy: { slaHours: null } }, { reviewPolicy: { slaHours: null } }],
  ['a budget of null', { budget: null }, { budget: null }],
  ['a library action', { actionId: 'instagram-story-mention' }, { actionId: 'instagram-story-mention' }],
];

describe('POST /campaigns accepts', () => {
  for (const [what, fields, shown] of ACCEPTED) {
    test(what, async () => {
      const { status, data } = await create({ ...CAMPAIGN, ...fields });
      expect(status).toBe(201);
      expect(data).toMatchObject(shown);
    });
  }
});
