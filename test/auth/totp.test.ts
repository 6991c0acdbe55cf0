import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { findStep } from '../../src/auth/totp-codes.ts';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { openBrowser } from '../places/fixture.ts';
import {
  type BusinessFixture,
  createBusiness,
  createCustomer,
  createStaff,
  PASSWORD,
} from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, postAuth, whoAmI } from './fixture.ts';
import { codeAt, enableTotp } from './totp-app.ts';

const EMAIL = 'owner@blue-cup.example';
const STEP_MS = 30_000;
let ctx: TestApp;
let owner: BusinessFixture;
let peers: number;
beforeEach(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  peers = 0;
});
afterEach(() => ctx.close());

const peer = () => ({ peer: `10.1.0.${peers++ % 250}` });
const change = (action: string, fields: object = {}) =>
  ctx.call('POST', '/account/totp', { action, ...fields }, { as: owner.token });
const getState = async () => (await ctx.call('GET', '/account/totp', undefined, { as: owner.token })).data;
/** Waits for the next code, because each is accepted once. */
const nextCode = (secret: string) => {
  ctx.clock.advance(STEP_MS);
  return codeAt(secret, ctx.clock.now());
};
/** Gives the first factor. @returns the challenge */
const challenge = async (): Promise<string> => {
  const response = await login(ctx, EMAIL, PASSWORD, peer());
  expectFailure(response, 401, 'SECOND_FACTOR_REQUIRED');
  expect(response.body.error.challenge).toEqual({ token: expect.any(String), expiresIn: 300 });
  return response.body.error.challenge.token;
};
const complete = (token: string, code: string) =>
  postAuth(ctx, 'secondFactor', { challenge: token, code }, peer());
const wrong = (code: string) => code.replace(/.$/, digit => String((Number(digit) + 1) % 10));

describe('the codes', () => {
  // RFC 6238, appendix B: the last 6 of 8 digits, of the secret 12345678901234567890.
  const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d seconds are those of RFC 6238', (seconds, code) => {
    expect(findStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(codeAt(SECRET, seconds * 1000)).toBe(code);
    expect(findStep(SECRET, wrong(code), seconds * 1000)).toBeUndefined();
  });

  test('are accepted one step before and after', () => {
    const at = (steps: number) =>
      findStep(SECRET, codeAt(SECRET, 3_000_000_000), 3_000_000_000 + steps * STEP_MS);
    expect([-2, -1, 0, 1, 2].map(steps => at(steps) === 100_000)).toEqual([false, true, true, true, false]);
  });
});

describe('setting up an authenticator app', () => {
  test('returns a secret and URI, and turns on with the first code', async () => {
    const off = { enabled: false, enabledAt: null, recoveryCodesLeft: 0, canEnable: true };
    expect(await getState()).toEqual(off);
    const { data, status } = await change('start', { currentPassword: PASSWORD });
    expect(status).toBe(200);
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(data.uri);
    expect([uri.protocol, uri.searchParams.get('secret')]).toEqual(['otpauth:', data.secret]);
    expect(decodeURIComponent(uri.pathname)).toEndWith(`Perkmint:${EMAIL}`);
    expect(await getState()).toEqual(off);
    expect((await login(ctx, EMAIL, PASSWORD, peer())).status).toBe(200);

    const code = codeAt(data.secret, ctx.clock.now());
    expectFailure(await change('confirm', { code: wrong(code) }), 401, 'INVALID_CREDENTIALS');
    expect(await getState()).toEqual(off);
    const confirmed = await change('confirm', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(confirmed.data.codes).toHaveLength(10);
    expect(new Set(confirmed.data.codes).size).toBe(10);
    for (const each of confirmed.data.codes) expect(each).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await getState()).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    expectFailure(await change('start', { currentPassword: PASSWORD }), 409, 'CONFLICT');
    expectFailure(await change('confirm', { code }), 409, 'CONFLICT');
  });

  test('requires the password', async () => {
    expect(expectInvalidFields(await change('start', {}))).toEqual(['currentPassword']);
    expectFailure(await change('start', { currentPassword: 'a guess' }), 401, 'INVALID_CREDENTIALS');
    expectFailure(await change('confirm', { code: '123456' }), 409, 'CONFLICT');
  });

  test('is for owners and admins', async () => {
    const body = { action: 'start', currentPassword: PASSWORD };
    const { token } = await createCustomer(ctx);
    for (const as of [token, await createStaff(ctx, owner, 'manager')])
      expectFailure(await ctx.call('POST', '/account/totp', body, { as }), 403, 'FORBIDDEN');
    const admin = await createAdmin(ctx);
    expect((await enableTotp(ctx, admin)).recoveryCodes).toHaveLength(10);
  });

  test('stores neither the secret nor the recovery codes readably, and logs other devices out', async () => {
    const other = (await login(ctx, EMAIL, PASSWORD, peer())).data.accessToken;
    const { secret, recoveryCodes } = await enableTotp(ctx, owner.token);
    const { reader } = ctx.app.services.database;
    const stored = JSON.stringify([
      await reader.all('select * from totp_secrets'),
      await reader.all('select * from recovery_codes'),
    ]);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
    expectFailure(await whoAmI(ctx, other), 401, 'UNAUTHENTICATED');
    expect((await whoAmI(ctx, owner.token)).status).toBe(200);
  });
});

describe('logging in', () => {
  test('takes a code, once', async () => {
    const { secret } = await enableTotp(ctx, owner.token);
    const [first, second] = [await challenge(), await challenge()];
    const code = nextCode(secret);
    const session = await complete(first, code);
    expect(session.data.user).toMatchObject({ email: EMAIL });
    expect((await whoAmI(ctx, session.data.accessToken)).status).toBe(200);
    expectFailure(await complete(second, code), 401, 'INVALID_CREDENTIALS');
    expectFailure(await complete(first, nextCode(secret)), 401, 'UNAUTHENTICATED');
    expect((await complete(second, codeAt(secret, ctx.clock.now()))).status).toBe(200);
  });

  test('takes the codes of a corrected clock, each once', async () => {
    ctx.clock.advance(10 * 60_000);
    const { secret } = await enableTotp(ctx, owner.token);
    ctx.clock.advance(-10 * 60_000);
    const [first, second] = [await challenge(), await challenge()];
    const code = codeAt(secret, ctx.clock.now());
    expect((await complete(first, code)).status).toBe(200);
    expectFailure(await complete(second, code), 401, 'INVALID_CREDENTIALS');
  });

  test('opens one session when a code is used at the same time', async () => {
    const { secret } = await enableTotp(ctx, owner.token);
    const tokens = [];
    for (let i = 0; i < 4; i++) tokens.push(await challenge());
    const code = nextCode(secret);
    const answers = await Promise.all(tokens.map(token => complete(token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  test('takes each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await enableTotp(ctx, owner.token);
    const [code = ''] = recoveryCodes;
    expect((await complete(await challenge(), ` ${code.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
    expect((await getState()).recoveryCodesLeft).toBe(9);
    expectFailure(await complete(await challenge(), code), 401, 'INVALID_CREDENTIALS');
    const other = await createBusiness(ctx, 'Red Bowl');
    await enableTotp(ctx, other.token);
    const foreign = await login(ctx, 'owner@red-bowl.example', PASSWORD, peer());
    const attempt = await complete(foreign.body.error.challenge.token, recoveryCodes[1] ?? '');
    expectFailure(attempt, 401, 'INVALID_CREDENTIALS');
  });

  test('allows 5 attempts with a challenge, and 5 minutes', async () => {
    const { secret } = await enableTotp(ctx, owner.token);
    const late = await challenge();
    const tried = await challenge();
    for (let i = 0; i < 5; i++)
      expectFailure(await complete(tried, wrong(nextCode(secret))), 401, 'INVALID_CREDENTIALS');
    expectFailure(await complete(tried, nextCode(secret)), 401, 'UNAUTHENTICATED');
    ctx.clock.advance(300_000);
    expectFailure(await complete(late, nextCode(secret)), 401, 'UNAUTHENTICATED');
    expectFailure(await complete('made up', '123456'), 401, 'UNAUTHENTICATED');
  });

  test('slows down guesses with many challenges', async () => {
    const { secret } = await enableTotp(ctx, owner.token);
    const guess = async () =>
      (await complete(await challenge(), wrong(codeAt(secret, ctx.clock.now())))).status;
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push(await guess());
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    ctx.clock.advance(1_000_000);
    expect((await complete(await challenge(), nextCode(secret))).status).toBe(200);
  });

  test('by an emailed code takes the second factor as well', async () => {
    await postAuth(ctx, 'forgotPassword', { email: EMAIL }, peer());
    await ctx.app.services.backgroundTasks.settled();
    const token = /token=([\w-]+)/.exec(ctx.mail.at(-1)?.text ?? '')?.[1];
    await postAuth(ctx, 'resetPassword', { token, password: PASSWORD }, peer());
    owner.token = (await login(ctx, EMAIL, PASSWORD, peer())).data.accessToken;
    const { secret } = await enableTotp(ctx, owner.token);
    await postAuth(ctx, 'requestCode', { email: EMAIL }, peer());
    await ctx.app.services.backgroundTasks.settled();
    const code = /code is (\d{6})/.exec(ctx.mail.at(-1)?.text ?? '')?.[1];
    const answer = await postAuth(ctx, 'codeLogin', { email: EMAIL, code }, peer());
    expectFailure(answer, 401, 'SECOND_FACTOR_REQUIRED');
    expect((await complete(answer.body.error.challenge.token, nextCode(secret))).status).toBe(200);
  });

  test('on the pages sets the cookie only with the second factor', async () => {
    const { secret } = await enableTotp(ctx, owner.token);
    const browser = openBrowser(ctx);
    const first = await browser.send('POST', '/session', {
      action: 'login',
      email: EMAIL,
      password: PASSWORD,
    });
    expect([first.status, first.error.code, browser.cookies.size]).toEqual([
      401,
      'SECOND_FACTOR_REQUIRED',
      0,
    ]);
    const body = { action: 'secondFactor', challenge: first.error.challenge.token, code: nextCode(secret) };
    expect((await browser.send('POST', '/session', body)).data.user.email).toBe(EMAIL);
    expect((await browser.send('GET', '/session')).data.user.email).toBe(EMAIL);
  });

  test('does not reveal with a wrong password that there is a second factor', async () => {
    await enableTotp(ctx, owner.token);
    expectFailure(await login(ctx, EMAIL, 'a guess', peer()), 401, 'INVALID_CREDENTIALS');
  });
});

describe('recovery codes', () => {
  test('are replaced with a code or the password', async () => {
    const { secret, recoveryCodes } = await enableTotp(ctx, owner.token);
    expect(expectInvalidFields(await change('renewCodes', {}))).toEqual(['code']);
    const renewed = await change('renewCodes', { code: nextCode(secret) });
    expect(renewed.data.codes).toHaveLength(10);
    expectFailure(await complete(await challenge(), recoveryCodes[0] ?? ''), 401, 'INVALID_CREDENTIALS');
    const again = await change('renewCodes', { currentPassword: PASSWORD });
    expect((await complete(await challenge(), again.data.codes[9])).status).toBe(200);
  });
});

describe('turning off', () => {
  test.each(['password', 'code', 'recovery code'])('takes the %s', async proof => {
    const { secret, recoveryCodes } = await enableTotp(ctx, owner.token);
    const open = await challenge();
    const wrongCode = await change('disable', { code: wrong(nextCode(secret)) });
    expectFailure(wrongCode, 401, 'INVALID_CREDENTIALS');
    const wrongPassword = await change('disable', { currentPassword: 'a guess' });
    expectFailure(wrongPassword, 401, 'INVALID_CREDENTIALS');
    const bodies: Record<string, object> = {
      password: { currentPassword: PASSWORD },
      code: { code: codeAt(secret, ctx.clock.now()) },
      'recovery code': { code: recoveryCodes[3] },
    };
    const off = await change('disable', bodies[proof]);
    expect(off.data).toEqual({ enabled: false, enabledAt: null, recoveryCodesLeft: 0, canEnable: true });
    expect((await login(ctx, EMAIL, PASSWORD, peer())).status).toBe(200);
    expectFailure(await complete(open, recoveryCodes[4] ?? ''), 401, 'UNAUTHENTICATED');
    expectFailure(await change('disable', bodies.password), 409, 'CONFLICT');
  });
});
