import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { getDelayAfter, LoginThrottle } from '../../src/platform/security/login-throttle.ts';
import { expectFailure } from '../http/fixture.ts';
import { createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, postAuth, readMailedToken, waitForBackgroundWork, whoAmI } from './fixture.ts';

const ADA = 'ada@people.example';
const WRONG = 'wrong password';
const STRANGER = { peer: '203.0.113.7' };

describe('login', () => {
  let w: TestApp;
  beforeAll(async () => {
    w = await createTestApp();
    await createCustomer(w);
  });
  afterAll(() => w.close());

  test('returns 200 with a session', async () => {
    const { status, data } = await login(w, ADA);
    expect(status).toBe(200);
    expect(Object.keys(data).sort()).toEqual([
      'accessToken',
      'expiresIn',
      'refreshToken',
      'tokenType',
      'user',
    ]);
    expect((await whoAmI(w, data.accessToken)).status).toBe(200);
  });

  test('ignores case and surrounding spaces of the address', async () => {
    expect((await login(w, 'ADA@People.example')).status).toBe(200);
    const raw = JSON.stringify({ action: 'login', email: '  ADA@People.example ', password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    expect((await w.call('POST', '/auth', undefined, { headers, raw })).status).toBe(200);
  });

  test('returns the same response for an unknown address and a wrong password', async () => {
    const [wrong, unknown] = [await login(w, ADA, WRONG), await login(w, 'nobody@people.example', WRONG)];
    expectFailure(wrong, 401, 'INVALID_CREDENTIALS');
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.status).toBe(wrong.status);
  });

  test('opens a new session each time', async () => {
    const [first, second] = [await login(w, ADA), await login(w, ADA)];
    await postAuth(w, 'logout', { refreshToken: first.data.refreshToken });
    expect((await whoAmI(w, first.data.accessToken)).status).toBe(401);
    expect((await whoAmI(w, second.data.accessToken)).status).toBe(200);
  });
});

describe('login throttle', () => {
  const failing = async (w: TestApp, times: number, email = ADA) => {
    for (let i = 0; i < times; i++) expectFailure(await login(w, email, WRONG), 401, 'INVALID_CREDENTIALS');
  };
  const slowed = async (w: TestApp, seconds: number, email = ADA) => {
    const answer = await login(w, email);
    expectFailure(answer, 429, 'RATE_LIMITED');
    expect(answer.headers.get('retry-after')).toBe(String(seconds));
  };
  const fresh = async () => {
    const w = await createTestApp();
    await createCustomer(w);
    return w;
  };

  test('the first nine failures cause no delay', async () => {
    const w = await fresh();
    await failing(w, 9);
    expect((await login(w, ADA)).status).toBe(200);
    await w.close();
  });

  test('the tenth failure causes a delay of one second, doubling with each further one up to 15 minutes', async () => {
    const w = await fresh();
    await failing(w, 10);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]) {
      await slowed(w, seconds);
      w.clock.advance(seconds * 1000 - 1);
      await slowed(w, 1);
      w.clock.advance(1);
      await failing(w, 1);
    }
    await w.close();
  });

  test('rejected attempts during the delay are not counted', async () => {
    const w = await fresh();
    await failing(w, 10);
    for (let i = 0; i < 20; i++) await slowed(w, 1);
    w.clock.advance(1000);
    expect((await login(w, ADA)).status).toBe(200);
    await w.close();
  });

  test('the correct password after the delay works and resets the count', async () => {
    const w = await fresh();
    await failing(w, 10);
    w.clock.advance(1000);
    expect((await login(w, ADA)).status).toBe(200);
    await failing(w, 9);
    expect((await login(w, ADA)).status).toBe(200);
    await w.close();
  });

  test('failures older than 15 minutes are not counted', async () => {
    const w = await fresh();
    await failing(w, 9);
    w.clock.advance(15 * 60_000);
    await failing(w, 9);
    expect((await login(w, ADA)).status).toBe(200);
    await w.close();
  });

  test('failures count regardless of IP address and spelling of the email address', async () => {
    const w = await fresh();
    for (let i = 0; i < 10; i++) {
      await login(w, i % 2 ? ADA : ' ADA@people.EXAMPLE', WRONG, { peer: `10.0.0.${i}` });
    }
    await slowed(w, 1);
    await w.close();
  });

  test('an unknown address is throttled too, but other accounts are not', async () => {
    const w = await fresh();
    await failing(w, 10, 'nobody@people.example');
    await slowed(w, 1, 'nobody@people.example');
    expect((await login(w, ADA)).status).toBe(200);
    await w.close();
  });

  test('of concurrent guesses, no more than ten are compared', async () => {
    const w = await fresh();
    const answers = await Promise.all(Array.from({ length: 40 }, () => login(w, ADA, WRONG)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    await w.close();
  });

  test('a password reset clears the delay for all clients', async () => {
    const w = await fresh();
    await failing(w, 10);
    await slowed(w, 1);
    await postAuth(w, 'forgotPassword', { email: ADA });
    await waitForBackgroundWork(w);
    await postAuth(w, 'resetPassword', { token: readMailedToken(w), password: PASSWORD });
    expect((await login(w, ADA)).status).toBe(200);
    await w.close();
  });

  test('a password change clears the delay for all clients', async () => {
    const w = await fresh();
    const { accessToken } = (await login(w, ADA)).data;
    const fields = { currentPassword: PASSWORD, newPassword: PASSWORD };
    for (let i = 0; i < 10; i++) await login(w, ADA, WRONG, STRANGER);
    await postAuth(w, 'changePassword', fields, { as: accessToken });
    expect((await login(w, ADA, PASSWORD, STRANGER)).status).toBe(200);
    await w.close();
  });

  test('failures of unknown clients do not block a known client', async () => {
    const w = await fresh();
    expect((await login(w, ADA)).status).toBe(200);
    for (let i = 0; i < 10; i++) await login(w, ADA, WRONG, STRANGER);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900]) {
      w.clock.advance(seconds * 1000);
      expectFailure(await login(w, ADA, WRONG, STRANGER), 401, 'INVALID_CREDENTIALS');
    }
    expect((await login(w, ADA)).status).toBe(200);
    expectFailure(await login(w, ADA, PASSWORD, STRANGER), 429, 'RATE_LIMITED');
    await w.close();
  });

  test('a known client is throttled by its own failures', async () => {
    const w = await fresh();
    expect((await login(w, ADA)).status).toBe(200);
    await failing(w, 10);
    await slowed(w, 1);
    expect((await login(w, ADA, PASSWORD, STRANGER)).status).toBe(200);
    await w.close();
  });

  test('a client is unknown again 30 days after its login', async () => {
    const w = await fresh();
    expect((await login(w, ADA)).status).toBe(200);
    w.clock.advance(30 * 24 * 3_600_000);
    for (let i = 0; i < 10; i++) await login(w, ADA, WRONG, STRANGER);
    await slowed(w, 1);
    await w.close();
  });

  test('only the last five clients of an account are known', () => {
    const guard = new LoginThrottle({ now: () => 0 });
    for (let i = 0; i < 6; i++) guard.recordSuccess(ADA, `10.0.0.${i}`);
    for (let i = 0; i < 10; i++) guard.recordFailure(ADA, '10.9.9.9');
    const waits = Array.from({ length: 6 }, (_, i) => guard.getRemainingDelay(ADA, `10.0.0.${i}`));
    expect(waits).toEqual([1_000, 0, 0, 0, 0, 0]);
  });

  test('the delay is never permanent', () => {
    expect([0, 9].map(getDelayAfter)).toEqual([0, 0]);
    expect([10, 11, 19, 20, 1_000_000].map(getDelayAfter)).toEqual([1_000, 2_000, 512_000, 900_000, 900_000]);
  });
});
