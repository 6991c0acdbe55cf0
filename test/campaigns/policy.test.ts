import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CAMPAIGN } from '../support/people.ts';
import { campaign, change, launched, type Scene, scene, type Wire, watch } from './scene.ts';

let here: Scene;
beforeAll(async () => {
  here = await scene();
});
afterAll(() => here.close());

const GOOGLE_REVIEW = { platform: 'google', actionType: 'review' };
const CLEAN = { platform: 'email', actionType: 'referral' };

const guard = (policyGuard: string) =>
  here.call('PUT', '/business', { policyGuard }, { as: here.shop.token });
const create = (fields: object) =>
  here.call('POST', '/campaigns', { ...CAMPAIGN, ...fields }, { as: here.shop.token });
const codes = ({ warnings }: Wire) => warnings.map((warning: Wire) => warning.code);
const find = ({ warnings }: Wire, code: string) => warnings.find((warning: Wire) => warning.code === code);

describe('warnings', () => {
  test('of a rewarded Google review: forbidden, with rule, source and an allowed alternative', async () => {
    const warning = find(await campaign(here, GOOGLE_REVIEW), 'policyForbidden');
    expect(warning.message).toMatch(/google/i);
    expect(warning.source).toMatchObject({
      url: expect.stringMatching(/^https:\/\//),
    });
    expect(['allowed', 'disclose']).toContain(warning.alternative.policy);
  });

  test('of an action that needs disclosure: with its source', async () => {
    const warning = find(await campaign(here), 'policyDisclose');
    expect(warning.source.url).toMatch(/^https:/);
  });

  test('are none where the policy data allows it', async () => {
    const { data } = await here.call('GET', '/actions');
    const allowed = data.items.find((a: Wire) => a.policy === 'allowed' && a.rewardable !== false);
    const { platform, type, id } = allowed;
    const { warnings } = await campaign(here, {
      platform,
      actionType: type,
      actionId: id,
    });
    expect(warnings).toEqual([]);
  });

  test('of an unknown platform name the nearest known one', async () => {
    const warning = find(await campaign(here, { platform: 'instagramm' }), 'unknownPlatform');
    expect(warning.message).toContain('"instagram"');
  });

  test('of an action type that is unknown there name the nearest known one', async () => {
    const warning = find(await campaign(here, { actionType: 'storry' }), 'unknownActionType');
    expect(warning.message).toContain('"story"');
  });

  for (const platform of ['instagram', 'facebook']) {
    test(`of a required hashtag on ${platform} that discloses nothing`, async () => {
      const requirements = { hashtags: ['#bluecup', '#ad'] };
      const warning = find(await campaign(here, { platform, requirements }), 'hashtagsTraded');
      expect(warning.message).toContain('#bluecup');
      expect(warning.message).not.toContain('engagement: #bluecup, #ad');
    });

    test(`are silent about disclosure tags on ${platform}`, async () => {
      const requirements = { hashtags: ['#Ad', 'sponsored'] };
      expect(codes(await campaign(here, { platform, requirements }))).not.toContain('hashtagsTraded');
    });
  }

  test('are silent about hashtags elsewhere', async () => {
    const requirements = { hashtags: ['#bluecup'] };
    expect(codes(await campaign(here, { platform: 'tiktok', requirements }))).not.toContain('hashtagsTraded');
  });

  test('follow a change of the hashtags', async () => {
    const { id } = await campaign(here);
    const { data } = await change(here, id, {
      requirements: { hashtags: ['#bluecup'] },
    });
    expect(codes(data)).toContain('hashtagsTraded');
    const back = await change(here, id, { requirements: { hashtags: [] } });
    expect(codes(back.data)).not.toContain('hashtagsTraded');
  });

  test('never stand in the way: policyGuard is warn by default', async () => {
    const { status, data } = await create({ ...GOOGLE_REVIEW, launch: true });
    expect([status, data.state]).toEqual([201, 'active']);
  });
});

describe('the disclosure offered', () => {
  test('is required where the policy says disclose, in words without a gap to fill in', async () => {
    const { disclosure } = await campaign(here);
    expect(disclosure.required).toBe(true);
    expect(disclosure.text).toContain('Blue Cup');
    expect(disclosure.text).not.toMatch(/[{}]/);
  });

  test('is as given where it is given', async () => {
    const given = { required: false, text: null };
    expect((await campaign(here, { disclosure: given })).disclosure).toEqual(given);
  });
});

describe('with policyGuard block', () => {
  beforeAll(async () => {
    await guard('block');
  });
  afterAll(async () => {
    await guard('warn');
  });

  test('a forbidden campaign may be drafted', async () => {
    expect((await create(GOOGLE_REVIEW)).data.state).toBe('draft');
  });

  test('POST with launch is 409 CONFLICT and creates nothing', async () => {
    const { kinds, answer } = await watch(here, () => create({ ...GOOGLE_REVIEW, launch: true }));
    expect([answer.status, answer.error.code]).toEqual([409, 'CONFLICT']);
    expect(answer.error.message).toContain('acknowledgePolicy');
    expect(kinds).toEqual([]);
  });

  test('POST with launch and acknowledgePolicy is 201', async () => {
    const answer = await create({
      ...GOOGLE_REVIEW,
      launch: true,
      acknowledgePolicy: true,
    });
    expect([answer.status, answer.data.state]).toEqual([201, 'active']);
  });

  test('PUT state=active is 409 CONFLICT without acknowledgePolicy, 200 with it', async () => {
    const { id } = await campaign(here, GOOGLE_REVIEW);
    const refused = await change(here, id, {
      state: 'active',
      acknowledgePolicy: false,
    });
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
    expect((await change(here, id, { state: 'active', acknowledgePolicy: true })).data.state).toBe('active');
  });

  test('acknowledgePolicy travels with the call that activates: that of a draft is not enough', async () => {
    const { id } = await campaign(here, {
      ...GOOGLE_REVIEW,
      acknowledgePolicy: true,
    });
    expect((await change(here, id, { state: 'active' })).error.code).toBe('CONFLICT');
  });

  test('resuming needs it again', async () => {
    const { id } = await launched(here, {
      ...GOOGLE_REVIEW,
      acknowledgePolicy: true,
    });
    await change(here, id, { state: 'paused' });
    expect((await change(here, id, { state: 'active' })).error.code).toBe('CONFLICT');
  });

  test('a campaign that is not forbidden launches freely', async () => {
    expect((await create({ ...CLEAN, launch: true })).status).toBe(201);
  });
});
