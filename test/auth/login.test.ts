import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { getDelayAfter, LoginThrottle } from '../../src/platform/security/login-throttle.ts';
import { MemoryState } from '../../src/platform/security/shared-state.ts';
import { expectFailure } from '../http/fixture.ts';
import { createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, postAuth, readMailedToken, whoAmI } from './fixture.ts';

const ADA = 'ada@people.example';
const WRONG = 'wrong password';
const STRANGER = { peer: '203.0.113.7' };

describe('login', () => {
  let ctx: TestApp;
  beforeAll(async () => {
    ctx = await createTestApp();
    await createCustomer(ctx);
  });
  afterAll(() => ctx.close());

  test('returns 200 with a session', async () => {
    const { status, data } = await login(ctx, ADA);
    expect(status).toBe(200);
    expect(Object.keys(data).sort()).toEqual([
      'accessToken',
      'expiresIn',
      'refreshToken',
      'tokenType',
      'user',
    ]);
    expect((await whoAmI(ctx, data.accessToken)).status).toBe(200);
  });

  test('ignores case and surrounding spaces of the address', async () => {
    expect((await login(ctx, 'ADA@People.example')).status).toBe(200);
    const raw = JSON.stringify({ action: 'login', email: '  ADA@People.example ', password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    expect((await ctx.call('POST', '/auth', undefined, { headers, raw })).status).toBe(200);
  });

  test('returns the same response for an unknown address and a wrong password', async () => {
    const [wrong, unknown] = [
      await login(ctx, ADA, WRONG),
      await login(ctx, 'unknown@people.example', WRONG),
    ];
    expectFailure(wrong, 401, 'INVALID_CREDENTIALS');
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.status).toBe(wrong.status);
  });

  test('opens a new session each time', async () => {
    const [first, second] = [await login(ctx, ADA), await login(ctx, ADA)];
    await postAuth(ctx, 'logout', { refreshToken: first.data.refreshToken });
    expect((await whoAmI(ctx, first.data.accessToken)).status).toBe(401);
    expect((await whoAmI(ctx, second.data.accessToken)).status).toBe(200);
  });
});

describe('login throttle', () => {
  const failing = async (ctx: TestApp, times: number, email = ADA) => {
    for (let i = 0; i < times; i++) expectFailure(await login(ctx, email, WRONG), 401, 'INVALID_CREDENTIALS');
  };
  const slowed = async (ctx: TestApp, seconds: number, email = ADA) => {
    const response = await login(ctx, email);
    expectFailure(response, 429, 'RATE_LIMITED');
    expect(response.headers.get('retry-after')).toBe(String(seconds));
  };
  const fresh = async () => {
    const ctx = await createTestApp();
    await createCustomer(ctx);
    return ctx;
  };

  test('the first nine failures cause no delay', async () => {
    const ctx = await fresh();
    await failing(ctx, 9);
    expect((await login(ctx, ADA)).status).toBe(200);
    await ctx.close();
  });

  test('the tenth failure causes a delay of one second, doubling with each further one up to 15 minutes', async () => {
    const ctx = await fresh();
    await failing(ctx, 10);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]) {
      await slowed(ctx, seconds);
      ctx.clock.advance(seconds * 1000 - 1);
      await slowed(ctx, 1);
      ctx.clock.advance(1);
      await failing(ctx, 1);
    }
    await ctx.close();
  });

  test('rejected attempts during the delay are not counted', async () => {
    const ctx = await fresh();
    await failing(ctx, 10);
    for (let i = 0; i < 20; i++) await slowed(ctx, 1);
    ctx.clock.advance(1000);
    expect((await login(ctx, ADA)).status).toBe(200);
    await ctx.close();
  });

  test('the correct password after the delay works and resets the count', async () => {
    const ctx = await fresh();
    await failing(ctx, 10);
    ctx.clock.advance(1000);
    expect((await login(ctx, ADA)).status).toBe(200);
    await failing(ctx, 9);
    expect((await login(ctx, ADA)).status).toBe(200);
    await ctx.close();
  });

  test('failures older than 15 minutes are not counted', async () => {
    const ctx = await fresh();
    await failing(ctx, 9);
    ctx.clock.advance(15 * 60_000);
    await failing(ctx, 9);
    expect((await login(ctx, ADA)).status).toBe(200);
    await ctx.close();
  });

  test('failures count regardless of IP address and spelling of the email address', async () => {
    const ctx = await fresh();
    for (let i = 0; i < 10; i++) {
      await login(ctx, i % 2 ? ADA : ' ADA@people.EXAMPLE', WRONG, { peer: `10.0.0.${i}` });
    }
    await slowed(ctx, 1);
    await ctx.close();
  });

  test('an unknown address is throttled too, but other accounts are not', async () => {
    const ctx = await fresh();
    await failing(ctx, 10, 'unknown@people.example');
    await slowed(ctx, 1, 'unknown@people.example');
    expect((await login(ctx, ADA)).status).toBe(200);
    await ctx.close();
  });

  test('the throttle compares no more than ten of many concurrent guesses', async () => {
    const ctx = await fresh();
    const responses = await Promise.all(Array.from({ length: 40 }, () => login(ctx, ADA, WRONG)));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
    await ctx.close();
  });

  test('a password reset clears the delay for all clients', async () => {
    const ctx = await fresh();
    await failing(ctx, 10);
    await slowed(ctx, 1);
    await postAuth(ctx, 'forgotPassword', { email: ADA });
    await ctx.app.services.backgroundTasks.settled();
    await postAuth(ctx, 'resetPassword', { token: readMailedToken(ctx), password: PASSWORD });
    expect((await login(ctx, ADA)).status).toBe(200);
    await ctx.close();
  });

  test('a password change clears the delay for all clients', async () => {
    const ctx = await fresh();
    const { accessToken } = (await login(ctx, ADA)).data;
    const fields = { currentPassword: PASSWORD, newPassword: PASSWORD };
    for (let i = 0; i < 10; i++) await login(ctx, ADA, WRONG, STRANGER);
    await postAuth(ctx, 'changePassword', fields, { as: accessToken });
    expect((await login(ctx, ADA, PASSWORD, STRANGER)).status).toBe(200);
    await ctx.close();
  });

  test('failures of unknown clients do not block a known client', async () => {
    const ctx = await fresh();
    expect((await login(ctx, ADA)).status).toBe(200);
    for (let i = 0; i < 10; i++) await login(ctx, ADA, WRONG, STRANGER);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900]) {
      ctx.clock.advance(seconds * 1000);
      expectFailure(await login(ctx, ADA, WRONG, STRANGER), 401, 'INVALID_CREDENTIALS');
    }
    expect((await login(ctx, ADA)).status).toBe(200);
    expectFailure(await login(ctx, ADA, PASSWORD, STRANGER), 429, 'RATE_LIMITED');
    await ctx.close();
  });

  test('a known client is throttled by its own failures', async () => {
    const ctx = await fresh();
    expect((await login(ctx, ADA)).status).toBe(200);
    await failing(ctx, 10);
    await slowed(ctx, 1);
    expect((await login(ctx, ADA, PASSWORD, STRANGER)).status).toBe(200);
    await ctx.close();
  });

  test('a client is unknown again 30 days after its login', async () => {
    const ctx = await fresh();
    expect((await login(ctx, ADA)).status).toBe(200);
    ctx.clock.advance(30 * 24 * 3_600_000);
    for (let i = 0; i < 10; i++) await login(ctx, ADA, WRONG, STRANGER);
    await slowed(ctx, 1);
    await ctx.close();
  });

  test('the throttle stores only the last five clients of an account', async () => {
    const guard = new LoginThrottle(new MemoryState({ now: () => 0 }));
    for (let i = 0; i < 6; i++) await guard.recordSuccess(ADA, `10.0.0.${i}`);
    for (let i = 0; i < 10; i++) await guard.beginAttempt(ADA, '10.9.9.9');
    const waits = [];
    for (let i = 0; i < 6; i++) waits.push(await guard.beginAttempt(ADA, `10.0.0.${i}`));
    expect(waits).toEqual([1_000, 0, 0, 0, 0, 0]);
  });

  test('the delay is never permanent', () => {
    expect([0, 9].map(getDelayAfter)).toEqual([0, 0]);
    expect([10, 11, 19, 20, 1_000_000].map(getDelayAfter)).toEqual([1_000, 2_000, 512_000, 900_000, 900_000]);
  });
});

describe('the password in a session', () => {
  test('is guessed no faster than at login, whatever it is asked for', async () => {
    const ctx = await createTestApp();
    const { token } = await createBusiness(ctx);
    const email = 'owner@blue-cup.example';
    const guesses = [
      (n: number) =>
        ctx.call(
          'PUT',
          '/account',
          { email: 'x@evil.example', currentPassword: `guess ${n}` },
          { as: token },
        ),
      (n: number) =>
        ctx.call('POST', '/account/totp', { action: 'start', currentPassword: `guess ${n}` }, { as: token }),
      (n: number) =>
        postAuth(
          ctx,
          'changePassword',
          { currentPassword: `guess ${n}`, newPassword: 'another good one' },
          { as: token },
        ),
    ];
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 12; n += 1) codes.push((await guesses[n % 3]?.(n))?.error?.code);
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('INVALID_CREDENTIALS'));
    expect(codes.slice(10)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    expectFailure(await login(ctx, email), 429, 'RATE_LIMITED');
    ctx.clock.advance(60_000);
    const right = { action: 'start', currentPassword: PASSWORD };
    expect((await ctx.call('POST', '/account/totp', right, { as: token })).status).toBe(200);
    expect((await login(ctx, email)).status).toBe(200);
    await ctx.close();
  });
});
