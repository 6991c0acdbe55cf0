import { SCOPES } from '../../db/enums.ts';
import { create as createBusiness } from '../../src/businesses/service.ts';
import { createCampaign } from '../../src/campaigns/service/create.ts';
import { CLI } from '../../src/context.ts';
import type { MarketingPlan, Suggestions } from '../../src/planner/model.ts';
import { createTestApp } from '../support/test-app.ts';
import { createRandom, library } from './instances.ts';

const WORDS = [
  ...library.data.benchmarks.industries.map(({ name }) => name),
  ...Object.keys(library.data.synonyms),
  'Zürcher Käseladen',
  'x',
];
const GOALS = [
  'sales',
  'more reviews',
  'Instagram followers',
  'brand',
  'purple cows',
  'friends',
  'nice photos',
];
/** Campaigns created through the full request pipeline; the others use the service directly, which is faster. */
const MAX_HTTP_REQUESTS = 40;

interface SuggestionInput {
  businessId: string;
  goals: string[];
  industry?: string;
}

/**
 * Requests suggestions for many businesses from every route and creates each suggested campaign unchanged.
 * @returns the number of created campaigns
 * @throws Error for the first body that is rejected
 */
export async function postSuggestions(businesses: number): Promise<number> {
  const testApp = await createTestApp();
  const ctx = () => testApp.app.as(CLI);
  let posted = 0;
  for (let seed = 1; seed <= businesses; seed++) {
    const { pick, whole, chance } = createRandom(seed);
    const industry = pick(WORDS);
    const made = await createBusiness(ctx(), { name: `Business ${seed}`, industry });
    const { data } = await askAsBusiness(made.id, '/api-keys', { name: 'Check' });
    const goals = Array.from({ length: whole(0, 3) }, () => pick(GOALS));
    const asked = { businessId: made.id, goals, ...(chance(0.5) ? { industry: pick(WORDS) } : {}) };
    const budget = chance(0.2) ? undefined : whole(500, 300_000) / 100;
    const bodies = await campaignsFor(seed, data.key, asked, budget);
    for (const body of bodies) {
      if (posted < MAX_HTTP_REQUESTS) {
        const response = await testApp.call('POST', '/campaigns', body, { as: { apiKey: data.key } });
        if (response.status !== 201)
          throw new Error(`Business ${seed}: ${JSON.stringify([body, response.body])}`);
      } else await createCampaign(ctx(), body);
      posted += 1;
    }
  }
  await testApp.close();
  return posted;

  async function askAsBusiness(businessId: string, path: string, body: object) {
    const actor = { kind: 'apiKey', id: 'check', role: 'business', businessId, scopes: SCOPES } as const;
    const request = new Request(`http://localhost/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await testApp.app.handler.fetch(request, '127.0.0.1', actor)).json() as Promise<{
      data: { key: string };
    }>;
  }

  async function campaignsFor(
    seed: number,
    apiKey: string,
    asked: SuggestionInput,
    budget: number | undefined,
  ) {
    const { businessId, goals } = asked;
    const call = async (route: string, body: object) =>
      (await testApp.call('POST', `/ai/${route}`, body, { as: { apiKey } })).data;
    if (seed % 3 === 0) {
      const quick = { industry: 'cafe', ...asked, ...(budget === undefined ? {} : { budget }) };
      return (await call('quick-start', quick)).campaigns as MarketingPlan['campaigns'][number]['campaign'][];
    }
    if (seed % 3 === 1) {
      const plan: MarketingPlan = await call('campaign-agent', {
        businessId,
        goals,
        ...(budget === undefined ? {} : { budget }),
      });
      return plan.campaigns.map(({ campaign }) => campaign);
    }
    const { suggestions }: Suggestions = await call('generate', asked);
    return suggestions.map(({ campaign }) => campaign);
  }
}
