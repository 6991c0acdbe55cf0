import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, postAuth, whoAmI } from './fixture.ts';

let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp();
});
afterAll(() => ctx.close());

const ada = { email: 'ada@people.example', password: PASSWORD, name: 'Ada' };
const SESSION = ['accessToken', 'expiresIn', 'refreshToken', 'tokenType', 'user'];
const USER = ['businessId', 'email', 'emailConfirmed', 'id', 'name', 'position', 'role'];

describe('register', () => {
  test('returns 201 with a customer session', async () => {
    const { status, data } = await postAuth(ctx, 'register', ada);
    expect(status).toBe(201);
    expect(Object.keys(data).sort()).toEqual(SESSION);
    expect(Object.keys(data.user).sort()).toEqual(USER);
    expect(data).toMatchObject({ tokenType: 'Bearer', expiresIn: 900 });
    expect(data.user).toMatchObject({ email: 'ada@people.example', name: 'Ada', role: 'customer' });
    expect([data.user.businessId, data.user.position]).toEqual([null, null]);
    expect(data.user.id).toMatch(/^usr_[0-9a-z]{26}$/);
    expect((await whoAmI(ctx, data.accessToken)).data.user).toEqual(data.user);
  });

  test('registering a business creates it with the user as owner', async () => {
    const email = 'owner@cafe.example';
    const registration = {
      email,
      password: PASSWORD,
      name: 'Bo',
      role: 'business',
      businessName: 'Café',
      industry: 'cafe',
    };
    const { status, data } = await postAuth(ctx, 'register', registration);
    expect(status).toBe(201);
    expect(data.user).toMatchObject({ role: 'business', position: 'owner' });
    expect(data.user.businessId).toMatch(/^biz_[0-9a-z]{26}$/);
    const business = await ctx.call('GET', '/business', undefined, { as: data.accessToken });
    expect(business.data).toMatchObject({ id: data.user.businessId, name: 'Café', industry: 'cafe' });
  });

  test('requires businessName for role business, and rejects other roles', async () => {
    const bo = { email: 'bo@people.example', password: PASSWORD, name: 'Bo' };
    expect(expectInvalidFields(await postAuth(ctx, 'register', { ...bo, role: 'business' }))).toEqual([
      'businessName',
    ]);
    const blank = { ...bo, role: 'business', businessName: '  ' };
    expect(expectInvalidFields(await postAuth(ctx, 'register', blank))).toEqual(['businessName']);
    expect(expectInvalidFields(await postAuth(ctx, 'register', { ...bo, role: 'admin' }))).toEqual(['role']);
  });

  for (const email of ['ada@people.example', 'ADA@People.Example', '  ada@people.example ']) {
    test(`registering the taken address "${email}" is EMAIL_TAKEN`, async () => {
      expectFailure(await postAuth(ctx, 'register', { ...ada, email }), 409, 'EMAIL_TAKEN');
    });
  }

  test('two concurrent registrations create one user', async () => {
    const registration = { ...ada, email: 'same@people.example' };
    const responses = await Promise.all([
      postAuth(ctx, 'register', registration),
      postAuth(ctx, 'register', registration),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('registering a taken address creates no business', async () => {
    const fields = { ...ada, role: 'business', businessName: 'Ghost' };
    expectFailure(await postAuth(ctx, 'register', fields), 409, 'EMAIL_TAKEN');
  });

  test('names each missing field', async () => {
    expect(expectInvalidFields(await postAuth(ctx, 'register')).sort()).toEqual([
      'email',
      'name',
      'password',
    ]);
  });

  for (const email of [
    '',
    'ada',
    'ada@',
    '@x.example',
    'a b@x.example',
    'ada@x',
    'a@b@c.example',
    `${'x'.repeat(250)}@x.example`,
  ]) {
    test(`rejects the address "${email.slice(0, 20)}"`, async () => {
      expect(expectInvalidFields(await postAuth(ctx, 'register', { ...ada, email }))).toEqual(['email']);
    });
  }
});

describe('password', () => {
  test('a password must have 10 to 200 characters', async () => {
    for (const [length, isFine] of [
      [9, false],
      [10, true],
      [200, true],
      [201, false],
    ] as const) {
      const fields = {
        ...ada,
        email: `length${length}@people.example`,
        password: 'plum'.repeat(51).slice(0, length),
      };
      const response = await postAuth(ctx, 'register', fields);
      if (isFine) expect(response.status).toBe(201);
      else expect(expectInvalidFields(response)).toEqual(['password']);
    }
  });

  test('a password is stored as typed, including spaces', async () => {
    const email = 'spaces@people.example';
    await postAuth(ctx, 'register', { ...ada, email, password: '  ten chars  ' });
    expect((await login(ctx, email, '  ten chars  ')).status).toBe(200);
    expectFailure(await login(ctx, email, 'ten chars'), 401, 'INVALID_CREDENTIALS');
  });

  test('a password may use any script', async () => {
    const email = 'script@people.example';
    await postAuth(ctx, 'register', { ...ada, email, password: 'пароль😀密码密码密码' });
    expect((await login(ctx, email, 'пароль😀密码密码密码')).status).toBe(200);
  });

  test('never appears in a user response, and neither does a token', async () => {
    const { data } = await login(ctx, ada.email);
    const text = JSON.stringify((await whoAmI(ctx, data.accessToken)).body);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain('argon2');
  });
});

describe('REGISTRATION', () => {
  const business = { ...ada, role: 'business', businessName: 'Café' };

  test('customers rejects a business with 403 FORBIDDEN and accepts a customer', async () => {
    const customers = await createTestApp({ REGISTRATION: 'customers' });
    expectFailure(await postAuth(customers, 'register', business), 403, 'FORBIDDEN');
    expect((await postAuth(customers, 'register', ada)).status).toBe(201);
    await customers.close();
  });

  test('closed rejects both with 403 FORBIDDEN, but login works', async () => {
    const closed = await createTestApp({ REGISTRATION: 'closed' });
    expectFailure(await postAuth(closed, 'register', business), 403, 'FORBIDDEN');
    expectFailure(await postAuth(closed, 'register', ada), 403, 'FORBIDDEN');
    expectFailure(await login(closed, ada.email), 401, 'INVALID_CREDENTIALS');
    await closed.close();
  });
});

describe('POST /auth', () => {
  for (const body of [
    {},
    { action: 'LOGIN' },
    { action: null },
    { action: 5 },
    { action: '' },
    { action: 'constructor' },
  ]) {
    test(`lists the known actions for ${JSON.stringify(body)}`, async () => {
      const response = await ctx.call('POST', '/auth', body);
      expect(expectInvalidFields(response)).toEqual(['action']);
      expect(response.error.message).toContain('login, register, refresh, logout, forgotPassword');
    });
  }

  test('names the fields of the requested action', async () => {
    expect(expectInvalidFields(await postAuth(ctx, 'login')).sort()).toEqual(['email', 'password']);
    expect(expectInvalidFields(await postAuth(ctx, 'refresh'))).toEqual(['refreshToken']);
    expect(expectInvalidFields(await postAuth(ctx, 'logout'))).toEqual(['refreshToken']);
    expect(expectInvalidFields(await postAuth(ctx, 'forgotPassword'))).toEqual(['email']);
    expect(expectInvalidFields(await postAuth(ctx, 'resetPassword')).sort()).toEqual(['password', 'token']);
    expect(expectInvalidFields(await postAuth(ctx, 'changePassword')).sort()).toEqual([
      'currentPassword',
      'newPassword',
    ]);
  });

  test('ignores and reports unknown fields of the action', async () => {
    const response = await login(ctx, ada.email, PASSWORD);
    expect(response.headers.has('x-ignored-fields')).toBe(false);
    const odd = await postAuth(ctx, 'login', { email: ada.email, password: PASSWORD, remember: true });
    expect([odd.status, odd.headers.get('x-ignored-fields')]).toEqual([200, 'remember']);
  });

  test('works together with an invalid credential', async () => {
    for (const as of ['nonsense', { apiKey: 'pmk_nonsense' }]) {
      expect((await login(ctx, ada.email, PASSWORD, { as })).status).toBe(200);
    }
  });
});
