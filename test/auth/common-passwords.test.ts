import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import text from '../../src/auth/common-passwords.txt' with { type: 'text' };
import { findPasswordProblem } from '../../src/auth/password-policy.ts';
import { issueSetup } from '../../src/auth/service/links.ts';
import { CLI } from '../../src/context.ts';
import { expectInvalidFields } from '../http/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { commonPasswordsText } from '../support/common-passwords.ts';
import type { TestResponse } from '../support/test-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { postAuth, readMailedToken } from './fixture.ts';

const COMMON = 'must not be a common password';
const MONOTONOUS = 'must not be a simple sequence or repeated characters';
const OWN = 'must not be your name or email address';
const CONTEXT = 'must not consist of your name, your address, your business or Perkmint';
const ADA = { email: 'ada.lovelace@people.example', name: 'Ada Lovelace', businessName: 'Blue Cup' };

describe('findPasswordProblem', () => {
  for (const [password, problem] of [
    ['1234567890', COMMON],
    ['password12', COMMON],
    ['qwertyuiop', COMMON],
    ['PassWord123', COMMON],
    [' basketball ', COMMON],
    ['aaaaaaaaaa', MONOTONOUS],
    ['1212121212', MONOTONOUS],
    ['0123456789', MONOTONOUS],
    ['zyxwvutsrqp', MONOTONOUS],
    ['ada.lovelace@people.example', OWN],
    ['Ada.Lovelace', OWN],
    ['ada lovelace', OWN],
    ['perkmint123', CONTEXT],
    ['Perkmint-Perkmint', CONTEXT],
    ['blue@blue!!1', CONTEXT],
    ['lovelace#12', CONTEXT],
    ['bluecup123', CONTEXT],
    ['blue-cup-12', CONTEXT],
    ['people.example', CONTEXT],
  ] as const)
    test(`rejects ${password}`, () => expect(findPasswordProblem(password, ADA)).toBe(problem));

  for (const password of [
    PASSWORD,
    'plum-tree-43',
    'Ада Лавлейс 1815',
    'p4ssw0rd of mine',
    'abcdefghik',
    'Lovelace1815',
    '!?#$%&/()=+-',
    '😀😃😄😁😆😅🤣😂🙂🙃',
  ])
    test(`accepts ${password}`, () => expect(findPasswordProblem(password, ADA)).toBeUndefined());

  test("includes every long enough password of the package's list", () => {
    expect(text).toBe(commonPasswordsText());
    expect(text.split('\n').length).toBeGreaterThan(1_500);
  });
});

describe('common passwords', () => {
  const BAD = 'Password123';
  let ctx: TestApp;
  let owner: BusinessFixture;
  beforeAll(async () => {
    ctx = await createTestApp();
    owner = await createBusiness(ctx);
    await createCustomer(ctx);
  });
  afterAll(() => ctx.close());

  const expectCommon = (response: TestResponse, field = 'password') => {
    expect(expectInvalidFields(response)).toEqual([field]);
    expect(response.error.message).toBe(`${field} ${COMMON}`);
  };

  test('common passwords are rejected at registration', async () => {
    expectCommon(await postAuth(ctx, 'register', { ...ADA, password: BAD }));
    const own = await postAuth(ctx, 'register', { ...ADA, password: 'Ada Lovelace' });
    expect(own.error.details).toEqual([{ field: 'password', issue: OWN, rule: 'conflict' }]);
  });

  test('common passwords are rejected with a reset link, which stays valid', async () => {
    await postAuth(ctx, 'forgotPassword', { email: 'ada@people.example' });
    await ctx.app.services.backgroundTasks.settled();
    const token = readMailedToken(ctx);
    expectCommon(await postAuth(ctx, 'resetPassword', { token, password: BAD }));
    const own = await postAuth(ctx, 'resetPassword', { token, password: 'ada@people.example' });
    expect(own.error.details).toEqual([{ field: 'password', issue: OWN, rule: 'conflict' }]);
    expect((await postAuth(ctx, 'resetPassword', { token, password: PASSWORD })).status).toBe(200);
  });

  test('common passwords are rejected when a password is changed', async () => {
    const fields = { currentPassword: PASSWORD, newPassword: BAD };
    expectCommon(await postAuth(ctx, 'changePassword', fields, { as: owner.token }), 'newPassword');
  });

  test('common passwords are rejected for a new business user', async () => {
    const person = { email: 'pat@people.example', name: 'Pat', password: BAD };
    expectCommon(await ctx.call('POST', '/business/users', person, { as: owner.token }));
  });

  test('common passwords are rejected for the first admin', async () => {
    const link = new URL(await issueSetup(ctx.app.as(CLI)));
    const token = link.searchParams.get('token');
    expectCommon(await postAuth(ctx, 'setup', { token, email: 'root@people.example', password: BAD }));
  });
});
