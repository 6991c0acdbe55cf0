import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Db } from '../../db/client.ts';
import { savePin } from '../../src/auth/pins-store.ts';
import { setPasswordHash } from '../../src/auth/store.ts';
import { atomically, CLI } from '../../src/context.ts';
import { expectFailure } from '../http/fixture.ts';
import { openBrowser, PIN, signInDevice } from '../places/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { Authenticator } from './authenticator.ts';
import { login, postAuth, readMailedToken, whoAmI } from './fixture.ts';
import { enableTotp } from './totp-app.ts';

const CEO = 'owner@blue-cup.example';
const MALLORY = 'mallory@evil.example';
const COMPARISONS = 60;
const CHOSEN = 'a password of my own';
let ctx: TestApp;
let peers: number;
beforeEach(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'http://localhost:3000' });
  peers = 0;
});
afterEach(() => ctx.close());

const now = () => new Date(ctx.clock.now()).toISOString();
const peer = () => ({ peer: `10.2.0.${peers++ % 250}` });
const call = (method: string, path: string, body: unknown, as: string) =>
  ctx.call(method, path, body, { as });
const readMail = async () => {
  await ctx.app.services.backgroundTasks.settled();
  return readMailedToken(ctx);
};
const statusOfHook = async (as: string) =>
  (await call('GET', '/webhooks', undefined, as)).data.items[0]?.status;
const mailedLink = async (email: string) => {
  await postAuth(ctx, 'forgotPassword', { email }, peer());
  return readMail();
};
const reset = async (email: string, fields: object = {}) =>
  postAuth(ctx, 'resetPassword', { token: await mailedLink(email), password: CHOSEN, ...fields }, peer());

/** Registers a business with a stranger's address, and uses everything by which one can get in later. */
async function prepare() {
  const owner = await createBusiness(ctx);
  const { key } = (await call('POST', '/api-keys', { name: 'one' }, owner.token)).data;
  const { key: child } = (await call('POST', '/api-keys', { name: 'two' }, key)).data;
  const mallory = { email: MALLORY, name: 'Mallory', position: 'owner', password: PASSWORD };
  await call('POST', '/business/users', mallory, owner.token);
  const { accessToken } = (await login(ctx, MALLORY, PASSWORD, peer())).data;
  const { key: hers } = (await call('POST', '/api-keys', { name: 'three' }, accessToken)).data;
  const invited = { email: 'bo@evil.example', name: 'Bo' };
  const { inviteLink } = (await call('POST', '/business/users', invited, accessToken)).data;
  const list = (await call('POST', '/export-links', { operationId: 'listCampaigns' }, owner.token)).data;
  await call('POST', '/webhooks', { url: 'https://evil.example/hook' }, owner.token);
  const program = (await call('POST', '/programs', { name: 'Regulars', rewards: {} }, owner.token)).data;
  const orders = { secret: 'a-secret-of-the-shop', programId: program.id };
  await call('PUT', '/integrations/shopify', orders, owner.token);
  const passkey = await addPasskey();
  await enableTotp(ctx, owner.token);
  await call('PUT', '/account/pin', { pin: PIN }, owner.token);
  const place = (await call('POST', '/business/places', { name: 'Main Street' }, owner.token)).data;
  const { browser: till } = await signInDevice(ctx, owner, place.id);
  await till.send('POST', '/session/pin', { userId: owner.userId, pin: PIN });
  return {
    keys: [key, child, hers],
    tokens: [owner.token, accessToken],
    inviteLink,
    list,
    till,
    passkey,
  };
}

async function addPasskey(): Promise<Authenticator> {
  const browser = openBrowser(ctx);
  await browser.send('POST', '/session', { action: 'login', email: CEO, password: PASSWORD });
  const device = await Authenticator.create();
  const { data } = await browser.send('POST', '/session/passkeys/challenge');
  await browser.send('POST', '/session/passkeys', await device.register(data));
  return device;
}

async function logInByPasskey(device: Authenticator): Promise<number> {
  const browser = openBrowser(ctx);
  const { data } = await browser.send('POST', '/session/passkey/challenge');
  return (await browser.send('POST', '/session', await device.logIn(data))).status;
}

describe('the first proof of the address of a business owner', () => {
  test('ends whatever was made with the account before, however it was made', async () => {
    const { keys, tokens, inviteLink, list, till, passkey } = await prepare();
    expect((await till.send('GET', '/session')).data.user.email).toBe(CEO);
    expect((await reset(CEO)).data).toEqual({ reset: true });

    for (const token of tokens) expectFailure(await whoAmI(ctx, token), 401, 'UNAUTHENTICATED');
    for (const key of keys) expectFailure(await whoAmI(ctx, key), 401, 'INVALID_API_KEY');
    expectFailure(await login(ctx, MALLORY, PASSWORD, peer()), 401, 'INVALID_CREDENTIALS');
    const token = new URL(inviteLink).searchParams.get('token');
    expectFailure(
      await postAuth(ctx, 'resetPassword', { token, password: PASSWORD }, peer()),
      401,
      'UNAUTHENTICATED',
    );
    expect(await logInByPasskey(passkey)).toBe(401);
    expect((await till.send('GET', '/session')).data).toBeNull();
    expect((await till.send('GET', '/session/device')).data).toBeNull();
    expect((await ctx.send(new Request(list.url))).status).toBe(404);

    // Without a code of the authenticator app.
    const own = await login(ctx, CEO, CHOSEN, peer());
    expect([own.status, own.data.user.emailConfirmed]).toEqual([200, true]);
    const as = own.data.accessToken;
    expect((await call('GET', '/business/users', undefined, as)).data.items).toHaveLength(1);
    expect(await statusOfHook(as)).toBe('disabled');
    const systems = (await call('GET', '/integrations', undefined, as)).data.items;
    expect(systems.map(({ hasSecret }: { hasSecret: boolean }) => hasSecret)).toEqual([false]);
    expect((await call('GET', '/account', undefined, as)).data.hasPin).toBe(false);
    const revoked = (await call('GET', '/events?type=apiKey.revoked', undefined, as)).data.items;
    expect(revoked).toHaveLength(3);
  });

  test('keeps everything but the sessions if the person says that the account is theirs', async () => {
    const { keys, tokens, inviteLink, passkey } = await prepare();
    expect((await reset(CEO, { keepAccess: true })).status).toBe(200);
    expectFailure(await whoAmI(ctx, tokens[0]), 401, 'UNAUTHENTICATED');
    for (const key of [tokens[1], ...keys]) expect((await whoAmI(ctx, key)).status).toBe(200);
    expectFailure(await login(ctx, CEO, CHOSEN, peer()), 401, 'SECOND_FACTOR_REQUIRED');
    expect(await logInByPasskey(passkey)).toBe(200);
    expect(await statusOfHook(keys[0] ?? '')).toBe('active');
    const token = new URL(inviteLink).searchParams.get('token');
    expect((await postAuth(ctx, 'resetPassword', { token, password: PASSWORD }, peer())).status).toBe(200);
  });

  test('is the first only once: later resets keep what the owner has made', async () => {
    await createBusiness(ctx);
    await reset(CEO);
    const as = (await login(ctx, CEO, CHOSEN, peer())).data.accessToken;
    const { key } = (await call('POST', '/api-keys', { name: 'till' }, as)).data;
    await enableTotp(ctx, as, CHOSEN);
    ctx.clock.advance(1);
    expect((await reset(CEO)).status).toBe(200);
    expect((await whoAmI(ctx, key)).status).toBe(200);
    expectFailure(await login(ctx, CEO, CHOSEN, peer()), 401, 'SECOND_FACTOR_REQUIRED');
  });
});

describe('the first proof of the address of a colleague', () => {
  test('ends what the colleague made, and nothing else of the business', async () => {
    const owner = await createBusiness(ctx);
    const pat = { email: 'pat@people.example', name: 'Pat', position: 'manager', password: PASSWORD };
    await call('POST', '/business/users', pat, owner.token);
    const as = (await login(ctx, pat.email, PASSWORD, peer())).data.accessToken;
    const link = (await call('POST', '/export-links', { operationId: 'listCampaigns' }, as)).data;
    const { key } = (await call('POST', '/api-keys', { name: 'ours' }, owner.token)).data;
    await call('POST', '/webhooks', { url: 'https://shop.example/hook' }, owner.token);
    expect((await ctx.send(new Request(link.url))).status).toBe(200);
    expect((await reset(pat.email)).status).toBe(200);
    expect((await ctx.send(new Request(link.url))).status).toBe(404);
    expect((await whoAmI(ctx, owner.token)).status).toBe(200);
    expect((await whoAmI(ctx, key)).status).toBe(200);
    expect(await statusOfHook(owner.token)).toBe('active');
    expect((await call('GET', '/business/users', undefined, owner.token)).data.items).toHaveLength(2);
  });
});

describe('confirming an address in a session', () => {
  const ask = (email: string, as: string, fields: object = { currentPassword: PASSWORD }) =>
    call('PUT', '/account', { email, ...fields }, as);
  const confirm = (token: string, as?: string) => postAuth(ctx, 'confirmEmail', { token }, { as, ...peer() });

  test('requires a session of the account that asked for the change', async () => {
    const eve = await createCustomer(ctx, 'eve');
    const ada = await createCustomer(ctx, 'ada');
    await ask('vic@corp.example', eve.token);
    const link = await readMail();
    expectFailure(await confirm(link), 401, 'UNAUTHENTICATED');
    expectFailure(await confirm(link, ada.token), 403, 'FORBIDDEN');
    await postAuth(ctx, 'requestCode', { email: 'vic@corp.example' }, peer());
    await ctx.app.services.backgroundTasks.settled();
    const code = /code is (\d{6})/.exec(ctx.mail.at(-1)?.text ?? '')?.[1];
    const vic = (await postAuth(ctx, 'codeLogin', { email: 'vic@corp.example', code }, peer())).data;
    expect(vic.user.id).not.toBe(eve.userId);
    expectFailure(await confirm(link, vic.accessToken), 403, 'FORBIDDEN');
    expectFailure(await confirm(link, eve.token), 409, 'EMAIL_TAKEN');
  });

  test('of the account itself keeps what the account has, and ends its other sessions', async () => {
    const owner: BusinessFixture = await createBusiness(ctx);
    const { key } = (await call('POST', '/api-keys', { name: 'till' }, owner.token)).data;
    const other = (await login(ctx, CEO, PASSWORD, peer())).data.accessToken;
    expect((await ask(CEO, owner.token, {})).data.pendingEmail).toBe(CEO);
    const link = await readMail();
    expect(ctx.mail.at(-1)?.to).toBe(CEO);
    expect((await confirm(link, owner.token)).data).toEqual({ confirmed: true });
    const account = (await call('GET', '/account', undefined, owner.token)).data;
    expect(account).toMatchObject({ email: CEO, emailConfirmed: true, pendingEmail: null });
    expect((await whoAmI(ctx, key)).status).toBe(200);
    expectFailure(await whoAmI(ctx, other), 401, 'UNAUTHENTICATED');
    expect((await login(ctx, CEO, PASSWORD, peer())).status).toBe(200);
    // Confirmed now, so nothing is mailed.
    const mails = ctx.mail.length;
    expect((await ask(CEO, owner.token, {})).data.pendingEmail).toBeNull();
    await ctx.app.services.backgroundTasks.settled();
    expect(ctx.mail).toHaveLength(mails);
  });
});

describe('a session is opened only on the credential that was compared', () => {
  /** Changes the user in the database after a login has compared its credential and before it opens the session. */
  async function changeMeanwhile<T>(
    userId: string,
    logIn: () => Promise<T>,
    change: (db: Db) => Promise<unknown>,
  ) {
    const { passwords } = ctx.app.services;
    let attempt: Promise<T> | undefined;
    await atomically(
      ctx.app.as(CLI),
      async tx => {
        attempt = logIn();
        // Passwords and PINs are compared in order, so the login's comparison has ended after these.
        for (let i = 0; i < COMPARISONS; i++) await passwords.verify(PASSWORD, null);
        await change(tx.db);
      },
      [`user:${userId}`],
    );
    return await (attempt as Promise<T>);
  }

  test('by password', async () => {
    const { userId } = await createCustomer(ctx);
    const hash = await ctx.app.services.passwords.hash(CHOSEN);
    const attempt = await changeMeanwhile(
      userId,
      () => login(ctx, 'ada@people.example', PASSWORD, peer()),
      db => setPasswordHash(db, userId, hash, now()),
    );
    expectFailure(attempt, 401, 'INVALID_CREDENTIALS');
  });

  test('by PIN', async () => {
    const owner = await createBusiness(ctx);
    await call('PUT', '/account/pin', { pin: PIN }, owner.token);
    const place = (await call('POST', '/business/places', { name: 'Main Street' }, owner.token)).data;
    const { browser: till } = await signInDevice(ctx, owner, place.id);
    const hash = await ctx.app.services.pins.hash(owner.userId, '7140');
    const attempt = await changeMeanwhile(
      owner.userId,
      () => till.send('POST', '/session/pin', { userId: owner.userId, pin: PIN }),
      db => savePin(db, { userId: owner.userId, hash, updatedAt: now() }),
    );
    expect([attempt.status, attempt.error?.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  test('by a second factor: a new password ends logins that wait for the code', async () => {
    const owner = await createBusiness(ctx);
    const { recoveryCodes } = await enableTotp(ctx, owner.token);
    const started = await login(ctx, CEO, PASSWORD, peer());
    const challenge = started.body.error.challenge.token;
    const next = { currentPassword: PASSWORD, newPassword: CHOSEN };
    expect((await postAuth(ctx, 'changePassword', next, { as: owner.token, ...peer() })).status).toBe(200);
    const completed = await postAuth(ctx, 'secondFactor', { challenge, code: recoveryCodes[0] }, peer());
    expectFailure(completed, 401, 'UNAUTHENTICATED');
  });
});
