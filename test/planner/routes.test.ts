import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Suggestion } from '../../src/planner/model.ts';
import { type BusinessFixture, createBusiness, createCustomer } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let business: BusinessFixture;
let otherBusiness: BusinessFixture;

beforeEach(async () => {
  ctx = await createTestApp({ CORS_ORIGINS: '*' });
  business = await createBusiness(ctx);
  otherBusiness = await createBusiness(ctx, 'Red Bowl');
});
afterEach(() => ctx.close());

const BUSINESS_ROUTES = ['generate', 'recommend', 'campaign-agent', 'quick-start'];
const createBody = (businessId: string) => ({ businessId, industry: 'cafe' });
const ask = (route: string, body: object, as: string) => ctx.call('POST', `/ai/${route}`, body, { as });

describe('access to the planner', () => {
  test.each(BUSINESS_ROUTES)(
    'POST /ai/%s accepts the business, its keys and admins, but not customers',
    async route => {
      const body = createBody(business.businessId);
      const fan = await createCustomer(ctx);
      expect((await ask(route, body, fan.token)).error.code).toBe('FORBIDDEN');
      expect((await ask(route, body, business.token)).status).toBe(200);
      expect((await ask(route, body, await createAdmin(ctx))).status).toBe(200);
      const key = await ctx.call(
        'POST',
        '/api-keys',
        { name: 'Agent', scopes: ['write'] },
        { as: business.token },
      );
      const as = { apiKey: key.data.key };
      expect((await ctx.call('POST', `/ai/${route}`, body, { as })).status).toBe(200);
    },
  );

  test.each(BUSINESS_ROUTES)('POST /ai/%s returns 404 for another business', async route => {
    const theirs = await ask(route, createBody(otherBusiness.businessId), business.token);
    const unknown = await ask(route, createBody('biz_none'), business.token);
    expect([theirs.status, theirs.body]).toEqual([404, unknown.body]);
    expect((await ask(route, createBody('biz_none'), await createAdmin(ctx))).status).toBe(404);
  });

  test.each(BUSINESS_ROUTES)(
    'POST /ai/%s works for the business of the caller, and admins name one',
    async route => {
      const { businessId: _, ...body } = createBody(business.businessId);
      expect((await ask(route, body, business.token)).status).toBe(200);
      const { status, error } = await ask(route, body, await createAdmin(ctx));
      expect([status, error.details?.[0]?.field]).toEqual([400, 'businessId']);
    },
  );

  test('rejects requests without required fields', async () => {
    expect((await ask('quick-start', {}, business.token)).error.details?.[0]?.field).toBe('industry');
    expect((await ask('review', {}, business.token)).error.details?.[0]?.field).toBe('submissionId');
    for (const wrong of [
      { budget: 0 },
      { budget: -1 },
      { budget: '300' },
      { goals: 'sales' },
      { reviewsPerWeek: 0 },
    ]) {
      const response = await ask(
        'campaign-agent',
        { businessId: business.businessId, ...wrong },
        business.token,
      );
      expect([wrong, response.status, response.error.code]).toEqual([wrong, 400, 'VALIDATION_ERROR']);
    }
  });

  test.each([...BUSINESS_ROUTES, 'review'])(
    'POST /ai/%s sends no CORS headers to any origin',
    async route => {
      const headers = { origin: 'https://shop.example' };
      const body = { ...createBody(business.businessId), submissionId: 'sub_none' };
      const response = await ctx.call('POST', `/ai/${route}`, body, { as: business.token, headers });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      const wrongMethod = await ctx.call('GET', `/ai/${route}`, undefined, { as: business.token, headers });
      expect([wrongMethod.status, wrongMethod.headers.get('access-control-allow-origin')]).toEqual([
        405,
        null,
      ]);
      for (const method of ['POST', 'GET']) {
        const preflight = await ctx.call('OPTIONS', `/ai/${route}`, undefined, {
          headers: { ...headers, 'access-control-request-method': method },
        });
        expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
      }
      const elsewhere = await ctx.call('GET', '/campaigns', undefined, { as: business.token, headers });
      expect(elsewhere.headers.get('access-control-allow-origin')).toBe('*');
    },
  );
});

async function suggestions(body: object = {}): Promise<Suggestion[]> {
  const { data } = await ask('generate', { businessId: business.businessId, ...body }, business.token);
  return data.suggestions;
}

describe('POST /ai/generate', () => {
  test('suggestions can be created unchanged, and their campaigns refer to them', async () => {
    for (const { id, campaign, estimate } of await suggestions({ industry: 'cafe' })) {
      const made = await ctx.call('POST', '/campaigns', campaign, { as: business.token });
      expect(made.status).toBe(201);
      expect(made.data).toMatchObject({ suggestionId: id, state: 'draft', budget: { total: estimate.cost } });
      expect(estimate.value).toBeGreaterThanOrEqual(estimate.cost);
    }
  });

  test('suggestions that serve the goals come first', async () => {
    const types = async (goal: string) =>
      (await suggestions({ industry: 'cafe', goals: [goal] }))
        .slice(0, 2)
        .map(({ campaign }) => campaign.actionType);
    expect(await types('honest reviews')).toEqual(['review', 'review']);
    expect(await types('referrals')).toEqual(['referral', 'referral']);
    expect(await types('nice photos')).toEqual(['content', 'content']);
  });

  test("suggestions use the business's industry by default", async () => {
    const asked = JSON.stringify(
      (await suggestions({ industry: 'law firm' })).map(({ estimate }) => estimate),
    );
    await ctx.call('PUT', '/business', { industry: 'law firm' }, { as: business.token });
    expect(JSON.stringify((await suggestions()).map(({ estimate }) => estimate))).toBe(asked);
  });

  test('a campaign cannot refer to a suggestion of another business', async () => {
    const [first] = await suggestions();
    const { businessId, ...campaign } = first!.campaign;
    const theirs = await ctx.call('POST', '/campaigns', campaign, { as: otherBusiness.token });
    const withUnknownId = { ...campaign, suggestionId: 'sgn_none' };
    const absent = await ctx.call('POST', '/campaigns', withUnknownId, { as: otherBusiness.token });
    expect([theirs.status, theirs.body]).toEqual([404, absent.body]);
    const none = await ctx.call(
      'POST',
      '/campaigns',
      { ...campaign, suggestionId: null },
      { as: otherBusiness.token },
    );
    expect([none.status, none.data.suggestionId]).toEqual([201, null]);
  });

  test('repeating an idempotency key returns the same suggestions', async () => {
    const call = () =>
      ctx.call(
        'POST',
        '/ai/generate',
        { businessId: business.businessId },
        {
          as: business.token,
          headers: { 'idempotency-key': 'one' },
        },
      );
    const first = await call();
    expect((await call()).body).toEqual(first.body);
  });
});

describe('POST /ai/recommend', () => {
  const recommend = async (body: object = {}) =>
    (await ask('recommend', { businessId: business.businessId, ...body }, business.token)).data
      .recommendations;

  test('includes the recommendations of GET /recommendations', async () => {
    const listed = await ctx.call('GET', '/recommendations', undefined, { as: business.token });
    expect(await recommend()).toEqual(listed.data.items);
  });

  test('recommends more budget for a successful suggestion and pausing one without submissions', async () => {
    const [first, second] = await suggestions({ industry: 'cafe' });
    const launch = async ({ campaign }: Suggestion) =>
      (await ctx.call('POST', '/campaigns', { ...campaign, launch: true }, { as: business.token })).data;
    const good = await launch({ ...first!, campaign: { ...first!.campaign, limits: { maxApprovals: 50 } } });
    const reward = good.reward.value;
    await ctx.call(
      'PUT',
      '/campaigns',
      { id: good.id, budget: { total: reward * 6 } },
      { as: business.token },
    );
    for (let n = 0; n < 5; n++) {
      const proof = { campaignId: good.id, userId: `fan-${n}`, proofUrl: `https://photos.example/${n}` };
      const { data } = await ctx.call('POST', '/submissions', proof, { as: business.token });
      await ctx.call(
        'POST',
        '/submissions/review',
        { submissionId: data.id, action: 'approve' },
        { as: business.token },
      );
    }
    const [raise] = await recommend();
    expect(raise).toMatchObject({ type: 'suggestionEarns', campaignId: good.id, apply: { method: 'PUT' } });
    expect(raise.apply.body.budget.total).toBe(reward * 6 + first!.estimate.cost);
    expect((await ctx.call('PUT', '/campaigns', raise.apply.body, { as: business.token })).status).toBe(200);

    const idle = await launch(second!);
    ctx.clock.advance(15 * 24 * 3600 * 1000);
    const login = { action: 'login', email: 'owner@blue-cup.example', password: 'correct horse battery' };
    business.token = (await ctx.call('POST', '/auth', login)).data.accessToken;
    const pause = (await recommend()).find(({ type }: { type: string }) => type === 'suggestionIdle');
    expect(pause).toMatchObject({ campaignId: idle.id, apply: { body: { state: 'paused' } } });
    expect((await ctx.call('PUT', '/campaigns', pause.apply.body, { as: business.token })).status).toBe(200);
  });
});

describe('POST /ai/quick-start', () => {
  const start = (body: object = {}) =>
    ask('quick-start', { industry: 'cafe', goals: ['sales'], ...body }, business.token);
  const counts = async () => {
    const total = async (path: string) =>
      (await ctx.call('GET', path, undefined, { as: business.token })).data.pagination.total;
    return { programs: await total('/programs'), campaigns: await total('/campaigns') };
  };

  test('proposes bodies that can be created unchanged', async () => {
    const { status, data } = await start();
    expect([status, data.applied]).toEqual([200, false]);
    expect(await counts()).toEqual({ programs: 0, campaigns: 0 });
    expect((await ctx.call('POST', '/programs', data.program, { as: business.token })).status).toBe(201);
    expect(data.campaigns.length).toBeGreaterThan(1);
    for (const campaign of data.campaigns) {
      expect((await ctx.call('POST', '/campaigns', campaign, { as: business.token })).status).toBe(201);
    }
  });

  test('quick-start with apply creates a paused program and draft campaigns', async () => {
    const { status, data } = await start({ apply: true, businessId: business.businessId });
    expect([status, data.applied, data.program.status]).toEqual([201, true, 'paused']);
    for (const campaign of data.campaigns) {
      expect(campaign).toMatchObject({
        state: 'draft',
        programId: data.program.id,
        businessId: business.businessId,
      });
      expect(campaign.suggestionId).toStartWith('sgn_');
    }
    expect(await counts()).toEqual({ programs: 1, campaigns: data.campaigns.length });
    const { data: events } = await ctx.call('GET', '/events', undefined, { as: business.token });
    const kinds = events.items.map(({ type }: { type: string }) => type);
    expect(kinds.filter((kind: string) => kind === 'campaign.created')).toHaveLength(data.campaigns.length);
    expect(kinds).toContain('program.paused');
  });

  test('quick-start with apply creates everything or nothing', async () => {
    const { ids } = ctx.app.services;
    let campaigns = 0;
    const next = ids.next.bind(ids);
    ids.next = kind => {
      if (kind === 'campaign' && ++campaigns === 2) throw new Error('The disk is on fire');
      return next(kind);
    };
    expect((await start({ apply: true })).status).toBe(500);
    ids.next = next;
    expect(await counts()).toEqual({ programs: 0, campaigns: 0 });
  });
});
