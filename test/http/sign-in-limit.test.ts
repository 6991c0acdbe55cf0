import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { login } from '../auth/fixture.ts';
import { createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { expectFailure, toTestResponse } from './fixture.ts';

const ADA = 'ada@people.example';
const WRONG = 'wrong password';
const PEER = '203.0.113.7';

let ctx: TestApp;
beforeEach(async () => {
  ctx = await createTestApp({ RATE_LIMIT: 'on' });
  await createCustomer(ctx);
});
afterEach(() => ctx.close());

/** Signs in as the pages do. */
const post = async (body: object, peer = PEER) =>
  toTestResponse(
    await ctx.send(
      new Request('http://localhost/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-perkmint-page': '1' },
        body: JSON.stringify(body),
      }),
      peer,
    ),
  );
const signIn = (email: string, password = WRONG, peer = PEER) =>
  post({ action: 'login', email, password }, peer);
const call = (email: string, peer = PEER) => login(ctx, email, WRONG, { peer });

const { strict: LIMIT, signIn: ADDRESS_LIMIT } = TIER_LIMITS;

describe('sign-in on the pages', () => {
  test('the pages allow one account the strict limit of sign-in attempts per minute from one address', async () => {
    const responses = [];
    for (let i = 0; i <= LIMIT; i++) responses.push(await signIn(ADA));
    expect(responses.map(({ status }) => status)).toEqual([...Array(LIMIT).fill(401), 429]);
    expectFailure(await signIn(' ADA@people.example '), 429, 'RATE_LIMITED');
    ctx.clock.advance(60_000);
    expect((await signIn(ADA, PASSWORD)).status).toBe(200);
  });

  test('the pages limit the sign-in attempts per minute from one address for all accounts together', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < ADDRESS_LIMIT; i++) statuses.add((await signIn(`person${i}@people.example`)).status);
    expect([...statuses]).toEqual([401]);
    expectFailure(await signIn('one.more@people.example'), 429, 'RATE_LIMITED');
  });

  test('a rate-limited account does not affect other addresses and other accounts', async () => {
    for (let i = 0; i <= LIMIT; i++) await signIn(ADA);
    expect((await signIn(ADA, PASSWORD, '198.51.100.4')).status).toBe(200);
    expect((await signIn('bo@people.example')).status).toBe(401);
  });

  test('a sign-in response reports the tightest window in its headers', async () => {
    const windowOf = ({ headers }: { headers: Headers }) =>
      ['limit', 'remaining'].map(name => headers.get(`x-ratelimit-${name}`));
    expect(windowOf(await signIn(ADA))).toEqual([String(LIMIT), String(LIMIT - 1)]);
    for (let i = 1; i < LIMIT; i++) await signIn(ADA);
    const refused = await signIn(ADA);
    expect(windowOf(refused)).toEqual([String(LIMIT), '0']);
    expect(refused.headers.get('retry-after')).toBe('60');
  });

  test('the pages allow the strict limit of sign-ups per minute from one address', async () => {
    const register = (n: number) =>
      post({ action: 'register', email: `new${n}@people.example`, password: PASSWORD, name: 'New' });
    const statuses = [];
    for (let i = 0; i <= LIMIT; i++) statuses.push((await register(i)).status);
    expect(statuses).toEqual([...Array(LIMIT).fill(200), 429]);
  });
});

describe('the API and the pages', () => {
  test('the API and the pages together allow an account the strict limit of attempts per minute', async () => {
    const statuses: number[] = [];
    for (let i = 0; i <= LIMIT; i++) statuses.push((await call(ADA)).status, (await signIn(ADA)).status);
    expect(statuses.filter(status => status === 401)).toHaveLength(LIMIT);
    expect(statuses.filter(status => status === 429)).toHaveLength(LIMIT + 2);
  });

  test('the API and the pages count failed attempts on an account together, for all addresses', async () => {
    for (let i = 0; i < 5; i++) await call(ADA, `10.0.0.${i}`);
    for (let i = 0; i < 5; i++) await signIn(ADA, WRONG, `10.0.1.${i}`);
    for (const response of [await signIn(ADA, PASSWORD, '10.0.2.1'), await call(ADA, '10.0.2.2')]) {
      expectFailure(response, 429, 'RATE_LIMITED');
      expect(response.error.message).toContain('failed logins');
    }
  });

  test('the API limits requests per minute and address for all accounts together', async () => {
    for (let i = 0; i < LIMIT; i++) await call(`person${i}@people.example`);
    expectFailure(await call('one.more@people.example'), 429, 'RATE_LIMITED');
  });
});
