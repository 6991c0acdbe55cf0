import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CAMPAIGN } from '../support/accounts.ts';
import {
  captureEventKinds,
  createCampaign,
  createLaunchedCampaign,
  type Json,
  type Setup,
  setup,
  updateCampaign,
} from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const GOOGLE_REVIEW = { platform: 'google', actionType: 'review' };
const CLEAN = { platform: 'email', actionType: 'referral' };

const guard = (policyGuard: string) =>
  ctx.call('PUT', '/business', { policyGuard }, { as: ctx.business.token });
const create = (fields: object) =>
  ctx.call('POST', '/campaigns', { ...CAMPAIGN, ...fields }, { as: ctx.business.token });
const codes = ({ warnings }: Json) => warnings.map((warning: Json) => warning.code);
const find = ({ warnings }: Json, code: string) => warnings.find((warning: Json) => warning.code === code);

describe('Campaign warnings', () => {
  test('warn that rewarding a Google review is forbidden, with rule, source and an allowed alternative', async () => {
    const warning = find(await createCampaign(ctx, GOOGLE_REVIEW), 'policyForbidden');
    expect(warning.message).toMatch(/google/i);
    expect(warning.source).toMatchObject({
      url: expect.stringMatching(/^https:\/\//),
    });
    expect(['allowed', 'disclose']).toContain(warning.alternative.policy);
  });

  test('warn about an action that requires disclosure, with its source', async () => {
    const warning = find(await createCampaign(ctx), 'policyDisclose');
    expect(warning.source.url).toMatch(/^https:/);
  });

  test('campaign warnings are empty if the policy data allows the action', async () => {
    const { data } = await ctx.call('GET', '/actions');
    const allowed = data.items.find((a: Json) => a.policy === 'allowed' && a.rewardable !== false);
    const { platform, type, id } = allowed;
    const { warnings } = await createCampaign(ctx, {
      platform,
      actionType: type,
      actionId: id,
    });
    expect(warnings).toEqual([]);
  });

  test('suggest the closest known platform for an unknown one', async () => {
    const warning = find(await createCampaign(ctx, { platform: 'instagramm' }), 'unknownPlatform');
    expect(warning.message).toContain('"instagram"');
  });

  test('suggest the closest known action type for an unknown one', async () => {
    const warning = find(await createCampaign(ctx, { actionType: 'storry' }), 'unknownActionType');
    expect(warning.message).toContain('"story"');
  });

  for (const platform of ['instagram', 'facebook']) {
    test(`warn about a required hashtag on ${platform} that is not a disclosure`, async () => {
      const requirements = { hashtags: ['#bluecup', '#ad'] };
      const warning = find(await createCampaign(ctx, { platform, requirements }), 'hashtagsTraded');
      expect(warning.message).toContain('#bluecup');
      expect(warning.message).not.toContain('engagement: #bluecup, #ad');
    });

    test(`campaign warnings do not warn about disclosure tags on ${platform}`, async () => {
      const requirements = { hashtags: ['#Ad', 'sponsored', '#Publicité', '#İşbirliği', '#إعلان'] };
      expect(codes(await createCampaign(ctx, { platform, requirements }))).not.toContain('hashtagsTraded');
    });
  }

  test('campaign warnings do not warn about hashtags on other platforms', async () => {
    const requirements = { hashtags: ['#bluecup'] };
    expect(codes(await createCampaign(ctx, { platform: 'tiktok', requirements }))).not.toContain(
      'hashtagsTraded',
    );
  });

  test('campaign warnings are updated when the hashtags change', async () => {
    const { id } = await createCampaign(ctx);
    const { data } = await updateCampaign(ctx, id, {
      requirements: { hashtags: ['#bluecup'] },
    });
    expect(codes(data)).toContain('hashtagsTraded');
    const back = await updateCampaign(ctx, id, { requirements: { hashtags: [] } });
    expect(codes(back.data)).not.toContain('hashtagsTraded');
  });

  test('campaign warnings do not block a launch, because policyGuard defaults to warn', async () => {
    const { status, data } = await create({ ...GOOGLE_REVIEW, launch: true });
    expect([status, data.state]).toEqual([201, 'active']);
  });
});

describe('The default disclosure', () => {
  test('the default disclosure is required if the policy says disclose, with a complete text', async () => {
    const { disclosure } = await createCampaign(ctx);
    expect(disclosure.required).toBe(true);
    expect(disclosure.text).toContain('Blue Cup');
    expect(disclosure.text).not.toMatch(/[{}]/);
  });

  test('the default disclosure is replaced by the text sent, if any', async () => {
    const given = { required: false, text: null };
    expect((await createCampaign(ctx, { disclosure: given })).disclosure).toEqual(given);
  });
});

describe('policyGuard: block', () => {
  beforeAll(async () => {
    await guard('block');
  });
  afterAll(async () => {
    await guard('warn');
  });

  test('a forbidden campaign can be created as a draft', async () => {
    expect((await create(GOOGLE_REVIEW)).data.state).toBe('draft');
  });

  test('POST with launch returns 409 CONFLICT and creates nothing', async () => {
    const { kinds, response } = await captureEventKinds(ctx, () =>
      create({ ...GOOGLE_REVIEW, launch: true }),
    );
    expect([response.status, response.error.code]).toEqual([409, 'CONFLICT']);
    expect(response.error.message).toContain('acknowledgePolicy');
    expect(kinds).toEqual([]);
  });

  test('POST with launch and acknowledgePolicy returns 201', async () => {
    const response = await create({
      ...GOOGLE_REVIEW,
      launch: true,
      acknowledgePolicy: true,
    });
    expect([response.status, response.data.state]).toEqual([201, 'active']);
  });

  test('PUT state=active returns 409 CONFLICT without acknowledgePolicy and 200 with it', async () => {
    const { id } = await createCampaign(ctx, GOOGLE_REVIEW);
    const refused = await updateCampaign(ctx, id, {
      state: 'active',
      acknowledgePolicy: false,
    });
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
    expect((await updateCampaign(ctx, id, { state: 'active', acknowledgePolicy: true })).data.state).toBe(
      'active',
    );
  });

  test('acknowledgePolicy must be sent when activating; sending it for the draft is not enough', async () => {
    const { id } = await createCampaign(ctx, {
      ...GOOGLE_REVIEW,
      acknowledgePolicy: true,
    });
    expect((await updateCampaign(ctx, id, { state: 'active' })).error.code).toBe('CONFLICT');
  });

  test('resuming requires acknowledgePolicy again', async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      ...GOOGLE_REVIEW,
      acknowledgePolicy: true,
    });
    await updateCampaign(ctx, id, { state: 'paused' });
    expect((await updateCampaign(ctx, id, { state: 'active' })).error.code).toBe('CONFLICT');
  });

  test('a campaign that is not forbidden launches without acknowledgePolicy', async () => {
    expect((await create({ ...CLEAN, launch: true })).status).toBe(201);
  });
});
