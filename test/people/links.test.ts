import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot as rowsOf,
  type Setup,
  setup,
  submitProof,
} from '../campaigns/fixture.ts';
import { createProgram, enrollMember } from '../programs/fixture.ts';
import { PASSWORD } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import type { CallOptions, TestResponse } from '../support/test-app.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup({ OAUTH_MOCK: 'on' });
});
afterEach(() => ctx.close());

const ABSENT = 'usr_01m7ydnvpdehdva9gq8s2pejna';
const outcome = ({ status, error }: TestResponse) => [status, error?.code];

/** Every operation in which a business references a person; each must reject an unlinked account. */
const NAMING: Record<string, (as: CallOptions['as'], userId: string) => Promise<TestResponse>> = {
  createSubmission: async (as, userId) => {
    const { id } = await createLaunchedCampaign(ctx, { limits: { perUser: 9 } });
    const proof = { campaignId: id, proofUrl: `https://instagram.com/p/${userId}`, userId };
    return ctx.call('POST', '/submissions', proof, { as });
  },
  enrollMember: async (as, memberId) => {
    const { id } = await createProgram(ctx);
    return ctx.call('POST', `/programs/${id}/members`, { memberId }, { as });
  },
  submitToProgram: async (as, memberId) => {
    const { id } = await createProgram(ctx);
    const proof = { memberId, proofUrl: 'https://instagram.com/p/1' };
    return ctx.call('POST', `/programs/${id}/submit`, proof, { as });
  },
  earnCashback: async (as, memberId) => {
    const { id } = await createProgram(ctx);
    return ctx.call('POST', `/programs/${id}/cashback`, { memberId, amount: 5 }, { as });
  },
  redeemCashback: async (as, memberId) => {
    const { id } = await createProgram(ctx);
    const body = { action: 'redeem', memberId, amount: 5 };
    return ctx.call('POST', `/programs/${id}/cashback`, body, { as });
  },
  getProgramProgress: async (as, memberId) => {
    const { id } = await createProgram(ctx);
    return ctx.call('GET', `/programs/${id}/progress?memberId=${memberId}`, undefined, { as });
  },
  convertCashback: async (as, memberId) => {
    const { id: programId } = await createProgram(ctx);
    return ctx.call('POST', '/exchange/deposits', { programId, memberId, amount: 5 }, { as });
  },
  getMember: async (as, memberId) => {
    const { id } = await createProgram(ctx);
    return ctx.call('GET', `/programs/${id}/members/${memberId}`, undefined, { as });
  },
  updateMember: async (as, memberId) => {
    const { id } = await createProgram(ctx);
    return ctx.call('PUT', `/programs/${id}/members/${memberId}`, { name: 'Ada' }, { as });
  },
};

/** An ID of the same kind with another last character, so it belongs to no record. */
function differentId(id: string): string {
  return id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');
}

describe('Referencing a person who is not linked to the business', () => {
  test.each(Object.entries(NAMING))(
    'a business that references an unlinked person in %s gets the same 404 as for an unknown one',
    async (_, name) => {
      const { data: key } = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: ctx.business.token });
      for (const as of [ctx.business.token, { apiKey: key.key as string }]) {
        const absent = await name(as, ABSENT);
        expect(outcome(absent)).toEqual([404, 'NOT_FOUND']);
        for (const id of [
          ctx.ada.userId,
          ctx.otherBusiness.userId,
          ctx.otherBusiness.businessId,
          differentId(ctx.business.businessId),
        ]) {
          const response = await name(as, id);
          expect([response.status, response.body]).toEqual([404, absent.body]);
        }
      }
    },
  );

  test('a business may use any reference for its customers that does not look like an ID', async () => {
    const { id } = await createLaunchedCampaign(ctx, { limits: { perUser: 9 } });
    for (const userId of [
      'till-4711',
      'usr_42',
      'USR_01M7YDNVPDEHDVA9GQ8S2PEJNA',
      'ada@people.example',
      'mem_1',
    ]) {
      expect((await createSubmission(ctx, id, { as: ctx.business.token, userId })).userId).toBe(userId);
    }
    for (const prefix of ['usr', 'biz', 'cmp', 'key', 'upl', 'ses']) {
      const response = await submitProof(ctx, id, {
        as: ctx.business.token,
        userId: `${prefix}_01m7ydnvpdehdva9gq8s2pejna`,
      });
      expect(outcome(response)).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('risk flags do not reveal followers or the handle of an unlinked account, and nothing is stored', async () => {
    const as = ctx.ada.token;
    const { data } = await ctx.call('POST', '/oauth/connect', { platform: 'mock', handle: 'star' }, { as });
    await ctx.call('GET', `/oauth/mock${new URL(data.authorizationUrl).search}`, undefined, { as });
    const { id } = await createLaunchedCampaign(ctx, {
      platform: 'mock',
      requirements: { minFollowers: 1_001 },
    });
    const before = await rowsOf(ctx);
    const fields = { as: ctx.business.token, userId: ctx.ada.userId, handle: 'other' };
    expect(outcome(await submitProof(ctx, id, fields))).toEqual([404, 'NOT_FOUND']);
    expect(await rowsOf(ctx)).toBe(before);
    const { data: own } = await ctx.call('GET', '/submissions', undefined, { as });
    expect(own.items).toEqual([]);
  });
});

test('records that a business created before this check existed reveal nothing about the account', async () => {
  const as = ctx.ada.token;
  const { data } = await ctx.call('POST', '/oauth/connect', { platform: 'mock', handle: 'star' }, { as });
  await ctx.call('GET', `/oauth/mock${new URL(data.authorizationUrl).search}`, undefined, { as });
  const { id: campaignId } = await createLaunchedCampaign(ctx, {
    platform: 'mock',
    requirements: { minFollowers: 1_001 },
  });
  const { id: submissionId } = await createSubmission(ctx, campaignId);
  const learned = async (evidenceId: string) => {
    const evidence = { handle: 'other' };
    const body = { id: evidenceId, submissionId, provider: 'bot', result: 'verified', evidence };
    const { data: response } = await ctx.call('POST', '/verification/webhook', body, { isSigned: true });
    const { data: advice } = await ctx.call(
      'POST',
      '/ai/review',
      { submissionId },
      { as: ctx.business.token },
    );
    return [...advice.checks, ...response.verification.checks].map(check => check.detail).join('; ');
  };
  const facts = /Account age at submission|1000 followers|star is connected/g;
  expect(new Set((await learned('v-1')).match(facts))).toHaveProperty('size', 3);
  await ctx.app.services.database.transaction(async tx => {
    await tx.run('update submissions set submitted_by_person = 0');
  });
  expect((await learned('v-2')).match(facts)).toBeNull();
});

describe('Referencing a person as an admin', () => {
  test('an admin may reference any existing account and gets 404 for an unknown ID', async () => {
    const root = await createAdmin(ctx);
    expect((await NAMING.createSubmission?.(root, ctx.ada.userId))?.status).toBe(201);
    expect(outcome((await NAMING.createSubmission?.(root, ABSENT)) as TestResponse)).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });
});

describe('Referencing a person who is linked to the business', () => {
  const links: Record<string, () => Promise<unknown>> = {
    'who submitted proof to it': async () => createSubmission(ctx, (await createLaunchedCampaign(ctx)).id),
    'who joined a program of it': async () =>
      enrollMember(ctx, (await createProgram(ctx)).id, ctx.ada.userId, { as: ctx.ada.token }),
  };
  for (const [who, link] of Object.entries(links)) {
    test(who, async () => {
      await link();
      for (const operation of ['createSubmission', 'enrollMember'] as const) {
        expect((await NAMING[operation]?.(ctx.business.token, ctx.ada.userId))?.status).toBe(201);
      }
      const { id } = await createProgram(ctx);
      expect((await enrollMember(ctx, id, ctx.ada.userId)).status).toBe(201);
      const { status } = await ctx.call(
        'POST',
        `/programs/${id}/cashback`,
        { memberId: ctx.ada.userId, amount: 5 },
        { as: ctx.business.token },
      );
      expect(status).toBe(201);
    });

    test(`${who}, which gives no other business that right`, async () => {
      await link();
      const campaign = {
        name: 'x',
        platform: 'instagram',
        actionType: 'story',
        reward: { type: 'fixed', value: 5 },
        launch: true,
      };
      const { data } = await ctx.call('POST', '/campaigns', campaign, { as: ctx.otherBusiness.token });
      const proof = { campaignId: data.id, proofUrl: 'https://instagram.com/p/1', userId: ctx.ada.userId };
      expect(outcome(await ctx.call('POST', '/submissions', proof, { as: ctx.otherBusiness.token }))).toEqual(
        [404, 'NOT_FOUND'],
      );
      expect(
        outcome((await NAMING.createSubmission?.(ctx.business.token, ctx.bob.userId)) as TestResponse),
      ).toEqual([404, 'NOT_FOUND']);
    });
  }

  test('a business may reference a staff member once the invitation is accepted', async () => {
    const invite = { email: 'eve@shop.example', name: 'Eve' };
    const { data: eve } = await ctx.call('POST', '/business/users', invite, { as: ctx.business.token });
    expect(outcome((await NAMING.createSubmission?.(ctx.business.token, eve.id)) as TestResponse)).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const token = new URL(eve.inviteLink).searchParams.get('token');
    await ctx.call('POST', '/auth', { action: 'resetPassword', token, password: PASSWORD });
    expect((await NAMING.createSubmission?.(ctx.business.token, eve.id))?.status).toBe(201);
  });

  test('staff may reference themselves and their own business', async () => {
    expect((await NAMING.createSubmission?.(ctx.business.token, ctx.business.userId))?.status).toBe(201);
    expect((await NAMING.createSubmission?.(ctx.business.token, ctx.business.businessId))?.status).toBe(201);
  });

  test('records that the business created itself do not link it to a person', async () => {
    const { id } = await createProgram(ctx);
    await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id);
    await enrollMember(ctx, id, ctx.ada.userId);
    const db = ctx.app.services.database;
    // Simulates records about Ada that the business created before this check existed.
    await db.transaction(async tx => {
      await tx.run('update submissions set submitted_by_person = 0');
    });
    expect(
      outcome((await NAMING.createSubmission?.(ctx.business.token, ctx.ada.userId)) as TestResponse),
    ).toEqual([404, 'NOT_FOUND']);
    expect(
      outcome((await NAMING.enrollMember?.(ctx.business.token, ctx.ada.userId)) as TestResponse),
    ).toEqual([404, 'NOT_FOUND']);
    const proof = { memberId: ctx.ada.userId, proofUrl: 'https://instagram.com/p/1' };
    expect(
      outcome(await ctx.call('POST', `/programs/${id}/submit`, proof, { as: ctx.business.token })),
    ).toEqual([404, 'NOT_FOUND']);
  });
});
