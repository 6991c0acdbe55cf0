import { expect } from 'bun:test';
import { createLaunchedCampaign, type Json, type Setup, submitProof } from '../campaigns/fixture.ts';

/** What a test of recommendations does, at a scene that it makes anew. */
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

export function setupRecommendations(here: Setup): RecommendationsSetup {
  const recommendations: RecommendationsSetup['listRecommendations'] = async (
    query = '',
    as = here.business.token,
  ) => (await here.call('GET', `/recommendations${query}`, undefined, { as })).data.items;
  const decide: RecommendationsSetup['reviewAll'] = async (submissionIds, action) => {
    for (let start = 0; start < submissionIds.length; start += 100) {
      const body = { submissionIds: submissionIds.slice(start, start + 100), action };
      await here.call('POST', '/submissions/review', body, { as: here.business.token });
    }
  };
  return {
    ctx: here,
    listRecommendations: recommendations,
    reviewAll: decide,
    findByType: async type => (await recommendations()).find(item => item.type === type),
    apply: recommendation => apply(here, recommendation),
    /** Submissions by as many people; the first ones are approved, the next rejected, the rest wait. */
    createReviewedSubmissions: async (campaignId, approved, rejected, pending = 0) => {
      const ids: string[] = [];
      for (let n = 0; n < approved + rejected + pending; n++) {
        const person = { as: here.business.token, userId: `guest-${n}` };
        ids.push((await submitProof(here, campaignId, person)).data.id);
      }
      await decide(ids.slice(0, approved), 'approve');
      await decide(ids.slice(approved, approved + rejected), 'reject');
    },
    /** A campaign that nothing is to be said about by itself: the oracle's own price, with a notice. */
    createUnremarkableCampaign: fields =>
      createLaunchedCampaign(here, { reward: { type: 'fixed', value: 1.12 }, ...fields }),
  };
}

/** Sends a recommendation's request as it stands. */
async function apply(here: Setup, { apply: { method, path, body } }: Json): Promise<Json> {
  const url = `http://localhost${path}`;
  const headers = { authorization: `Bearer ${here.business.token}`, 'content-type': 'application/json' };
  const response = await here.send(new Request(url, { method, headers, body: JSON.stringify(body) }));
  const answer: Json = await response.json();
  expect(answer.error).toBeUndefined();
  expect(response.headers.get('x-ignored-fields')).toBeNull();
  expect(response.status).toBe(method === 'POST' ? 201 : 200);
  return answer.data;
}
