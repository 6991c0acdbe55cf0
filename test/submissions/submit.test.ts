import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  captureEventKinds,
  createCampaign,
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  HOUR,
  isoTimeAt,
  reviewSubmission,
  type Setup,
  setup,
  submitProof,
  updateCampaign,
} from '../campaigns/fixture.ts';
import { CAMPAIGN } from '../support/accounts.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const POST = 'https://instagram.com/p/one';
const send = (body: object, as = ctx.ada.token) => ctx.call('POST', '/submissions', body, { as });

describe('POST /submissions', () => {
  test('returns 201 with the whole record, pending, including defaults', async () => {
    const { id: campaignId } = await createLaunchedCampaign(ctx);
    const { kinds, response } = await captureEventKinds(ctx, () => send({ campaignId, proofUrl: POST }));
    expect(response.status).toBe(201);
    expect(response.data).toEqual({
      id: expect.stringMatching(/^sub_[0-9a-z]{26}$/),
      campaignId,
      programId: null,
      actionId: null,
      action: null,
      memberId: null,
      userId: ctx.ada.userId,
      proofUrl: POST,
      proofType: 'url',
      upload: null,
      status: 'pending',
      notes: '',
      handle: null,
      followers: null,
      currency: 'USD',
      orderValue: null,
      orderValueConfirmed: false,
      rewardId: null,
      reason: null,
      rejectionCode: null,
      reviewedAt: null,
      reviewedBy: null,
      reviewDueAt: isoTimeAt(72 * HOUR),
      revision: 1,
      resubmitOf: null,
      verification: { status: 'unverified', checks: [], checkedAt: null },
      risk: { score: 0, flags: [] },
      createdAt: isoTimeAt(0),
    });
    expect(kinds).toEqual(['submission.created']);
  });

  test('stores every field sent', async () => {
    const { id: campaignId } = await createLaunchedCampaign(ctx, {
      actionId: 'instagram-story-mention',
    });
    const fields = {
      proofUrl: 'https://WWW.Instagram.com/p/One/?utm_source=x#top',
      proofType: 'screenshot',
      notes: 'Loved it',
      handle: '@ada',
      followers: 1200,
      orderValue: 19.99,
    };
    const { data } = await send({ campaignId, ...fields });
    expect(data).toMatchObject({
      ...fields,
      proofUrl: 'https://www.instagram.com/p/One/?utm_source=x#top',
      actionId: 'instagram-story-mention',
    });
  });

  test('uses the caller as the user for an API key or the business itself', async () => {
    const { id } = await createLaunchedCampaign(ctx, { limits: { perUser: 5 } });
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: ctx.business.token });
    const body = { campaignId: id, proofUrl: POST };
    const byKey = await ctx.call('POST', '/submissions', body, {
      as: { apiKey: key.key },
    });
    expect(byKey.data.userId).toBe(key.id);
    expect((await submitProof(ctx, id, { as: ctx.business.token })).data.userId).toBe(ctx.business.userId);
  });

  test('lets a business specify its own reference for a customer', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    const { data } = await submitProof(ctx, id, {
      as: ctx.business.token,
      userId: 'till-17',
    });
    expect(data.userId).toBe('till-17');
  });

  test('ignores userId from a customer', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    expect((await submitProof(ctx, id, { userId: ctx.bob.userId })).data.userId).toBe(ctx.ada.userId);
  });

  test('sets no due date if the campaign has no review deadline', async () => {
    const { id } = await createLaunchedCampaign(ctx, { reviewPolicy: { slaHours: null } });
    expect((await submitProof(ctx, id)).data.reviewDueAt).toBeNull();
  });
});

const REFUSED: [string, object, string][] = [
  ['no campaignId', { campaignId: undefined }, 'campaignId'],
  ['no proofUrl', { proofUrl: undefined }, 'proofUrl'],
  ['a proofUrl that is no address', { proofUrl: 'instagram post' }, 'proofUrl'],
  ['a proofUrl without scheme', { proofUrl: 'instagram.com/p/1' }, 'proofUrl'],
  ['an ftp proofUrl', { proofUrl: 'ftp://instagram.com/p/1' }, 'proofUrl'],
  ['a javascript proofUrl', { proofUrl: 'javascript:alert(1)' }, 'proofUrl'],
  ['a data proofUrl', { proofUrl: 'data:text/plain,x' }, 'proofUrl'],
  ['a proofUrl of 2,049 characters', { proofUrl: `https://a.example/${'x'.repeat(2031)}` }, 'proofUrl'],
  ['an unknown proofType', { proofType: 'video' }, 'proofType'],
  ['notes of 5,001 characters', { notes: 'x'.repeat(5_001) }, 'notes'],
  ['notes that are a number', { notes: 5 }, 'notes'],
  ['negative followers', { followers: -1 }, 'followers'],
  ['an order of nothing', { orderValue: 0 }, 'orderValue'],
  ['an order with 3 decimals', { orderValue: 1.999 }, 'orderValue'],
  ['a userId of 129 characters', { userId: 'x'.repeat(129) }, 'userId'],
  ['an empty userId', { userId: '' }, 'userId'],
];

describe('POST /submissions returns VALIDATION_ERROR for the field, and stores nothing, for', () => {
  for (const [what, fields, field] of REFUSED) {
    test(what, async () => {
      const { id: campaignId } = await createLaunchedCampaign(ctx);
      const before = await databaseSnapshot(ctx);
      const { status, error } = await send({ campaignId, proofUrl: POST, ...fields }, ctx.business.token);
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(error.details?.[0]?.field).toBe(field);
      expect(await databaseSnapshot(ctx)).toBe(before);
    });
  }

  test('a proofUrl of 2,048 characters and a userId of 128 are accepted', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    const proofUrl = `https://a.example/${'x'.repeat(2030)}`;
    const response = await submitProof(ctx, id, {
      as: ctx.business.token,
      proofUrl,
      userId: 'x'.repeat(128),
    });
    expect(response.status).toBe(201);
  });
});

describe('Submitting to a campaign that accepts no submissions', () => {
  for (const state of ['draft', 'paused', 'ended']) {
    test(`returns 409 CAMPAIGN_NOT_ACTIVE to customers and its business if the campaign is ${state}`, async () => {
      const { id } = await createCampaign(ctx, { launch: state !== 'draft' });
      if (state !== 'draft') await updateCampaign(ctx, id, { state });
      const before = await databaseSnapshot(ctx);
      for (const as of [ctx.ada.token, ctx.business.token]) {
        const { status, error } = await submitProof(ctx, id, { as });
        expect([status, error.code]).toEqual([409, 'CAMPAIGN_NOT_ACTIVE']);
      }
      expect(await databaseSnapshot(ctx)).toBe(before);
    });
  }

  test('returns the same 404 to another business, active or not, as for an unknown campaign', async () => {
    const absent = await submitProof(ctx, 'cmp_00000000000000000000000000', {
      as: ctx.otherBusiness.token,
    });
    expect([absent.status, absent.error.code]).toEqual([404, 'NOT_FOUND']);
    for (const launch of [true, false]) {
      const { id } = await createCampaign(ctx, { launch });
      expect((await submitProof(ctx, id, { as: ctx.otherBusiness.token })).body).toEqual(absent.body);
    }
  });

  test('returns 404 to a customer for an unknown campaign', async () => {
    expect((await submitProof(ctx, 'cmp_00000000000000000000000000')).status).toBe(404);
  });
});

describe('Submitting the same proof again', () => {
  test('returns DUPLICATE_SUBMISSION to the same person before checking any limit', async () => {
    const { id } = await createLaunchedCampaign(ctx, { budget: { total: 5 } });
    await createSubmission(ctx, id, { proofUrl: POST });
    const before = await databaseSnapshot(ctx);
    const { status, error } = await submitProof(ctx, id, { proofUrl: POST });
    expect([status, error.code]).toEqual([409, 'DUPLICATE_SUBMISSION']);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('returns DUPLICATE_SUBMISSION after a rejection, too, unless resubmitOf is sent', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    const first = await createSubmission(ctx, id, { proofUrl: POST });
    await reviewSubmission(ctx, first.id, 'reject');
    expect((await submitProof(ctx, id, { proofUrl: POST })).error.code).toBe('DUPLICATE_SUBMISSION');
    expect((await submitProof(ctx, id, { proofUrl: POST, resubmitOf: first.id })).status).toBe(201);
  });

  test('accepts the proof in another campaign', async () => {
    const [one, two] = [await createLaunchedCampaign(ctx), await createLaunchedCampaign(ctx)];
    await createSubmission(ctx, one.id, { proofUrl: POST });
    const { status, data } = await submitProof(ctx, two.id, { proofUrl: POST });
    expect(status).toBe(201);
    expect(data.risk.flags).not.toContain('duplicateUrl');
  });

  test('accepts and flags the proof from another customer reference of the same business', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    await createSubmission(ctx, id, {
      as: ctx.business.token,
      userId: 'c1',
      proofUrl: POST,
    });
    const { data } = await submitProof(ctx, id, {
      as: ctx.business.token,
      userId: 'c2',
      proofUrl: POST,
    });
    expect(data.risk.flags).toEqual(['duplicateUrl']);
  });
});

describe('POST /submissions checks', () => {
  test('checks campaign state, then duplicates, then the limit per person, then the budget', async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      budget: { total: CAMPAIGN.reward.value },
    });
    await createSubmission(ctx, id, { proofUrl: POST });
    expect((await submitProof(ctx, id, { proofUrl: POST })).error.code).toBe('DUPLICATE_SUBMISSION');
    expect((await submitProof(ctx, id)).error.code).toBe('LIMIT_REACHED');
    expect((await submitProof(ctx, id, { as: ctx.bob.token })).error.code).toBe('BUDGET_EXHAUSTED');
    await updateCampaign(ctx, id, { state: 'paused' });
    expect((await submitProof(ctx, id, { proofUrl: POST })).error.code).toBe('CAMPAIGN_NOT_ACTIVE');
  });
});
