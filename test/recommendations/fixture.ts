import { expect } from 'bun:test';
import { LOCALES } from '../../src/platform/locales.ts';
import { createLaunchedCampaign, type Json, type Setup, submitProof } from '../campaigns/fixture.ts';

const OTHERS = LOCALES.filter(locale => locale !== 'en');
/** A value that is missing or was not put in. */
const BROKEN = /undefined|null|NaN|[{}]/;

/** Helpers for tests of recommendations. */
export interface RecommendationsSetup {
  ctx: Setup;
  listRecommendations(query?: string, as?: string): Promise<Json[]>;
  findByType(type: string): Promise<Json>;
  apply(recommendation: Json): Promise<Json>;
  createReviewedSubmissions(
    campaignId: string,
    approved: number,
    rejected: number,
    pending?: number,
  ): Promise<void>;
  reviewAll(submissionIds: string[], action: string): Promise<void>;
  createUnremarkableCampaign(fields?: object): Promise<Json>;
}

export function setupRecommendations(ctx: Setup): RecommendationsSetup {
  const recommendations: RecommendationsSetup['listRecommendations'] = async (
    query = '',
    as = ctx.business.token,
  ) => (await ctx.call('GET', `/recommendations${query}`, undefined, { as })).data.items;
  const decide: RecommendationsSetup['reviewAll'] = async (submissionIds, action) => {
    for (let start = 0; start < submissionIds.length; start += 100) {
      const body = { submissionIds: submissionIds.slice(start, start + 100), action };
      await ctx.call('POST', '/submissions/review', body, { as: ctx.business.token });
    }
  };
  return {
    ctx: ctx,
    listRecommendations: recommendations,
    reviewAll: decide,
    findByType: async type => {
      const found = (await recommendations()).find(item => item.type === type);
      for (const locale of OTHERS) {
        const translated = (await recommendations(`?locale=${locale}`)).find(item => item.type === type);
        if (found) expectTranslation(translated, found);
        else expect(translated).toBeUndefined();
      }
      return found;
    },
    apply: recommendation => sendRequest(ctx, recommendation),
    /** Creates submissions of different customers: the first are approved, the next rejected, the rest stay pending. */
    createReviewedSubmissions: async (campaignId, approved, rejected, pending = 0) => {
      const ids: string[] = [];
      for (let n = 0; n < approved + rejected + pending; n++) {
        const person = { as: ctx.business.token, userId: `guest-${n}` };
        ids.push((await submitProof(ctx, campaignId, person)).data.id);
      }
      await decide(ids.slice(0, approved), 'approve');
      await decide(ids.slice(approved, approved + rejected), 'reject');
    },
    /** Creates a campaign without recommendations: the suggested price, with a disclosure. */
    createUnremarkableCampaign: fields =>
      createLaunchedCampaign(ctx, { reward: { type: 'fixed', value: 1.12 }, ...fields }),
  };
}

/** Expects the same recommendation in other words, with all values. */
function expectTranslation(translated: Json, found: Json): void {
  const { title, reason, apply, ...same } = translated;
  expect({ ...same, method: apply.method, path: apply.path }).toEqual({
    ...same,
    id: found.id,
    campaignId: found.campaignId,
    impact: found.impact,
    method: found.apply.method,
    path: found.apply.path,
  });
  for (const [text, english] of [
    [title, found.title],
    [reason, found.reason],
  ]) {
    expect(text).not.toBe(english);
    expect([text, english]).not.toEqual([expect.anything(), expect.stringMatching(BROKEN)]);
    expect(text).not.toMatch(BROKEN);
  }
}

/** Sends a recommendation's request unchanged. */
async function sendRequest(ctx: Setup, { apply: { method, path, body } }: Json): Promise<Json> {
  const url = `http://localhost${path}`;
  const headers = { authorization: `Bearer ${ctx.business.token}`, 'content-type': 'application/json' };
  const response = await ctx.send(new Request(url, { method, headers, body: JSON.stringify(body) }));
  const json: Json = await response.json();
  expect(json.error).toBeUndefined();
  expect(response.headers.get('x-ignored-fields')).toBeNull();
  expect(response.status).toBe(method === 'POST' ? 201 : 200);
  return json.data;
}
