import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { openBrowser } from '../places/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';
import { Authenticator } from './authenticator.ts';
import {
  challengeOf,
  confirmIdentity,
  createKey,
  login,
  mailCode,
  PROOF_LIFETIME_MS,
  postAuth,
  removePasswords,
  whoAmI,
} from './fixture.ts';
import { codeAt, enableTotp } from './totp-app.ts';

const OWNER = 'owner@blue-cup.example';
const ADA = 'ada@people.example';
let ctx: TestApp;
let owner: BusinessFixture;
beforeEach(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'http://localhost:3000', ACCESS_TOKEN_TTL: '3600' });
  owner = await createBusiness(ctx);
});
afterEach(() => ctx.close());

const confirm = (challenge: string, proof: object, options: CallOptions = { as: owner.token }) =>
  confirmIdentity(ctx, challenge, proof, options);
const changeEmail = (as: string) => ctx.call('PUT', '/account', { email: 'ada@new.example' }, { as });

describe('confirmIdentity', () => {
  test('works without the token of the session, but not in another session', async () => {
    const challenge = await challengeOf(ctx, owner.token);
    const { token } = await createCustomer(ctx);
    const second = (await login(ctx, OWNER)).data.accessToken;
    for (const as of [token, second])
      expectFailure(await confirm(challenge, { password: PASSWORD }, { as }), 401, 'UNAUTHENTICATED');
    expect((await confirm(challenge, { password: PASSWORD }, {})).data).toEqual({ confirmed: true });
    expect((await createKey(ctx, owner.token)).status).toBe(201);
  });

  test('takes exactly one proof', async () => {
    const challenge = await challengeOf(ctx, owner.token);
    expect(expectInvalidFields(await confirm(challenge, {}))).toEqual(['password']);
    const two = await confirm(challenge, { password: PASSWORD, code: '123456' });
    expect(expectInvalidFields(two)).toEqual(['code']);
    expect((await confirm(challenge, { password: PASSWORD })).status).toBe(200);
  });

  test('rejects a wrong password, a fifth time for good, and a used, late or made-up challenge', async () => {
    const challenge = await challengeOf(ctx, owner.token);
    for (let i = 0; i < 5; i++)
      expectFailure(await confirm(challenge, { password: 'a guess' }), 401, 'INVALID_CREDENTIALS');
    expectFailure(await confirm(challenge, { password: PASSWORD }), 401, 'UNAUTHENTICATED');
    const used = await challengeOf(ctx, owner.token);
    expect((await confirm(used, { password: PASSWORD })).status).toBe(200);
    expectFailure(await confirm(used, { password: PASSWORD }), 401, 'UNAUTHENTICATED');
    const late = await challengeOf(ctx, owner.token);
    ctx.clock.advance(PROOF_LIFETIME_MS);
    expectFailure(await confirm(late, { password: PASSWORD }), 401, 'UNAUTHENTICATED');
    expectFailure(await confirm('made up', { password: PASSWORD }), 401, 'UNAUTHENTICATED');
  });

  test('counts wrong passwords as logins of the account', async () => {
    ctx.clock.advance(PROOF_LIFETIME_MS);
    const statuses = [];
    for (let i = 0; i < 12; i++) {
      const { challenge } = (await createKey(ctx, owner.token)).body.error;
      statuses.push((await confirm(challenge.token, { password: 'a guess' })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await login(ctx, OWNER)).status).toBe(429);
  });

  test('rejects the proof of a session that has ended', async () => {
    const challenge = await challengeOf(ctx, owner.token);
    await ctx.call('DELETE', '/account/sessions', undefined, {
      as: (await login(ctx, OWNER)).data.accessToken,
    });
    expectFailure(await confirm(challenge, { password: PASSWORD }, {}), 401, 'UNAUTHENTICATED');
  });

  test('takes a code of the authenticator app, or a recovery code, and no mailed code then', async () => {
    const { secret, recoveryCodes } = await enableTotp(ctx, owner.token);
    ctx.clock.advance(PROOF_LIFETIME_MS);
    const refused = await createKey(ctx, owner.token);
    expect(refused.body.error.challenge.methods).toEqual(['password', 'app']);
    const { token } = refused.body.error.challenge;
    const code = codeAt(secret, ctx.clock.now());
    expectFailure(await confirm(token, { code: `${code.slice(1)}0` }), 401, 'INVALID_CREDENTIALS');
    expect((await confirm(token, { code })).status).toBe(200);
    const next = await challengeOf(ctx, owner.token);
    expect((await confirm(next, { code: recoveryCodes[0] })).status).toBe(200);
  });

  test('takes a code by email without an app, which proves the address too', async () => {
    const as = (await createCustomer(ctx)).token;
    await removePasswords(ctx);
    ctx.clock.advance(PROOF_LIFETIME_MS);
    const refused = await changeEmail(as);
    expect(refused.body.error.challenge.methods).toEqual(['email']);
    const code = await mailCode(ctx, ADA);
    const { token } = refused.body.error.challenge;
    expectFailure(await confirm(token, { code: '000000' }, { as }), 401, 'INVALID_CREDENTIALS');
    expect((await confirm(token, { code }, { as })).status).toBe(200);
    expect((await whoAmI(ctx, as)).data.user.emailConfirmed).toBe(true);
    expect((await changeEmail(as)).status).toBe(200);
  });

  test('takes a passkey of the account, whose challenge it is', async () => {
    const browser = openBrowser(ctx);
    await browser.send('POST', '/session', { action: 'login', email: OWNER, password: PASSWORD });
    const device = await Authenticator.create();
    const begun = await browser.send('POST', '/session/passkeys/challenge');
    await browser.send('POST', '/session/passkeys', await device.register(begun.data));
    ctx.clock.advance(PROOF_LIFETIME_MS);
    const { challenge } = (await createKey(ctx, owner.token)).body.error;
    expect(challenge.methods).toEqual(['password', 'passkey']);
    const answer = async (of: string) => {
      const { action: _, ...passkey } = await device.logIn({ challenge: of, rpId: 'localhost' });
      return passkey;
    };
    const other = (await browser.send('POST', '/session/passkey/challenge')).data.challenge;
    const foreign = await confirm(challenge.token, { passkey: await answer(other) });
    expectFailure(foreign, 401, 'INVALID_CREDENTIALS');
    const passkey = await answer(challenge.token);
    const asLogin = await openBrowser(ctx).send('POST', '/session', { action: 'passkeyLogin', ...passkey });
    expect([asLogin.status, asLogin.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    const again = (await createKey(ctx, owner.token)).body.error.challenge.token;
    expect((await confirm(again, { passkey: await answer(again) })).status).toBe(200);
    expect((await createKey(ctx, owner.token)).status).toBe(201);
  });

  test('does not take the challenge of a login, or the other way around', async () => {
    const { recoveryCodes } = await enableTotp(ctx, owner.token);
    const challenge = (await login(ctx, OWNER)).body.error.challenge.token;
    expectFailure(await confirm(challenge, { password: PASSWORD }), 401, 'UNAUTHENTICATED');
    const own = { challenge: await challengeOf(ctx, owner.token), code: recoveryCodes[0] };
    expectFailure(await postAuth(ctx, 'secondFactor', own), 401, 'UNAUTHENTICATED');
  });
});
