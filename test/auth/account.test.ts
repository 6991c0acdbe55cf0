import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { describeDevice } from '../../src/auth/device.ts';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { createBusiness, createCustomer, createStaff, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, postAuth, readMailedToken } from './fixture.ts';

const ADA = 'ada@people.example';
const NEW = 'ada@new.example';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1';
let ctx: TestApp;
let token: string;
beforeEach(async () => {
  ctx = await createTestApp();
  ({ token } = await createCustomer(ctx));
});
afterEach(() => ctx.close());

const get = (as = token) => ctx.call('GET', '/account', undefined, { as });
const put = (body: object, as = token) => ctx.call('PUT', '/account', body, { as });
const confirm = (mailed: string, as = token) => postAuth(ctx, 'confirmEmail', { token: mailed }, { as });
const readMail = async () => {
  await ctx.app.services.backgroundTasks.settled();
  return readMailedToken(ctx);
};

describe('PUT /account', () => {
  test('changes name, language, time zone and developer tools of any signed-in user', async () => {
    const owner = await createBusiness(ctx);
    const change = { name: 'Ada L.', locale: 'de-at', timeZone: 'Europe/Vienna', developerTools: true };
    for (const as of [token, owner.token, await createStaff(ctx, owner, 'counter')]) {
      expect((await put(change, as)).status).toBe(200);
      expect((await get(as)).data).toMatchObject({ ...change, locale: 'de-AT', pendingEmail: null });
    }
    expect((await put({ locale: null, timeZone: null })).data).toMatchObject({
      locale: null,
      timeZone: null,
    });
  });

  test('names invalid languages and time zones', async () => {
    const refused = await put({ locale: 'not a language', timeZone: 'Mars/Base', name: '' });
    expect(expectInvalidFields(refused)).toEqual(['name', 'locale', 'timeZone']);
    expect(expectInvalidFields(await put({ timeZone: '+02:00' }))).toEqual(['timeZone']);
    expect(expectInvalidFields(await put({}))).toEqual(['body']);
  });

  test('API keys have no account', async () => {
    const owner = await createBusiness(ctx);
    const { key } = (await ctx.call('POST', '/api-keys', { name: 'till' }, { as: owner.token })).data;
    expectFailure(await get(key), 403, 'FORBIDDEN');
    expectFailure(await ctx.call('GET', '/account'), 401, 'UNAUTHENTICATED');
  });
});

describe('changing the email address', () => {
  test('takes effect when the link that is mailed to the new address is used', async () => {
    const { data } = await put({ email: NEW, currentPassword: PASSWORD });
    expect([data.email, data.pendingEmail]).toEqual([ADA, NEW]);
    const mailed = await readMail();
    expect(ctx.mail.at(-1)?.to).toBe(NEW);
    expect((await confirm(mailed)).data).toEqual({ confirmed: true });
    expect((await get()).data).toMatchObject({ email: NEW, emailConfirmed: true, pendingEmail: null });
    expect((await login(ctx, NEW)).status).toBe(200);
    expectFailure(await login(ctx, ADA), 401, 'INVALID_CREDENTIALS');
    expectFailure(await confirm(mailed), 401, 'UNAUTHENTICATED');
  });

  test('takes effect immediately without a mail server, as an unconfirmed address', async () => {
    const other = await createTestApp({}, { mail: { isConfigured: false, send: async () => {} } });
    const ada = await createCustomer(other);
    const change = { email: NEW, currentPassword: PASSWORD };
    const { data } = await other.call('PUT', '/account', change, { as: ada.token });
    expect(data).toMatchObject({
      email: NEW,
      emailConfirmed: false,
      pendingEmail: null,
      confirmsEmail: false,
    });
    expect((await get()).data.confirmsEmail).toBe(true);
    await other.close();
  });

  test('requires the current password and a free address', async () => {
    expect(expectInvalidFields(await put({ email: NEW }))).toEqual(['currentPassword']);
    expectFailure(await put({ email: NEW, currentPassword: 'wrong' }), 401, 'INVALID_CREDENTIALS');
    await createCustomer(ctx, 'bo');
    const taken = await put({ email: 'BO@people.example', currentPassword: PASSWORD });
    expectFailure(taken, 409, 'EMAIL_TAKEN');
    expect((await put({ email: ADA })).status).toBe(200);
  });

  test('fails if the address was registered before the link was used', async () => {
    await put({ email: NEW, currentPassword: PASSWORD });
    const mailed = await readMail();
    await postAuth(ctx, 'register', { email: NEW, password: PASSWORD, name: 'Early' });
    expectFailure(await confirm(mailed), 409, 'EMAIL_TAKEN');
    expect((await get()).data.email).toBe(ADA);
  });

  test('a link that was asked for before all other sessions ended does not work', async () => {
    await put({ email: NEW, currentPassword: PASSWORD });
    const mailed = await readMail();
    await ctx.call('DELETE', '/account/sessions', undefined, { as: token });
    expect((await get()).data.pendingEmail).toBeNull();
    expectFailure(await confirm(mailed), 401, 'UNAUTHENTICATED');
    expect((await get()).data.email).toBe(ADA);
  });

  test("a link that was asked for before the address's owner signed in by code does not work", async () => {
    const registered = { email: 'vic@people.example', password: PASSWORD, name: 'Not Vic' };
    const { accessToken } = (await postAuth(ctx, 'register', registered)).data;
    await put({ email: NEW, currentPassword: PASSWORD }, accessToken);
    const mailed = await readMail();
    await postAuth(ctx, 'requestCode', { email: registered.email });
    await ctx.app.services.backgroundTasks.settled();
    const code = /code is (\d{6})/.exec(ctx.mail.at(-1)?.text ?? '')?.[1];
    const { user } = (await postAuth(ctx, 'codeLogin', { email: registered.email, code })).data;
    expectFailure(await confirm(mailed, accessToken), 401, 'UNAUTHENTICATED');
    expect((await login(ctx, NEW)).status).toBe(401);
    expect(user.email).toBe(registered.email);
  });

  test('a link for a new address does not set a password', async () => {
    await put({ email: NEW, currentPassword: PASSWORD });
    const mailed = await readMail();
    expectFailure(
      await postAuth(ctx, 'resetPassword', { token: mailed, password: PASSWORD }),
      401,
      'UNAUTHENTICATED',
    );
  });
});

describe('sessions of the account', () => {
  const list = async (as = token) =>
    (await ctx.call('GET', '/account/sessions', undefined, { as })).data.items as {
      id: string;
      device: string;
      lastUsedAt: string;
      current: boolean;
    }[];
  const logInWith = async (userAgent: string) =>
    (await login(ctx, ADA, PASSWORD, { headers: { 'user-agent': userAgent } })).data;

  test('are listed with device and last use, without those of others', async () => {
    await createCustomer(ctx, 'bo');
    ctx.clock.advance(MINUTE_MS);
    const phone = await logInWith(IPHONE);
    ctx.clock.advance(MINUTE_MS);
    await postAuth(ctx, 'refresh', { refreshToken: phone.refreshToken });
    const sessions = await list();
    expect(sessions).toMatchObject([
      { device: 'Safari on iPhone', browser: 'Safari', system: 'iPhone', current: false },
      { device: 'Unknown device', browser: null, system: null, current: true },
    ]);
    const [{ lastUsedAt } = { lastUsedAt: '' }] = sessions;
    expect(lastUsedAt).toBe(new Date(ctx.clock.now()).toISOString());
  });

  test('one is ended by its ID, but not by another user', async () => {
    const phone = await logInWith(CHROME);
    const bo = await createCustomer(ctx, 'bo');
    const [{ id } = { id: '' }] = (await list()).filter(({ current }) => !current);
    const end = (as: string) => ctx.call('DELETE', `/account/sessions/${id}`, undefined, { as });
    expectFailure(await end(bo.token), 404, 'NOT_FOUND');
    expect((await end(token)).data).toEqual({ id, deleted: true });
    expectFailure(await get(phone.accessToken), 401, 'UNAUTHENTICATED');
    expectFailure(await end(token), 404, 'NOT_FOUND');
    expect(await list()).toHaveLength(1);
  });

  test('all others are ended at once', async () => {
    const phone = await logInWith(CHROME);
    expect((await ctx.call('DELETE', '/account/sessions', undefined, { as: token })).data).toEqual({
      revoked: true,
    });
    expectFailure(await get(phone.accessToken), 401, 'UNAUTHENTICATED');
    expect((await get()).status).toBe(200);
  });
});

test.each([
  [CHROME, 'Chrome on Windows'],
  [IPHONE, 'Safari on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'curl'],
  ['something', 'Unknown device'],
  [null, 'Unknown device'],
])('the user agent %p is described as %p', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
