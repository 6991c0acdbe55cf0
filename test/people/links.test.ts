import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { launched, contents as rowsOf, type Scene, scene, submit, submitted } from '../campaigns/scene.ts';
import { enroll, program } from '../programs/scene.ts';
import { PASSWORD } from '../support/people.ts';
import { adminOf } from '../support/scene.ts';
import type { Answer, CallOptions } from '../support/world.ts';

let here: Scene;
beforeEach(async () => {
  here = await scene({ OAUTH_MOCK: 'on' });
});
afterEach(() => here.close());

const ABSENT = 'usr_01m7ydnvpdehdva9gq8s2pejna';
const outcome = ({ status, error }: Answer) => [status, error?.code];

/** Everything of a business that names a person; each must refuse an account which has no link to it. */
const NAMING: Record<string, (as: CallOptions['as'], userId: string) => Promise<Answer>> = {
  createSubmission: async (as, userId) => {
    const { id } = await launched(here, { limits: { perUser: 9 } });
    const proof = { campaignId: id, proofUrl: `https://instagram.com/p/${userId}`, userId };
    return here.call('POST', '/submissions', proof, { as });
  },
  enrollMember: async (as, memberId) => {
    const { id } = await program(here);
    return here.call('POST', `/programs/${id}/members`, { memberId }, { as });
  },
  submitToProgram: async (as, memberId) => {
    const { id } = await program(here);
    const proof = { memberId, proofUrl: 'https://instagram.com/p/1' };
    return here.call('POST', `/programs/${id}/submit`, proof, { as });
  },
  earnCashback: async (as, memberId) => {
    const { id } = await program(here);
    return here.call('POST', `/programs/${id}/cashback`, { memberId, amount: 5 }, { as });
  },
  redeemCashback: async (as, memberId) => {
    const { id } = await program(here);
    const body = { action: 'redeem', memberId, amount: 5 };
    return here.call('POST', `/programs/${id}/cashback`, body, { as });
  },
  getProgramProgress: async (as, memberId) => {
    const { id } = await program(here);
    return here.call('GET', `/programs/${id}/progress?memberId=${memberId}`, undefined, { as });
  },
  convertCashback: async (as, memberId) => {
    const { id: programId } = await program(here);
    return here.call('POST', '/exchange/deposits', { programId, memberId, amount: 5 }, { as });
  },
  getMember: async (as, memberId) => {
    const { id } = await program(here);
    return here.call('GET', `/programs/${id}/members/${memberId}`, undefined, { as });
  },
  updateMember: async (as, memberId) => {
    const { id } = await program(here);
    return here.call('PUT', `/programs/${id}/members/${memberId}`, { name: 'Ada' }, { as });
  },
};

describe('a business that names a person who never dealt with it', () => {
  test.each(Object.entries(NAMING))('gets the 404 of an absent record from %s', async (_, name) => {
    const { data: key } = await here.call('POST', '/api-keys', { name: 'till' }, { as: here.shop.token });
    for (const as of [here.shop.token, { apiKey: key.key as string }]) {
      const absent = await name(as, ABSENT);
      expect(outcome(absent)).toEqual([404, 'NOT_FOUND']);
      for (const id of [
        here.ada.userId,
        here.rival.userId,
        here.rival.businessId,
        `${here.shop.businessId.slice(0, -1)}0`,
      ]) {
        const answer = await name(as, id);
        expect([answer.status, answer.body]).toEqual([404, absent.body]);
      }
    }
  });

  test('may call its own customers what it likes, as long as that has not the form of our ids', async () => {
    const { id } = await launched(here, { limits: { perUser: 9 } });
    for (const userId of [
      'till-4711',
      'usr_42',
      'USR_01M7YDNVPDEHDVA9GQ8S2PEJNA',
      'ada@people.example',
      'mem_1',
    ]) {
      expect((await submitted(here, id, { as: here.shop.token, userId })).userId).toBe(userId);
    }
    for (const prefix of ['usr', 'biz', 'cmp', 'key', 'upl', 'ses']) {
      const answer = await submit(here, id, {
        as: here.shop.token,
        userId: `${prefix}_01m7ydnvpdehdva9gq8s2pejna`,
      });
      expect(outcome(answer)).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('learns neither followers nor handle of an account by flags, and leaves nothing in its lists', async () => {
    const as = here.ada.token;
    const { data } = await here.call('POST', '/oauth/connect', { platform: 'mock', handle: 'star' }, { as });
    await here.call('GET', `/oauth/mock${new URL(data.authorizationUrl).search}`, undefined, { as });
    const { id } = await launched(here, { platform: 'mock', requirements: { minFollowers: 1_001 } });
    const before = rowsOf(here);
    const fields = { as: here.shop.token, userId: here.ada.userId, handle: 'other' };
    expect(outcome(await submit(here, id, fields))).toEqual([404, 'NOT_FOUND']);
    expect(rowsOf(here)).toBe(before);
    const { data: own } = await here.call('GET', '/submissions', undefined, { as });
    expect(own.items).toEqual([]);
  });
});

test('records that a business forged before this was checked tell it nothing of the account', async () => {
  const as = here.ada.token;
  const { data } = await here.call('POST', '/oauth/connect', { platform: 'mock', handle: 'star' }, { as });
  await here.call('GET', `/oauth/mock${new URL(data.authorizationUrl).search}`, undefined, { as });
  const { id: campaignId } = await launched(here, {
    platform: 'mock',
    requirements: { minFollowers: 1_001 },
  });
  const { id: submissionId } = await submitted(here, campaignId);
  const learned = async (evidenceId: string) => {
    const evidence = { handle: 'other' };
    const body = { id: evidenceId, submissionId, provider: 'bot', result: 'verified', evidence };
    const { data: answer } = await here.call('POST', '/verification/webhook', body, { isSigned: true });
    const { data: advice } = await here.call('POST', '/ai/review', { submissionId }, { as: here.shop.token });
    return [...advice.checks, ...answer.verification.checks].map(check => check.detail).join('; ');
  };
  const facts = /hours old|1000 followers|star is connected/g;
  expect(new Set((await learned('v-1')).match(facts))).toHaveProperty('size', 3);
  await here.app.services.database.transaction(tx => {
    tx.run('update submissions set submitted_by_person = 0');
  });
  expect((await learned('v-2')).match(facts)).toBeNull();
});

describe('an admin', () => {
  test('may name anybody who exists, and gets 404 for an id of nobody', async () => {
    const root = await adminOf(here);
    expect((await NAMING.createSubmission?.(root, here.ada.userId))?.status).toBe(201);
    expect(outcome((await NAMING.createSubmission?.(root, ABSENT)) as Answer)).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a business may name a person', () => {
  const links: Record<string, () => Promise<unknown>> = {
    'who submitted proof to it': async () => submitted(here, (await launched(here)).id),
    'who joined a program of it': async () =>
      enroll(here, (await program(here)).id, here.ada.userId, { as: here.ada.token }),
  };
  for (const [who, link] of Object.entries(links)) {
    test(who, async () => {
      await link();
      for (const operation of ['createSubmission', 'enrollMember'] as const) {
        expect((await NAMING[operation]?.(here.shop.token, here.ada.userId))?.status).toBe(201);
      }
      const { id } = await program(here);
      expect((await enroll(here, id, here.ada.userId)).status).toBe(201);
      const { status } = await here.call(
        'POST',
        `/programs/${id}/cashback`,
        { memberId: here.ada.userId, amount: 5 },
        { as: here.shop.token },
      );
      expect(status).toBe(201);
    });

    test(`${who}, and nobody else may because of that`, async () => {
      await link();
      const campaign = {
        name: 'x',
        platform: 'instagram',
        actionType: 'story',
        reward: { type: 'fixed', value: 5 },
        launch: true,
      };
      const { data } = await here.call('POST', '/campaigns', campaign, { as: here.rival.token });
      const proof = { campaignId: data.id, proofUrl: 'https://instagram.com/p/1', userId: here.ada.userId };
      expect(outcome(await here.call('POST', '/submissions', proof, { as: here.rival.token }))).toEqual([
        404,
        'NOT_FOUND',
      ]);
      expect(outcome((await NAMING.createSubmission?.(here.shop.token, here.bob.userId)) as Answer)).toEqual([
        404,
        'NOT_FOUND',
      ]);
    });
  }

  test('who works for it, once the invitation is accepted', async () => {
    const invite = { email: 'eve@shop.example', name: 'Eve' };
    const { data: eve } = await here.call('POST', '/business/users', invite, { as: here.shop.token });
    expect(outcome((await NAMING.createSubmission?.(here.shop.token, eve.id)) as Answer)).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const token = new URL(eve.inviteLink).searchParams.get('token');
    await here.call('POST', '/auth', { action: 'resetPassword', token, password: PASSWORD });
    expect((await NAMING.createSubmission?.(here.shop.token, eve.id))?.status).toBe(201);
  });

  test('whom its staff is, itself, and its own business', async () => {
    expect((await NAMING.createSubmission?.(here.shop.token, here.shop.userId))?.status).toBe(201);
    expect((await NAMING.createSubmission?.(here.shop.token, here.shop.businessId))?.status).toBe(201);
  });

  test('only by links that the person made: records which the business wrote itself make none', async () => {
    const { id } = await program(here);
    await submitted(here, (await launched(here)).id);
    await enroll(here, id, here.ada.userId);
    const db = here.app.services.database;
    // As if all that there is of ada had been written by the business, before this was checked.
    await db.transaction(async tx => {
      tx.run('update submissions set submitted_by_person = 0');
    });
    expect(outcome((await NAMING.createSubmission?.(here.shop.token, here.ada.userId)) as Answer)).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(outcome((await NAMING.enrollMember?.(here.shop.token, here.ada.userId)) as Answer)).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const proof = { memberId: here.ada.userId, proofUrl: 'https://instagram.com/p/1' };
    expect(
      outcome(await here.call('POST', `/programs/${id}/submit`, proof, { as: here.shop.token })),
    ).toEqual([404, 'NOT_FOUND']);
  });
});
