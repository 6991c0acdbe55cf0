import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createLaunchedCampaign, DAY, submitProof } from '../campaigns/fixture.ts';
import { createAdmin } from '../support/fixtures.ts';
import { recordingOutbound } from '../support/outbound.ts';
import type { TestResponse } from '../support/test-app.ts';
import { beginConsent, finishConsent, getConnection, postConnect, type Scene, setup } from './fixture.ts';

let ctx: Scene;
const page = '';
const outbound = recordingOutbound(() => ({ body: page }));
beforeEach(async () => {
  ctx = await setup({ OAUTH_MOCK: 'on' }, { outbound });
});
afterEach(() => ctx.close());

const outcome = ({ status, error }: TestResponse) => [status, error?.code];
const TAKEN = [409, 'CONFLICT'];
const disconnect = (as: string) => ctx.call('DELETE', '/oauth/mock', undefined, { as });

/** Connects an account of the platform mock by consent. */
async function byConsent(handle: string, as: string) {
  const { authorizationUrl } = await beginConsent(ctx, 'mock', as, { handle });
  return finishConsent(ctx, 'mock', Object.fromEntries(new URL(authorizationUrl).searchParams), as);
}

/** Connects an account of the platform mock by a code in its profile. */
async function byCode(handle: string, as: string) {
  await postConnect(ctx, { platform: 'mock', method: 'bioCode', handle }, as);
  return ctx.call('POST', '/oauth/mock/verify', undefined, { as });
}

describe('account ownership', () => {
  const ways = { 'by consent': byConsent, 'by a code': byCode };
  for (const [first, one] of Object.entries(ways)) {
    for (const [second, two] of Object.entries(ways)) {
      test(`an account connected ${first} cannot be connected ${second} by another person`, async () => {
        expect((await one('star', ctx.ada.token)).status).toBe(200);
        const refused = await two('STAR', ctx.bob.token);
        expect(outcome(refused)).toEqual(TAKEN);
        expect(refused.error.message).toContain('connected to another user');
        const left = (await getConnection(ctx, 'mock', ctx.bob.token)).data;
        expect([left.status, left.reason]).toEqual(['failed', 'accountInUse']);
        expect((await getConnection(ctx, 'mock', ctx.ada.token)).data.status).toBe('connected');
        expect((await two('another', ctx.bob.token)).status).toBe(200);
      });
    }
  }

  test('an admin cannot confirm an account connected to another person', async () => {
    await byConsent('star', ctx.ada.token);
    const { data } = await postConnect(
      ctx,
      { platform: 'mock', method: 'manual', handle: '@Star' },
      ctx.bob.token,
    );
    const confirmed = await ctx.call(
      'POST',
      `/connections/${data.id}/confirm`,
      {},
      { as: await createAdmin(ctx) },
    );
    expect(outcome(confirmed)).toEqual(TAKEN);
  });

  test('exactly one of two concurrent attempts gets the account', async () => {
    const people = [ctx.ada.token, ctx.bob.token];
    const urls = [];
    for (const as of people)
      urls.push(new URL((await beginConsent(ctx, 'mock', as, { handle: 'star' })).authorizationUrl));
    const responses = await Promise.all(
      urls.map(({ searchParams }, n) =>
        finishConsent(ctx, 'mock', Object.fromEntries(searchParams), people[n] as string),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('the same person can reconnect the account', async () => {
    for (let n = 0; n < 2; n += 1) expect((await byConsent('star', ctx.ada.token)).status).toBe(200);
  });

  test('businesses can share an account with each other and with a person', async () => {
    for (const as of [ctx.business.token, ctx.otherBusiness.token, ctx.ada.token])
      expect((await byConsent('star', as)).status).toBe(200);
  });

  test('a disconnected account can be connected by another person', async () => {
    await byConsent('star', ctx.ada.token);
    await disconnect(ctx.ada.token);
    expect((await byConsent('star', ctx.bob.token)).status).toBe(200);
    expect(outcome(await byConsent('star', ctx.ada.token))).toEqual(TAKEN);
  });

  test('accounts are compared by platform id, because another account can take over a handle', async () => {
    await byConsent('star', ctx.ada.token);
    await ctx.app.services.database.transaction(async tx => {
      await tx.run("update connections set account_id = 'mock:4711'");
    });
    expect((await byConsent('star', ctx.bob.token)).status).toBe(200);
  });
});

describe('proof from a previously shared account', () => {
  const flagsOf = async (as: string) =>
    (await submitProof(ctx, (await createLaunchedCampaign(ctx, { platform: 'mock' })).id, { as })).data.risk;

  for (const [how, connectBy] of Object.entries({ consent: byConsent, code: byCode })) {
    test(`proof from an account connected by ${how} is flagged for 30 days`, async () => {
      await byConsent('star', ctx.ada.token);
      expect((await flagsOf(ctx.ada.token)).flags).toEqual([]);
      await disconnect(ctx.ada.token);
      await connectBy('star', ctx.bob.token);
      ctx.clock.advance(30 * DAY);
      expect(await flagsOf(ctx.bob.token)).toEqual({ score: 40, flags: ['sharedAccount'] });
      ctx.clock.advance(1);
      expect((await flagsOf(ctx.bob.token)).flags).toEqual([]);
    });
  }

  test('proof is flagged even if the first person has since connected another account', async () => {
    await byConsent('star', ctx.ada.token);
    await byConsent('other', ctx.ada.token);
    await byConsent('star', ctx.bob.token);
    expect((await flagsOf(ctx.bob.token)).flags).toEqual(['sharedAccount']);
    expect((await flagsOf(ctx.ada.token)).flags).toEqual([]);
  });

  test('proof is not flagged after a failed attempt or if a business has the account too', async () => {
    await beginConsent(ctx, 'mock', ctx.ada.token, { handle: 'star' });
    await postConnect(ctx, { platform: 'mock', method: 'bioCode', handle: 'star' }, ctx.ada.token);
    await byConsent('star', ctx.business.token);
    await byConsent('star', ctx.bob.token);
    expect((await flagsOf(ctx.bob.token)).flags).toEqual([]);
  });
});
