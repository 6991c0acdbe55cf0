import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { issueResetLinkAsAdmin } from '../../src/auth/service/links.ts';
import { CLI } from '../../src/context.ts';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, postAuth, readMailedToken, whoAmI } from './fixture.ts';

const ADA = 'ada@people.example';
const NEXT = 'another good password';
let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'https://perks.example' });
  await createCustomer(ctx);
});
afterAll(() => ctx.close());

/** An hour apart, so that the limit of mails per address is not what a test is about. */
afterEach(() => ctx.clock.advance(3_600_000));

const forgot = async (email: string) => {
  const response = await postAuth(ctx, 'forgotPassword', { email });
  await ctx.app.services.backgroundTasks.settled();
  return response;
};
const reset = (token: string, password = PASSWORD) => postAuth(ctx, 'resetPassword', { token, password });

describe('forgotPassword', () => {
  test('returns the same response for known and unknown addresses', async () => {
    const [known, unknown] = [await forgot(ADA), await forgot('unknown@people.example')];
    expect([known.status, known.data]).toEqual([200, { accepted: true }]);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });

  test('emails a link to a known address only', async () => {
    const before = ctx.mail.length;
    await forgot('unknown@people.example');
    expect(ctx.mail).toHaveLength(before);
    await forgot('ADA@people.example');
    expect(ctx.mail).toHaveLength(before + 1);
    expect(ctx.mail.at(-1)?.to).toBe(ADA);
    expect(ctx.mail.at(-1)?.text).toMatch(/https:\/\/perks\.example\/reset\?token=[\w-]{43}\n/);
  });
});

describe('resetPassword', () => {
  test('sets the password, ends all sessions and works once', async () => {
    const session = (await login(ctx, ADA)).data;
    await forgot(ADA);
    const token = readMailedToken(ctx);
    const response = await reset(token, NEXT);
    expect([response.status, response.data]).toEqual([200, { reset: true }]);
    expectFailure(await whoAmI(ctx, session.accessToken), 401, 'UNAUTHENTICATED');
    expectFailure(
      await postAuth(ctx, 'refresh', { refreshToken: session.refreshToken }),
      401,
      'TOKEN_REUSED',
    );
    expectFailure(await login(ctx, ADA), 401, 'INVALID_CREDENTIALS');
    expect((await login(ctx, ADA, NEXT)).status).toBe(200);
    expectFailure(await reset(token), 401, 'UNAUTHENTICATED');
    await forgot(ADA);
    await reset(readMailedToken(ctx));
  });

  test('earlier links stay valid until one is used', async () => {
    const tokens: string[] = [];
    for (let i = 0; i < 3; i++) {
      await forgot(ADA);
      tokens.push(readMailedToken(ctx));
    }
    const [first = '', second = '', third = ''] = tokens;
    expect((await reset(second)).status).toBe(200);
    for (const token of [first, third]) expectFailure(await reset(token), 401, 'UNAUTHENTICATED');
  });

  test('an account has up to five active links, and the one that expires first is replaced', async () => {
    const links: string[] = [];
    for (let i = 0; i < 6; i++) {
      links.push(await issueResetLinkAsAdmin(ctx.app.as(CLI), ADA));
      ctx.clock.advance(1_000);
    }
    const tokenOf = (link = '') => new URL(link).searchParams.get('token') ?? '';
    expectFailure(await reset(tokenOf(links[0])), 401, 'UNAUTHENTICATED');
    expect((await reset(tokenOf(links[1]))).status).toBe(200);
  });

  test('only one of two concurrent resets with the same link succeeds', async () => {
    await forgot(ADA);
    const token = readMailedToken(ctx);
    const responses = await Promise.all([reset(token), reset(token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('a reset link expires after an hour', async () => {
    await forgot(ADA);
    const first = readMailedToken(ctx);
    ctx.clock.advance(3_600_000 - 1);
    expect((await reset(first)).status).toBe(200);
    await forgot(ADA);
    ctx.clock.advance(3_600_000);
    expectFailure(await reset(readMailedToken(ctx)), 401, 'UNAUTHENTICATED');
  });

  test('an unknown token is UNAUTHENTICATED, but a short password is reported first', async () => {
    expectFailure(await reset('unknown'), 401, 'UNAUTHENTICATED');
    expect(expectInvalidFields(await reset('unknown', 'short'))).toEqual(['password']);
  });
});

describe('changePassword', () => {
  const change = (
    as: string | { apiKey: string } | undefined,
    currentPassword: string,
    newPassword: string,
  ) => postAuth(ctx, 'changePassword', { currentPassword, newPassword }, { as });

  test('ends all other sessions and keeps the current one', async () => {
    const [own, other] = [(await login(ctx, ADA)).data, (await login(ctx, ADA)).data];
    const response = await change(own.accessToken, PASSWORD, NEXT);
    expect([response.status, response.data]).toEqual([200, { changed: true }]);
    expect((await whoAmI(ctx, own.accessToken)).status).toBe(200);
    expect((await postAuth(ctx, 'refresh', { refreshToken: own.refreshToken })).status).toBe(200);
    expectFailure(await whoAmI(ctx, other.accessToken), 401, 'UNAUTHENTICATED');
    expectFailure(await postAuth(ctx, 'refresh', { refreshToken: other.refreshToken }), 401, 'TOKEN_REUSED');
    expect((await login(ctx, ADA, NEXT)).status).toBe(200);
    await change(own.accessToken, NEXT, PASSWORD);
  });

  test('a wrong current password is INVALID_CREDENTIALS and changes nothing', async () => {
    const { data } = await login(ctx, ADA);
    expectFailure(await change(data.accessToken, 'wrong password', NEXT), 401, 'INVALID_CREDENTIALS');
    expect((await login(ctx, ADA)).status).toBe(200);
  });

  test('invalidates unused reset links if the address is confirmed', async () => {
    const { data } = await login(ctx, ADA);
    expect(data.user.emailConfirmed).toBe(true);
    await forgot(ADA);
    const token = readMailedToken(ctx);
    await change(data.accessToken, PASSWORD, PASSWORD);
    expectFailure(await reset(token, NEXT), 401, 'UNAUTHENTICATED');
  });

  test('changePassword without a credential returns 401 UNAUTHENTICATED', async () => {
    expectFailure(await change(undefined, PASSWORD, NEXT), 401, 'UNAUTHENTICATED');
  });

  test('an invalid credential returns the specific error', async () => {
    const brief = await createTestApp({ ACCESS_TOKEN_TTL: '5' });
    const { token } = await createCustomer(brief);
    const fields = { currentPassword: PASSWORD, newPassword: NEXT };
    const ask = (options: object) => postAuth(brief, 'changePassword', fields, options);
    expectFailure(await ask({ as: 'nonsense' }), 401, 'UNAUTHENTICATED');
    expectFailure(await ask({ as: { apiKey: 'pmk_nonsense' } }), 401, 'INVALID_API_KEY');
    const two = { as: token, headers: { 'x-api-key': 'pmk_nonsense' } };
    expectFailure(await ask(two), 400, 'AMBIGUOUS_CREDENTIALS');
    brief.clock.advance(5_000);
    expectFailure(await ask({ as: token }), 401, 'TOKEN_EXPIRED');
    await brief.close();
  });

  test('changePassword with an API key returns 403 FORBIDDEN, because only users have a password', async () => {
    const owner = await createBusiness(ctx);
    const { data } = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: owner.token });
    expectFailure(await change({ apiKey: data.key }, PASSWORD, NEXT), 403, 'FORBIDDEN');
  });

  test('validates the new password', async () => {
    const { data } = await login(ctx, ADA);
    expect(expectInvalidFields(await change(data.accessToken, PASSWORD, 'short'))).toEqual(['newPassword']);
    expect(expectInvalidFields(await change(data.accessToken, '', NEXT))).toEqual(['currentPassword']);
  });
});
