import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { loadReference } from '../../seed/load.ts';
import type { Json } from '../campaigns/fixture.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const { data: seed } = loadReference();
const DAY = /^\d{4}-\d{2}-\d{2}$/;
let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp();
});
afterAll(() => ctx.close());

const get = async (path: string): Promise<Json> => (await ctx.call('GET', path)).data;

describe('GET /actions', () => {
  test('returns 107 actions on 15 platforms on one page, without authentication', async () => {
    const { items, pagination } = await get('/actions');
    expect(items).toHaveLength(107);
    expect(new Set(items.map((item: Json) => item.platform)).size).toBe(15);
    expect(pagination).toMatchObject({ page: 1, perPage: 107, total: 107, totalPages: 1 });
  });

  test('each action has a confidence, a range, a policy and its sources', async () => {
    const { items, sources } = await get('/actions');
    const read = new Map(sources.map((source: Json) => [source.id, source.read]));
    for (const item of items) {
      expect(item.valueConfidence).toBeOneOf(['none', 'low', 'medium', 'high']);
      expect(Object.keys(item.valueRange)).toEqual(['low', 'high', 'basis']);
      expect(item.policy).toBeOneOf(['allowed', 'disclose', 'forbidden']);
      expect(item.verifiability).toBeOneOf(['auto', 'assisted', 'manual', 'unverifiable']);
      expect(item.description && item.policyNote && item.valueBasis && item.proofTypes.length).toBeTruthy();
      for (const id of item.sources) expect([id, read.get(id)]).toEqual([id, expect.any(String)]);
    }
  });

  test('each action says what of a public post can be checked, and by which terms', async () => {
    const { items, sources } = await get('/actions');
    const reel = items.find((item: Json) => item.id === 'youtube-short');
    expect(reel).toMatchObject({ publicCheck: 'program', publicCheckSources: ['youtube-oembed-2026'] });
    const counts = Map.groupBy(items as Json[], item => item.publicCheck as string);
    expect([...counts].map(([check, { length }]) => [check, length]).sort()).toEqual([
      ['display', 7],
      ['none', 46],
      ['person', 46],
      ['program', 8],
    ]);
    for (const { checkedAt, staleAfter } of sources)
      expect([checkedAt, staleAfter]).toEqual([expect.stringMatching(DAY), expect.stringMatching(DAY)]);
  });

  test('figures older than 24 months are marked', async () => {
    const { items } = await get('/actions');
    expect(items.filter((item: Json) => item.stale)).toHaveLength(52);
    const { actions } = await get('/pricing');
    expect(actions.filter((price: Json) => price.stale)).toHaveLength(52);
    const industries = (await get('/benchmarks?perPage=100')).items;
    const figures = industries.flatMap((industry: Json) => industry.figures);
    expect(figures.filter((figure: Json) => figure.stale)).toHaveLength(61);
    expect(figures.every((figure: Json) => figure.stale === undefined || figure.year <= 2024)).toBe(true);
  });

  test('four actions are disabled by default, with a reason', async () => {
    const { items } = await get('/actions?rewardable=false');
    const off = items.filter((item: Json) => item.policy !== 'forbidden');
    expect(off.map((item: Json) => item.id)).toEqual([
      'facebook-check-in',
      'google-save-place',
      'whatsapp-status-share',
      'whatsapp-refer-friend',
    ]);
    for (const item of off) expect(item.rewardableNote).toStartWith('Off by default');
  });

  test('filters by platform, type, rewardable and effort, separately and combined', async () => {
    const { items } = await get('/actions');
    const total = async (query: string) => (await get(`/actions?${query}`)).pagination.total;
    const count = (holds: (item: Json) => boolean) => items.filter(holds).length;
    expect(await total('platform=Instagram')).toBe(14);
    expect(await total('type=review')).toBe(19);
    expect(await total('rewardable=true')).toBe(count(item => item.rewardable));
    expect(await total('effort=0')).toBe(15);
    expect(await total('platform=google&type=review&rewardable=true')).toBe(
      count(item => item.platform === 'google' && item.type === 'review' && item.rewardable),
    );
  });
});

describe('GET /pricing', () => {
  test('returns a price in dollars for each of the 107 actions, without authentication', async () => {
    const { asOf, currency, actions, perks, plans, sources } = await get('/pricing');
    expect([asOf, currency, actions.length, perks]).toEqual(['2026-11-21T00:00:00.000Z', 'USD', 107, []]);
    expect(plans.map((plan: Json) => plan.id)).toEqual(['selfHosted', 'starter', 'growth']);
    const known = new Set(sources.map((source: Json) => source.id));
    for (const price of actions) {
      expect(price.sources.length).toBeGreaterThan(0);
      for (const id of price.sources) expect(known).toContain(id);
    }
  });

  test('suggests no reward for forbidden or disabled actions, and a sorted band for all others', async () => {
    const { actions } = await get('/pricing');
    for (const { actionId, suggestedReward } of actions) {
      const { policy, rewardable } = seed.actions.find(each => each.id === actionId)!;
      expect([actionId, suggestedReward === null]).toEqual([actionId, policy === 'forbidden' || !rewardable]);
      if (!suggestedReward) continue;
      expect(suggestedReward.low).toBeLessThanOrEqual(suggestedReward.typical);
      expect(suggestedReward.typical).toBeLessThanOrEqual(suggestedReward.high);
    }
  });

  test('the price of a story matches a calculation by hand', async () => {
    const { actions, formulas } = await get('/pricing');
    expect(actions.find((price: Json) => price.actionId === 'instagram-story-mention')).toMatchObject({
      platform: 'instagram',
      type: 'content',
      suggestedReward: { low: 0.6, typical: 1, high: 2.25 },
      published: { low: 0.56, typical: 1.12, high: 2.25 },
      observed: null,
      cpm: 11.97,
      cpc: 0.7,
    });
    expect(formulas.typical).toContain('(50 × published typical + n × m) ÷ (50 + n)');
  });

  test('a price is null if none was published', async () => {
    const { actions } = await get('/pricing');
    const email = actions.find((price: Json) => price.platform === 'email');
    expect([email.cpm, email.cpc]).toEqual([null, null]);
  });

  test('the self-hosted plan has no limits, the others limit campaigns, submissions and members', async () => {
    const [selfHosted, ...paid] = (await get('/pricing')).plans;
    const free = { priceMonthly: 0, limits: { activeCampaigns: null, submissions: null, members: null } };
    expect(selfHosted).toMatchObject(free);
    for (const { limits } of paid) for (const limit of Object.values(limits)) expect(limit).toBePositive();
  });
});

describe('GET /legal', () => {
  test('returns terms, privacy policy, rules by jurisdiction, platform policies, notices and sources', async () => {
    const legal = await get('/legal');
    expect(legal.updatedAt).toBe('2026-11-21T00:00:00.000Z');
    expect(legal.rules).toHaveLength(13);
    expect([...new Set(legal.rules.map((rule: Json) => rule.jurisdiction))]).toEqual(['us', 'uk', 'eu']);
    expect(legal.platformPolicies).toHaveLength(15);
    expect(legal.platformPolicies.flatMap((policy: Json) => policy.matrix)).toHaveLength(75);
    expect(legal.notices).toHaveLength(6);
    for (const text of [legal.terms, legal.privacy]) {
      expect([text.isTemplate, text.sections.length > 0]).toEqual([true, true]);
      expect(text.note).toContain('operator');
      expect(text.note).toContain('replace');
    }
  });

  test('platform policies include the developer terms for services that reward posts', async () => {
    const { platformPolicies } = await get('/legal');
    const termsOf = (platform: string) =>
      platformPolicies.find((policy: Json) => policy.platform === platform).developerTerms;
    expect(termsOf('x')).toMatchObject({
      use: 'none',
      connect: 'warned',
      sources: ['x-developer-policy-2026'],
    });
    expect(termsOf('email')).toBeNull();
  });

  test('lists exactly the sources that it cites', async () => {
    const legal = await get('/legal');
    const { sources, ...rest } = legal;
    const known = new Set([...seed.sources, ...seed.platformTerms.sources].map(({ id }) => id));
    const text = JSON.stringify(rest);
    const named = [...text.matchAll(/"sources":(\[[^\]]*\])/g)].flatMap(([, list]) => JSON.parse(list!));
    expect(new Set(sources.map((source: Json) => source.id))).toEqual(new Set(named));
    for (const id of named) expect(known).toContain(id);
  });

  test('GET /legal has a rewardable alternative for every action that must not be rewarded', async () => {
    const { alternatives } = await get('/legal');
    const off = seed.actions.filter(({ rewardable }) => !rewardable).map(({ id }) => id);
    expect(new Set(alternatives.map((each: Json) => each.actionId))).toEqual(new Set(off));
    for (const { instead } of alternatives) expect(instead.policy).not.toBe('forbidden');
  });

  test('GET /legal has a review request text where asking is allowed, but none for Yelp', async () => {
    const { reviewRequest, platformPolicies } = await get('/legal');
    const on = (platform: string) => platformPolicies.find((policy: Json) => policy.platform === platform);
    expect(on('google').reviewRequest).toBe(reviewRequest.text);
    expect(on('yelp').reviewRequest).toBeNull();
  });

  test('describes how forbidden campaigns are handled: a warning, or 409 with policyGuard block', async () => {
    const { safeDefaults } = await get('/legal');
    const rule = safeDefaults.find((each: Json) => each.id === 'block-forbidden').rule;
    expect(rule).toStartWith('Warn about');
    expect(rule).toContain('409 CONFLICT');
    expect(JSON.stringify(safeDefaults)).not.toContain('422');
  });
});

describe('GET /benchmarks', () => {
  test('a synonym is resolved with a message, and an unknown industry returns the overall figures', async () => {
    const cafe = await get('/benchmarks?industry=cafe');
    expect([cafe.items[0].industry, cafe.match.kind]).toEqual(['restaurants-food', 'synonym']);
    const unknown = await get('/benchmarks?industry=blockchain');
    expect([unknown.items[0].industry, unknown.match.kind]).toEqual(['all', 'fallback']);
    expect(unknown.match.message).toContain('overall figures');
  });

  test('observed is null without approvals', async () => {
    for (const item of (await get('/benchmarks')).items) expect(item.observed).toBeNull();
  });
});

test('the reference routes allow cross-origin requests from any page', async () => {
  for (const path of ['/pricing', '/legal', '/actions', '/benchmarks']) {
    const response = await ctx.call('GET', path, undefined, { headers: { origin: 'https://a.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  }
});

test('pricing is in the public rate tier and legal in the relaxed tier', async () => {
  const limited = await createTestApp({ RATE_LIMIT: 'on' });
  const limit = async (path: string) => (await limited.call('GET', path)).headers.get('x-ratelimit-limit');
  expect([await limit('/pricing'), await limit('/legal')]).toEqual(['120', '60']);
  await limited.close();
});
