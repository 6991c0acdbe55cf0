import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { CLI } from '../../src/context.ts';
import { wilson } from '../../src/recommendations/rules/wilson.ts';
import { list } from '../../src/recommendations/service.ts';
import {
  at,
  change,
  DAY,
  HOUR,
  launched,
  read,
  type Scene,
  scene,
  submit,
  type Wire,
} from '../campaigns/scene.ts';

let here: Scene;
beforeEach(async () => {
  here = await scene();
});
afterEach(() => here.close());

const recommendations = async (query = '', as = here.shop.token): Promise<Wire[]> =>
  (await here.call('GET', `/recommendations${query}`, undefined, { as })).data.items;
const ofType = async (type: string) => (await recommendations()).find(item => item.type === type);

/** Sends a recommendation's request as it stands. */
async function apply({ apply: { method, path, body } }: Wire): Promise<Wire> {
  const url = `http://localhost${path}`;
  const headers = { authorization: `Bearer ${here.shop.token}`, 'content-type': 'application/json' };
  const response = await here.send(new Request(url, { method, headers, body: JSON.stringify(body) }));
  const answer: Wire = await response.json();
  expect(answer.error).toBeUndefined();
  expect(response.headers.get('x-ignored-fields')).toBeNull();
  expect(response.status).toBe(method === 'POST' ? 201 : 200);
  return answer.data;
}

/** Submissions by as many people; the first ones are approved, the next rejected, the rest wait. */
async function reviewed(campaignId: string, approved: number, rejected: number, pending = 0): Promise<void> {
  const ids: string[] = [];
  for (let n = 0; n < approved + rejected + pending; n++) {
    const person = { as: here.shop.token, userId: `guest-${n}` };
    ids.push((await submit(here, campaignId, person)).data.id);
  }
  await decide(ids.slice(0, approved), 'approve');
  await decide(ids.slice(approved, approved + rejected), 'reject');
}

async function decide(submissionIds: string[], action: string): Promise<void> {
  for (let start = 0; start < submissionIds.length; start += 100) {
    const body = { submissionIds: submissionIds.slice(start, start + 100), action };
    await here.call('POST', '/submissions/review', body, { as: here.shop.token });
  }
}

/** A campaign that nothing is to be said about by itself: the oracle's own price, with a notice. */
const quiet = (fields: object = {}) => launched(here, { reward: { type: 'fixed', value: 1.12 }, ...fields });

describe("Wilson's interval", () => {
  test('is the one worked by hand: 9 of 30 lie between 16.66 % and 47.88 %', () => {
    const { low, high } = wilson(9, 30);
    expect(low).toBeCloseTo(0.1666, 3);
    expect(high).toBeCloseTo(0.4788, 3);
  });

  test('knows nothing of no cases, and stays between 0 and 1', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
    expect(wilson(5, 5).high).toBe(1);
    expect(wilson(0, 5).low).toBe(0);
  });
});

describe('worked by hand', () => {
  test('an approval rate: 9 of 30 is 30 %, at most 47.9 %, below the 60 % that are 10 under the expected 70', async () => {
    const { id } = await quiet({ limits: { perUser: 1 } });
    await reviewed(id, 9, 21);
    expect(await ofType('approvalRateLow')).toMatchObject({
      campaignId: id,
      priority: 'medium',
      reason:
        '9 of 30 reviewed submissions were approved: 30 %, and with 95 % certainty at most 47.9 %. ' +
        'Expected are 70 % (our assumption).',
      impact: { metric: 'approvalRate', from: 0.3, to: 0.7 },
      apply: { method: 'PUT', path: '/api/v1/campaigns', body: { id } },
    });
  });

  test('a budget: 2 of 20 rewards after 20 of 40 days (4.6 to 24.8 … 30.1 %) use a fifth of 100 dollars', async () => {
    // p = 0.1, z²/2n = 0.09604, z²/n = 0.19208, √(0.0045 + 0.002401) = 0.08307: high = 0.3589 ÷ 1.19208 = 0.301.
    expect(wilson(2, 20).high).toBeCloseTo(0.301, 3);
    const { id } = await launched(here, {
      reward: { type: 'fixed', value: 5 },
      budget: { total: 100 },
      endsAt: at(40 * DAY),
      reviewPolicy: { slaHours: null },
    });
    await reviewed(id, 2, 0);
    here.clock.advance(20 * DAY);
    // 10 of 100 dollars in half of the time are 20 at the end: 0.2 of the budget.
    const found = await ofType('budgetPace');
    expect(found).toMatchObject({
      priority: 'low',
      impact: { metric: 'budgetUsedAtEnd', from: 0.2, to: 1 },
      apply: { body: { id, budget: { total: 20 } } },
    });
    expect(found.reason).toStartWith(
      '2 of the 20 rewards that the budget covers are held or spent after 50 % of the time',
    );
    expect((await apply(found)).budget.total).toBe(20);
  });

  test('a budget that runs out: 15 of 20 rewards at half time are at least 53.1 %, and 150 dollars are needed', async () => {
    expect(wilson(15, 20).low).toBeCloseTo(0.5313, 3);
    const terms = { reward: { type: 'fixed', value: 5 }, budget: { total: 100 }, endsAt: at(40 * DAY) };
    const { id } = await launched(here, { ...terms, reviewPolicy: { slaHours: null } });
    await reviewed(id, 15, 0);
    here.clock.advance(20 * DAY);
    const found = await ofType('budgetPace');
    expect(found).toMatchObject({ priority: 'medium', impact: { from: 1.5, to: 1 } });
    expect((await apply(found)).budget.total).toBe(150);
  });
});

describe('too little data', () => {
  test('says so in a single item of type notEnoughData instead of guessing', async () => {
    const items = await recommendations();
    expect(items.map(item => item.type)).toEqual(['notEnoughData']);
    expect(items[0].impact).toEqual({ metric: 'reviewedSubmissions', from: 0, to: 20 });
    expect((await apply(items[0])).state).toBe('draft');
  });

  test('ten submissions do not shout, whatever became of them', async () => {
    for (const [approved, rejected] of [
      [10, 0],
      [0, 10],
    ] as const) {
      const { id } = await quiet();
      await reviewed(id, approved, rejected);
      await change(here, id, { state: 'paused' });
    }
    const types = (await recommendations()).map(item => item.type);
    expect(types).not.toContain('approvalRateLow');
    expect(types).not.toContain('approvalRateHigh');
  });

  test('with enough of it, and nothing wrong, there is no such item', async () => {
    const { id } = await quiet();
    await reviewed(id, 16, 4);
    expect((await recommendations()).map(item => item.type)).not.toContain('notEnoughData');
  });
});

describe('what is found, and its request carried out', () => {
  test('a forbidden action that runs is paused', async () => {
    const { id } = await launched(here, { platform: 'google', actionType: 'review' });
    const found = await ofType('forbiddenAction');
    expect(found).toMatchObject({ campaignId: id, priority: 'high', impact: { from: 1, to: 0 } });
    expect(found.reason).toContain('Instead you may reward');
    expect((await apply(found)).state).toBe('paused');
    expect(await ofType('forbiddenAction')).toBeUndefined();
  });

  test('a post that must name the reward gets its notice', async () => {
    const { id } = await quiet({ disclosure: { required: false } });
    const found = await ofType('undisclosedAction');
    expect(found).toMatchObject({ campaignId: id, priority: 'high' });
    expect((await apply(found)).disclosure).toEqual({
      required: true,
      text: '#ad - Blue Cup gives me a discount for this post.',
    });
    expect(await ofType('undisclosedAction')).toBeUndefined();
  });

  test('a backlog beyond its promise stops new submissions until it is reviewed', async () => {
    const { id } = await quiet({ reviewPolicy: { slaHours: 24 } });
    await reviewed(id, 0, 0, 3);
    expect(await ofType('reviewBacklog')).toBeUndefined();
    here.clock.advance(26 * HOUR);
    const found = await ofType('reviewBacklog');
    expect(found).toMatchObject({ campaignId: id, priority: 'medium', impact: { from: 3, to: 0 } });
    expect(found.reason).toContain('3 wait longer than promised, the oldest 2 hours beyond');
    expect((await apply(found)).state).toBe('paused');
    const then = await ofType('reviewBacklog');
    expect((await apply(then)).reviewPolicy.slaHours).toBe(48);
  });

  test('an approval rate that is too low explains what counts', async () => {
    const { id } = await quiet({ instructions: 'Post a Story.' });
    await reviewed(id, 4, 26);
    const { instructions } = await apply(await ofType('approvalRateLow'));
    expect(instructions).toStartWith('Post a Story. How we check: The business gets a mention notice');
    expect((await apply(await ofType('approvalRateLow'))).instructions).toBe(instructions);
  });

  test('an approval rate without rejections over many reviews is looked at again', async () => {
    const { id } = await quiet({ reviewPolicy: { onTimeout: 'approve' } });
    await reviewed(id, 72, 0);
    expect(await ofType('approvalRateHigh')).toBeUndefined();
    const more = await submit(here, id, { as: here.shop.token, userId: 'guest-72' });
    await decide([more.data.id], 'approve');
    // 72 ÷ (72 + 3.8416) = 0.9493, 73 ÷ (73 + 3.8416) = 0.95001
    const found = await ofType('approvalRateHigh');
    expect(found).toMatchObject({ impact: { metric: 'approvalRate', from: 1, to: 0.95 } });
    expect((await apply(found)).reviewPolicy).toMatchObject({ mode: 'manual', onTimeout: 'none' });
  });

  test('a reward far from the oracle is changed while it can be, and copied when it is frozen', async () => {
    const { id } = await launched(here, { reward: { type: 'fixed', value: 5 } });
    const found = await ofType('rewardOffOracle');
    expect(found).toMatchObject({ impact: { metric: 'reward', from: 5, to: 1.12 } });
    await submit(here, id);
    const frozen = await ofType('rewardOffOracle');
    const copy = await apply(frozen);
    expect(copy).toMatchObject({
      state: 'draft',
      reward: { value: 1.12 },
      name: 'Story of the week (new reward)',
    });

    const second = await launched(here, { reward: { type: 'fixed', value: 0.1 } });
    const low = (await recommendations()).find(item => item.campaignId === second.id);
    expect(low.reason).toContain('far below');
    expect((await apply(low)).reward.value).toBe(1.12);
  });

  test('rewards near the oracle and percentages are left alone', async () => {
    await launched(here, { reward: { type: 'fixed', value: 4.5 } });
    await launched(here, { reward: { type: 'percentage', value: 50 } });
    expect(await ofType('rewardOffOracle')).toBeUndefined();
  });

  test('a campaign that works and ends within a week runs on', async () => {
    const { id } = await quiet({ endsAt: at(10 * DAY) });
    await reviewed(id, 1, 0);
    expect(await ofType('campaignEnding')).toBeUndefined();
    here.clock.advance(4 * DAY);
    const found = await ofType('campaignEnding');
    expect(found).toMatchObject({ impact: { metric: 'daysLeft', from: 6, to: 16 } });
    expect((await apply(found)).endsAt).toBe(at(20 * DAY));
  });

  test('a platform without a campaign that is worth most to the industry is tried', async () => {
    await here.call('PUT', '/business', { industry: 'cafe' }, { as: here.shop.token });
    const { id } = await quiet();
    await reviewed(id, 16, 3);
    expect(await ofType('idlePlatform')).toBeUndefined();
    await decide([(await submit(here, id)).data.id], 'approve');
    const found = await ofType('idlePlatform');
    expect(found.title).toStartWith('Try tiktok');
    expect(found.reason).toContain('Restaurants and food');
    const draft = await apply(found);
    expect(draft).toMatchObject({ state: 'draft', platform: 'tiktok', disclosure: { required: true } });
    expect(draft.warnings.map((warning: Wire) => warning.code)).toEqual(['policyDisclose']);
    expect((await ofType('idlePlatform'))?.title ?? '').not.toContain('tiktok');
  });

  test('proofs that come twice are spoken about', async () => {
    const { id } = await quiet();
    const proofUrl = 'https://instagram.com/p/the-same';
    for (let n = 0; n < 20; n++) {
      await submit(here, id, { as: here.shop.token, userId: `guest-${n}`, ...(n < 6 ? { proofUrl } : {}) });
    }
    // 5 of 20 repeat the first: 25 %, at least 11.2 %.
    const found = await ofType('duplicateProofs');
    expect(found).toMatchObject({ priority: 'high', impact: { from: 0.25, to: 0.05 } });
    expect((await apply(found)).instructions).toContain('Only a new post of your own counts');
  });
});

describe('GET /recommendations', () => {
  test('keeps ids, puts the most urgent first and pages', async () => {
    await launched(here, { platform: 'google', actionType: 'review' });
    await launched(here, { reward: { type: 'fixed', value: 5 }, disclosure: { required: false } });
    const all = await recommendations();
    expect(all.map(item => item.type)).toEqual(['forbiddenAction', 'undisclosedAction', 'rewardOffOracle']);
    expect((await recommendations()).map(item => item.id)).toEqual(all.map(item => item.id));
    expect(new Set(all.map(item => item.id)).size).toBe(3);
    const { data } = await here.call('GET', '/recommendations?perPage=2&page=2', undefined, {
      as: here.shop.token,
    });
    expect(data.items).toEqual(all.slice(2));
    expect(data.pagination).toEqual({ page: 2, perPage: 2, total: 3, totalPages: 2 });
  });

  test('is about the own business; a foreign and an unknown one are 404, a customer is refused', async () => {
    const ask = (query: string, as: string) =>
      here.call('GET', `/recommendations${query}`, undefined, { as });
    await launched(here, { platform: 'google', actionType: 'review' });
    expect((await recommendations(`?businessId=${here.shop.businessId}`)).length).toBe(1);
    expect((await recommendations('', here.rival.token))[0].type).toBe('notEnoughData');
    const foreign = await ask(`?businessId=${here.rival.businessId}`, here.shop.token);
    const unknown = await ask('?businessId=biz_00000000000000000000000000', here.shop.token);
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.body).toEqual(unknown.body);
    expect((await ask('', here.ada.token)).status).toBe(403);
    expect((await here.call('GET', '/recommendations')).status).toBe(401);
  });

  test('an admin names the business', async () => {
    const admin = here.app.as(CLI);
    const query = { page: 1, perPage: 20 };
    await expect(list(admin, query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const named = await list(admin, { ...query, businessId: here.rival.businessId });
    expect(named.items[0]?.type).toBe('notEnoughData');
    await expect(list(admin, { ...query, businessId: 'biz_x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('an ended campaign is nothing to speak of', async () => {
    const { id } = await launched(here, { platform: 'google', actionType: 'review', endsAt: at(DAY) });
    here.clock.advance(DAY);
    expect(await ofType('forbiddenAction')).toBeUndefined();
    expect((await read(here, id)).state).toBe('expired');
  });

  test('looks at a bounded number of submissions, by an index', () => {
    const db = here.app.services.database.reader;
    const pending = "business_id = 'b' and status = 'pending' order by created_at, id limit 1000";
    const recent = "business_id = 'b' order by created_at desc, id desc limit 500";
    for (const rest of [pending, recent]) {
      const plan = db.all<{ detail: string }>(
        `explain query plan select campaign_id from submissions where ${rest}`,
      );
      const steps = plan.map(({ detail }) => detail).join('; ');
      expect(steps).toContain('USING INDEX submissions_by_business');
      expect(steps).not.toContain('TEMP B-TREE');
    }
  });
});
