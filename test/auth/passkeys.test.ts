import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { toRelyingParty } from '../../src/auth/service/relying-party.ts';
import { type Browser, openBrowser } from '../places/fixture.ts';
import { createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { Authenticator, type Deviation } from './authenticator.ts';
import { login, postAuth } from './fixture.ts';
import { enableTotp } from './totp-app.ts';

const ADA = 'ada@people.example';
let ctx: TestApp;
let browser: Browser;
let device: Authenticator;
beforeEach(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'http://localhost:3000' });
  await createCustomer(ctx);
  browser = openBrowser(ctx);
  await browser.send('POST', '/session', { action: 'login', email: ADA, password: PASSWORD });
  device = await Authenticator.create();
});
afterEach(() => ctx.close());

const create = async (by = browser, deviation: Deviation = {}, authenticator = device) => {
  const { data } = await by.send('POST', '/session/passkeys/challenge');
  return await by.send('POST', '/session/passkeys', await authenticator.register(data, deviation));
};
const begin = async (by: Browser) => (await by.send('POST', '/session/passkey/challenge')).data;
const logIn = async (deviation: Deviation = {}, by = openBrowser(ctx)) =>
  by.send('POST', '/session', await device.logIn(await begin(by), deviation));
const failed = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];
const REJECTED = [401, 'INVALID_CREDENTIALS'];
const list = async (by = browser) => (await by.send('GET', '/api/v1/account/passkeys')).data.items;

describe('a passkey', () => {
  test('is added, and logs in without an email address', async () => {
    const added = await create();
    expect(added.data).toMatchObject({ id: expect.stringMatching(/^psk_/), lastUsedAt: null });
    const other = openBrowser(ctx);
    const session = await logIn({}, other);
    expect([session.status, session.data.user.email]).toEqual([200, ADA]);
    expect((await other.send('GET', '/session')).data.user.email).toBe(ADA);
    expect((await list())[0].lastUsedAt).toBe(new Date(ctx.clock.now()).toISOString());
  });

  test('is listed, renamed and removed by its owner alone', async () => {
    const { id } = (await create()).data;
    const path = `/api/v1/account/passkeys/${id}`;
    await createCustomer(ctx, 'eve');
    const eve = openBrowser(ctx);
    await eve.send('POST', '/session', { action: 'login', email: 'eve@people.example', password: PASSWORD });
    expect(await list(eve)).toEqual([]);
    expect((await eve.send('PUT', path, { name: 'Mine' })).status).toBe(404);
    expect((await eve.send('DELETE', path)).status).toBe(404);
    expect((await browser.send('PUT', path, { name: 'Phone' })).data.name).toBe('Phone');
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Phone']);
    expect((await browser.send('DELETE', path)).data).toEqual({ id, deleted: true });
    expect(failed(await logIn())).toEqual(REJECTED);
  });

  test('counts as two factors', async () => {
    const owner = await createBusiness(ctx);
    const page = openBrowser(ctx);
    const body = { action: 'login', email: 'owner@blue-cup.example', password: PASSWORD };
    await page.send('POST', '/session', body);
    await create(page);
    await enableTotp(ctx, owner.token);
    expect((await logIn()).data.user).toMatchObject({ id: owner.userId, position: 'owner' });
  });

  test('is added once, and up to 20 times', async () => {
    await create();
    const { data } = await browser.send('POST', '/session/passkeys/challenge');
    expect(data.excludedIds).toEqual([device.id]);
    const again = await browser.send('POST', '/session/passkeys', await device.register(data));
    expect(failed(again)).toEqual([409, 'CONFLICT']);
    for (let i = 1; i < 20; i++)
      expect((await create(browser, {}, await Authenticator.create())).status).toBe(200);
    const full = await browser.send('POST', '/session/passkeys/challenge');
    expect(failed(full)).toEqual([409, 'LIMIT_REACHED']);
  });

  test('of a person who registered with the address of another ends with the first proof', async () => {
    await create();
    await postAuth(ctx, 'requestCode', { email: ADA });
    await ctx.app.services.backgroundTasks.settled();
    const code = /code is (\d{6})/.exec(ctx.mail.at(-1)?.text ?? '')?.[1];
    expect((await postAuth(ctx, 'codeLogin', { email: ADA, code })).status).toBe(200);
    expect(failed(await logIn())).toEqual(REJECTED);
  });
});

const DEVIATIONS: [string, Deviation][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { rpId: 'evil.example' }],
  ['another ceremony', { type: 'payment.get' }],
  ['a locked device', { isLocked: true }],
  ['a made-up challenge', { challenge: 'bWFkZSB1cA' }],
];

describe('a rejected login', () => {
  beforeEach(async () => {
    device.counter = 5;
    await create();
  });

  test.each(DEVIATIONS)('is one of %s', async (_, deviation) => {
    expect(failed(await logIn({ counter: 6, ...deviation }))).toEqual(REJECTED);
    expect((await logIn({ counter: 6 })).status).toBe(200);
  });

  test('repeats a challenge, or is late', async () => {
    const page = openBrowser(ctx);
    const challenge = await begin(page);
    const body = await device.logIn(challenge, { counter: 6 });
    expect((await page.send('POST', '/session', body)).status).toBe(200);
    const replay = await device.logIn(challenge, { counter: 7 });
    expect(failed(await openBrowser(ctx).send('POST', '/session', replay))).toEqual(REJECTED);
    const late = await begin(page);
    ctx.clock.advance(300_000);
    const answer = await device.logIn(late, { counter: 8 });
    expect(failed(await openBrowser(ctx).send('POST', '/session', answer))).toEqual(REJECTED);
  });

  test('has a counter that does not grow, as of a copied key', async () => {
    expect((await logIn({ counter: 6 })).status).toBe(200);
    for (const counter of [6, 5, 0]) expect(failed(await logIn({ counter }))).toEqual(REJECTED);
    expect((await logIn({ counter: 7 })).status).toBe(200);
  });

  test('has the signature or user of another', async () => {
    const page = openBrowser(ctx);
    const valid = await device.logIn(await begin(page), { counter: 6 });
    const other = await device.logIn(await begin(page), { counter: 6 });
    const forged = { ...valid, signature: other.signature };
    expect(failed(await page.send('POST', '/session', forged))).toEqual(REJECTED);
    const foreign = { ...other, userHandle: Buffer.from('usr_other').toString('base64url') };
    expect(failed(await page.send('POST', '/session', foreign))).toEqual(REJECTED);
    const stranger = await Authenticator.create();
    const unknown = await stranger.logIn(await begin(page));
    const answer = await page.send('POST', '/session', { ...unknown, userHandle: undefined });
    expect(failed(answer)).toEqual(REJECTED);
  });

  test('of a registration uses the challenge of another person or of a login', async () => {
    const fresh = await Authenticator.create();
    const { data } = await browser.send('POST', '/session/passkeys/challenge');
    const { challenge } = await begin(browser);
    const body = await fresh.register({ ...data, challenge });
    expect(failed(await browser.send('POST', '/session/passkeys', body))).toEqual(REJECTED);
    const answer = await browser.send('POST', '/session', await device.logIn(data, { counter: 9 }));
    expect(failed(answer)).toEqual(REJECTED);
  });
});

test.each(DEVIATIONS.slice(0, 4))('a new passkey of %s is rejected', async (_, deviation) => {
  expect(failed(await create(browser, deviation))).toEqual(REJECTED);
  expect(await list()).toEqual([]);
});

test('the challenges of a login are the same for everyone', async () => {
  const [first, second] = [await begin(openBrowser(ctx)), await begin(browser)];
  expect([first.rpId, Object.keys(first)]).toEqual([second.rpId, Object.keys(second)]);
  expect(first.challenge).not.toBe(second.challenge);
  expect((await login(ctx, ADA, PASSWORD)).status).toBe(200);
});

describe('the site of passkeys', () => {
  test.each([
    ['https://perks.example', 'perks.example', 'https://perks.example'],
    ['https://perks.example:8443', 'perks.example', 'https://perks.example:8443'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
  ])('of %s is %s', (url, id, origin) => expect(toRelyingParty(url)).toEqual({ id, origin }));

  test.each([
    'http://perks.example',
    'http://192.168.1.4:3000',
    'https://203.0.113.7',
    'https://[2001:db8::1]',
  ])('is none for %s', url => expect(toRelyingParty(url)).toBeUndefined());

  test('is required', async () => {
    const shop = await createTestApp({ PUBLIC_URL: 'http://192.168.1.4:3000' });
    const page = openBrowser(shop);
    expect((await page.send('GET', '/session/options')).data.passkeyHost).toBeNull();
    expect(failed(await page.send('POST', '/session/passkey/challenge'))).toEqual([501, 'NOT_CONFIGURED']);
    await shop.close();
  });
});
