import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createLaunchedCampaign, submitProof } from '../campaigns/fixture.ts';
import { beginConsent, finishConsent, postConnect, type Scene, setup } from './fixture.ts';

/** Followers of every account on the platform mock: 1,000. */
let ctx: Scene;
beforeEach(async () => {
  ctx = await setup({ OAUTH_MOCK: 'on' });
  const { authorizationUrl } = await beginConsent(ctx, 'mock', ctx.ada.token, { handle: 'ada.cup' });
  await finishConsent(ctx, 'mock', Object.fromEntries(new URL(authorizationUrl).searchParams), ctx.ada.token);
});
afterEach(() => ctx.close());

const flagsOf = async (minFollowers: number, fields: object, as = ctx.ada.token) => {
  const { id } = await createLaunchedCampaign(ctx, { platform: 'mock', requirements: { minFollowers } });
  const { status, data } = await submitProof(ctx, id, { ...fields, as });
  expect(status).toBe(201);
  return data.risk.flags;
};

describe('followers of a submission', () => {
  test.each([
    ['are the program’s where the platform reports none', 1_001, {}, ['belowMinFollowers']],
    ['are enough where the proof reports none', 1_000, {}, []],
    ['override a higher number in the proof', 5_000, { followers: 9_000 }, ['belowMinFollowers']],
    ['override a lower number in the proof', 500, { followers: 3 }, []],
  ])('the followers of a connected account %s', async (_, minFollowers, fields, flags) => {
    expect(await flagsOf(minFollowers, fields)).toEqual(flags);
  });

  test('the followers of a submission are the submitted number without a connected account', async () => {
    expect(await flagsOf(5_000, {}, ctx.bob.token)).toEqual([]);
    expect(await flagsOf(5_000, { followers: 10 }, ctx.bob.token)).toEqual(['belowMinFollowers']);
  });

  test('an account on another platform is ignored', async () => {
    const { id } = await createLaunchedCampaign(ctx, { requirements: { minFollowers: 5_000 } });
    expect((await submitProof(ctx, id)).data.risk.flags).toEqual([]);
  });

  test('a disconnected account is ignored', async () => {
    await ctx.call('DELETE', '/oauth/mock', undefined, { as: ctx.ada.token });
    expect(await flagsOf(5_000, { handle: 'other' })).toEqual([]);
  });

  test('an unverified account is ignored', async () => {
    await postConnect(ctx, { platform: 'mock', method: 'manual', handle: 'famous' }, ctx.bob.token);
    expect(await flagsOf(5_000, { handle: 'other' }, ctx.bob.token)).toEqual([]);
  });
});

describe('handle of a submission', () => {
  test.each([
    ['matches the connected account', 'ada.cup', []],
    ['matches the connected account in another spelling', '@ADA.Cup', []],
    ['differs from the connected account', 'bob.cup', ['wrongAccount']],
  ])('a handle that %s gets the expected flags', async (_, handle, flags) => {
    expect(await flagsOf(0, { handle })).toEqual(flags);
  });

  test('a different handle has the same weight as a link to another platform', async () => {
    const { id } = await createLaunchedCampaign(ctx, { platform: 'mock' });
    expect((await submitProof(ctx, id, { handle: 'bob.cup' })).data.risk.score).toBe(40);
  });

  test('the connected account is shown to the business with include=customer', async () => {
    const { id } = await createLaunchedCampaign(ctx, { platform: 'mock' });
    await submitProof(ctx, id);
    const list = await ctx.call('GET', `/submissions?campaignId=${id}&include=customer`, undefined, {
      as: ctx.business.token,
    });
    expect(list.data.items[0].customer.account).toMatchObject({ platform: 'mock', handle: 'ada.cup' });
  });

  test("a business's submission for a customer is compared with that customer's account", async () => {
    expect(await flagsOf(0, { handle: 'ada.cup' })).toEqual([]);
    const fields = { userId: ctx.ada.userId, handle: 'bob.cup' };
    expect(await flagsOf(0, fields, ctx.business.token)).toEqual(['wrongAccount']);
  });
});

describe('verification of a submission', () => {
  let calls = 0;
  const verified = async (minFollowers: number, evidence: object) => {
    const reviewPolicy = { mode: 'autoVerified' };
    const terms = { platform: 'mock', requirements: { minFollowers }, reviewPolicy };
    const { id } = await createLaunchedCampaign(ctx, terms);
    const { data } = await submitProof(ctx, id);
    calls += 1;
    const result = { id: `v-${calls}`, submissionId: data.id, provider: 'bot', result: 'verified', evidence };
    const response = await ctx.call('POST', '/verification/webhook', result, { isSigned: true });
    const after = await ctx.call('GET', `/submissions/${data.id}`, undefined, { as: ctx.business.token });
    return { status: response.data.status, ...response.data.verification, flags: after.data.risk.flags };
  };
  const failedOf = ({ checks }: { checks: { name: string; passed: boolean }[] }) =>
    checks.filter(check => !check.passed).map(check => check.name);

  test("uses the connected account's followers if the provider reports none", async () => {
    expect((await verified(1_000, {})).status).toBe('passed');
    expect(failedOf(await verified(1_001, {}))).toEqual(['followers']);
  });

  test('fails and flags a post by an account other than the connected one', async () => {
    const outcome = await verified(0, { handle: 'bob.cup' });
    expect([outcome.status, failedOf(outcome), outcome.flags]).toEqual([
      'inconclusive',
      ['account'],
      ['wrongAccount'],
    ]);
  });

  test('passes if the connected account posted', async () => {
    const { status, checks } = await verified(0, { handle: '@ada.cup' });
    expect([status, checks.at(-1)]).toEqual([
      'passed',
      { name: 'account', passed: true, detail: '@ada.cup is connected' },
    ]);
  });
});
